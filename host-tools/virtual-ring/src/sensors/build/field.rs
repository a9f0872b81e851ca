//! Currents of all detectors of a ring in the light of its emitters, with nothing between
//! them.
//!
//! A detector gathers the light of its own emitter, of the *foreign* emitters of its side
//! that are lit in the same read, and of the room. Emitters of other sides are left out:
//! they point past each other around a corner. Posts whose feet are not notched block the
//! rays that pass through them.

use super::drawn::{BeamParts, Build, MountError};
use crate::sensors::light::aperture::{self, Ray};
use crate::sensors::light::emitter::{DriveConditions, intensity};
use crate::sensors::light::photocurrent::{End, photocurrent};
use crate::sensors::light::settling::{self, Release};
use crate::sensors::light::{lobe, room, strings, threshold};
use glam::DVec3;
use rules_core::board::Dimensions;
use rules_core::board::curtain::{ChainBit, Curtain, EmitterPhase};
use rules_core::place::Edge;

/// Supply of registers and pull-ups, in V.
const LOGIC: f64 = 3.3;

/// Radius of a post, in mm; posts stand on the corners of the ring.
const POST_RADIUS: f64 = 8.0;

/// Currents below this share of the threshold are left out of the foreign light.
const NEGLIGIBLE: f64 = 1e-3;

/// Light from an emitter on another beam's detector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foreign {
    /// Number of the emitter's beam.
    pub emitter: usize,
    /// Current, in mA.
    pub current: f64,
}

/// Detector of one beam: its light and the currents at which it switches, in mA.
#[derive(Debug, Clone, PartialEq)]
pub struct Detector {
    /// Current from its own emitter.
    pub own: f64,
    /// Light from emitters that are lit together with its own.
    pub foreign: Vec<Foreign>,
    /// Light from emitters that are lit in the read before; none before the first.
    pub before: Vec<Foreign>,
    /// Average current from the room.
    pub room: f64,
    /// Current at which the input begins to fall below its threshold, given any time.
    pub threshold: f64,
    /// Smallest current that reads lit in a lit read.
    pub needed: f64,
    /// Largest current with which an input that was lit is dark by the next lit read.
    pub released: f64,
    /// Smallest current that reads lit in the dark read.
    pub needed_in_dark: f64,
    /// Largest current with which an input that was lit is dark by the dark read.
    pub released_in_dark: f64,
    /// Charge until the detector reads lit, in nC.
    pub charge: f64,
}

/// Beam of a curtain with its two tips; lengths in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamPlace {
    /// Side of the beam.
    pub edge: Edge,
    /// Bit of the beam.
    pub bit: ChainBit,
    /// Place of the emitter along the side, clockwise, and its height.
    pub emitter: [f64; 2],
    /// Place of the detector along the side, clockwise, and its height.
    pub detector: [f64; 2],
}

/// Light of a whole curtain.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Beams in the order of their bits.
    pub places: Vec<BeamPlace>,
    /// Detectors of the beams; `None` for one that belongs to no beam.
    pub detectors: Vec<Option<Detector>>,
    /// Distances of the emitters' and the detectors' tips from the ring's edge, outwards.
    pub tips: [f64; 2],
}

impl Field {
    /// Computes the light of a ring.
    #[must_use]
    pub fn new(curtain: &Curtain, dimensions: &Dimensions, build: &Build) -> Self {
        let design = &build.design;
        let mm = |length: u32| f64::from(length) / 1000.0;
        let length = design.bore.map_or(0.0, |bore| bore.length);
        let tips = [
            design.ledge - length,
            mm(dimensions.gutter_width.0) + length,
        ];
        let mut places = Vec::new();
        let mut parts = Vec::new();
        for edge in Edge::ALL {
            for bit in (0..curtain.bits).filter_map(|place| curtain.bit(edge, place)) {
                let (along, plane) = match bit {
                    ChainBit::Beam(plane, n) => (curtain.along(dimensions, plane, n).0, plane),
                    ChainBit::Strap(_) => continue,
                };
                let beam = build.beam(edge, places.len());
                let at = |error: &MountError| {
                    let [aside, up] = error.place;
                    [mm(along) + aside, up - mm(curtain.depths[plane].0)]
                };
                places.push(BeamPlace {
                    edge,
                    bit,
                    emitter: at(&beam.emitter),
                    detector: at(&beam.detector),
                });
                parts.push(beam);
            }
        }
        let ring = Ring {
            curtain,
            build,
            tips,
            ring_side: mm(dimensions.ring_side.0),
            intensities: intensities(curtain, build, &places, &parts),
            places: &places,
            parts: &parts,
        };
        let detectors = (0..places.len()).map(|n| ring.detector(n)).collect();
        Self {
            places,
            detectors,
            tips,
        }
    }
}

/// Parts of a ring while its light is computed.
struct Ring<'a> {
    curtain: &'a Curtain,
    build: &'a Build,
    tips: [f64; 2],
    ring_side: f64,
    intensities: Vec<f64>,
    places: &'a [BeamPlace],
    parts: &'a [BeamParts],
}

