//! Physical properties of the pieces: outline, weight and magnet.
//!
//! Sizes come from the board file where it states them; the others are assumed here. All
//! pieces are made of wood, with a magnet of no weight.

pub use host_core::kabuto::ideal_observations::body_of as body;

use super::geometry::{Pose, Shape};
use super::sensors::{MOMENT_6X2, MOMENT_8X3};
use glam::{Quat, Vec2, Vec3};
use rules_core::board::{Dimensions, Micrometres};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Element, Piece, Size};
use rules_core::player::Seat;

/// Density of wood, g/cm3.
pub const DENSITY: f32 = 0.65;

/// Ratio of the narrow to the wide side of a sumo: 38 to 42 mm.
const SUMO_OVAL: f32 = 38.0 / 42.0;

/// Thickness of a sumo, mm.
const SUMO_THICK: f32 = 12.0;

/// Thickness that a belt adds to its pawn, mm.
const BELT_THICK: f32 = 4.0;

/// Converts a length of the board file to mm.
#[must_use]
pub fn mm(length: Micrometres) -> f32 {
    length.0 as f32 / 1000.0
}

/// Pieces of one edition at one owner's sizes.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    /// Sizes of the owner's ring and pieces.
    pub dimensions: Dimensions,
    /// Edition, which determines the pawn that carries the belt.
    pub edition: Edition,
}

impl Catalogue {
    /// Returns the size of the pawn that carries the belt.
    #[must_use]
    pub const fn belt_on(&self) -> Size {
        self.edition.book().centre
    }

    /// Returns the outline of a piece; all pieces are discs.
    #[must_use]
    pub fn shape(&self, piece: Piece) -> Shape {
        let [radius_x, radius_y, half_height] = self.halves(piece);
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        }
    }

    /// Returns half the width of a piece along x and y and half its height, in mm.
    #[must_use]
    pub fn halves(&self, piece: Piece) -> [f32; 3] {
        let sizes = &self.dimensions;
        let thick = mm(sizes.thickness) / 2.0;
        let round = |across: Micrometres, half: f32| [mm(across) / 2.0, mm(across) / 2.0, half];
        match piece {
            Piece::Element(Element::Pawn(size)) => round(sizes.diameters[size], thick),
            Piece::Element(Element::Token(_)) => round(sizes.token, thick),
            Piece::Belt => {
                let pawn = sizes.diameters[self.belt_on()];
                round(pawn, thick + BELT_THICK / 2.0)
            }
            Piece::Sumo(_) => {
                let wide = mm(sizes.sumo) / 2.0;
                [wide, wide * SUMO_OVAL, SUMO_THICK / 2.0]
            }
        }
    }

    /// Returns the largest half width of a piece, in mm.
    #[must_use]
    pub fn radius(&self, piece: Piece) -> f32 {
        self.halves(piece)[0]
    }

    /// Returns the moment of a piece's magnet along its own z, in A m2; 0 without a
    /// magnet.
    #[must_use]
    pub const fn moment(&self, piece: Piece) -> f32 {
        match piece {
            Piece::Element(Element::Pawn(_)) => 0.0,
            Piece::Element(Element::Token(_)) => MOMENT_6X2,
            Piece::Belt | Piece::Sumo(Seat::First | Seat::Third) => MOMENT_8X3,
            Piece::Sumo(Seat::Second | Seat::Fourth) => -MOMENT_8X3,
        }
    }

    /// Returns the placement of a piece lying flat with its bottom at height `bottom` mm,
    /// rotated by `turn` radians.
    #[must_use]
    pub fn lay(&self, piece: Piece, at: Vec2, bottom: f32, turn: f32) -> PiecePlacement {
        let half_height = self.halves(piece)[2];
        PiecePlacement {
            piece,
            pose: Pose {
                position: Vec3::new(at.x, at.y, bottom + half_height),
                rotation: Quat::from_rotation_z(turn),
            },
        }
    }
}

/// Piece and its position at the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PiecePlacement {
    /// Kind of piece.
    pub piece: Piece,
    /// Position and rotation of the piece.
    pub pose: Pose,
}
