//! Light curtain: beams across the gutter, read through shift registers.
//!
//! Each side of the ring is one *lane*, a chain of shift registers whose bits arrive in
//! the order of [`Curtain::bit`]. A detector that sees light pulls its input low: **0
//! is lit, 1 is dark**. The last bits of each chain are wired to fixed levels
//! (*straps*): a code that identifies the lane, then 1, then 0. Behind the last chip
//! the chain is fed with 1. A single frame therefore shows every wiring fault: a chain
//! that has lost or gained a clock ends in 1, a broken one ends in 1, a shorted one ends
//! in `00`, and two swapped plugs show each other's code.
//!
//! ```text
//!    bit 0                     bit 40     46  47
//!     | upper 0..20 | lower 0..20 | code | 1 | 0 | <- 1 1 1 ...
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
    /// One of the two heights at which beams cross the gutter.
    enum Plane {
        /// Plane closer to the ring's surface, which a falling body passes first.
        Upper = "upper",
        /// Plane further down, which a falling body passes second.
        Lower = "lower",
    }
    map ByPlane
}

closed_enum! {
    /// Phase of a frame: a quarter of the emitters is lit in each, one phase after the
    /// other.
    enum EmitterPhase {
        /// First phase of a frame.
        A = "A",
        /// Second phase of a frame.
        B = "B",
        /// Third phase of a frame.
        C = "C",
        /// Fourth phase of a frame.
        D = "D",
    }
    map ByPhase
}

/// Light curtain around the four sides of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Curtain {
    /// Time from the start of one frame to the next.
    pub period: Span,
    /// Number of bits in the shift-register chain of each side: a multiple of 8.
    pub bits: u8,
    /// Number of beams across the gutter on each side, by plane.
    pub rows: ByPlane<u8>,
    /// Depth of each plane below the ring's surface.
    pub depths: ByPlane<Micrometres>,
    /// Length of the longest cable from the main board to a side.
    pub cable: Micrometres,
    /// Resistor in series with load and with clock at the Pico, in ohms.
    pub series: u32,
}

/// Source of one bit in the shift-register chain of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ChainBit {
    /// Detector of a beam across the gutter: its plane, and its number from 0 clockwise
    /// along the side.
    Beam(Plane, u8),
    /// Strap: an input wired to a fixed level, where `true` is high.
    Strap(bool),
}

/// Length of the longest shift-register chain of any board, in bits.
pub const MAX_BITS: usize = 48;

/// Number of bits of the code at the end of a chain that identifies its side.
const CODE_BITS: u8 = 6;

impl Curtain {
    /// Returns the source of the bit at this place of a side's chain, counted from 0;
    /// `None` beyond its end.
    #[must_use]
    pub const fn bit(&self, lane: Edge, place: u8) -> Option<ChainBit> {
        let upper = self.rows.0[0];
        let lower = upper + self.rows.0[1];
        let straps = self.straps_from();
        if place < upper {
            Some(ChainBit::Beam(Plane::Upper, place))
        } else if place < lower {
            Some(ChainBit::Beam(Plane::Lower, place - upper))
        } else if place < straps {
            None
        } else if place < straps + CODE_BITS {
            let code = lane_code(lane);
            Some(ChainBit::Strap((code >> (place - straps)) & 1 == 1))
        } else if place + 2 == self.bits {
            Some(ChainBit::Strap(true))
        } else if place + 1 == self.bits {
            Some(ChainBit::Strap(false))
        } else {
            None
        }
    }

    /// Returns the place of the first strap (bit wired to a fixed level) in a chain,
    /// counted from 0.
    #[must_use]
    pub const fn straps_from(&self) -> u8 {
        self.bits - 2 - CODE_BITS
    }

    /// Returns the phase in which the emitter of this bit is lit; `None` for a strap.
    ///
    /// Neighbours in a plane are one phase apart, beams of the same number in the two
    /// planes two phases. Within a plane the nearest other emitter that is lit is
    /// therefore four beams away.
    #[must_use]
    pub const fn phase(&self, bit: ChainBit) -> Option<EmitterPhase> {
        let n = match bit {
            ChainBit::Beam(Plane::Upper, n) => n,
            ChainBit::Beam(Plane::Lower, n) => n + 2,
            ChainBit::Strap(_) => return None,
        };
        Some(EmitterPhase::ALL[(n % 4) as usize])
    }

    /// Returns the number of beams on the four sides.
    #[must_use]
    pub const fn beams(&self) -> u16 {
        4 * (self.rows.0[0] as u16 + self.rows.0[1] as u16)
    }

    /// Returns the distance from one beam of a plane to the next, on a ring of these
    /// dimensions.
    #[must_use]
    pub fn pitch(&self, dimensions: &Dimensions, plane: Plane) -> Micrometres {
        Micrometres(dimensions.ring_side.0 / u32::from(self.rows[plane].max(1)))
    }

    /// Returns the distance from the start of a side to a beam, clockwise along the
    /// side. Two planes are staggered by half a pitch.
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
        let quarters = match plane {
            Plane::Upper => 1,
            Plane::Lower => 3,
        };
        Micrometres(pitch * u32::from(beam) + pitch * quarters / 4)
    }
}

/// Returns the code in the straps of a lane, first bit lowest. Each code has three ones,
/// and any two differ in four of six bits, so that two bad bits do not imitate another
/// lane.
const fn lane_code(lane: Edge) -> u8 {
    match lane {
        Edge::North => 0b00_0111,
        Edge::East => 0b01_1001,
        Edge::South => 0b10_1010,
        Edge::West => 0b11_0100,
    }
}
