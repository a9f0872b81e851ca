//! Shared parts of the tests: random play and second opinions.

pub mod abalone_play;
pub mod abalone_reference;
pub mod kabuto_play;
pub mod sumoo_play;
pub mod sumoo_reference;
