//! Geometry of the table: the types that physics and sensor models share.
//!
//! Lengths are in millimetres, times in seconds. The origin is the centre of the ring's
//! surface; x points east, y north, z up, so that fallen pieces have a negative z. Edges
//! run clockwise: north from west to east, east from north to south.

use glam::{Quat, Vec3};
use rules_core::place::{ByPost, Edge, Facing, Place};
use rules_core::sensing::magnet::Magnet;

/// Position and rotation of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Centre of the body, mm.
    pub position: Vec3,
    /// Rotation from the upright position.
    pub rotation: Quat,
}

/// Outline of a solid around its centre, in its own coordinates; lengths in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Disc with its axis along its own z; a sumo is not perfectly round, so its two half
    /// axes differ.
    Disc {
        /// Half the disc's width along its own x.
        radius_x: f32,
        /// Half the disc's width along its own y.
        radius_y: f32,
        /// Half the disc's thickness.
        half_height: f32,
    },
    /// Box, such as a sleeve or the flat of a hand.
    Cuboid {
        /// Half the box's length along each of its own axes.
        half: Vec3,
    },
    /// Rod along its own z with round ends: a finger or an arm.
    Capsule {
        /// Half the length of the rod without its ends.
        half_length: f32,
        /// Radius of the rod.
        radius: f32,
    },
}

/// Solid that blocks light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solid {
    /// Outline of the solid.
    pub shape: Shape,
    /// Position and rotation of the solid.
    pub pose: Pose,
}

/// Magnet, modelled as a point dipole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dipole {
    /// Position of the magnet, mm.
    pub position: Vec3,
    /// Magnetic moment, A m2.
    pub moment: Vec3,
}

/// Piece on, above or below the ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyPose {
    /// Outline and pose of the piece, which blocks light.
    pub solid: Solid,
    /// Magnet in the piece's centre; `None` for a piece without a magnet.
    pub magnet: Option<Dipole>,
}

/// Position and orientation of the docked platform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Docking {
    /// Place at the ring where the platform lies.
    pub place: Place,
    /// Side of the platform that faces the ring.
    pub facing: Facing,
}

/// State of the table at one instant, as far as sensors can detect it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WorldView {
    /// Pieces on, above and below the ring.
    pub things: Vec<BodyPose>,
    /// Hands, fingers and sleeves: they block light and carry no magnet.
    pub hands: Vec<Solid>,
    /// Docked platform; `None` while it is not at the ring.
    pub platform: Option<Docking>,
    /// Markers in the four slots of each post; `None` for an empty slot.
    pub markers: ByPost<[Option<Magnet>; 4]>,
}

/// Point relative to an edge of the ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeRelative {
    /// Edge that the two distances refer to.
    pub edge: Edge,
    /// Distance along the edge, clockwise from its start, mm.
    pub along: f32,
    /// Distance outwards from the edge, mm; negative on the ring.
    pub out: f32,
}

impl EdgeRelative {
    /// Converts to a point in space at height `z`, on a ring with sides of `ring_side`
    /// mm.
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

    /// Converts a point in space to distances from the edge it is farthest outside of;
    /// inside the ring, from the nearest edge.
    #[must_use]
    pub fn outermost(point: Vec3, ring_side: f32) -> Self {
        let [first, rest @ ..] = Edge::ALL.map(|edge| Self::new(point, edge, ring_side));
        rest.into_iter()
            .fold(first, |a, b| if b.out > a.out { b } else { a })
    }

    /// Converts a point in space to distances from `edge`.
    #[must_use]
    pub fn new(point: Vec3, edge: Edge, ring_side: f32) -> Self {
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
