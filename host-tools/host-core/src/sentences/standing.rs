//! Sentences about the state of a match: the player whose turn it is, and the pieces of
//! everybody.

use super::spoken::SpokenGame;
use super::{Phrasebook, capital, say};
use rules_core::match_game;
use rules_core::referee::AnyGame;

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
    match_game!(AnyGame, game, game => game.turn_number())
}

impl Phrasebook<'_> {
    /// Returns a headline with the player whose turn it is, "Turn 3: Ember Fly to play",
    /// or with the result.
    #[must_use]
    pub fn headline(&self, game: &AnyGame) -> String {
        capital(&match_game!(AnyGame, game, game => game.headline(self)))
    }

    /// Returns the pieces that every side holds, in turn order.
    #[must_use]
    pub fn holdings(&self, game: &AnyGame) -> Vec<Holding> {
        match_game!(AnyGame, game, game => game.holdings(self))
    }

    /// Returns one sentence about the board, for people who do not see it.
    #[must_use]
    pub fn summary(&self, game: &AnyGame) -> String {
        match_game!(AnyGame, game, game => game.summary(self))
    }

    /// Returns a phrase with the pieces that no side holds: on the ring, in the reserve,
    /// out of the arena. Empty if there are none to count.
    #[must_use]
    pub fn counts(&self, game: &AnyGame) -> String {
        match_game!(AnyGame, game, game => game.counts(self))
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
}
