//! Radiant intensity of an infrared emitter.
//!
//! `Ie = peak * k * (i / i_nominal)^0.95 * (1 - 0.006 (T - 25)) * age`

/// Exponent of the current: the intensity grows a little less than the current, because
/// the die becomes warmer. Assumed from the curves of 940 nm emitters.
const CURRENT_EXPONENT: f64 = 0.95;

/// Loss of intensity for each kelvin above 25 °C. Data sheets state 0.5 to 0.7 %.
const LOSS_PER_KELVIN: f64 = 0.006;

/// Operating point of an emitter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriveConditions {
    /// Current, in mA.
    pub current: f64,
    /// Temperature of the surroundings, in °C.
    pub temperature: f64,
    /// Fraction of the intensity left after years of use: 1 for a new part.
    pub age: f64,
}

/// Returns the intensity on the emitter's axis, in mW/sr. `peak` is the intensity of the
/// typical part at `nominal` mA and 25 °C; `strength` is the ratio of this part to the
/// typical one.
#[must_use]
pub fn intensity(peak: f64, nominal: f64, strength: f64, at: DriveConditions) -> f64 {
    let drive = libm::pow(at.current.max(0.0) / nominal, CURRENT_EXPONENT);
    let warmth = 1.0 - LOSS_PER_KELVIN * (at.temperature - 25.0);
    peak * strength * drive * warmth * at.age
}
