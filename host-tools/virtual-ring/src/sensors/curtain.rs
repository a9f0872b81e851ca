//! Model of the light curtain: the beams that solids block, and the bits that the shift
//! registers would deliver.
//!
//! A beam is as wide as its slit: three rays, 1 mm apart, of which two must be blocked.
//! Emitters and detectors are not drilled exactly: each beam is off its place by up to
//! 0.3 mm, depending on the seed. The posts do not block: where one stands in the way,
//! the emitter is assumed to sit in its outer face.

use super::noise::{self, RngStream};
use super::ray::{self, LineSegment};
use crate::geometry::{EdgeRelative, Shape, Solid, WorldView};
use glam::Vec3;
use rules_core::board::Dimensions;
use rules_core::board::curtain::{ByPlane, ChainBit, Curtain, EmitterPhase, Plane};
use rules_core::board::mounts;
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::frame::{CurtainRead, WORDS, mask_of};

/// Distance from the ring's wall to the guard beams, in mm.
pub const GUARD_OUT: f32 = mounts::GUARD_OUT as f32 / 1000.0;

/// Distance from the middle of a beam to its outer rays, in mm.
const SLIT: f32 = 1.0;

/// Largest deviation of a beam from its place, in mm.
const TOLERANCE: f32 = 0.3;

/// Set of beams that solids truly block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shadows {
    /// Blocked beams across the gutter, the first beam in the lowest bit.
    across: ByEdge<ByPlane<u32>>,
    /// True for each blocked guard beam, which runs along a side.
    guards: ByEdge<ByPlane<bool>>,
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

    /// True if the guard beam along a side is blocked.
    #[must_use]
    pub fn guard(&self, edge: Edge, plane: Plane) -> bool {
        self.guards[edge][plane]
    }

    /// True if no beam is blocked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn set(&mut self, edge: Edge, bit: ChainBit) {
        match bit {
            ChainBit::Beam(plane, n) => {
                self.across[edge][plane] |= 1_u32.checked_shl(u32::from(n)).unwrap_or(0);
            }
            ChainBit::Guard(plane) => self.guards[edge][plane] = true,
            ChainBit::Strap(_) => {}
        }
    }
}

/// Beam of the curtain, with its bit in the frame.
#[derive(Debug, Clone)]
pub(super) struct Beam {
    pub edge: Edge,
    pub bit: ChainBit,
    /// Place of the beam along the side, clockwise, in mm; the middle of the side for a
    /// guard.
    pub along: f32,
    /// Index of the beam's word in each read; `mask` selects its bit.
    pub word: usize,
    pub mask: u32,
    /// Index of the read in which the beam's own emitter is lit.
    pub own: usize,
    rays: [LineSegment; 3],
    bounds: Bounds,
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
    /// Reads with no beam blocked.
    clear: Reads,
    pub ring_side: f32,
    gutter: f32,
    depths: ByPlane<f32>,
}

impl Array {
    pub fn new(curtain: Curtain, dimensions: &Dimensions, seed: u64) -> Self {
        let mm = |length: u32| length as f32 / 1000.0;
        let ring_side = mm(dimensions.ring_side.0);
        let gutter = mm(dimensions.gutter_width.0);
        let depths = ByPlane::from_fn(|plane| mm(curtain.depths[plane].0));
        let mut rng = noise::rng(seed, RngStream::Build, 0);
        // The serial input of the last chip in a chain is tied high.
        let mut clear = [[u32::MAX; WORDS]; 5];
        let mut beams = Vec::new();
        for edge in Edge::ALL {
            for place in 0..curtain.bits {
                let Some(bit) = curtain.bit(edge, place) else {
                    continue;
                };
                let (word, mask) = (usize::from(place / 8), mask_of(edge, place));
                let jitter = TOLERANCE * noise::about_zero(&mut rng);
                let (along, plane) = match bit {
                    ChainBit::Strap(high) => {
                        for read in &mut clear {
                            set(read, word, mask, high);
                        }
                        continue;
                    }
                    ChainBit::Guard(plane) => (ring_side / 2.0, plane),
                    ChainBit::Beam(plane, n) => {
                        (mm(curtain.along(dimensions, plane, n).0) + jitter, plane)
                    }
                };
                let ray = |offset: f32| {
                    let (from, to) = match bit {
                        ChainBit::Guard(_) => {
                            let out = GUARD_OUT + jitter + offset;
                            ((0.0, out), (ring_side, out))
                        }
                        _ => ((along + offset, 0.0), (along + offset, gutter)),
                    };
                    let point = |(along, out)| EdgeRelative { edge, along, out };
                    LineSegment {
                        from: point(from).at_height(ring_side, -depths[plane]),
                        to: point(to).at_height(ring_side, -depths[plane]),
                    }
                };
                let rays = [ray(-SLIT), ray(0.0), ray(SLIT)];
                let own = curtain.phase(bit).map_or(0, read_of);
                set(&mut clear[own], word, mask, false);
                beams.push(Beam {
                    edge,
                    bit,
                    along,
                    word,
                    mask,
                    own,
                    bounds: Bounds::around(&rays),
                    rays,
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
            ring_side,
            gutter,
            depths,
        }
    }

    /// Determines the beams that the solids of a view block.
    pub fn shadows(&self, view: &WorldView) -> Shadows {
        let mut shadows = Shadows::default();
        let near: Vec<(&Solid, Bounds)> = (view.things.iter().map(|thing| &thing.solid))
            .chain(&view.hands)
            .filter_map(|solid| self.bounds_if_near(solid).map(|bounds| (solid, bounds)))
            .collect();
        if near.is_empty() {
            return shadows;
        }
        // The beams are sorted by edge, and most edges have no solid near them.
        for beams in self.beams.chunk_by(|a, b| a.edge == b.edge) {
            let all = beams.first().map(|beam| self.sides[beam.edge]);
            let beside = |bounds: &Bounds| all.is_some_and(|side| side.meets(bounds));
            if !near.iter().any(|(_, bounds)| beside(bounds)) {
                continue;
            }
            for beam in beams {
                let near = near.iter().filter(|(_, bounds)| bounds.meets(&beam.bounds));
                let meets =
                    |ray: &&LineSegment| near.clone().any(|(solid, _)| ray::meets(solid, **ray));
                if beam.rays.iter().filter(meets).count() >= 2 {
                    shadows.set(beam.edge, beam.bit);
                }
            }
        }
        shadows
    }

    /// Returns the reads of a frame in which these beams are blocked.
    pub fn reads(&self, shadows: &Shadows) -> Reads {
        let mut reads = self.clear;
        if shadows.is_empty() {
            return reads;
        }
        for beam in &self.beams {
            let blocked = match beam.bit {
                ChainBit::Beam(plane, n) => shadows.beam(beam.edge, plane, n),
                ChainBit::Guard(plane) => shadows.guard(beam.edge, plane),
                ChainBit::Strap(_) => false,
            };
            if blocked {
                set(&mut reads[beam.own], beam.word, beam.mask, true);
            }
        }
        reads
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

    fn around(rays: &[LineSegment; 3]) -> Self {
        let ends = || rays.iter().flat_map(|ray| [ray.from, ray.to]);
        Self {
            low: ends().fold(Vec3::INFINITY, Vec3::min),
            high: ends().fold(Vec3::NEG_INFINITY, Vec3::max),
        }
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
