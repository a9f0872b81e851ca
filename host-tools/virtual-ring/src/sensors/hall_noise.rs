//! Model of the noise at the output of a Hall sensor: white magnetic noise behind a
//! low-pass of one pole.
//!
//! ```text
//!   B    = n * sqrt(f * pi / 2)     noise of one reading, mT (rms)
//!   r(t) = exp(-2 pi * f * t)       correlation of two readings t apart
//! ```
//!
//! | quantity | value | source |
//! |---|---|---|
//! | density n | 215 nT/sqrt(Hz) at 3.3 V | data sheet of the DRV5055, from memory |
//! | corner f | 20 kHz | data sheet of the DRV5055 |
//! | readings of one channel | 6 us apart | three ADC inputs in turn, 2 us each |
//!
//! The four readings of a sum correlate by 0.47 from one to the next, so that their mean
//! has 0.70 of the noise of one reading, where independent readings would have 0.5 of it.
//! Sums of two scans, 400 us or more apart, are independent.

use rules_core::board::hall::INPUTS;

/// Noise density of a DRV5055 at 3.3 V, in nT/sqrt(Hz).
pub(super) const DENSITY: f32 = 215.0;

/// Corner frequency of the sensor's output, in Hz.
const CORNER: f32 = 20_000.0;

/// Time from one reading of a channel to the next, in s: an ADC conversion takes 2 us.
const APART: f32 = INPUTS as f32 * 2e-6;

/// Returns the noise of one reading in mT (rms), for a density in nT/sqrt(Hz).
pub(super) fn millitesla(density: f32) -> f32 {
    density * 1e-6 * libm::sqrtf(CORNER * core::f32::consts::FRAC_PI_2)
}

/// Returns the correlation of a channel's reading with the one before it, from 0 to 1.
pub(super) fn correlation() -> f32 {
    libm::expf(-core::f32::consts::TAU * CORNER * APART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_sheets_density_makes_38_microtesla() {
        let microtesla = millitesla(DENSITY) * 1000.0;
        assert!((37.5..38.5).contains(&microtesla), "{microtesla}");
    }

    #[test]
    fn readings_of_a_channel_correlate_by_047() {
        let found = correlation();
        assert!((0.465..0.475).contains(&found), "{found}");
    }
}
