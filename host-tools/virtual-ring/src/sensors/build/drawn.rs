//! One ring with all its parts, drawn from a seed.

use super::design::{Design, ValueRange};
use super::lots::Lots;
use crate::sensors::light::chain::ChainLine;
use crate::sensors::light::threshold::Thresholds;
use rules_core::place::{ByEdge, Edge};

/// Spread of emitters: sigma of the logarithm of their intensity, and its limits.
const STRENGTH: (f64, (f64, f64)) = (0.25, (0.5, 2.2));
/// Standard deviation of a die against its lens: of an emitter, in degrees.
const EMITTER_TILT: f64 = 2.5;
/// Standard deviation of a die against its lens: of a detector, in degrees.
const DETECTOR_TILT: f64 = 2.0;
/// Forward voltage of an emitter and its standard deviation, in V.
const FORWARD: (f64, f64) = (1.35, 0.05);
/// Standard deviation of a threshold, as a fraction of the supply.
const THRESHOLD: f64 = 0.035;
/// Standard deviation of a bore's place, along each of two axes, in mm.
const PLACE: f64 = 0.3;
/// Largest error of a bore's place in a nominal ring, in mm.
const NOMINAL_PLACE: f64 = 0.3;
/// Charge until a detector reads lit, in nC, and the capacitance that its pull-up
/// charges, in nF; both spread by [`SWITCHING_SPREAD`].
const SWITCHING: (f64, f64) = (8.0, 3.2);
const SWITCHING_SPREAD: f64 = 0.25;
/// Temperature in the room, in °C.
const TEMPERATURE: ValueRange = ValueRange {
    from: 15.0,
    to: 35.0,
    nominal: 25.0,
};
/// Radiance of a living room's surroundings at 950 nm, in mW/cm²/sr, and sigma of its
/// logarithm: behind a bore, 0.002 mW/cm². Each side looks into another part of the room.
const ROOM: (f64, f64) = (0.04, 0.7);
/// Capacitance of the clock line with 24 registers and four cables, in pF.
const CLOCK_LINE: ValueRange = ValueRange {
    from: 264.0,
    to: 496.0,
    nominal: 264.0,
};

/// Parts of one ring, drawn from a seed.
///
/// ```
/// use virtual_ring::sensors::build::{Build, PROPOSED};
///
/// let (ring, other) = (Build::drawn(PROPOSED, 1), Build::drawn(PROPOSED, 2));
/// assert_ne!(ring.supply, other.supply);
/// assert_eq!(ring, Build::drawn(PROPOSED, 1));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Build {
    /// Design that the ring is built to.
    pub design: Design,
    /// Supply of the emitters, in V.
    pub supply: f64,
    /// Temperature, in °C.
    pub temperature: f64,
    /// Intensity of the emitters relative to new ones.
    pub age: f64,
    /// Packing and surroundings of each side.
    pub sides: ByEdge<SideParts>,
    /// Capacitance of the clock line, in pF.
    clock_line: f64,
    /// Seed of all parts; `None` for nominal parts.
    parts: Option<u64>,
    /// Seed of the places of the bores.
    places: u64,
}

/// Packing of detectors and surroundings of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideParts {
    /// Lowest and highest gain of the side's detectors, in mA per mW/cm².
    pub gains: (f64, f64),
    /// Radiance of the surroundings at 950 nm, in mW/cm²/sr.
    pub room: f64,
    /// Propagation delay of the side's registers, in ns.
    pub delay: f64,
}

/// Parts of one beam.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamParts {
    /// Intensity of the emitter relative to the typical one.
    pub strength: f64,
    /// Forward voltage of the emitter, in V.
    pub forward: f64,
    /// Gain of the detector, in mA per mW/cm².
    pub gain: f64,
    /// Charge until the detector reads lit, in nC.
    pub charge: f64,
    /// Capacitance that the pull-up charges, in nF.
    pub capacitance: f64,
    /// Thresholds of the register's input, as fractions of its supply.
    pub thresholds: Thresholds,
    /// Light of the room relative to the ring's average.
    pub room: f64,
    /// Emitter in its bore.
    pub emitter: MountError,
    /// Detector in its bore.
    pub detector: MountError,
}

