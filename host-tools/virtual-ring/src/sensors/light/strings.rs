//! Current of emitters in series with a resistor.
//!
//! `i = (supply - 0.1 V - sum of Vf) / R`, with 0.1 V lost in the transistor of the phase
//! and in the wires (assumed).

/// Voltage lost in the phase's transistor and the wires, in V.
pub const LOST: f64 = 0.1;

/// Returns the current of a string in mA; 0 if the supply does not suffice. Voltages are
/// in V, the resistor is in ohms.
///
/// ```
/// use virtual_ring::sensors::light::strings::current;
///
/// // A pair of 1.35 V on 22 ohms at 5 V.
/// assert!((current(5.0, 2.7, 22.0) - 100.0).abs() < 0.1);
/// ```
#[must_use]
pub fn current(supply: f64, forward: f64, resistor: f64) -> f64 {
    (supply - LOST - forward).max(0.0) / resistor * 1_000.0
}
