//! Whole matches on the virtual grid boards: hands lift, slide and put pieces with
//! magnets over cells, and the referee receives only scans of the Hall sensors.
//!
//! ```text
//!   players --plays--> hand moves --> GridTableModel --scans--> RingUnderTest
//!              |                                                  |  must agree after
//!              +--> TrueGame (the bare game) ---------------------+  every turn
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `board` | pieces on cells and in hands, and the sensors below them |
//! | `hand_moves` | ways in which hands make a play |
//! | `truth` | bare game, and its comparison with the ring's |
//! | `true_abalone`, `true_sumoo` | bare game of each kind |
//! | `respondents` | truthful answers to the referee's questions |
//! | `player_errors` | pieces misplaced by mistake, and put back |
//! | `match_runner` | one match from set-up to its end |
//!
//! But for those mistakes, hands make the chosen plays, in some order.

pub(crate) mod board;
pub(crate) mod hand_moves;
mod match_runner;
mod player_errors;
pub(crate) mod respondents;
mod true_abalone;
mod true_sumoo;
pub(crate) mod truth;

pub(super) use match_runner::play;
pub use truth::GridGameId;