/// Errors of a part in its bore, each along the side and upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MountError {
    /// Place of the bore, in mm.
    pub place: [f64; 2],
    /// Direction of the bore, in radians.
    pub aim: [f64; 2],
    /// Direction of the part's lobe against its bore, in radians.
    pub tilt: [f64; 2],
}

impl Build {
    /// Draws a ring of this design.
    #[must_use]
    pub fn drawn(design: Design, seed: u64) -> Self {
        Self::new(design, Some(seed), seed)
    }

    /// Creates a ring of nominal parts. Only the places of its bores vary with the seed,
    /// by up to 0.3 mm.
    #[must_use]
    pub fn nominal(design: Design, seed: u64) -> Self {
        Self::new(design, None, seed)
    }

    fn new(design: Design, parts: Option<u64>, places: u64) -> Self {
        let mut lots = Lots::new(parts, u64::MAX);
        let mut in_range = |range: ValueRange| lots.between(range.from, range.to, range.nominal);
        let (supply, age) = (in_range(design.supply), in_range(design.age));
        let (temperature, clock_line) = (in_range(TEMPERATURE), in_range(CLOCK_LINE));
        let sides = ByEdge::from_fn(|edge| {
            let mut lots = Lots::new(parts, u64::MAX - 1 - edge.index() as u64);
            let (typical, most) = design.register.delay;
            SideParts {
                gains: match lots.choose(design.detector.bins) {
                    Some(&bin) => bin,
                    None => design.detector.gains(),
                },
                room: ROOM.0 * design.room * libm::exp(lots.normal(ROOM.1)),
                delay: lots.between(typical, most, typical),
            }
        });
        Self {
            design,
            supply,
            temperature,
            age,
            sides,
            clock_line,
            parts,
            places,
        }
    }

    /// Returns the parts of a beam on this side, by its number among all beams of the
    /// curtain.
    #[must_use]
    pub fn beam(&self, edge: Edge, number: usize) -> BeamParts {
        let mut lots = Lots::new(self.parts, 2 * number as u64);
        let mut places = Lots::new(Some(self.places), 2 * number as u64 + 1);
        let typical = self.design.register.thresholds;
        let (least, most) = self.sides[edge].gains;
        let (charge, capacitance) = SWITCHING;
        let mut mount = |lots: &mut Lots, tilt: f64| {
            let mut pair = |sigma: f64| [lots.normal(sigma), lots.normal(sigma)];
            MountError {
                aim: pair(self.design.aim.to_radians()),
                tilt: pair(tilt.to_radians()),
                place: match self.parts {
                    Some(_) => pair(PLACE),
                    None => [0, 1].map(|_| NOMINAL_PLACE * (2.0 * places.unit() - 1.0)),
                },
            }
        };
        BeamParts {
            emitter: mount(&mut lots, EMITTER_TILT),
            detector: mount(&mut lots, DETECTOR_TILT),
            strength: lots.lognormal(STRENGTH.0, STRENGTH.1),
            forward: FORWARD.0 + lots.normal(FORWARD.1),
            gain: lots.between(least, most, libm::sqrt(least * most)),
            charge: charge * lots.lognormal(SWITCHING_SPREAD, (0.4, 2.5)),
            capacitance: capacitance * lots.lognormal(SWITCHING_SPREAD, (0.4, 2.5)),
            thresholds: {
                let shift = lots.normal(THRESHOLD);
                Thresholds {
                    falling: typical.falling + shift,
                    rising: typical.rising + shift,
                }
            },
            room: lots.between(0.5, 1.5, 1.0),
        }
    }

    /// Returns the timing of a side's chain.
    #[must_use]
    pub fn chain(&self, edge: Edge) -> ChainLine {
        ChainLine {
            window: self.design.clock.window,
            resistance: self.design.clock.resistance,
            capacitance: self.clock_line,
            delay: self.sides[edge].delay,
        }
    }
}
