//! Light at the detectors of a curtain while solids stand in it.
//!
//! A detector's current is that of its own emitter, of the foreign emitters lit in the same
//! read, and of the room. Solids block own and foreign light alike, ray by ray. The input
//! reads lit if the current suffices in the time of the read; an input that the read
//! before left lit needs less to stay lit.
//!
//! Foreign light is traced only where it decides: most beams are lit by their own emitter
//! alone, or dark with all foreign light.
//!
//! Reads in the phases of other emitters are not modelled, because nothing looks at them:
//! there a detector reads dark.

use super::build::Field;
use super::build::field::Detector;
use super::light::aperture::{self, RAYS, Ray};
use super::noise::Ambient;
use super::ray::{LineSegment, Obstacle};
use crate::geometry::EdgeRelative;
use glam::Vec3;

/// Level of the room's light at nominal noise, at which a build's room is as drawn.
const NOMINAL_ROOM: f32 = 0.1;

/// Light that one emitter gives one detector; currents are in mA.
#[derive(Debug, Clone, Copy)]
struct Source {
    emitter: usize,
    current: f32,
}

/// Detector of a beam with its light and its switching currents.
#[derive(Debug, Clone)]
struct Receiver {
    own: f32,
    foreign: Vec<Source>,
    before: Vec<Source>,
    /// Sum of the foreign light with nothing in between.
    all_foreign: f32,
    /// Average current from the room.
    room: f32,
    /// Smallest current that makes a dark input read lit.
    needed: f32,
    /// Smallest current that keeps a lit input lit.
    held: f32,
    /// Smallest current of the room that reads lit in the dark read.
    blinding: f32,
}

/// State of a beam in its own read, at the room's average light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BeamState {
    pub dark: bool,
    /// Current beyond the threshold without the room's light, in mA, if the swing of the
    /// room's light decides; the beam is lit while it and the room's light are positive
    /// together.
    pub swings: Option<f32>,
}

/// Light of all beams of a curtain.
#[derive(Debug, Clone)]
pub(super) struct BeamLight {
    receivers: Vec<Option<Receiver>>,
    /// Ends of the rays at the tips of each beam's emitter and of its detector.
    emitters: Vec<[Vec3; RAYS]>,
    detectors: Vec<[Vec3; RAYS]>,
    /// Middles of both ends of each beam.
    axes: Vec<LineSegment>,
    /// Fraction of the room's light that alternates.
    depth: f32,
}

impl BeamLight {
    /// Creates the light of a ring in a room.
    pub fn new(field: &Field, ring_side: f32, ambient: Ambient) -> Self {
        let rays = aperture::rays();
        let level = ambient.level / NOMINAL_ROOM;
        let receiver = |detector: &Detector| Receiver {
            own: detector.own as f32,
            foreign: sources(&detector.foreign),
            before: sources(&detector.before),
            all_foreign: detector
                .foreign
                .iter()
                .map(|light| light.current)
                .sum::<f64>() as f32,
            room: detector.room as f32 * level,
            needed: detector.needed as f32,
            held: detector.needed.min(detector.released) as f32,
            blinding: detector.needed_in_dark.min(detector.released_in_dark) as f32,
        };
        let ends = |tip: usize, offset: fn(&Ray) -> [f64; 2]| -> Vec<[Vec3; RAYS]> {
            let end_of = |beam: &super::build::field::BeamPlace| {
                let [along, up] = if tip == 0 {
                    beam.emitter
                } else {
                    beam.detector
                };
                rays.map(|ray| {
                    let [aside, above] = offset(&ray);
                    let point = EdgeRelative {
                        edge: beam.edge,
                        along: (along + aside) as f32,
                        out: field.tips[tip] as f32,
                    };
                    point.at_height(ring_side, (up + above) as f32)
                })
            };
            field.places.iter().map(end_of).collect()
        };
        let (emitters, detectors) = (ends(0, |ray| ray.emitter), ends(1, |ray| ray.detector));
        let axes = emitters
            .iter()
            .zip(&detectors)
            .map(|(from, to)| LineSegment {
                from: middle(from),
                to: middle(to),
            });
        Self {
            axes: axes.collect(),
            receivers: (field.detectors.iter())
                .map(|detector| detector.as_ref().map(receiver))
                .collect(),
            emitters,
            detectors,
            depth: ambient.depth,
        }
    }

