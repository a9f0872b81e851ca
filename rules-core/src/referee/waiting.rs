//! Wait state of the referee, as data: the open question, the repair of the table, the
//! reason why pieces are not at rest, and the actions that can come next, each with its
//! status.

use super::abalone::AbaloneTurn;
use super::game::{AnyRepair, one_per_game};
use super::sumoo::SumooTurn;
use crate::games::kabuto::Expectations;
use crate::place::Edges;
use crate::time::Instant;

/// Everything that the referee waits for, most urgent first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waiting {
    /// Number of the open question; `None` if there is none.
    pub question: Option<u16>,
    /// Next repair of the table; `None` if it agrees with the game.
    pub repair: Option<AnyRepair>,
    /// Reason why a push or a board is not at rest; `None` if the match does not wait for
    /// that.
    pub unrest: Option<RestBlocker>,
    /// Actions that can come next in the game.
    pub next: NextActions,
}

one_per_game! {
    /// Actions that can come next, by game.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[allow(
        clippy::large_enum_variant,
        reason = "made when asked for, and there is no heap"
    )]
    pub enum NextActions {
        /// A match can begin: none is running.
        Begin,
        /// No action: the match is over.
        Over,
        /// Actions in Sakura Slam or Kabuto Sumo, each with its status.
        Kabuto(Expectations),
        /// A move in Abalone by the player to move.
        Abalone(AbaloneTurn),
        /// Actions in SUMOO, or the end of the turn.
        Sumoo(SumooTurn),
    }
}

/// Reason why a push or a board is not at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RestBlocker {
    /// A fall is not classified yet.
    Falling,
    /// Another push is under way.
    Push,
    /// A hand is in the gutter.
    Hand(Edges),
    /// Pieces count as at rest at this time, if nothing moves before it.
    Until(Instant),
    /// A person must state that everything is at rest, because rest was undone or left
    /// open before.
    Word,
}
