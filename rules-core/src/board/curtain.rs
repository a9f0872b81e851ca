//! Light curtain: beams across the gutter, read through shift registers.
//!
//! Each side of the ring is one *lane*, a chain of shift registers whose bits arrive in
//! the order of [`Curtain::bit`]. A detector that sees light pulls its input low: **0
//! is lit, 1 is dark**. The last bits of each chain are wired to fixed levels
//! (*straps*): a code that identifies the lane, then 1, then 0; behind the last chip
//! the chain is fed with 1. A chain that has lost or gained a clock therefore ends in
//! 1, one that is broken ends in 1, one that is shorted ends in `00`, and two swapped
//! plugs show each other's code - all in a single frame.
//!
//! ```text
//!    bit 0                            bit 46 47
//!     | upper 0..20 | lower 0..20 | guards | code | 1 | 0 | <- 1 1 1 ...
//! ```
//!
//! Emitters light in four *phases*, so that a detector never receives light from the
//! neighbour of its own emitter: see [`Curtain::phase`]. A frame is one read in the
//! dark, then one in each phase.

use super::{Dimensions, Micrometres};
use crate::closed_enum::closed_enum;
use crate::place::Edge;
use crate::time::Span;

closed_enum! {
    /// Height at which beams cross the gutter: one of two.
    enum Plane {
        /// Plane close under the surface.
        Upper = "upper",
        /// Plane further down.
        Lower = "lower",
    }
    map ByPlane
}

closed_enum! {
    /// Phase of a frame in which an emitter is lit.
    enum EmitterPhase {
        /// First phase.
        A = "A",
        /// Second phase.
        B = "B",
        /// Third phase.
        C = "C",
        /// Fourth phase.
        D = "D",
    }
    map ByPhase
}

/// Light curtain around the four sides of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Curtain {
    /// Time from one frame to the next.
    pub period: Span,
    /// Number of bits in each chain: a multiple of 8.
    pub bits: u8,
    /// Number of beams across the gutter on each side, by plane.
    pub rows: ByPlane<u8>,
    /// Depth of each plane below the ring's surface. Each plane has a guard beam along
    /// the whole side.
    pub depths: ByPlane<Micrometres>,
    /// Number of bits of the lane's code.
    pub code_bits: u8,
}

/// Meaning of a bit in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ChainBit {
    /// Beam across the gutter: its plane, and its number clockwise along the side.
    Beam(Plane, u8),
    /// Guard beam of this plane, along the whole side.
    Guard(Plane),
    /// Fixed level: `true` is high.
    Strap(bool),
}

/// Length of the longest chain, in bits.
pub const MOST_BITS: usize = 48;

impl Curtain {
    /// Returns the meaning of the bit at this place of a lane's chain; `None` beyond
    /// its end.
    #[must_use]
    pub const fn bit(&self, lane: Edge, place: u8) -> Option<ChainBit> {
        let upper = self.rows.0[0];
        let lower = upper + self.rows.0[1];
        let straps = self.straps_from();
        if place < upper {
            Some(ChainBit::Beam(Plane::Upper, place))
        } else if place < lower {
            Some(ChainBit::Beam(Plane::Lower, place - upper))
        } else if place == lower {
            Some(ChainBit::Guard(Plane::Upper))
        } else if place == lower + 1 {
            Some(ChainBit::Guard(Plane::Lower))
        } else if place < straps {
            None
        } else if place < straps + self.code_bits {
            let code = lane_code(lane, self.code_bits);
            Some(ChainBit::Strap((code >> (place - straps)) & 1 == 1))
        } else if place + 2 == self.bits {
            Some(ChainBit::Strap(true))
        } else if place + 1 == self.bits {
            Some(ChainBit::Strap(false))
        } else {
            None
        }
    }

    /// Returns the place of the first strap in the chain.
    #[must_use]
    pub const fn straps_from(&self) -> u8 {
        self.bits - 2 - self.code_bits
    }

    /// Returns the phase in which the emitter of this bit is lit; `None` for a strap.
    ///
    /// Neighbours of one plane are a phase apart and the planes two, so that the
    /// nearest foreign light is four beams away in the plane.
    #[must_use]
    pub const fn phase(&self, bit: ChainBit) -> Option<EmitterPhase> {
        let n = match bit {
            ChainBit::Beam(Plane::Upper, n) => n,
            ChainBit::Beam(Plane::Lower, n) => n + 2,
            ChainBit::Guard(Plane::Upper) => 1,
            ChainBit::Guard(Plane::Lower) => 3,
            ChainBit::Strap(_) => return None,
        };
        Some(EmitterPhase::ALL[(n % 4) as usize])
    }

    /// Returns the number of all beams: across the gutter and guards, on four sides.
    #[must_use]
    pub const fn beams(&self) -> u16 {
        4 * (self.rows.0[0] as u16 + self.rows.0[1] as u16 + 2)
    }

    /// Returns the distance from one beam of a plane to the next, on a ring of these
    /// dimensions.
    #[must_use]
    pub fn pitch(&self, dimensions: &Dimensions, plane: Plane) -> Micrometres {
        Micrometres(dimensions.ring_side.0 / u32::from(self.rows[plane].max(1)))
    }

    /// Returns the place where a beam crosses the edge, clockwise along the side. The
    /// two planes are staggered by half a pitch.
    ///
    /// ```
    /// use rules_core::board::curtain::Plane;
    /// use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};
    ///
    /// let curtain = Profile::of(BoardId::Ring).curtain.ok_or("a ring has a curtain")?;
    /// let ring = Dimensions::ASSUMED;
    /// assert_eq!(curtain.along(&ring, Plane::Upper, 0), Micrometres(2_500));
    /// assert_eq!(curtain.along(&ring, Plane::Lower, 0), Micrometres(7_500));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn along(&self, dimensions: &Dimensions, plane: Plane, beam: u8) -> Micrometres {
        let pitch = self.pitch(dimensions, plane).0;
        let quarters = match (self.rows[Plane::Lower], plane) {
            (0, _) => 2,
            (_, Plane::Upper) => 1,
            (_, Plane::Lower) => 3,
        };
        Micrometres(pitch * u32::from(beam) + pitch * quarters / 4)
    }
}

/// Returns the code of a lane's straps, first bit lowest. With four bits any two lanes
/// differ in two of them, so that one bad bit does not imitate another lane.
const fn lane_code(lane: Edge, bits: u8) -> u8 {
    match (lane, bits) {
        (Edge::North, 4..) => 0b0011,
        (Edge::East, 4..) => 0b0101,
        (Edge::South, 4..) => 0b1001,
        (Edge::West, 4..) => 0b0110,
        (lane, _) => lane.index() as u8,
    }
}
