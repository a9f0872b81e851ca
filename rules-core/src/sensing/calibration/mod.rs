//! What the analog channels read when nothing is there, and how far a magnet
//! moves them.
//!
//! | module | what it is |
//! |---|---|
//! | [`record`] | one set of values, with where each comes from |
//! | [`migration`] | what lies in the flash, of this or an earlier version |
//! | [`guide`] | measures a new set step by step with a person |
//! | `step` | what the person does in each, and why it is not taken |
//!
//! A set that a person measured is never replaced by the machine's own; drift is
//! followed in RAM only ([`super::hall`]) and never written back.

pub mod guide;
pub mod migration;
pub mod record;
mod step;
#[cfg(test)]
mod tests;

pub use record::{Calibration, Provenance};
