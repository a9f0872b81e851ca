//! Shared parts of the tests: second opinions and random play.

pub mod sumoo_play;
pub mod sumoo_reference;
