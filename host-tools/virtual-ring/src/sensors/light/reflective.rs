//! Output of a reflective sensor: its own light off a disc, and the light of the room.
//!
//! ```text
//!   V = (k * rho * g(h) * i / 20 mA + E * Rq) * Re      at most 3.1 V
//!   g = 1 / (1 + ((h - 1 mm) / 1.5 mm)^1.41)            1 at 1 mm and nearer
//! ```
//!
//! `k` is the current at 1 mm from a card of 90 % with 20 mA (data sheet: 0.30 to 0.60 mA
//! for a QRE1114GR, 0.10 to 0.90 mA for a QRE1113). `rho` is the reflectance of the disc
//! against the card: 0.4 to 0.7 for wood, 0.1 to 0.9 stained or painted (assumed). `g`
//! passes through 0.5 at 2.5 mm and 0.2 at 5 mm (assumed). `Rq` is 0.3 to 1 mA per mW/cm²
//! (assumed).
//!
//! The sensor looks at the ceiling, and a lamp may give as much current as a disc. With a
//! switched emitter the lamp is subtracted: from one dark reading, or from the average of
//! the dark readings before and after.

use core::f64::consts::PI;

/// Highest output, in V.
const SATURATED: f64 = 3.1;

/// Reflective sensor with its emitter resistor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReflectiveSensor {
    /// Current at 1 mm from a card of 90 % with 20 mA, in mA.
    pub coupling: f64,
    /// Sensitivity to the light of the room, in mA per mW/cm².
    pub gain: f64,
    /// Current of its emitter, in mA; 0 while it is switched off.
    pub current: f64,
    /// Resistor that turns the current into a voltage, in kilohms.
    pub resistor: f64,
}

impl ReflectiveSensor {
    /// Returns the output in V under a disc of this reflectance at this height, in mm, in
    /// a room of this irradiance, in mW/cm².
    #[must_use]
    pub fn output(&self, reflectance: f64, height: f64, room: f64) -> f64 {
        let own = self.coupling * reflectance * at_height(height) * self.current / 20.0;
        ((own + room * self.gain) * self.resistor).min(SATURATED)
    }
}

/// Returns the reflected light at a height in mm, relative to that at 1 mm.
#[must_use]
pub fn at_height(height: f64) -> f64 {
    1.0 / (1.0 + libm::pow((height - 1.0).max(0.0) / 1.5, 1.41))
}

/// Returns the part of a lamp's swing, at this frequency in Hz, that is left after the
/// reading one scan earlier is subtracted; the scan's period is in s.
#[must_use]
pub fn left_by_one_difference(frequency: f64, period: f64) -> f64 {
    2.0 * libm::sin(PI * frequency * period).abs()
}

/// Returns the part of a lamp's swing that is left after the average of the dark readings
/// one scan before and one scan after is subtracted.
#[must_use]
pub fn left_by_dark_lit_dark(frequency: f64, period: f64) -> f64 {
    1.0 - libm::cos(2.0 * PI * frequency * period)
}
