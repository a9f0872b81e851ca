//! Model of the light curtain: the beams that solids block, and the bits that the shift
//! registers would deliver.
//!
//! [`BeamLight`] tells which beams are dark.

use super::ambient_light::{READ_AT, Wave};
use super::beam_light::BeamLight;
use super::build::{Build, Field};
use super::noise::Ambient;
use super::ray::{self, Obstacle};
use crate::geometry::{Shape, Solid, WorldView};
use glam::Vec3;
use rules_core::board::Dimensions;
use rules_core::board::curtain::{ByPlane, ChainBit, Curtain, EmitterPhase, Plane};
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::frame::{CurtainRead, WORDS, mask_of};

/// Set of beams that solids make dark.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shadows {
    /// Blocked beams across the gutter, the first beam in the lowest bit.
    across: ByEdge<ByPlane<u32>>,
    /// Beams that the swing of the room's light makes lit or dark, each with its current
    /// beyond the threshold without that light, in mA.
    swings: Vec<(usize, f32)>,
}

impl Shadows {
    /// True if a beam across the gutter is blocked.
    #[must_use]
    pub fn beam(&self, edge: Edge, plane: Plane, beam: u8) -> bool {
        self.across[edge][plane]
            .checked_shr(u32::from(beam))
            .is_some_and(|bits| bits & 1 == 1)
    }

    /// Returns the blocked beams of one side and plane, the first beam in the lowest bit.
    #[must_use]
    pub fn row(&self, edge: Edge, plane: Plane) -> u32 {
        self.across[edge][plane]
    }

    /// True if no beam is blocked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.across == ByEdge::default()
    }

    fn set(&mut self, edge: Edge, bit: ChainBit) {
        match bit {
            ChainBit::Beam(plane, n) => {
                self.across[edge][plane] |= 1_u32.checked_shl(u32::from(n)).unwrap_or(0);
            }
            ChainBit::Strap(_) => {}
        }
    }
}

/// Beam of the curtain, with its bit in the frame.
#[derive(Debug, Clone)]
pub(super) struct Beam {
    pub edge: Edge,
    pub bit: ChainBit,
    /// Place of the beam along the side, clockwise, in mm.
    pub along: f32,
    /// Index of the beam's word in each read; `mask` selects its bit.
    pub word: usize,
    pub mask: u32,
    /// Index of the read in which the beam's own emitter is lit.
    pub own: usize,
    bounds: Bounds,
    /// True if solids elsewhere may darken the beam, because it needs foreign light.
    relies: bool,
    /// True if the beam is dark with nothing in it.
    dead: bool,
}

/// All five reads of a curtain frame.
pub(super) type Reads = [CurtainRead; 5];

/// All beams of a ring's curtain.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub curtain: Curtain,
    pub beams: Vec<Beam>,
    /// Bounding box of all beams of a side.
    sides: ByEdge<Bounds>,
    /// Reads with no beam blocked, at the room's average light.
    clear: Reads,
    light: BeamLight,
    /// Beams that the swing of the room's light decides while they are clear.
    clear_swings: Vec<(usize, f32)>,
    /// Beams that the room's light may blind, each with the level that does.
    blinded: Vec<(usize, f32)>,
    /// Light of the room, and its average level.
    room: Wave,
    room_level: f32,
    pub ring_side: f32,
    gutter: f32,
    depths: ByPlane<f32>,
}

