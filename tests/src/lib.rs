//! Shared parts of the tests: random play and second opinions.

pub mod kabuto_play;
