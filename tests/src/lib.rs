//! Shared parts of the tests: second opinions and random play.

pub mod abalone_play;
pub mod abalone_reference;