impl Array {
    /// Creates the curtain of a ring in a room.
    pub fn new(curtain: Curtain, dimensions: &Dimensions, build: &Build, ambient: Ambient) -> Self {
        let mm = |length: u32| length as f32 / 1000.0;
        let ring_side = mm(dimensions.ring_side.0);
        let gutter = mm(dimensions.gutter_width.0);
        let depths = ByPlane::from_fn(|plane| mm(curtain.depths[plane].0));
        let field = Field::new(&curtain, dimensions, build);
        let light = BeamLight::new(&field, ring_side, ambient);
        // The serial input of the last chip in a chain is tied high.
        let mut clear = [[u32::MAX; WORDS]; 5];
        let mut clear_swings = Vec::new();
        let mut beams: Vec<Beam> = Vec::new();
        for edge in Edge::ALL {
            for place in 0..curtain.bits {
                let Some(bit) = curtain.bit(edge, place) else {
                    continue;
                };
                let (word, mask) = (usize::from(place / 8), mask_of(edge, place));
                if let ChainBit::Strap(high) = bit {
                    for read in &mut clear {
                        set(read, word, mask, high);
                    }
                    continue;
                }
                let number = beams.len();
                let ends = field.places.get(number);
                let middle = ends.map_or(0.0, |ends| {
                    (ends.emitter[0] + ends.detector[0]) as f32 / 2.0
                });
                let state = light.state(number, &[]);
                let own = curtain.phase(bit).map_or(0, read_of);
                let dead = state.is_some_and(|state| state.dark);
                set(&mut clear[own], word, mask, dead);
                if let Some(beyond) = state.and_then(|state| state.swings) {
                    clear_swings.push((number, beyond));
                }
                beams.push(Beam {
                    edge,
                    bit,
                    along: middle,
                    word,
                    mask,
                    own,
                    bounds: Bounds::around(light.ends(number)),
                    relies: light.relies_on_others(number),
                    dead,
                });
            }
        }
        let sides = ByEdge::from_fn(|edge| {
            let beams = beams.iter().filter(|beam| beam.edge == edge);
            let bounds = beams.map(|beam: &Beam| beam.bounds).reduce(Bounds::with);
            bounds.unwrap_or(Bounds::NOWHERE)
        });
        Self {
            curtain,
            beams,
            sides,
            clear,
            clear_swings,
            blinded: light.blinded(),
            light,
            room: Wave::of_room(ambient),
            room_level: ambient.level,
            ring_side,
            gutter,
            depths,
        }
    }

    /// Determines the beams that the solids of a view block.
    pub fn shadows(&self, view: &WorldView) -> Shadows {
        let mut shadows = Shadows {
            swings: self.clear_swings.clone(),
            ..Shadows::default()
        };
        let near: Vec<(&Solid, Bounds)> = (view.things.iter().map(|thing| &thing.solid))
            .chain(&view.hands)
            .filter_map(|solid| self.bounds_if_near(solid).map(|bounds| (solid, bounds)))
            .collect();
        if near.is_empty() {
            return shadows;
        }
        // The beams are sorted by edge, and most edges have no solid near them.
        let mut number = 0;
        for beams in self.beams.chunk_by(|a, b| a.edge == b.edge) {
            let first = number;
            number += beams.len();
            let all = beams.first().map(|beam| self.sides[beam.edge]);
            let beside = |bounds: &Bounds| all.is_some_and(|side| side.meets(bounds));
            let on_side: Vec<Obstacle> = (near.iter())
                .filter(|(_, bounds)| beside(bounds))
                .map(|(solid, _)| Obstacle::new(solid))
                .collect();
            if on_side.is_empty() {
                continue;
            }
            for (n, beam) in (first..).zip(beams) {
                let is_near = near.iter().any(|(_, bounds)| bounds.meets(&beam.bounds));
                if is_near || beam.relies {
                    self.shade(n, beam, &on_side, &mut shadows);
                }
            }
        }
        shadows
    }

    /// Adds a beam to the shadows if these solids make it dark.
    fn shade(&self, number: usize, beam: &Beam, near: &[Obstacle], shadows: &mut Shadows) {
        let Some(state) = self.light.state(number, near) else {
            return;
        };
        shadows.swings.retain(|swing| swing.0 != number);
        let swings = state.swings.map(|beyond| (number, beyond));
        shadows.swings.extend(swings);
        if state.dark && !beam.dead {
            shadows.set(beam.edge, beam.bit);
        }
    }

