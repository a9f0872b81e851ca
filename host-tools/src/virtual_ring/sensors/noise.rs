//! How much noise there is, and the lots it is drawn from.
//!
//! Everything is a function of the seed and the number of the frame, so that a
//! frame is the same whether or not the one before it was asked for, and on every
//! machine: nothing here depends on a system's mathematics.

use rules_core::lots::Lots;

/// How noisy the surroundings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// None at all: an ideal ring.
    Off,
    /// A well-built ring in a dim room.
    Low,
    /// What has been measured of such parts, in a living room.
    Nominal,
    /// A poor build beside a transformer under bad lamps.
    High,
    /// More than any ring should have to bear.
    Severe,
}

impl Level {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Low,
        Self::Nominal,
        Self::High,
        Self::Severe,
    ];

    /// The word for it.
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

    /// The one that `word` stands for.
    ///
    /// ```
    /// use host_tools::virtual_ring::sensors::Level;
    ///
    /// assert_eq!(Level::parse("high"), Some(Level::High));
    /// ```
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// Light of the room: it reaches every detector and every optic, and adds to the
/// light of lamps. By itself it makes no detector read lit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ambient {
    /// On average, as a part of what makes a detector read lit.
    pub level: f32,
    /// How much of it swings.
    pub depth: f32,
    /// How often, in hertz: twice the mains.
    pub hertz: u16,
}

/// The figures of the noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// Of one reading of the converter, in its steps (rms). Measured: 1 to 1.4.
    pub sigma: f32,
    /// Whether the converter has the uneven steps of erratum E11.
    pub e11: bool,
    /// Magnetic hum of the mains, amplitude in mT.
    pub hum: f32,
    /// The mains, in hertz.
    pub mains: u16,
    /// How often a beam reads wrong in its own phase, per beam and frame; in the
    /// dark read a quarter as often.
    pub bit_error: f64,
    /// Light of the room.
    pub ambient: Ambient,
    /// How much of the channel read before leaks into the next.
    pub crosstalk: f32,
    /// Sensors rest at most this far from the middle, in steps, and differ in
    /// gain by at most this many thousandths.
    pub tolerance: f32,
}

impl Noise {
    /// The figures of a level.
    ///
    /// | level | sigma | E11 | hum | bit error | ambient light | crosstalk | tolerance |
    /// |---|---|---|---|---|---|---|---|
    /// | off | 0 | no | 0 | 0 | 0 | 0 | 0 |
    /// | low | 1 LSB | yes | 0.02 mT | 1e-5 | 5 %, 10 % deep | 0.2 % | 4 LSB, 0.4 % |
    /// | nominal | 1.4 LSB | yes | 0.05 mT | 1e-4 | 10 %, 20 % deep | 0.5 % | 8 LSB, 0.8 % |
    /// | high | 3 LSB | yes | 0.2 mT | 1e-3 | 20 %, 50 % deep | 2 % | 20 LSB, 2 % |
    /// | severe | 8 LSB | yes | 0.5 mT | 1e-2 | 40 %, 100 % deep | 5 % | 40 LSB, 4 % |
    #[must_use]
    pub const fn of(level: Level) -> Self {
        let (sigma, hum, bit_error) = match level {
            Level::Off => (0.0, 0.0, 0.0),
            Level::Low => (1.0, 0.02, 1e-5),
            Level::Nominal => (1.4, 0.05, 1e-4),
            Level::High => (3.0, 0.2, 1e-3),
            Level::Severe => (8.0, 0.5, 1e-2),
        };
        let (light, depth, crosstalk, tolerance) = match level {
            Level::Off => (0.0, 0.0, 0.0, 0.0),
            Level::Low => (0.05, 0.1, 0.002, 4.0),
            Level::Nominal => (0.1, 0.2, 0.005, 8.0),
            Level::High => (0.2, 0.5, 0.02, 20.0),
            Level::Severe => (0.4, 1.0, 0.05, 40.0),
        };
        Self {
            sigma,
            e11: !matches!(level, Level::Off),
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

/// A stream of lots for one purpose and one number, independent of all others.
pub(super) fn lots(seed: u64, purpose: Purpose, number: u64) -> Lots {
    let mut mixed = Lots::new(seed ^ ((purpose as u64) << 56));
    Lots::new(mixed.draw() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// What lots are drawn for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    Build = 1,
    Readings = 2,
    Errors = 3,
    Places = 4,
    Moments = 5,
    Flicker = 6,
}

/// A number from 0 to 1, without 1.
pub(super) fn unit(lots: &mut Lots) -> f64 {
    // 53 bits fill a double.
    (lots.draw() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number from -1 to 1.
pub(super) fn about_zero(lots: &mut Lots) -> f32 {
    (2.0 * unit(lots) - 1.0) as f32
}

/// Beams that read wrong, found by leaping from one to the next instead of
/// throwing a die for each.
#[derive(Debug, Clone)]
pub(super) struct Errors {
    lots: Lots,
    /// 1 / ln(1 - p), or nothing if no error ever comes.
    scale: Option<f64>,
    /// Beams passed since the first frame up to the next wrong one.
    next: u64,
}

impl Errors {
    /// Wrong beams at this rate.
    pub fn new(seed: u64, rate: f64) -> Self {
        let rate = rate.clamp(0.0, 0.5);
        let mut errors = Self {
            lots: lots(seed, Purpose::Errors, 0),
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
        let gap = libm::log(1.0 - unit(&mut self.lots)) * scale;
        self.next = self.next.saturating_add(gap as u64);
    }

    /// Visits the wrong beams of a frame, each with a lot of its own. Frames are
    /// asked for in order.
    pub fn of_frame(&mut self, index: u32, beams: u64, mut visit: impl FnMut(u64, u64)) {
        let first = u64::from(index) * beams;
        while self.next < first + beams {
            // Also for a frame that nobody asked for: it changes none after it.
            let lot = self.lots.draw();
            if let Some(beam) = self.next.checked_sub(first) {
                visit(beam, lot);
            }
            self.next = self.next.saturating_add(1);
            self.leap();
        }
    }
}
