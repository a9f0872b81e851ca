//! Seat of a person in a terminal, played by keys without a terminal: what each key does
//! in each stage, and whole matches.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]
#![cfg(feature = "terminal")]

mod keys;
mod matches;
mod screen;
