//! Noise figures of simulated sensors, and the random streams for them.
//!
//! All noise is a function of the seed and the number of the frame. A frame is the same
//! whether or not the one before it was requested, and on every machine: no system
//! mathematics library is used.

use super::hall_noise::DENSITY;
use rules_core::rng::Rng;

/// Noise level of the surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoiseLevel {
    /// No noise: an ideal ring.
    Off,
    /// A well-built ring in a dim room.
    Low,
    /// A ring in a living room, with the figures of such parts.
    Nominal,
    /// A poor build beside a transformer under bad lamps.
    High,
    /// More than any ring should have to endure.
    Severe,
}

impl NoiseLevel {
    /// All levels, in ascending order.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Low,
        Self::Nominal,
        Self::High,
        Self::Severe,
    ];

    /// Returns the word for the level on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Low => "low",
            Self::Nominal => "nominal",
            Self::High => "high",
            Self::Severe => "severe",
        }
    }

    /// Returns the level for this command-line word; `None` if there is none.
    ///
    /// ```
    /// use virtual_ring::sensors::NoiseLevel;
    ///
    /// assert_eq!(NoiseLevel::parse("high"), Some(NoiseLevel::High));
    /// ```
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Light of the room. It reaches every detector and every optic, and adds to the light of
/// lamps; alone it makes no detector read lit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ambient {
    /// Average level of the light, relative to the light that makes a detector read lit.
    pub level: f32,
    /// Fraction of the level that alternates.
    pub depth: f32,
    /// Frequency of the light in Hz: twice the mains.
    pub hertz: u16,
}

/// Noise figures of a board's sensors and surroundings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// Noise that the ADC adds to one reading, in steps (rms). Measured: 0.97 to 1.36.
    pub sigma: f32,
    /// Noise density of the Hall sensors, in nT/sqrt(Hz).
    pub hall: f32,
    /// True if the ADC has the uneven steps of erratum E11.
    pub e11: bool,
    /// Amplitude of the magnetic hum of the mains, in mT.
    pub hum: f32,
    /// Frequency of the mains, in Hz.
    pub mains: u16,
    /// Probability that a beam reads wrong in its own phase, per beam and frame; in the
    /// dark read it is a quarter of that.
    pub bit_error: f64,
    /// Light of the room.
    pub ambient: Ambient,
    /// Fraction of a channel that leaks into the one read after it.
    pub crosstalk: f32,
    /// Largest change of a sensor's rest level since its calibration, in ADC steps, and of
    /// its gain, in thousandths. 20 K change a rest level by up to 8 steps.
    pub tolerance: f32,
}

impl Noise {
    /// Returns the noise figures of a level.
    ///
    /// | level | ADC | Hall | E11 | hum | bit error | ambient light | crosstalk | tolerance |
    /// |---|---|---|---|---|---|---|---|---|
    /// | off | 0 | 0 | no | 0 | 0 | 0 | 0 | 0 |
    /// | low | 1 LSB | 0.7 | yes | 0.02 mT | 1e-5 | 5 %, 10 % deep | 0.2 % | 4 LSB, 0.4 % |
    /// | nominal | 1.36 LSB | 1 | yes | 0.05 mT | 1e-4 | 10 %, 20 % deep | 0.5 % | 8 LSB, 0.8 % |
    /// | high | 3 LSB | 2 | yes | 0.2 mT | 1e-3 | 20 %, 50 % deep | 2 % | 20 LSB, 2 % |
    /// | severe | 8 LSB | 5 | yes | 0.5 mT | 1e-2 | 40 %, 100 % deep | 5 % | 40 LSB, 4 % |
    ///
    /// The noise of Hall sensors is relative to the data sheet's 215 nT/sqrt(Hz).
    #[must_use]
    pub const fn for_level(level: NoiseLevel) -> Self {
        let (sigma, hall, hum, bit_error) = match level {
            NoiseLevel::Off => (0.0, 0.0, 0.0, 0.0),
            NoiseLevel::Low => (1.0, 0.7, 0.02, 1e-5),
            NoiseLevel::Nominal => (1.36, 1.0, 0.05, 1e-4),
            NoiseLevel::High => (3.0, 2.0, 0.2, 1e-3),
            NoiseLevel::Severe => (8.0, 5.0, 0.5, 1e-2),
        };
        let (light, depth, crosstalk, tolerance) = match level {
            NoiseLevel::Off => (0.0, 0.0, 0.0, 0.0),
            NoiseLevel::Low => (0.05, 0.1, 0.002, 4.0),
            NoiseLevel::Nominal => (0.1, 0.2, 0.005, 8.0),
            NoiseLevel::High => (0.2, 0.5, 0.02, 20.0),
            NoiseLevel::Severe => (0.4, 1.0, 0.05, 40.0),
        };
        Self {
            sigma,
            hall: hall * DENSITY,
            e11: !matches!(level, NoiseLevel::Off),
            hum,
            mains: 50,
            bit_error,
            ambient: Ambient {
                level: light,
                depth,
                hertz: 100,
            },
            crosstalk,
            tolerance,
        }
    }
}

/// Returns the random numbers for one purpose and one frame number, independent of all
/// others.
pub(super) fn rng(seed: u64, purpose: RngStream, number: u64) -> Rng {
    let mut mixed = Rng::new(seed ^ ((purpose as u64) << 56));
    Rng::new(mixed.next_u64() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// Purpose of a stream of random numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum RngStream {
    Build = 1,
    Readings = 2,
    Errors = 3,
    Places = 4,
    Moments = 5,
    Flicker = 6,
    /// Individual Hall sensors and magnets. Numbers up to 31 are free for other models.
    Parts = 32,
}

/// Returns a uniform random number from 0 up to, but not including, 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    // 53 bits fill a double.
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns a uniform random number from -1 to 1.
pub(super) fn about_zero(rng: &mut Rng) -> f32 {
    (2.0 * unit(rng) - 1.0) as f32
}

/// Generator of beams that read wrong: draws the distance to the next one instead of
/// drawing for each beam.
#[derive(Debug, Clone)]
pub(super) struct BitErrors {
    rng: Rng,
    /// Factor from a random logarithm to a distance, 1 / ln(1 - p) with the error rate p;
    /// `None` if the rate is 0.
    scale: Option<f64>,
    /// Number of the next wrong beam, counted over all frames.
    next: u64,
}

impl BitErrors {
    /// Creates the wrong beams for this error rate, per beam and frame.
    pub fn new(seed: u64, rate: f64) -> Self {
        let rate = rate.clamp(0.0, 0.5);
        let mut errors = Self {
            rng: rng(seed, RngStream::Errors, 0),
            scale: (rate > 0.0).then(|| 1.0 / libm::log1p(-rate)),
            next: 0,
        };
        errors.leap();
        errors
    }

    fn leap(&mut self) {
        let Some(scale) = self.scale else {
            self.next = u64::MAX;
            return;
        };
        let gap = libm::log(1.0 - unit(&mut self.rng)) * scale;
        self.next = self.next.saturating_add(gap as u64);
    }

    /// Calls `visit` with every wrong beam of a frame and a random number. Frames must be
    /// requested in order.
    pub fn of_frame(&mut self, index: u32, beams: u64, mut visit: impl FnMut(u64, u64)) {
        let first = u64::from(index) * beams;
        while self.next < first + beams {
            // A number is drawn also for skipped frames, so that later frames do not
            // change.
            let bits = self.rng.next_u64();
            if let Some(beam) = self.next.checked_sub(first) {
                visit(beam, bits);
            }
            self.next = self.next.saturating_add(1);
            self.leap();
        }
    }
}
