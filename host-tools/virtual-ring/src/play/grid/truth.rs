//! The bare game of a grid board: what was truly played, whatever the referee says.
//!
//! [`TrueGame`] says what a simulated match needs from a game; each game implements
//! it in a file beside this one.

use super::hand_moves::PieceShift;
use super::{true_abalone, true_sumoo};
use crate::players::Strategy;
use crate::sim_rng::SimRng;
use rules_core::board::BoardId;
use rules_core::player::{BySeat, Players};
use rules_core::referee::game::RefereedGame;
use rules_core::referee::{AnyAction, AnyGame, abalone, sumoo};
use rules_core::sensing::magnet::Magnet;

/// A game on a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridGameId {
    /// Abalone.
    Abalone,
    /// The end of a game of Abalone for two: two marbles more decide it.
    AbaloneEnd,
    /// SUMOO.
    Sumoo,
}

/// Boards and start of one grid game.
struct GridGameEntry {
    boards: &'static [BoardId],
    begin: fn(Players) -> Box<dyn TrueGame>,
}

impl GridGameId {
    const fn entry(self) -> GridGameEntry {
        match self {
            Self::Abalone => GridGameEntry {
                boards: abalone::Match::BOARDS,
                begin: true_abalone::begin,
            },
            Self::AbaloneEnd => GridGameEntry {
                boards: abalone::Match::BOARDS,
                begin: true_abalone::begin_near_end,
            },
            Self::Sumoo => GridGameEntry {
                boards: sumoo::Match::BOARDS,
                begin: true_sumoo::begin,
            },
        }
    }

    /// Returns the board it is played on.
    #[must_use]
    pub const fn board(self) -> BoardId {
        self.entry().boards[0]
    }

    /// Sets the bare game up.
    pub(super) fn begin(self, players: Players) -> Box<dyn TrueGame> {
        (self.entry().begin)(players)
    }
}

/// The bare game that is truly played.
pub(super) trait TrueGame: core::fmt::Debug {
    /// Returns the same game for a referee.
    fn to_judge(&self) -> AnyGame;

    /// Returns the magnet on every cell.
    fn cells(&self) -> Vec<Option<Magnet>>;

    /// Returns the number of turns that are over.
    fn turns(&self) -> u16;

    /// True if a side has won.
    fn is_won(&self) -> bool;

    /// Compares a judge's game with the truth; `None` if they agree. In a game that
    /// both have won by the same side it does not matter which piece was put last.
    fn difference(&self, judged: &AnyGame) -> Option<Difference>;

    /// Lets the player whose turn it is act, and returns what hands must do for it.
    fn play(&mut self, kinds: &BySeat<Strategy>, chance: &mut SimRng) -> GridAct;

    /// True if this action leads from a judge's game to the truth.
    fn confirms(&self, action: &AnyAction, judged: &AnyGame) -> bool;

    /// Returns the action that declares the end of a turn; `None` in a game whose
    /// turns end by themselves.
    fn turn_end(&self) -> Option<AnyAction> {
        None
    }
}

/// Difference between a judge's game and the truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Difference {
    /// The pieces stand alike, and for the judge the turn that is over is still
    /// open: it may have taken it for a cheaper one.
    TurnOpen,
    /// Any other difference, in words.
    Other(String),
}

impl Difference {
    /// Words a difference from the truth and the judge's game.
    pub(super) fn between(truth: &str, judged: &str) -> Self {
        Self::Other(format!("truly {truth}, judged {judged}"))
    }

    /// The judge has a match of another game.
    pub(super) fn other_game() -> Self {
        Self::Other("another game is judged".into())
    }
}

/// Next act of the player whose turn it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GridAct {
    /// Moves of these pieces; the number counts those that are pushed.
    Shifts(Vec<PieceShift>, u32),
    /// The turn ends without points left, or by a pass: players say nothing.
    Goes,
    /// The turn ends with points left, which players declare.
    Ends,
}
