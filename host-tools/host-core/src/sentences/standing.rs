//! Sentences about the state of a match: the player whose turn it is, and the pieces of
//! everybody.

use super::abalone::marble_count;
use super::names::{marbles, tokens};
use super::{Phrasebook, capital, listed, say};
use rules_core::games::abalone::{Draw, Outcome as MarbleOutcome};
use rules_core::games::kabuto::MatchPhase;
use rules_core::games::sumoo::{self, GamePhase};
use rules_core::games::{abalone, kabuto};
use rules_core::player::Side;
use rules_core::referee::{AnyGame, abalone as abalone_match, sumoo as sumoo_match};

/// Pieces that one side of a match holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// Name of the player, or of both players of a team.
    pub who: String,
    /// Pieces and markers of the side, in words without a capital.
    pub what: String,
}

/// Returns the number of the running or last turn, from 1; `None` before the first
/// one.
#[must_use]
pub fn turn_number(game: &AnyGame) -> Option<u32> {
    match game {
        AnyGame::Kabuto(game) => match game.state().phase {
            MatchPhase::Opening => None,
            MatchPhase::InTurn | MatchPhase::Settling(_) | MatchPhase::Over(_) => {
                Some(game.state().turn.number.into())
            }
        },
        AnyGame::Abalone(game) => Some(u32::from(game.game().turns()) + 1),
        AnyGame::Sumoo(game) => Some(u32::from(game.game().turns_ended()) + 1),
    }
}

