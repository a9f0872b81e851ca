//! Measuring what is seen against what was true.
//!
//! | module | what it is |
//! |---|---|
//! | [`watch`] | runs a scene through sensors and sensing, and keeps both stories |
//! | [`clocks`] | when the frames of both streams are due |
//! | [`compare`] | lays the two stories side by side |
//! | [`tally`] | adds up |
//! | [`campaign`] | many scenes over several threads |
//! | [`grid`] | the same for grid boards |
//! | [`idle`] | hours in which nothing happens |
//! | [`picture`] | a push as a picture |

pub mod campaign;
pub mod clocks;
pub mod compare;
pub mod grid;
pub mod idle;
pub mod picture;
pub mod tally;
pub mod watch;
