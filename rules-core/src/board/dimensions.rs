//! The dimensions of one owner's ring and pieces, read from a board file.

use super::Micrometres;
use crate::piece::BySize;

/// The dimensions of a square ring and what falls off it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Dimensions {
    /// One side of the ring.
    pub ring_side: Micrometres,
    /// Across a disc.
    pub diameters: BySize<Micrometres>,
    /// Height of a disc lying flat.
    pub thickness: Micrometres,
    /// Across a sumo token, where it is widest.
    pub sumo: Micrometres,
    /// Across a special token.
    pub token: Micrometres,
    /// From the ring's surface down to the floor that fallen pieces land on.
    pub gutter_depth: Micrometres,
    /// From the ring's wall to the outer frame that holds the detectors.
    pub gutter_width: Micrometres,
    /// The short edge of the platform, which lies against the ring.
    pub platform_width: Micrometres,
    /// The long edge of the platform.
    pub platform_length: Micrometres,
}

impl Dimensions {
    /// What is assumed until somebody measures a ring.
    pub const ASSUMED: Self = Self {
        ring_side: Micrometres::mm(200),
        diameters: BySize([
            Micrometres::mm(20),
            Micrometres::mm(30),
            Micrometres::mm(40),
        ]),
        thickness: Micrometres::mm(9),
        sumo: Micrometres::mm(42),
        token: Micrometres::mm(24),
        gutter_depth: Micrometres::mm(70),
        gutter_width: Micrometres::mm(60),
        platform_width: Micrometres::mm(56),
        platform_length: Micrometres::mm(110),
    };
}