impl Ring<'_> {
    fn detector(&self, number: usize) -> Option<Detector> {
        let (place, parts) = (self.places.get(number)?, self.parts.get(number)?);
        let ChainBit::Beam(..) = place.bit else {
            return None;
        };
        let phase = self.curtain.phase(place.bit)?;
        let design = &self.build.design;
        let (pull_up, times) = (design.detector.pull_up, design.times);
        let threshold = threshold::current(LOGIC, parts.thresholds.falling, pull_up);
        let release = Release {
            supply: LOGIC,
            rising: parts.thresholds.rising,
            pull_up,
            capacitance: parts.capacitance,
        };
        let lit_in = |phase: Option<EmitterPhase>| -> Vec<Foreign> {
            let Some(phase) = phase else {
                return Vec::new();
            };
            let others = self.places.iter().enumerate().filter(|(other, beam)| {
                *other != number
                    && beam.edge == place.edge
                    && matches!(beam.bit, ChainBit::Beam(..))
                    && self.curtain.phase(beam.bit) == Some(phase)
            });
            let others = others.map(|(emitter, _)| Foreign {
                emitter,
                current: self.current(emitter, number),
            });
            others
                .filter(|foreign| foreign.current > NEGLIGIBLE * threshold)
                .collect()
        };
        let before = (phase.index().checked_sub(1)).and_then(|n| EmitterPhase::ALL.get(n).copied());
        let gathers = match design.bore {
            Some(_) => room::BEHIND_BORE,
            None => room::FREE,
        };
        let radiance = self.build.sides[place.edge].room;
        Some(Detector {
            own: self.current(number, number),
            foreign: lit_in(Some(phase)),
            before: lit_in(before),
            room: room::irradiance(radiance * parts.room, gathers) * parts.gain,
            threshold,
            needed: settling::needed(threshold, parts.charge, times.lit),
            released: release.permitted(times.between),
            needed_in_dark: settling::needed(threshold, parts.charge, times.dark),
            released_in_dark: release.permitted(times.dark),
            charge: parts.charge,
        })
    }

    /// Returns the current of a detector in the light of an emitter of its side.
    fn current(&self, emitter: usize, detector: usize) -> f64 {
        let (Some(from), Some(to)) = (self.places.get(emitter), self.places.get(detector)) else {
            return 0.0;
        };
        let (Some(source), Some(sink)) = (self.parts.get(emitter), self.parts.get(detector)) else {
            return 0.0;
        };
        let design = &self.build.design;
        let end = |[along, up]: [f64; 2], out, outwards, error: &MountError, half_angle| {
            let axis = |[aside, up]: [f64; 2]| DVec3::new(aside, outwards, up).normalize();
            let lobe = [0, 1].map(|n| error.aim[n] + error.tilt[n]);
            End {
                tip: DVec3::new(along, out, up),
                bore_axis: axis(error.aim),
                lobe_axis: axis(lobe),
                exponent: lobe::exponent(half_angle),
                bore: design.bore,
            }
        };
        let half_angles = [design.emitter.half_angle, design.detector.half_angle];
        let emitter_end = end(
            from.emitter,
            self.tips[0],
            1.0,
            &source.emitter,
            half_angles[0],
        );
        let detector_end = end(
            to.detector,
            self.tips[1],
            -1.0,
            &sink.detector,
            half_angles[1],
        );
        let intensity = self.intensities.get(emitter).copied().unwrap_or(0.0);
        let open = match design.notched {
            true => 1.0,
            false => self.past_posts(from.emitter[0], to.detector[0]),
        };
        open * photocurrent(&emitter_end, intensity, &detector_end, sink.gain)
    }

    /// Returns the fraction of the rays between these places along the side that pass both
    /// of its posts.
    fn past_posts(&self, emitter: f64, detector: f64) -> f64 {
        let [from, to] = self.tips;
        let is_open = |ray: &&Ray| {
            let (start, end) = (emitter + ray.emitter[0], detector + ray.detector[0]);
            let length = libm::hypot(end - start, to - from);
            [0.0, self.ring_side].iter().all(|post| {
                // Distance of the ray from the post's axis, in plan.
                let aside = (post - start) * (to - from) + from * (end - start);
                (aside / length).abs() > POST_RADIUS
            })
        };
        let rays = aperture::rays();
        rays.iter().filter(is_open).count() as f64 / rays.len() as f64
    }
}

/// Returns the intensity of each emitter, in mW/sr. The emitters of a side and a phase are
/// in strings, in the order of their bits.
fn intensities(
    curtain: &Curtain,
    build: &Build,
    places: &[BeamPlace],
    parts: &[BeamParts],
) -> Vec<f64> {
    let design = &build.design.emitter;
    let length = usize::from(design.in_series).max(1);
    let typical = |count: usize| count as f64 * TYPICAL_FORWARD;
    let nominal = strings::current(TYPICAL_SUPPLY, typical(length), design.resistor);
    let mut all = vec![0.0; places.len()];
    for edge in Edge::ALL {
        for phase in EmitterPhase::ALL {
            let lit: Vec<usize> = (places.iter().enumerate())
                .filter(|(_, beam)| beam.edge == edge && curtain.phase(beam.bit) == Some(phase))
                .filter(|(_, beam)| matches!(beam.bit, ChainBit::Beam(..)))
                .map(|(n, _)| n)
                .collect();
            for string in lit.chunks(length) {
                let resistor = if string.len() == length {
                    design.resistor
                } else {
                    let left = TYPICAL_SUPPLY - strings::LOST - typical(string.len());
                    left / nominal * 1_000.0
                };
                let in_string = || string.iter().filter_map(|&n| Some((n, parts.get(n)?)));
                let forward = in_string().map(|(_, beam)| beam.forward).sum();
                let at = DriveConditions {
                    current: strings::current(build.supply, forward, resistor),
                    temperature: build.temperature,
                    age: build.age,
                };
                for (n, beam) in in_string() {
                    all[n] = intensity(design.peak, design.nominal_current, beam.strength, at);
                }
            }
        }
    }
    all
}

/// Supply and forward voltage for which resistors are chosen, in V.
const TYPICAL_SUPPLY: f64 = 5.0;
const TYPICAL_FORWARD: f64 = 1.35;
