//! Whole matches on the virtual grid boards: hands lift, slide and put pieces
//! with magnets over cells, the referee sees only scans of the Hall sensors.
//!
//! ```text
//!   players --plays--> grips --> Board --scans--> Judge
//!              |                                    |  must agree after every turn
//!              +--> Truth (the bare game) ----------+
//! ```
//!
//! | file | concern |
//! |---|---|
//! | `board` | pieces on cells and in hands, and the sensors below them |
//! | `grips` | the many ways in which hands make a play |
//! | `truth` | the bare game, and how a judge's differs from it |
//! | `people` | truthful answers to what the referee asks |
//! | `sitting` | one match from the set-up to its end |
//!
//! Hands here never err: they make the plays that were chosen, in some order.

mod board;
mod grips;
mod people;
mod sitting;
mod truth;

pub(super) use sitting::play;
pub use truth::Grid;