impl Phrasebook<'_> {
    /// Returns a headline with the player whose turn it is, "Turn 3: Ember Fly to play",
    /// or with the result.
    #[must_use]
    pub fn headline(&self, game: &AnyGame) -> String {
        capital(&match game {
            AnyGame::Kabuto(game) => self.kabuto_headline(game),
            AnyGame::Abalone(game) => self.abalone_headline(game),
            AnyGame::Sumoo(game) => self.sumoo_headline(game),
        })
    }

    /// Returns the pieces that every side holds, in turn order.
    #[must_use]
    pub fn holdings(&self, game: &AnyGame) -> Vec<Holding> {
        match game {
            AnyGame::Kabuto(game) => {
                let sides = game.terms().players.sides();
                sides.map(|side| self.kabuto_holding(game, side)).collect()
            }
            AnyGame::Abalone(game) => self.abalone_holdings(game),
            AnyGame::Sumoo(game) => self.sumoo_holdings(game),
        }
    }

    /// Returns `text` with the number of its turn: "turn 3: Ember Fly to play".
    #[must_use]
    pub fn numbered(&self, number: u32, text: &str) -> String {
        say!(
            self.language,
            "turn {number}: {text}",
            "tour {number} : {text}"
        )
    }

    fn kabuto_headline(&self, game: &kabuto::Match) -> String {
        let (language, turn) = (self.language, &game.state().turn);
        match game.state().phase {
            MatchPhase::Opening => {
                let last = game.terms().players.last();
                let who = self.names.seat(last, language).subject();
                say!(
                    language,
                    "{who} sets the opening marker",
                    "{who} pose le marqueur d’ouverture"
                )
            }
            MatchPhase::InTurn => self.numbered(turn.number.into(), &self.turn_of(turn.seat)),
            MatchPhase::Settling(_) => {
                let text = self.numbered(turn.number.into(), &self.turn_of(turn.seat));
                say!(
                    language,
                    "{text}; pieces still move or fall",
                    "{text} ; des pièces bougent ou tombent encore"
                )
            }
            MatchPhase::Over(outcome) => self.outcome(outcome),
        }
    }

    fn kabuto_holding(&self, game: &kabuto::Match, side: Side) -> Holding {
        let (language, state) = (self.language, game.state());
        let stock = self.stock(&state.inventories[side]);
        let mut parts = vec![say!(language, "holds {stock}", "en main : {stock}")];
        if game.terms().book().has_posts() {
            parts.push(self.markers(game, side));
        }
        if state.out.contains(side) {
            parts.push(say!(language, "out of the match", "hors jeu"));
        }
        Holding {
            who: capital(&self.names.side(side, language).subject()),
            what: parts.join("; "),
        }
    }

    /// Returns the markers of a side: "markers on posts 2 and 4".
    #[must_use]
    pub fn markers(&self, game: &kabuto::Match, side: Side) -> String {
        let posts = game.state().markers[side].iter();
        let posts: Vec<String> = posts.map(|post| post.to_string()).collect();
        let (and, et) = (listed(&posts, "and"), listed(&posts, "et"));
        match posts.len() {
            0 => say!(self.language, "no marker on a post", "aucun marqueur posé"),
            1 => say!(
                self.language,
                "a marker on post {and}",
                "un marqueur sur le poteau {et}"
            ),
            _ => say!(
                self.language,
                "markers on posts {and}",
                "des marqueurs sur les poteaux {et}"
            ),
        }
    }

    /// Returns one sentence about the board, for people who do not see it.
    #[must_use]
    pub fn summary(&self, game: &AnyGame) -> String {
        let language = self.language;
        let game = match game {
            AnyGame::Kabuto(game) => game,
            AnyGame::Abalone(_) | AnyGame::Sumoo(_) => {
                let (name, headline) = (game.name(), self.headline(game));
                return say!(
                    language,
                    "{name} board. {headline}",
                    "Plateau {name}. {headline}"
                );
            }
        };
        let standing = game
            .terms()
            .players
            .seats()
            .filter(|&seat| game.state().sumos.contains(seat));
        let sumos: Vec<String> = standing.map(|seat| self.sumo(seat)).collect();
        let (and, et) = (listed(&sumos, "and"), listed(&sumos, "et"));
        let stock = self.stock(&game.state().ring);
        say!(
            language,
            "The ring: {and}; {stock}",
            "L’arène : {et} ; {stock}"
        )
    }

    /// Returns a phrase with the pieces that no side holds: on the ring, in the reserve,
    /// out of the arena. Empty if there are none to count.
    #[must_use]
    pub fn counts(&self, game: &AnyGame) -> String {
        let language = self.language;
        match game {
            AnyGame::Kabuto(game) => {
                let state = game.state();
                let (ring, reserve) = (self.stock(&state.ring), self.stock(&state.reserve));
                say!(
                    language,
                    "On the ring: {ring}. In the reserve: {reserve}.",
                    "Sur l’arène : {ring}. Dans la réserve : {reserve}."
                )
            }
            AnyGame::Sumoo(game) => {
                let out = game.game().position().out();
                let out: Vec<String> = out.map(|token| self.sumoo_token(token)).collect();
                let out_list = out.join(", ");
                if out.is_empty() {
                    String::new()
                } else {
                    say!(language, "Out: {out_list}.", "Dehors : {out_list}.")
                }
            }
            AnyGame::Abalone(_) => String::new(),
        }
    }

    fn abalone_headline(&self, game: &abalone_match::Match) -> String {
        let (language, position) = (self.language, game.position());
        match game.game().outcome() {
            MarbleOutcome::Playing => {
                let who = marbles(position.to_move(), language);
                let text = say!(language, "{who} to play", "à {who} de jouer");
                self.numbered(u32::from(game.game().turns()) + 1, &text)
            }
            MarbleOutcome::Won(side) => self.abalone_win(position.players().named(side)),
            MarbleOutcome::Drawn(draw) => {
                let change = match draw {
                    Draw::Threefold => abalone_match::ruling::Change::Threefold,
                    Draw::TurnCap(cap) => abalone_match::ruling::Change::TurnCap(cap),
                };
                self.abalone_change(&change)
            }
        }
    }

    fn abalone_holdings(&self, game: &abalone_match::Match) -> Vec<Holding> {
        let (language, position) = (self.language, game.position());
        let holding = |player: abalone::Player| {
            let here = usize::from(position.board().marbles_of(player).len());
            let (here, lost) = (marble_count(here, language), position.ejected(player));
            let s = if lost == 1 { "" } else { "s" };
            Holding {
                who: marbles(player, language),
                what: say!(
                    language,
                    "{here} on the board, {lost} lost",
                    "{here} sur le plateau, {lost} perdue{s}"
                ),
            }
        };
        position.players().iter().map(holding).collect()
    }

    fn sumoo_headline(&self, game: &sumoo_match::Match) -> String {
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

    fn sumoo_holdings(&self, game: &sumoo_match::Match) -> Vec<Holding> {
        let position = game.game().position();
        let holding = |colour: sumoo::Colour| Holding {
            who: tokens(colour, self.language),
            what: self.token_count(position, colour),
        };
        sumoo::Colour::ALL.into_iter().map(holding).collect()
    }

    /// Returns the tokens of a player: "5 tokens in the arena, 1 out".
    #[must_use]
    pub fn token_count(&self, position: &sumoo::Position, colour: sumoo::Colour) -> String {
        let out = position
            .out()
            .filter(|token| token.colour == colour)
            .count();
        let here = sumoo::Token::all_of(colour).count() - out;
        let s = if here == 1 { "" } else { "s" };
        say!(
            self.language,
            "{here} token{s} in the arena, {out} out",
            "{here} jeton{s} dans l’arène, {out} dehors"
        )
    }

    /// Returns the score of a side of Abalone.
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
}
