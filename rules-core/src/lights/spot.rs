//! Places on a board that lights can point at.

use crate::board::{Dimensions, Micrometres};
use crate::place::{Edge, Place, Post};

/// Place on a board that lights can point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Spot {
    /// Corner post of the ring.
    Post(Post),
    /// Whole edge of the ring.
    Edge(Edge),
    /// Point along an edge of the ring.
    Along(Edge, EdgeFraction),
    /// Cell of a grid board, numbered as its LEDs: from the lowest row up, from left to
    /// right, from 0.
    Cell(u8),
}

/// Distance along an edge of the ring, clockwise, in 256ths of the edge's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct EdgeFraction(pub u8);

impl Spot {
    /// Returns the spot at the distance `along` from the start of an edge, clockwise.
    ///
    /// ```
    /// use rules_core::board::{Dimensions, Micrometres};
    /// use rules_core::lights::{EdgeFraction, Spot};
    /// use rules_core::place::Edge;
    ///
    /// let spot = Spot::along(Edge::East, Micrometres::mm(100), &Dimensions::ASSUMED);
    /// assert_eq!(spot, Spot::Along(Edge::East, EdgeFraction(128)));
    /// ```
    #[must_use]
    pub fn along(edge: Edge, along: Micrometres, ring: &Dimensions) -> Self {
        let side = u64::from(ring.ring_side.0.max(1));
        let share = u64::from(along.0) * 256 / side;
        Self::Along(edge, EdgeFraction(u8::try_from(share).unwrap_or(u8::MAX)))
    }

    /// Returns the spot of a platform that is docked at `place`.
    #[must_use]
    pub fn of_platform(place: Place, ring: &Dimensions) -> Self {
        match place {
            Place::Corner(post) => Self::Post(post),
            Place::Along { edge, at_mm } => {
                Self::along(edge, Micrometres::mm(u32::from(at_mm)), ring)
            }
        }
    }
}
