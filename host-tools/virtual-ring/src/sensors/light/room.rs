//! Light of the room on a detector: radiance times solid angle.
//!
//! `E = L * omega`, in mW/cm² from mW/cm²/sr and sr. The solid angles are those of a
//! detector of ±12 degrees in the outer frame, weighted with its lobe and its bore
//! (calculated):
//!
//! | solid angle, sr | with a bore of 3 x 10 mm | without |
//! |---|---|---|
//! | all that the detector sees, mostly the ring's wall | 0.05 | 0.43 |
//! | over the ring into the room, upper plane | 0.0025 | 0.10 |
//! | over the ring into the room, lower plane | 0 | 0.019 |

/// Solid angle from which a detector gathers light behind a bore of 3 x 10 mm, in sr.
pub const BEHIND_BORE: f64 = 0.05;
/// Solid angle from which a free detector gathers light, in sr.
pub const FREE: f64 = 0.43;
/// Part of the upper plane's solid angle that looks over the ring, behind a bore, in sr.
pub const OVER_RING_BEHIND_BORE: f64 = 0.0025;
/// Part of the upper plane's solid angle that looks over the ring, without a bore, in sr.
pub const OVER_RING_FREE: f64 = 0.10;

/// Irradiance at 950 nm of 1,000 lx of incandescent light, in mW/cm² (data sheet of the
/// SFH 309).
pub const INCANDESCENT_KLX: f64 = 0.83;

/// Returns the irradiance, in mW/cm², of surroundings of this radiance, in mW/cm²/sr.
#[must_use]
pub fn irradiance(radiance: f64, solid_angle: f64) -> f64 {
    radiance * solid_angle
}
