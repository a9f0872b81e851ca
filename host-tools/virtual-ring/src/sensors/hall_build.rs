//! Model of the individual Hall sensors and magnets of one board.
//!
//! ```text
//!   rest   = 2048 + r + c * w           ADC steps
//!   gain   = nominal * (1 + g) * (1 + 0.0012 w)
//!   moment = nominal * (1 + m) * (1 - 0.0012 w)
//! ```
//!
//! with `w` the temperature above 25 degrees C, and each of the others drawn uniformly:
//!
//! | quantity | range | source |
//! |---|---|---|
//! | rest r | 74 steps | data sheet of the DRV5055: 1.59 to 1.71 V at 3.3 V |
//! | drift of the rest c | 0.4 steps/K | data sheet: 1 % of the supply over the whole range |
//! | gain g | 5 % | data sheet, from memory |
//! | gain by temperature | 0.12 %/K | data sheet, from memory: it makes up for magnets |
//! | moment m | 6 % (8 x 3 mm), 12 % (5 x 1 mm) | remanence 2 %, each size 0.1 mm |
//! | moment by temperature | -0.12 %/K | usual for NdFeB, assumed |
//! | place of a magnet | 0.3 mm in each direction | glued by hand, assumed |
//! | tilt of a magnet | 3 degrees about each axis | glued by hand, assumed |
//!
//! Remanence and sizes seldom all err in one direction: of their sum, 0.76 is taken,
//! which gives the two ranges of the moment above.
//!
//! What changes between calibration and play is not of the build: see
//! [`Noise::tolerance`](super::Noise::tolerance).

use super::magnet::DipoleSource;
use super::noise::{self, RngStream};
use glam::Vec3;
use rules_core::rng::Rng;

/// Range of the rest level of a sensor, in ADC steps about the middle.
const REST: f32 = 74.0;
/// Range of the drift of a rest level, in ADC steps per K.
const REST_PER_KELVIN: f32 = 0.4;
/// Range of the gain of a sensor, as a part of the nominal one.
const GAIN: f32 = 0.05;
/// Change of gain, and of the magnets' moment in the other direction, per K.
const PER_KELVIN: f32 = 0.0012;
/// Range of the remanence of a magnet.
const REMANENCE: f32 = 0.02;
/// Range of the diameter and of the height of a magnet, in mm.
const SIZE: f32 = 0.1;
/// Part of the sum of a magnet's tolerances that its moment reaches.
const TOGETHER: f32 = 0.76;
/// Range of the place of a magnet, in mm.
const PLACE: f32 = 0.3;
/// Range of the tilt of a magnet, in degrees.
const TILT: f32 = 3.0;

/// Individual Hall sensors and magnets of one board.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HallBuild {
    /// Seed of all parts; `None` for parts that are all nominal.
    seed: Option<u64>,
    /// Temperature above that of the calibration, 25 degrees C, in K.
    warmer: f32,
}

/// Deviation of one Hall sensor from a nominal one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SensorDeviation {
    /// Distance of the rest level from the middle, in ADC steps.
    pub rest: f32,
    /// Factor of the gain.
    pub gain: f32,
}

/// Deviation of one magnet from a nominal one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MagnetDeviation {
    /// Factor of the moment.
    pub moment: f32,
    /// Distance from the nominal place, in mm.
    pub shift: Vec3,
    /// Tilt about two axes across the moment, as tangents.
    pub tilt: [f32; 2],
}

/// Place of a magnet on a board. The magnets of one place are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MagnetPlace {
    /// Piece of a grid board.
    Piece = 1,
    /// Marker of a player.
    Marker = 2,
    /// Underside of the platform.
    Platform = 3,
    /// Disc or token on the ring.
    Token = 4,
}

impl HallBuild {
    /// Board whose sensors and magnets are all nominal.
    pub const NOMINAL: Self = Self {
        seed: None,
        warmer: 0.0,
    };

    /// Draws the sensors and magnets of a board.
    #[must_use]
    pub const fn drawn(seed: u64) -> Self {
        Self {
            seed: Some(seed),
            warmer: 0.0,
        }
    }

    /// Returns the same board at a temperature above that of its calibration, in K.
    #[must_use]
    pub const fn at(self, warmer: f32) -> Self {
        Self { warmer, ..self }
    }

    /// Returns the deviation of the sensor at a channel.
    pub(super) fn sensor(&self, channel: usize) -> SensorDeviation {
        let [rest, drift, gain] = self.draw(channel as u64);
        SensorDeviation {
            rest: rest * REST + drift * REST_PER_KELVIN * self.warmer,
            gain: (1.0 + gain * GAIN) * (1.0 + PER_KELVIN * self.warmer),
        }
    }

