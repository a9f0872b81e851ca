//! Current of a detector in the light of an emitter.
//!
//! `I = Ie * cos^n(alpha) * V(theta_e) * V(theta_d) * cos^nd(beta) * R / r²`, with `r` in
//! cm and `R` in mA per mW/cm². Alpha and beta are the angles of the line between the tips
//! to the axes of the two parts, theta to the axes of their bores.

use super::bore::Bore;
use super::lobe;
use glam::DVec3;

/// Emitter or detector behind its bore, as it is built in; lengths in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct End {
    /// Tip of the part.
    pub tip: DVec3,
    /// Axis of the bore, of length 1, towards the gutter.
    pub bore_axis: DVec3,
    /// Axis of the part's lobe, of length 1, towards the gutter.
    pub lobe_axis: DVec3,
    /// Exponent of the lobe.
    pub exponent: f64,
    /// Bore; `None` for a part that stands free.
    pub bore: Option<Bore>,
}

impl End {
    /// Returns the fraction of the light that leaves or enters this end in a direction of
    /// length 1.
    #[must_use]
    pub fn passes(&self, direction: DVec3) -> f64 {
        let along = direction.dot(self.bore_axis);
        if along <= 0.0 {
            return 0.0;
        }
        let tangent = libm::sqrt((1.0 - along * along).max(0.0)) / along;
        let bore = self.bore.map_or(1.0, |bore| bore.passes(tangent));
        bore * lobe::fraction(direction.dot(self.lobe_axis), self.exponent)
    }
}

/// Returns the current of a detector of this gain, in mA per mW/cm², in the light of an
/// emitter of this intensity, in mW/sr. Nothing stands between them.
#[must_use]
pub fn photocurrent(emitter: &End, intensity: f64, detector: &End, gain: f64) -> f64 {
    let between = detector.tip - emitter.tip;
    let length = between.length();
    let direction = between / length;
    let square_cm = length * length / 100.0;
    let losses = emitter.passes(direction) * detector.passes(-direction);
    intensity * losses * gain / square_cm
}
