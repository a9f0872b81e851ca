//! Abalone in sentences.

use super::names::marbles;
use super::say;
use super::spoken::{SpokenGame, SpokenNext, SpokenPart, SpokenRuling};
use super::{Awaited, EventContext, Holding, Language, Names, Party, Phrasebook, SentenceKind};
use rules_core::board::cells::CellMask;
use rules_core::games::Refusal;
use rules_core::games::abalone::{Draw, NamedSide, Outcome, Player, Reason};
use rules_core::games::cell_reading::GridRepair;
use rules_core::games::kabuto::card::Card;
use rules_core::player::Seat;
use rules_core::referee::abalone::correction::Correction;
use rules_core::referee::abalone::ruling::{Change, Ruling};
use rules_core::referee::abalone::{AbaloneTurn, Match, Repair};

impl SpokenGame for Match {
    fn names(&self, _known: &[Card]) -> Names {
        Names::Marbles
    }

    fn turn_number(&self) -> Option<u32> {
        Some(u32::from(self.game().turns()) + 1)
    }

    fn headline(&self, book: &Phrasebook<'_>) -> String {
        book.abalone_headline(self)
    }

    fn holdings(&self, book: &Phrasebook<'_>) -> Vec<Holding> {
        book.abalone_holdings(self)
    }
}

impl SpokenRuling for Ruling {
    fn sentence(&self, book: &Phrasebook<'_>, _context: &EventContext) -> (SentenceKind, String) {
        (SentenceKind::Ruling, book.abalone_change(&self.change))
    }
}

impl SpokenPart for Refusal<Reason> {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        book.abalone_reason(self.reason)
    }
}

impl SpokenPart for Correction {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        let language = book.language;
        match *self {
            Self::Shown(_) => book.as_shown(),
            Self::Turn(player) => {
                let who = marbles(player, language);
                say!(language, "{who} to play", "à {who} de jouer")
            }
        }
    }
}

impl SpokenPart for Repair {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        let language = book.language;
        match *self {
            GridRepair::Remove(cell) => say!(
                language,
                "take the marble off {cell}",
                "retirez la bille de {cell}"
            ),
            GridRepair::Place(player, cell) => {
                let marble = book.marble(player);
                say!(
                    language,
                    "put {marble} on {cell}",
                    "posez {marble} en {cell}"
                )
            }
        }
    }
}

impl SpokenNext for AbaloneTurn {
    fn awaited(&self, book: &Phrasebook<'_>, _seat: Option<Seat>) -> Vec<Awaited> {
        let (language, who) = (book.language, marbles(self.player, book.language));
        Awaited::only(if self.lift == CellMask::EMPTY {
            say!(language, "{who} to pass", "{who}, qui doit passer")
        } else {
            say!(language, "{who} to move", "un coup de {who}")
        })
    }
}

