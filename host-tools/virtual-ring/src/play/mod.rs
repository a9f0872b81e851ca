//! Whole matches on the virtual ring: simulated people play, physics decides which pieces
//! fall, and the referee receives only raw frames.
//!
//! ```text
//!   players --acts--> Scene --truth--> TrueMatch  (the bare rules engine)
//!                       |                  |  must agree at every settled turn,
//!                       +--frames--> RingUnderTest  or the ring asked
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`ring_under_test`] | ring that judges from raw frames |
//! | [`sensor_rig`] | table, its sensors and their clocks |
//! | [`true_match`] | true events, judged by the bare rules engine |
//! | `respondents` | truthful answers to the referee's questions |
//! | `hand_acts` | acts of hands at the table |
//! | `player_errors` | occasional mistakes of players |
//! | `played_game` | games on the ring and on grid boards |
//! | `table_setup` | players and equipment; dealing |
//! | `match_runner` | one match from set-up to its end |
//! | `turn_script` | next act of the player whose turn it is |
//! | `think_time` | delay before a question is answered |
//! | [`question_tally`] | count of the questions by kind |
//! | [`result`] | result of a match |
//! | [`certainty_curve`], [`certainty_picture`] | claimed certainty against the truth |
//! | [`observer`] | observer of a match, step by step |
//! | [`grid`] | all of this for the grid boards |
//! | [`batch`] | many matches over several threads |
//!
//! The choices of players are in [`crate::players`].

pub mod batch;
pub mod certainty_curve;
pub mod certainty_picture;
pub mod grid;
pub(crate) mod hand_acts;
mod match_runner;
pub mod observer;
mod played_game;
mod player_errors;
pub mod question_tally;
pub(crate) mod respondents;
pub mod result;
pub mod ring_under_test;
pub mod sensor_rig;
pub(crate) mod table_setup;
pub(crate) mod think_time;
pub mod true_match;
mod turn_script;

pub use batch::{BatchPlan, play_all, play_some};
pub use observer::{MatchObserver, Moment, play_watched};
pub use played_game::{PlayedGame, play, play_before};
pub use result::{MatchEnd, PlayedMatch};
pub use table_setup::{Equipment, TableSetup, dealt, names};
