//! Slack of a shift-register chain: time from a bit's arrival to its sample, in ns.
//!
//! `slack = window - 16 - (0.69 Ro C + tpd)`: the clock rises `window` before the sample;
//! the inputs of the PIO are late by two cycles of 125 MHz; the pin of resistance `Ro`
//! charges the clock line `C`; the register shows its bit `tpd` later.
//!
//! With negative slack each sample shows the bit before it, as often as the noise of the
//! edges decides.

/// Delay of the synchroniser before the PIO, in ns.
const SYNCHRONISER: f64 = 16.0;

/// Random shift of the edges against each other, rms, in ns (assumed).
const JITTER: f64 = 3.0;

/// Timing of a chain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainLine {
    /// Time from the clock's rising edge to the sample, in ns.
    pub window: f64,
    /// Output resistance of the clock's pin with its series resistor, in ohms.
    pub resistance: f64,
    /// Capacitance of the clock line with all its registers and cables, in pF.
    pub capacitance: f64,
    /// Propagation delay of the register, in ns.
    pub delay: f64,
}

impl ChainLine {
    /// Returns the slack in ns; negative if samples come too early.
    #[must_use]
    pub fn slack(&self) -> f64 {
        // Ohms times pF are thousandths of a ns.
        let edge = 0.69 * self.resistance * self.capacitance / 1_000.0;
        self.window - SYNCHRONISER - edge - self.delay
    }

    /// Returns the probability that a sample shows the bit before it.
    #[must_use]
    pub fn error_rate(&self) -> f64 {
        0.5 * libm::erfc(self.slack() / (JITTER * core::f64::consts::SQRT_2))
    }
}
