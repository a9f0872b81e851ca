//! SUMOO in sentences.

use super::names::tokens;
use super::spoken::{SpokenGame, SpokenNext, SpokenPart, SpokenRuling};
use super::{Awaited, EventContext, Holding, Language, Names, Phrasebook, SentenceKind, say};
use rules_core::games::cell_reading::GridRepair;
use rules_core::games::kabuto::card::Card;
use rules_core::games::sumoo::{
    Cell, Colour, Direction, GamePhase, Points, Position, Reason, Refusal, Token,
};
use rules_core::player::Seat;
use rules_core::referee::sumoo::ruling::{Change, DisplacementKind, Ruling};
use rules_core::referee::sumoo::{Correction, Match, Repair, SumooTurn};

impl SpokenGame for Match {
    fn names(&self, _known: &[Card]) -> Names {
        Names::Tokens
    }

    fn turn_number(&self) -> Option<u32> {
        Some(u32::from(self.game().turns_ended()) + 1)
    }

    fn headline(&self, book: &Phrasebook<'_>) -> String {
        book.sumoo_headline(self)
    }

    fn holdings(&self, book: &Phrasebook<'_>) -> Vec<Holding> {
        let position = self.game().position();
        let holding = |colour: Colour| Holding {
            who: tokens(colour, book.language),
            what: book.token_count(position, colour),
        };
        Colour::ALL.into_iter().map(holding).collect()
    }

    fn counts(&self, book: &Phrasebook<'_>) -> String {
        let out = self.game().position().out();
        let out: Vec<String> = out.map(|token| book.sumoo_token(token)).collect();
        let out_list = out.join(", ");
        if out.is_empty() {
            String::new()
        } else {
            say!(book.language, "Out: {out_list}.", "Dehors : {out_list}.")
        }
    }
}

impl SpokenRuling for Ruling {
    fn sentence(&self, book: &Phrasebook<'_>, _context: &EventContext) -> (SentenceKind, String) {
        let language = book.language;
        let text = match self.change {
            Change::Went(token, how, to) => book.displacement(token, how, to),
            Change::Won(colour) => {
                let who = tokens(colour, language);
                say!(language, "{who} wins", "{who} gagne")
            }
            Change::Turn(colour) => return (SentenceKind::Turn, book.colour_to_play(colour)),
            Change::Capped => say!(
                language,
                "drawn: the agreed number of turns is reached",
                "partie nulle : le nombre de tours convenu est atteint"
            ),
            Change::Agreed => say!(language, "drawn by agreement", "partie nulle par accord"),
        };
        (SentenceKind::Ruling, text)
    }
}

impl SpokenPart for Refusal {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        book.sumoo_reason(&self.reason)
    }
}

impl SpokenPart for Correction {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        match *self {
            Self::Shown(_) => book.as_shown(),
            Self::Turn(colour) => book.colour_to_play(colour),
        }
    }
}

impl SpokenPart for Repair {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        let language = book.language;
        match *self {
            GridRepair::Remove(cell) => say!(
                language,
                "take the token off {cell}",
                "retirez le jeton de {cell}"
            ),
            GridRepair::Place(token, cell) => {
                let token = book.sumoo_token(token);
                say!(language, "put {token} on {cell}", "posez {token} en {cell}")
            }
        }
    }
}

impl SpokenNext for SumooTurn {
    fn awaited(&self, book: &Phrasebook<'_>, _seat: Option<Seat>) -> Vec<Awaited> {
        let (language, points) = (book.language, book.points(self.left));
        let who = tokens(self.colour, language);
        Awaited::only(say!(
            language,
            "{who} to act ({points} left) or to end the turn",
            "{who} : agir (reste {points}) ou finir le tour"
        ))
    }
}

