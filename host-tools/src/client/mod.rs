//! A host's end of the line to a ring.
//!
//! | module | what it is |
//! |---|---|
//! | [`side`] | messages and lines of the journal from bytes, without I/O |

pub mod side;

pub use side::{Heard, Side};
