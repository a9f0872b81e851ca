//! Switching current of a register's input behind its pull-up.
//!
//! A detector pulls its input down from the supply: `V = Vcc - I R`. The input switches at
//! `I = (Vcc - VT) / R`. A Schmitt input (SN74HCS165) has a lower threshold on the way
//! down, where it begins to read lit, than on the way up; a 74HC165 has one for both.

/// Thresholds of an input, as fractions of the supply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Threshold on the way down: below it a dark input reads lit.
    pub falling: f64,
    /// Threshold on the way up: above it a lit input reads dark.
    pub rising: f64,
}

/// Returns the current through the pull-up, in mA, at which the input is at the fraction
/// `threshold` of the supply. The supply is in V, the pull-up in kilohms.
#[must_use]
pub fn current(supply: f64, threshold: f64, pull_up: f64) -> f64 {
    supply * (1.0 - threshold) / pull_up
}
