//! What is where on the table: the words that physics and sensors share.
//!
//! Millimetres and seconds. The origin is the centre of the ring's surface;
//! x points east, y north, z up, so that fallen pieces have a negative z.
//! Edges run clockwise: north from west to east, east from north to south.

use glam::{Quat, Vec3};
use rules_core::place::{ByPost, Edge, Facing, Place};
use rules_core::sensing::magnet::Magnet;

/// Where something is and how it is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// The middle of it.
    pub position: Vec3,
    /// How it is turned out of its upright position.
    pub rotation: Quat,
}

/// The outline of a solid, around its middle; axes along its own z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A disc. A sumo is not perfectly round: its two half axes differ.
    Disc {
        /// Half the width along its own x.
        radius_x: f32,
        /// Half the width along its own y.
        radius_y: f32,
        /// Half its thickness.
        half_height: f32,
    },
    /// A box: a sleeve, the flat of a hand.
    Cuboid {
        /// Half the length along each axis.
        half: Vec3,
    },
    /// A finger or an arm: a rod along its own z with round ends.
    Capsule {
        /// Half the length of the rod without its ends.
        half_length: f32,
        /// Its radius.
        radius: f32,
    },
}

/// Something that stops light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    /// Its outline.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
}

/// A magnet as a point dipole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dipole {
    /// Where it is.
    pub position: Vec3,
    /// Strength and direction, in A m².
    pub moment: Vec3,
}

/// A piece on, above or below the ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thing {
    /// What stops light.
    pub solid: Solid,
    /// The magnet in its middle, if it has one.
    pub magnet: Option<Dipole>,
}

/// Where the platform lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Docking {
    /// At which place.
    pub place: Place,
    /// Which way round.
    pub facing: Facing,
}

/// Everything the sensors can look at, at one instant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// The pieces.
    pub things: Vec<Thing>,
    /// Hands, fingers, sleeves: they stop light and carry no magnet.
    pub hands: Vec<Solid>,
    /// The platform, if it lies against the ring.
    pub platform: Option<Docking>,
    /// The markers in the slots of each post.
    pub markers: ByPost<[Option<Magnet>; 4]>,
}

/// A point beside the ring, as seen from an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// The edge.
    pub edge: Edge,
    /// How far along it, clockwise.
    pub along: f32,
    /// How far outwards from it; negative on the ring.
    pub out: f32,
}

impl Beside {
    /// The point in space, at this height.
    #[must_use]
    pub fn at_height(self, ring_side: f32, z: f32) -> Vec3 {
        let half = ring_side / 2.0;
        let (along, out) = (self.along - half, self.out + half);
        match self.edge {
            Edge::North => Vec3::new(along, out, z),
            Edge::East => Vec3::new(out, -along, z),
            Edge::South => Vec3::new(-along, -out, z),
            Edge::West => Vec3::new(-out, along, z),
        }
    }

    /// A point as seen from the edge it is outside of by most, or nearest to.
    #[must_use]
    pub fn outermost(point: Vec3, ring_side: f32) -> Self {
        let [first, rest @ ..] = Edge::ALL.map(|edge| Self::of(point, edge, ring_side));
        rest.into_iter()
            .fold(first, |a, b| if b.out > a.out { b } else { a })
    }

    /// The same point as seen from this edge.
    #[must_use]
    pub fn of(point: Vec3, edge: Edge, ring_side: f32) -> Self {
        let half = ring_side / 2.0;
        let (along, out) = match edge {
            Edge::North => (point.x, point.y),
            Edge::East => (-point.y, point.x),
            Edge::South => (-point.x, -point.y),
            Edge::West => (point.y, -point.x),
        };
        Self {
            edge,
            along: along + half,
            out: out - half,
        }
    }
}
