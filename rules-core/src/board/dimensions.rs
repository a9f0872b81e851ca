//! Dimensions of one owner's ring and pieces, read from a board file.

use super::Micrometres;
use crate::piece::BySize;

/// Dimensions of a square ring and of the pieces that fall off it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Dimensions {
    /// Length of one side of the ring.
    pub ring_side: Micrometres,
    /// Diameter of the discs of each size.
    pub diameters: BySize<Micrometres>,
    /// Height of a disc lying flat.
    pub thickness: Micrometres,
    /// Width of a sumo token at its widest.
    pub sumo: Micrometres,
    /// Width of a special token.
    pub token: Micrometres,
    /// Depth of the floor on which fallen pieces land, from the ring's surface.
    pub gutter_depth: Micrometres,
    /// Width of the gutter, from the ring's wall to the outer frame that holds the
    /// detectors.
    pub gutter_width: Micrometres,
    /// Length of the platform's short edge, which lies against the ring.
    pub platform_width: Micrometres,
    /// Length of the platform's long edge.
    pub platform_length: Micrometres,
}

impl Dimensions {
    /// Assumed dimensions, used until a ring is measured.
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
