//! What the games on grid boards have in common: the board as it is seen, when
//! it counts as settled, and what is done about the moves that explain it.
//!
//! ```text
//!  cell changes --> Board --- at once: one legal move, and nothing can follow --> judged
//!                     |
//!                     +------ settled: --+-- nothing differs ----------> nothing
//!                                        +-- one legal move, all seen -> judged
//!                                        +-- several, or not all seen -> asked
//!                                        +-- a piece is in a hand -----> waited for
//!                                        +-- none ---------------------> put right
//! ```
//!
//! | file | concern |
//! |---|---|
//! | [`board`] | what sensors have said of every cell |
//! | `found` | the legal plays that explain a settled board, and the verdict |
//! | [`marks`](mod@marks) | what lights show of a grid game |
//!
//! The games themselves are in `abalone/` and `sumoo/` beside this folder.

pub mod board;
pub(super) mod found;
pub mod marks;

pub use board::Board;
pub use marks::marks;

use crate::closed::closed;
use crate::time::Span;

/// A board that has not changed for so long is settled. Pieces of one move are
/// put one after the other; who is slower than this may go on all the same (see
/// the flows).
pub const SETTLE: Span = Span::millis(1_200);

closed! {
    /// How much the pieces of this table tell a sensor below them.
    enum Telling {
        /// That something is there.
        Occupancy = "occupancy",
        /// Which pole faces the sensor.
        Pole = "pole",
        /// Pole and strength.
        Class = "class",
    }
}