    /// Returns the deviation of a magnet of this diameter and height in mm.
    pub(super) fn magnet(
        &self,
        (place, number): (MagnetPlace, u32),
        (diameter, height): (f32, f32),
    ) -> MagnetDeviation {
        let of = (place as u64) << 40 | u64::from(number);
        let [moment, x, y, z, one, other] = self.draw(of);
        // The diameter counts twice: the moment is that of a volume.
        let range = TOGETHER * (REMANENCE + 2.0 * SIZE / diameter + SIZE / height);
        let tangent = |part: f32| libm::tanf((part * TILT).to_radians());
        MagnetDeviation {
            moment: (1.0 + moment * range) * (1.0 - PER_KELVIN * self.warmer),
            shift: Vec3::new(x, y, z) * PLACE,
            tilt: [tangent(one), tangent(other)],
        }
    }

    /// Draws numbers from -1 to 1 for one part; zeros for a nominal one.
    fn draw<const N: usize>(&self, part: u64) -> [f32; N] {
        let Some(seed) = self.seed else {
            return [0.0; N];
        };
        let mut rng: Rng = noise::rng(seed, RngStream::Parts, part);
        core::array::from_fn(|_| noise::about_zero(&mut rng))
    }
}

impl MagnetDeviation {
    /// Returns a nominal magnet as this one is.
    pub(super) fn of(&self, nominal: DipoleSource) -> DipoleSource {
        let mut source = nominal;
        let moment = nominal.dipole.moment;
        let strength = moment.length();
        if strength > 0.0 {
            let along = moment / strength;
            let (one, other) = along.any_orthonormal_pair();
            let tilted = along + one * self.tilt[0] + other * self.tilt[1];
            source.dipole.moment = tilted.normalize() * (strength * self.moment);
        }
        source.dipole.position += self.shift;
        source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the least and the greatest of many values.
    fn range(values: impl Iterator<Item = f32>) -> (f32, f32) {
        values.fold((f32::MAX, f32::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    }

    fn is_near((low, high): (f32, f32), wanted: f32) -> bool {
        let inside = |found: f32| (0.97 * wanted..=1.001 * wanted).contains(&found);
        inside(-low) && inside(high)
    }

    #[test]
    fn rests_and_gains_fill_the_data_sheets_ranges() {
        let parts = || (0..2_000).map(|n| HallBuild::drawn(n / 50).sensor(n as usize % 50));
        assert!(is_near(range(parts().map(|part| part.rest)), 74.0));
        assert!(is_near(range(parts().map(|part| part.gain - 1.0)), 0.05));
    }

    #[test]
    fn twenty_kelvin_move_a_rest_by_eight_steps_and_a_gain_by_two_per_cent() {
        let moved = (0..2_000).map(|n| {
            let cold = HallBuild::drawn(n).sensor(1);
            let warm = HallBuild::drawn(n).at(20.0).sensor(1);
            assert!((warm.gain / cold.gain - 1.024).abs() < 1e-4);
            warm.rest - cold.rest
        });
        assert!(is_near(range(moved), 8.0));
    }

    #[test]
    fn moments_vary_by_six_and_by_twelve_per_cent() {
        for (size, wanted) in [((8.0, 3.0), 0.06), ((5.0, 1.0), 0.12)] {
            let magnets =
                (0..4_000).map(|n| HallBuild::drawn(7).magnet((MagnetPlace::Piece, n), size));
            let (low, high) = range(magnets.map(|magnet| magnet.moment - 1.0));
            assert!((-low - wanted).abs() < 0.005, "{low}");
            assert!((high - wanted).abs() < 0.005, "{high}");
        }
    }

    #[test]
    fn magnets_sit_askew_by_three_tenths_and_three_degrees() {
        let all =
            || (0..2_000).map(|n| HallBuild::drawn(9).magnet((MagnetPlace::Marker, n), (8.0, 3.0)));
        assert!(is_near(range(all().map(|magnet| magnet.shift.x)), 0.3));
        // The tangent of three degrees.
        assert!(is_near(range(all().map(|magnet| magnet.tilt[1])), 0.0524));
    }

    #[test]
    fn a_nominal_build_deviates_in_nothing() {
        let build = HallBuild::NOMINAL;
        assert_eq!(
            build.sensor(3),
            SensorDeviation {
                rest: 0.0,
                gain: 1.0
            }
        );
        let magnet = build.magnet((MagnetPlace::Token, 3), (6.0, 2.0));
        let nominal = DipoleSource::new(crate::geometry::Dipole {
            position: Vec3::new(1.0, 2.0, 3.0),
            moment: Vec3::Z * 0.1,
        });
        assert_eq!(magnet.of(nominal), nominal);
    }
}