    /// Returns both ends of all rays of a beam.
    pub fn ends(&self, beam: usize) -> impl Iterator<Item = Vec3> {
        let of = |ends: &[[Vec3; RAYS]]| ends.get(beam).copied().unwrap_or([Vec3::ZERO; RAYS]);
        (of(&self.emitters).into_iter()).chain(of(&self.detectors))
    }

    /// True if a beam is lit only as long as foreign emitters add their light.
    pub fn relies_on_others(&self, beam: usize) -> bool {
        let receiver = self.receivers.get(beam).and_then(Option::as_ref);
        receiver.is_some_and(|it| {
            let alone = it.own + it.room * (1.0 - self.depth);
            alone <= it.needed && alone + it.all_foreign > it.held
        })
    }

    /// Returns the state of a beam among these solids; `None` if there is no such beam.
    pub fn state(&self, beam: usize, near: &[Obstacle]) -> Option<BeamState> {
        let it = self.receivers.get(beam)?.as_ref()?;
        let own = it.own * self.open(beam, beam, near);
        let swing = it.room * self.depth;
        if own + it.room - swing > it.needed {
            return Some(BeamState {
                dark: false,
                swings: None,
            });
        }
        if own + it.room + swing + it.all_foreign <= it.held {
            return Some(BeamState {
                dark: true,
                swings: None,
            });
        }
        let sum = |sources: &[Source]| -> f32 {
            let light = sources
                .iter()
                .map(|source| source.current * self.open(source.emitter, beam, near));
            light.sum()
        };
        let was_lit = sum(&it.before) + it.room > it.needed;
        let threshold = if was_lit { it.held } else { it.needed };
        let beyond = own + sum(&it.foreign) - threshold;
        Some(BeamState {
            dark: beyond + it.room <= 0.0,
            swings: ((beyond + it.room).abs() <= swing).then_some(beyond),
        })
    }

    /// Returns the current of a beam's detector in the room's light at this level,
    /// relative to its average, in mA.
    pub fn room(&self, beam: usize, level: f32) -> f32 {
        let receiver = self.receivers.get(beam).and_then(Option::as_ref);
        receiver.map_or(0.0, |it| it.room * level)
    }

    /// Returns the beams that the room's light may make read lit in the dark read, each
    /// with the level from which on it does, relative to the average.
    pub fn blinded(&self) -> Vec<(usize, f32)> {
        let receivers = self.receivers.iter().enumerate();
        receivers
            .filter_map(|(n, receiver)| {
                let it = receiver.as_ref()?;
                let level = it.blinding / it.room;
                (level <= 1.0 + self.depth).then_some((n, level))
            })
            .collect()
    }

    /// Returns the fraction of the rays from an emitter to a detector that no solid blocks.
    fn open(&self, emitter: usize, detector: usize, near: &[Obstacle]) -> f32 {
        if near.is_empty() {
            return 1.0;
        }
        let (Some(from), Some(to)) = (self.emitters.get(emitter), self.detectors.get(detector))
        else {
            return 1.0;
        };
        let axis = LineSegment {
            from: self.axes.get(emitter).map_or(Vec3::ZERO, |axis| axis.from),
            to: self.axes.get(detector).map_or(Vec3::ZERO, |axis| axis.to),
        };
        let radius = 1.1 * aperture::RADIUS as f32;
        let close: Vec<&Obstacle> = (near.iter())
            .filter(|solid| solid.may_reach(axis, radius))
            .collect();
        if close.is_empty() {
            return 1.0;
        }
        let blocked = from.iter().zip(to).filter(|&(&from, &to)| {
            let segment = LineSegment { from, to };
            close.iter().any(|solid| solid.meets(segment))
        });
        1.0 - blocked.count() as f32 / RAYS as f32
    }
}

/// Returns the middle of the rays' ends.
fn middle(ends: &[Vec3; RAYS]) -> Vec3 {
    ends.iter().sum::<Vec3>() / RAYS as f32
}

fn sources(foreign: &[super::build::field::Foreign]) -> Vec<Source> {
    let source = |light: &super::build::field::Foreign| Source {
        emitter: light.emitter,
        current: light.current as f32,
    };
    foreign.iter().map(source).collect()
}
