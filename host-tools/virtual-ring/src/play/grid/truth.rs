//! True game of a grid board: the game that was really played, whatever the referee
//! rules.
//!
//! [`TrueGame`] says what a simulated match needs from a game; each game implements
//! it in a file beside this one.

use super::hand_moves::PieceShift;
use super::{true_abalone, true_sumoo};
use crate::players::Strategy;
use crate::sim_rng::SimRng;
use host_core::sentences::Names;
use rules_core::board::BoardId;
use rules_core::player::{BySeat, Players};
use rules_core::referee::game::RefereedGame;
use rules_core::referee::{AnyAction, AnyGame, abalone, sumoo};
use rules_core::sensing::magnet::Magnet;

/// Game that is simulated on a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridGameId {
    /// Abalone from its usual start.
    Abalone,
    /// Abalone for two players near its end: two more marbles decide it.
    AbaloneEnd,
    /// SUMOO from its start.
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

    /// Returns the board that the game is played on.
    #[must_use]
    pub const fn board(self) -> BoardId {
        self.entry().boards[0]
    }

    /// Creates the true game at its start.
    pub(crate) fn begin(self, players: Players) -> Box<dyn TrueGame> {
        (self.entry().begin)(players)
    }

    /// Returns the names of its players.
    pub(in crate::play) fn names(self, players: Players) -> Names {
        Names::new(&self.begin(players).to_judge(), &[])
    }
}

/// Game that is truly played, by the bare rules.
pub(crate) trait TrueGame: core::fmt::Debug {
    /// Returns a copy of this game for the referee to begin with.
    fn to_judge(&self) -> AnyGame;

    /// Returns the magnet of the piece on every cell; `None` for an empty cell.
    fn cells(&self) -> Vec<Option<Magnet>>;

    /// Returns the number of turns that are over.
    fn turns(&self) -> u16;

    /// True if a side has won.
    fn is_won(&self) -> bool;

    /// Compares the ring's game with the truth; `None` if they agree. In a game that both
    /// have won by the same side it does not matter which piece was put last.
    fn difference(&self, judged: &AnyGame) -> Option<Difference>;

    /// True if a piece with this magnet is of the player whose turn it is.
    fn is_own(&self, piece: Magnet) -> bool;

    /// Plays the next act of the player whose turn it is, and returns the movements that
    /// hands must make for it.
    fn play(&mut self, kinds: &BySeat<Strategy>, rng: &mut SimRng) -> GridAct;

    /// Plays the next act of a player who looks this many plays ahead.
    fn play_ahead(&mut self, depth: u8, rng: &mut SimRng) -> GridAct;

    /// True if this action leads from the ring's game to the true game.
    fn confirms(&self, action: &AnyAction, judged: &AnyGame) -> bool;

    /// Returns the action that declares the end of a turn; `None` in a game whose turns
    /// end automatically.
    fn turn_end(&self) -> Option<AnyAction> {
        None
    }
}

/// Difference between the ring's game and the true game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Difference {
    /// The pieces are in the same places, but the turn that is over is still open for the
    /// ring, which may have taken it for a cheaper one.
    TurnOpen,
    /// Any other difference, in words.
    Other(String),
}

impl Difference {
    /// Creates a difference from descriptions of the true game and the ring's game.
    pub(crate) fn between(truth: &str, judged: &str) -> Self {
        Self::Other(format!("truly {truth}, judged {judged}"))
    }

    /// Creates the difference of a ring that runs another game.
    pub(crate) fn other_game() -> Self {
        Self::Other("another game is judged".into())
    }
}

/// Act of the player whose turn it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GridAct {
    /// The player moves these pieces for an action; the number counts those that are
    /// pushed.
    Shifts(Vec<PieceShift>, u32, AnyAction),
    /// The turn ends without points left, or by a pass; players declare nothing.
    Goes,
    /// The turn ends with points left, which players declare.
    Ends,
}
