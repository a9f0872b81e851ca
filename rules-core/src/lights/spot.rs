//! Places that lights can point at.

use crate::board::{Dimensions, Micrometres};
use crate::place::{Edge, Place, Post};

/// A place that lights can point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Spot {
    /// A corner post.
    Post(Post),
    /// A whole edge.
    Edge(Edge),
    /// A place along an edge.
    Along(Edge, Share),
    /// A cell of a grid board, numbered as its LEDs: from the lowest row up,
    /// from left to right, from 0.
    Cell(u8),
}

/// How far along an edge, clockwise, in 256ths of its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Share(pub u8);

impl Spot {
    /// A place along an edge of a ring of these dimensions.
    ///
    /// ```
    /// use rules_core::board::{Dimensions, Micrometres};
    /// use rules_core::lights::{Share, Spot};
    /// use rules_core::place::Edge;
    ///
    /// let spot = Spot::along(Edge::East, Micrometres::mm(100), &Dimensions::ASSUMED);
    /// assert_eq!(spot, Spot::Along(Edge::East, Share(128)));
    /// ```
    #[must_use]
    pub fn along(edge: Edge, along: Micrometres, ring: &Dimensions) -> Self {
        let side = u64::from(ring.ring_side.0.max(1));
        let share = u64::from(along.0) * 256 / side;
        Self::Along(edge, Share(u8::try_from(share).unwrap_or(u8::MAX)))
    }

    /// Where a platform lies.
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

/// Some of the cells of a grid board, numbered as its LEDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Cells(pub u64);

impl Cells {
    /// None of them.
    pub const EMPTY: Self = Self(0);

    /// The set with this cell; cells beyond 63 do not exist and change nothing.
    #[must_use]
    pub const fn with(self, cell: u8) -> Self {
        let one: u64 = 1;
        match one.checked_shl(cell as u32) {
            Some(bit) => Self(self.0 | bit),
            None => self,
        }
    }

    /// Whether the cell is in the set.
    #[must_use]
    pub const fn contains(self, cell: u8) -> bool {
        cell < 64 && (self.0 >> cell) & 1 == 1
    }

    /// Its cells, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let cell = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (cell < 64).then_some(cell as u8)
        })
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}
