//! Rows of beams along a side, and the dark runs in them.

use crate::board::curtain::{ByPlane, Curtain, Plane};
use crate::board::{Dimensions, Micrometres};

/// Run of adjacent beams of a row, from `lo` to `hi`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Run {
    pub lo: u8,
    pub hi: u8,
}

impl Run {
    /// Returns the number of beams in the run.
    pub const fn len(self) -> u8 {
        self.hi.saturating_sub(self.lo).saturating_add(1)
    }

    /// True if the runs overlap or are adjacent.
    pub const fn touches(self, other: Self) -> bool {
        self.lo <= other.hi.saturating_add(1) && other.lo <= self.hi.saturating_add(1)
    }

    /// True if the runs have a beam in common.
    pub const fn overlaps(self, other: Self) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }

    /// Returns the number of beams that both runs contain.
    pub fn common(self, other: Self) -> u8 {
        let hi = self.hi.min(other.hi).saturating_add(1);
        hi.saturating_sub(self.lo.max(other.lo))
    }

    /// Returns the shortest run that covers both.
    pub fn with(self, other: Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// Returns the beams of the run as bits.
    pub const fn bits(self) -> u32 {
        below(self.hi.saturating_add(1)) & !below(self.lo)
    }
}

/// Returns the first `n` beams of a row as bits.
const fn below(n: u8) -> u32 {
    if n >= 32 { u32::MAX } else { (1 << n) - 1 }
}

/// Iterates over the dark runs of a row. Up to three adjacent beams that cannot be seen
/// count as dark if they lie between dark ones.
pub(super) fn runs(row: u32, unseen: u32) -> impl Iterator<Item = Run> {
    let (mut from_below, mut from_above) = (row, row);
    for _ in 0..3 {
        from_below |= (from_below << 1) & unseen;
        from_above |= (from_above >> 1) & unseen;
    }
    let mut rest = row | (from_below & from_above);
    core::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let lo = rest.trailing_zeros();
        let len = (!(rest >> lo)).trailing_zeros();
        let run = Run {
            lo: lo as u8,
            hi: (lo + len - 1) as u8,
        };
        rest &= !run.bits();
        Some(run)
    })
}

/// Row of beams of a side in one plane, with their positions in micrometres.
#[derive(Debug, Clone, Copy)]
pub(super) struct BeamRow {
    pub beams: u8,
    first: i32,
    pitch: i32,
}

impl BeamRow {
    /// Returns the position of a beam along the side, in micrometres; beyond the ends as
    /// if the row went on.
    pub const fn at(&self, beam: i32) -> i32 {
        self.first.saturating_add(self.pitch.saturating_mul(beam))
    }

    /// Returns the positions of the first and the last beam of a run, in micrometres.
    pub fn span(&self, run: Run) -> (i32, i32) {
        (self.at(run.lo.into()), self.at(run.hi.into()))
    }

    pub const fn pitch(&self) -> i32 {
        self.pitch
    }
}

/// Geometry of a side: its rows of beams, which are alike on all sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct SideGeometry {
    pub rows: ByPlane<BeamRow>,
    /// Length of the side, in micrometres.
    pub length: i32,
}

impl SideGeometry {
    /// Geometry of a board without a curtain.
    pub const BLANK: Self = Self {
        rows: ByPlane(
            [BeamRow {
                beams: 1,
                first: 0,
                pitch: 0,
            }; 2],
        ),
        length: 0,
    };

    pub fn new(curtain: &Curtain, dimensions: &Dimensions) -> Self {
        let length = dimensions.ring_side.signed();
        let rows = ByPlane::from_fn(|plane| BeamRow {
            beams: curtain.rows[plane].min(31),
            first: curtain.along(dimensions, plane, 0).signed(),
            pitch: curtain.pitch(dimensions, plane).signed(),
        });
        Self { rows, length }
    }

    /// True if a run of the upper row and one of the lower are at most `apart`
    /// micrometres from each other.
    pub fn near(&self, upper: Run, lower: Run, apart: i32) -> bool {
        let upper = self.rows[Plane::Upper].span(upper);
        let lower = self.rows[Plane::Lower].span(lower);
        upper.0 <= lower.1.saturating_add(apart) && lower.0 <= upper.1.saturating_add(apart)
    }

    /// Returns a position as a length along the side, clamped to its ends.
    pub fn place(&self, middle: i32) -> Micrometres {
        Micrometres(middle.clamp(0, self.length) as u32)
    }
}

/// State of a side's beams in one frame, one bit per beam.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SideFrame {
    /// Beams confirmed dark.
    pub dark: ByPlane<u32>,
    /// Beams dark in three consecutive frames.
    pub solid: ByPlane<u32>,
    /// Beams that cannot be seen: masked, or dark behind an object that leans there.
    pub unseen: ByPlane<u32>,
}

/// Splits the bits of a chain into the rows of both planes. Not inlined, because the
/// linker script places it in RAM by its name.
#[inline(never)]
pub(super) fn split_rows(curtain: &Curtain, chain: u64) -> ByPlane<u32> {
    let upper = curtain.rows[Plane::Upper].min(31);
    let lower = curtain.rows[Plane::Lower].min(31);
    let row = |from: u8, beams: u8| (chain >> from) as u32 & below(beams);
    ByPlane([row(0, upper), row(upper, lower)])
}
