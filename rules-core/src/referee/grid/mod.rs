//! Common part of the games on grid boards: the cells as reported, the time after which a
//! board is at rest, and the decision about the moves that explain it.
//!
//! ```text
//!  cell changes --> CellStates -- at once: one legal move, and nothing can follow --> judged
//!                     |
//!                     +--------- at rest: -+-- nothing differs ----------> nothing
//!                                          +-- one legal move, all seen -> judged
//!                                          +-- several, or not all seen -> asked
//!                                          +-- a piece is in a hand -----> waited for
//!                                          +-- none ---------------------> repaired
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`cell_states`] | the last report of every cell |
//! | `play_candidates` | the legal plays that explain a board at rest, and the decision |
//!
//! The games themselves are in `abalone/` and `sumoo/` beside this folder.

pub mod cell_states;
pub(super) mod play_candidates;

pub use cell_states::CellStates;

use super::table::Table;
use crate::closed_enum::closed_enum;
use crate::time::Span;

/// Time without a change of a cell after which a board is at rest. Pieces of one move are
/// put one after the other; a player who is slower than this may continue all the same
/// (see the interpreters).
pub const SETTLE: Span = Span::millis(1_200);

/// True if the board was found to differ from the match and must be repaired.
pub(super) fn needs_repair(table: &Table) -> bool {
    table.board().standing() == cell_states::BoardAgreement::Wrong
}

closed_enum! {
    /// Properties of the pieces that a sensor below them can distinguish.
    enum MagnetCoding {
        /// The sensor detects only that a piece is there.
        Occupancy = "occupancy",
        /// The sensor distinguishes the pole that faces it.
        Pole = "pole",
        /// The sensor distinguishes pole and strength of the magnet.
        Class = "class",
    }
}
