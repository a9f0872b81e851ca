//! Shared parts of the tests: second opinions and random play.
