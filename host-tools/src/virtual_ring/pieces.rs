//! What the pieces are made of: outline, weight and magnet.
//!
//! Sizes come from the board file where it has them; what it does not name is
//! assumed here, with its unit. Everything is wood with a magnet of no weight.

pub use crate::kabuto::sights::body_of as body;

use super::sensors::{MOMENT_6X2, MOMENT_8X3};
use super::space::{Pose, Shape};
use glam::{Quat, Vec2, Vec3};
use rules_core::board::{Dimensions, Micrometres};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Element, Piece, Size};
use rules_core::player::Seat;

/// Wood, in g/cm³.
pub const DENSITY: f32 = 0.65;

/// A sumo across its narrow side, relative to its wide one: 38 of 42 mm.
const SUMO_OVAL: f32 = 38.0 / 42.0;

/// Thickness of a sumo, mm.
const SUMO_THICK: f32 = 12.0;

/// What a belt adds to the thickness of its pawn, mm.
const BELT_THICK: f32 = 4.0;

/// Millimetres of a board file's length.
#[must_use]
pub fn mm(length: Micrometres) -> f32 {
    length.0 as f32 / 1000.0
}

/// The pieces of one box at one owner's sizes.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    /// The owner's sizes.
    pub dimensions: Dimensions,
    /// The box: it says which pawn carries the belt.
    pub edition: Edition,
}

impl Catalogue {
    /// The pawn that carries the belt.
    #[must_use]
    pub const fn belt_on(&self) -> Size {
        self.edition.book().centre
    }

    /// The outline of a piece. All of them are discs.
    #[must_use]
    pub fn shape(&self, piece: Piece) -> Shape {
        let [radius_x, radius_y, half_height] = self.halves(piece);
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        }
    }

    /// Half the width along x and y and half the height, in mm.
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

    /// The greatest half width of a piece, in mm.
    #[must_use]
    pub fn radius(&self, piece: Piece) -> f32 {
        self.halves(piece)[0]
    }

    /// The moment of its magnet along its own z, in A m²; 0 without one.
    #[must_use]
    pub const fn moment(&self, piece: Piece) -> f32 {
        match piece {
            Piece::Element(Element::Pawn(_)) => 0.0,
            Piece::Element(Element::Token(_)) => MOMENT_6X2,
            Piece::Belt | Piece::Sumo(Seat::First | Seat::Third) => MOMENT_8X3,
            Piece::Sumo(Seat::Second | Seat::Fourth) => -MOMENT_8X3,
        }
    }

    /// A piece lying flat, its bottom at this height, turned by so many radians.
    #[must_use]
    pub fn lay(&self, piece: Piece, at: Vec2, bottom: f32, turn: f32) -> Placed {
        let half_height = self.halves(piece)[2];
        Placed {
            piece,
            pose: Pose {
                position: Vec3::new(at.x, at.y, bottom + half_height),
                rotation: Quat::from_rotation_z(turn),
            },
        }
    }
}

/// A piece and where it is at the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Where.
    pub pose: Pose,
}