    /// Returns the reads of a frame that begins at this time in us, with these beams
    /// blocked.
    pub fn reads(&self, shadows: &Shadows, at: u64) -> Reads {
        let mut reads = self.clear;
        if !shadows.is_empty() {
            self.darken(shadows, &mut reads);
        }
        // Without light in the room nothing swings, and nothing is blinded.
        let room = |read: usize| {
            let after = READ_AT.get(read).copied().unwrap_or(0);
            self.room.at(at + after) / self.room_level
        };
        for &(n, beyond) in &shadows.swings {
            if let Some(beam) = self.beams.get(n) {
                let lit = beyond + self.light.room(n, room(beam.own)) > 0.0;
                set(&mut reads[beam.own], beam.word, beam.mask, !lit);
            }
        }
        for &(n, level) in &self.blinded {
            if let Some(beam) = self.beams.get(n)
                && room(0) >= level
            {
                set(&mut reads[0], beam.word, beam.mask, false);
            }
        }
        reads
    }

    fn darken(&self, shadows: &Shadows, reads: &mut Reads) {
        for beam in &self.beams {
            let blocked = match beam.bit {
                ChainBit::Beam(plane, n) => shadows.beam(beam.edge, plane, n),
                ChainBit::Strap(_) => false,
            };
            if blocked {
                set(&mut reads[beam.own], beam.word, beam.mask, true);
            }
        }
    }

    /// Returns the bounding box of a solid; `None` if it cannot block any beam.
    fn bounds_if_near(&self, solid: &Solid) -> Option<Bounds> {
        let z = solid.pose.position.z;
        let (upper, lower) = (-self.depths[Plane::Upper], -self.depths[Plane::Lower]);
        if z - ray::reach(&solid.shape) > upper {
            return None;
        }
        let bounds = Bounds::from_solid(solid);
        let (low, high) = (bounds.low, bounds.high);
        if low.z > upper || high.z < lower {
            return None;
        }
        let half = self.ring_side / 2.0;
        let inside = low.x > -half && high.x < half && low.y > -half && high.y < half;
        let far = half + self.gutter;
        let beyond = low.x > far || high.x < -far || low.y > far || high.y < -far;
        (!inside && !beyond).then_some(bounds)
    }
}

/// Returns the index of the read in which the emitters of a phase are lit.
pub(super) const fn read_of(phase: EmitterPhase) -> usize {
    phase.index() + 1
}

fn set(read: &mut CurtainRead, word: usize, mask: u32, high: bool) {
    if let Some(word) = read.get_mut(word) {
        *word = if high { *word | mask } else { *word & !mask };
    }
}

/// Bounding box along the axes of the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    const NOWHERE: Self = Self {
        low: Vec3::INFINITY,
        high: Vec3::NEG_INFINITY,
    };

    fn from_solid(solid: &Solid) -> Self {
        let turn = solid.pose.rotation;
        let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| turn * axis);
        let half = match solid.shape {
            Shape::Disc {
                radius_x,
                radius_y,
                half_height,
            } => {
                let (x, y) = (x * radius_x, y * radius_y);
                let round = x * x + y * y;
                let round = Vec3::new(round.x.sqrt(), round.y.sqrt(), round.z.sqrt());
                round + z.abs() * half_height
            }
            Shape::Cuboid { half } => x.abs() * half.x + y.abs() * half.y + z.abs() * half.z,
            Shape::Capsule {
                half_length,
                radius,
            } => z.abs() * half_length + Vec3::splat(radius),
        };
        // A small allowance for rounding.
        let half = half + Vec3::splat(0.01);
        Self {
            low: solid.pose.position - half,
            high: solid.pose.position + half,
        }
    }

    fn around(points: impl Iterator<Item = Vec3>) -> Self {
        points.fold(Self::NOWHERE, |all, point| Self {
            low: all.low.min(point),
            high: all.high.max(point),
        })
    }

    fn with(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && self.high.cmpge(other.low).all()
    }
}