impl Phrasebook<'_> {
    fn abalone_change(&self, change: &Change) -> String {
        let language = self.language;
        match *change {
            Change::InLine(player, 1) | Change::Sideways(player, 1) => {
                let who = marbles(player, language);
                say!(language, "{who} moves a marble", "{who} déplace une bille")
            }
            Change::InLine(player, count) => {
                let who = marbles(player, language);
                say!(
                    language,
                    "{who} moves {count} marbles in line",
                    "{who} avance {count} billes en ligne"
                )
            }
            Change::Sideways(player, count) => {
                let who = marbles(player, language);
                say!(
                    language,
                    "{who} moves {count} marbles sideways",
                    "{who} déplace {count} billes de côté"
                )
            }
            Change::Passed(player) => {
                let who = marbles(player, language);
                say!(language, "{who} passes", "{who} passe")
            }
            Change::Helped(player, cell) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} on {cell} helps to push",
                    "{marble} en {cell} aide à pousser"
                )
            }
            Change::Pushed(player, from, to) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} is pushed from {from} to {to}",
                    "{marble} est poussée de {from} à {to}"
                )
            }
            Change::Ejected(player, cell) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} is pushed off the board at {cell}",
                    "{marble} est poussée hors du plateau en {cell}"
                )
            }
            Change::Won(side) => self.abalone_win(side),
            Change::Threefold => say!(
                language,
                "drawn: the same position for the third time",
                "partie nulle : la même position pour la troisième fois"
            ),
            Change::TurnCap(cap) => say!(
                language,
                "drawn after {cap} turns",
                "partie nulle après {cap} tours"
            ),
        }
    }

    fn abalone_win(&self, side: NamedSide) -> String {
        let party = self.marble_side(side);
        let (who, wins) = (party.subject(), party.verb("wins", "win"));
        let gagne = party.verb("gagne", "gagnent");
        say!(self.language, "{who} {wins}", "{who} {gagne}")
    }

    /// Returns the players of a side, by their colours.
    #[must_use]
    pub fn marble_side(&self, side: NamedSide) -> Party {
        let members = Player::ALL
            .into_iter()
            .filter(|&player| side.includes(player));
        let names = members
            .map(|player| marbles(player, self.language))
            .collect();
        Party::of(names, self.language)
    }

    /// Returns a marble as a noun phrase: "a black marble"; "une bille noire".
    fn marble(&self, player: Player) -> String {
        let (english, french) = match player {
            Player::Black => ("black", "noire"),
            Player::White => ("white", "blanche"),
            Player::Red => ("red", "rouge"),
            Player::Green => ("green", "verte"),
        };
        say!(self.language, "a {english} marble", "une bille {french}")
    }

    fn abalone_headline(&self, game: &Match) -> String {
        let (language, position) = (self.language, game.position());
        match game.game().outcome() {
            Outcome::Playing => {
                let who = marbles(position.to_move(), language);
                let text = say!(language, "{who} to play", "à {who} de jouer");
                self.numbered(u32::from(game.game().turns()) + 1, &text)
            }
            Outcome::Won(side) => self.abalone_win(position.players().named(side)),
            Outcome::Drawn(draw) => {
                let change = match draw {
                    Draw::Threefold => Change::Threefold,
                    Draw::TurnCap(cap) => Change::TurnCap(cap),
                };
                self.abalone_change(&change)
            }
        }
    }

    fn abalone_holdings(&self, game: &Match) -> Vec<Holding> {
        let (language, position) = (self.language, game.position());
        let holding = |player: Player| {
            let here = usize::from(position.board().marbles_of(player).len());
            let here = marble_count(here, language);
            let what = match position.ejected(player) {
                Some(lost) => {
                    let s = if lost == 1 { "" } else { "s" };
                    say!(
                        language,
                        "{here} on the board, {lost} lost",
                        "{here} sur le plateau, {lost} perdue{s}"
                    )
                }
                // A study: what is missing was perhaps never there.
                None => say!(language, "{here} on the board", "{here} sur le plateau"),
            };
            Holding {
                who: marbles(player, language),
                what,
            }
        };
        position.players().iter().map(holding).collect()
    }

    /// Returns the score of a side of Abalone, in words.
    #[must_use]
    pub fn score(&self, score: u8) -> String {
        let marbles = marble_count(score.into(), self.language);
        let s = if score == 1 { "" } else { "s" };
        say!(
            self.language,
            "{marbles} pushed off, 6 win",
            "{marbles} éjectée{s}, 6 pour gagner"
        )
    }

    #[rustfmt::skip]
    fn abalone_reason(&self, reason: Reason) -> String {
        let l = self.language;
        let who = |player| marbles(player, l);
        match reason {
            Reason::Won { side } => { let won = self.abalone_win(side); say!(l, "the game is over: {won}", "la partie est finie : {won}") }
            Reason::Drawn => say!(l, "the game is over: drawn", "la partie est finie : nulle"),
            Reason::NothingThere(cell) => say!(l, "there is no marble on {cell}", "il n’y a pas de bille en {cell}"),
            Reason::NotYours { cell, owner, mover } => { let (owner, mover) = (who(owner), who(mover)); say!(l, "the marble on {cell} is {owner}'s, and {mover} is to play", "la bille en {cell} est à {owner}, et c’est à {mover} de jouer") }
            Reason::StartsWithPartner { cell, partner } => { let partner = who(partner); say!(l, "the marble on {cell} is the partner's ({partner}); a move starts with one of your own", "la bille en {cell} est au partenaire ({partner}) ; un coup part d’une des siennes") }
            Reason::PartnerOnlyPushes { cell, partner } => { let partner = who(partner); say!(l, "the marble on {cell} is the partner's ({partner}); it moves only in a sumito", "la bille en {cell} est au partenaire ({partner}) ; elle ne bouge que dans un sumito") }
            Reason::TooLong { count } => say!(l, "{count} marbles are in the row, and at most 3 move", "{count} billes sont alignées, et 3 au plus bougent"),
            Reason::NotFree { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell} is not free: {owner}", "{cell} n’est pas libre : {owner}") }
            Reason::OwnFall(cell) => say!(l, "your own marble on {cell} would leave the board", "votre bille en {cell} quitterait le plateau"),
            Reason::Equal { count } => say!(l, "{count} against {count}: equal numbers hold each other", "{count} contre {count} : à nombre égal on se bloque"),
            Reason::Outnumbered { pushing, against } => say!(l, "{pushing} against {against} is not a sumito", "{pushing} contre {against} n’est pas un sumito"),
            Reason::Backed { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell}, behind the pushed marbles, is not free: {owner}", "{cell}, derrière les billes poussées, n’est pas libre : {owner}") }
            Reason::SidewaysPush { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell} is not free ({owner}), and a sideways move pushes nothing", "{cell} n’est pas libre ({owner}), et un coup de côté ne pousse rien") }
            Reason::MustMove { legal } => say!(l, "only a player who cannot move passes; legal moves: {legal}", "seul passe qui ne peut pas jouer ; coups permis : {legal}"),
        }
    }
}

/// Returns a number of marbles in words: "1 marble", "2 marbles".
fn marble_count(count: usize, language: Language) -> String {
    let s = if count == 1 { "" } else { "s" };
    say!(language, "{count} marble{s}", "{count} bille{s}")
}
