//! Calibration of the analog channels: their rest levels, and the changes that magnets
//! make.
//!
//! | module | contents |
//! |---|---|
//! | [`values`] | one set of values, with the provenance of each |
//! | [`migration`] | calibration as stored in flash, of this or an earlier version |
//! | [`guide`] | step-by-step measurement of a new set with a person |
//! | `step` | action of the person in each step, and reasons to refuse a measurement |
//!
//! A set that a person measured is never replaced by an automatic one. Drift is followed
//! in RAM only ([`super::hall`]) and never written back.

pub mod guide;
pub mod migration;
mod step;
#[cfg(test)]
mod tests;
pub mod values;

pub use values::{Calibration, Provenance};