impl Phrasebook<'_> {
    fn displacement(&self, token: Token, how: DisplacementKind, to: Option<Cell>) -> String {
        let language = self.language;
        let who = tokens(token.colour, language);
        let place = match to {
            Some(cell) => say!(language, "to {cell}", "en {cell}"),
            None => say!(language, "out of the arena", "hors de l’arène"),
        };
        match how {
            DisplacementKind::Moves => {
                say!(
                    language,
                    "{who} moves {token} {place}",
                    "{who} déplace {token} {place}"
                )
            }
            DisplacementKind::Swapped => {
                say!(
                    language,
                    "{who} swaps {token} {place}",
                    "{who} échange {token} {place}"
                )
            }
            DisplacementKind::Advances => {
                say!(
                    language,
                    "{who}'s {token} advances {place}",
                    "{token} de {who} avance {place}"
                )
            }
            DisplacementKind::StepsBack => {
                say!(
                    language,
                    "{who}'s {token} steps back {place}",
                    "{token} de {who} recule {place}"
                )
            }
            DisplacementKind::Pushed => {
                say!(
                    language,
                    "{who}'s {token} is pushed {place}",
                    "{token} de {who} est poussé {place}"
                )
            }
            DisplacementKind::Pulled => {
                say!(
                    language,
                    "{who}'s {token} is pulled {place}",
                    "{token} de {who} est tiré {place}"
                )
            }
        }
    }

    fn colour_to_play(&self, colour: Colour) -> String {
        let who = tokens(colour, self.language);
        say!(self.language, "{who} to play", "à {who} de jouer")
    }

    /// Returns a token with its owner, in words: "White's 2U"; "2U de Blanc".
    fn sumoo_token(&self, token: Token) -> String {
        let who = tokens(token.colour, self.language);
        say!(self.language, "{who}'s {token}", "{token} de {who}")
    }

    fn sumoo_headline(&self, game: &Match) -> String {
        let (language, game) = (self.language, game.game());
        match game.phase() {
            GamePhase::Turn { colour, left } => {
                let (text, points) = (self.colour_to_play(colour), self.points(left));
                let text = say!(language, "{text}, {points} left", "{text}, reste {points}");
                self.numbered(u32::from(game.turns_ended()) + 1, &text)
            }
            GamePhase::Won(colour) => {
                let who = tokens(colour, language);
                say!(language, "{who} wins", "{who} gagne")
            }
            GamePhase::Drawn => say!(language, "the game is drawn", "la partie est nulle"),
        }
    }

    /// Returns the tokens of a player in words: "5 tokens in the arena, 1 out".
    #[must_use]
    pub fn token_count(&self, position: &Position, colour: Colour) -> String {
        let out = position
            .out()
            .filter(|token| token.colour == colour)
            .count();
        let here = Token::all_of(colour).count() - out;
        let s = if here == 1 { "" } else { "s" };
        say!(
            self.language,
            "{here} token{s} in the arena, {out} out",
            "{here} jeton{s} dans l’arène, {out} dehors"
        )
    }

    /// Returns a number of action points in words: "1 point", "3 points".
    fn points(&self, points: Points) -> String {
        let count = points.number();
        let s = if count == 1 { "" } else { "s" };
        say!(self.language, "{count} point{s}", "{count} point{s}")
    }

    #[rustfmt::skip]
    fn sumoo_reason(&self, reason: &Reason) -> String {
        let l = self.language;
        let token = |token| self.sumoo_token(token);
        match *reason {
            Reason::Won(colour) => { let who = tokens(colour, l); say!(l, "the game is over: {who} wins", "la partie est finie : {who} gagne") }
            Reason::Drawn => say!(l, "the game is over: drawn", "la partie est finie : nulle"),
            Reason::Points { needs, left } => { let (needs, left) = (self.points(needs), left.number()); say!(l, "that costs {needs}; {left} left in this turn", "cela coûte {needs}, et il en reste {left}") }
            Reason::NotYours(it) => { let what = token(it); say!(l, "that is {what}", "c’est {what}") }
            Reason::Taken(cell, it) => { let what = token(it); say!(l, "{what} stands on {cell}", "{what} est en {cell}") }
            Reason::Edge(it) => { let what = token(it); say!(l, "{what} stands at the edge of the arena", "{what} est au bord de l’arène") }
            Reason::Apart(a, b) => { let (a, b) = (token(a), token(b)); say!(l, "{a} and {b} do not stand side by side", "{a} et {b} ne se touchent pas") }
            Reason::Itself(it) => { let what = token(it); say!(l, "{what} cannot change places with itself", "{what} ne peut pas s’échanger avec lui-même") }
            Reason::NoEnemy(it, side) => { let (what, side) = (token(it), compass(side, l)); say!(l, "no enemy stands {side} of {what}", "aucun adversaire {side} de {what}") }
            Reason::NoEnemyAtEitherEnd { front: (front, ahead), rear: (rear, behind) } => { let (front, ahead, rear, behind) = (token(front), compass(ahead, l), token(rear), compass(behind, l)); say!(l, "no enemy stands {ahead} of {front} to push, nor {behind} of {rear} to pull", "aucun adversaire {ahead} de {front} à pousser, ni {behind} de {rear} à tirer") }
            Reason::NotBehind(extra, main) => { let (extra, main) = (token(extra), token(main)); say!(l, "{extra} is not right behind {main}", "{extra} n’est pas juste derrière {main}") }
            Reason::Force { attack, resistance } => say!(l, "force {attack} against {resistance}", "force {attack} contre {resistance}"),
            Reason::PartlyOut(it) => { let what = token(it); say!(l, "{what} would leave the arena without the others", "{what} quitterait l’arène sans les autres") }
        }
    }
}

/// Returns a direction of the arena in words: "north"; "au nord".
fn compass(direction: Direction, language: Language) -> String {
    let (english, french) = match direction {
        Direction::N => ("north", "au nord"),
        Direction::S => ("south", "au sud"),
        Direction::U => ("west", "à l’ouest"),
        Direction::E => ("east", "à l’est"),
    };
    say!(language, "{english}", "{french}")
}
