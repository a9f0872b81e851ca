//! Coverage of the sides: the smallest body can fall unseen if so many adjacent beams are
//! masked or dazzled that it fits between those that see.
//!
//! A side without coverage cannot report what it misses, so it reports the loss of
//! coverage, and the referee asks. Beams of both planes count: a body that passes one of
//! them is noticed.

use super::event::CurtainEvent;
use crate::board::curtain::{ByPlane, Curtain, Plane};
use crate::board::{Dimensions, Micrometres};
use crate::place::{ByEdge, Edge, Edges};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;

/// Number of frames of a window, in which a side was dazzled or not read, that are enough
/// to miss a fall: 10 ms.
const BLIND_FRAMES: u16 = 25;

/// Distance by which a body must reach beyond a beam to darken it for certain.
const OVERLAP: Micrometres = Micrometres::mm(2);

/// Coverage of all sides: finds gaps between the beams that see, and reports changes.
#[derive(Debug, Clone)]
pub(super) struct Coverage {
    rows: ByPlane<u8>,
    /// Widest gap between beams that no body gets through, in quarters of the pitch.
    widest: u32,
    state: SideCoverage,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SideCoverage {
    /// Sides with a gap among the beams that are not masked.
    gaps: Edges,
    /// Number of frames of this window in which each side could not see.
    dazzled: ByEdge<u16>,
    /// Sides reported as not covered.
    reported: Edges,
}

impl Coverage {
    /// Coverage of a board without a curtain.
    pub const BLANK: Self = Self {
        rows: ByPlane([0; 2]),
        widest: 0,
        state: SideCoverage {
            gaps: Edges::EMPTY,
            dazzled: ByEdge([0; 4]),
            reported: Edges::EMPTY,
        },
    };

    pub fn new(curtain: &Curtain, dimensions: &Dimensions) -> Self {
        let discs = dimensions.diameters.0.into_iter();
        let smallest = discs.fold(dimensions.token.0, |least, disc| least.min(disc.0));
        let quarter = (curtain.pitch(dimensions, Plane::Upper).0 / 4).max(1);
        // The gaps between working beams never count.
        let built = if curtain.rows[Plane::Lower] > 0 { 2 } else { 4 };
        Self {
            rows: curtain.rows,
            widest: (smallest.saturating_sub(OVERLAP.0) / quarter).max(built),
            ..Self::BLANK
        }
    }

    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.state);
    }

    /// True if a small body fits between the beams that are not in `unseen`.
    pub fn is_gap(&self, unseen: &ByPlane<u32>) -> bool {
        // No body fits between beams that all see.
        if unseen.0 == [0; 2] {
            return false;
        }
        let both = self.rows[Plane::Lower] > 0;
        // In quarters of the pitch: the planes are staggered by half of it.
        let first = if both { 1 } else { 2 };
        let mut last_seen = 0;
        for beam in 0..u32::from(self.rows[Plane::Upper]) {
            for (plane, at) in [(Plane::Upper, first), (Plane::Lower, 3)] {
                if plane == Plane::Lower && !both || unseen[plane] >> beam & 1 == 1 {
                    continue;
                }
                let here = 4 * beam + at;
                if here - last_seen > self.widest {
                    return true;
                }
                last_seen = here;
            }
        }
        4 * u32::from(self.rows[Plane::Upper]) - last_seen > self.widest
    }

    /// Sets the sides that have a gap among the beams that are not masked.
    pub const fn set_gaps(&mut self, gaps: Edges) {
        self.state.gaps = gaps;
    }

    /// Counts a frame in which these sides could not see.
    pub fn mask_for_frame(&mut self, gaps: Edges) {
        for edge in gaps.iter() {
            let frames = &mut self.state.dazzled[edge];
            *frames = frames.saturating_add(1);
        }
    }

    /// Counts `frames` that were not read at all, on every side.
    pub fn lose(&mut self, frames: u32) {
        let lost = u16::try_from(frames).unwrap_or(u16::MAX);
        for edge in Edge::ALL {
            let frames = &mut self.state.dazzled[edge];
            *frames = frames.saturating_add(lost);
        }
    }

    /// Reports the sides that have lost coverage.
    pub fn report(&mut self, emit: &mut dyn FnMut(CurtainEvent)) {
        for edge in Edge::ALL {
            let blind = self.state.gaps.contains(edge) || self.state.dazzled[edge] >= BLIND_FRAMES;
            if blind && !self.state.reported.contains(edge) {
                self.state.reported = self.state.reported.with(edge);
                emit(CurtainEvent::CoverageLost(edge));
            }
        }
    }

    /// Ends a window and reports the sides whose coverage is restored.
    pub fn close(&mut self, emit: &mut dyn FnMut(CurtainEvent)) {
        for edge in self.state.reported.iter() {
            if !self.state.gaps.contains(edge) && self.state.dazzled[edge] < BLIND_FRAMES {
                self.state.reported = self.state.reported.without(edge);
                emit(CurtainEvent::CoverageRestored(edge));
            }
        }
        self.state.dazzled = ByEdge::default();
    }
}

#[cfg(test)]
mod tests {
    use super::Coverage;
    use crate::board::curtain::{ByPlane, Plane};
    use crate::board::{BoardId, Dimensions, Profile};

    fn gap(name: BoardId, upper: u32, lower: u32) -> Option<bool> {
        let curtain = Profile::of(name).curtain?;
        let coverage = Coverage::new(&curtain, &Dimensions::ASSUMED);
        let mut unseen = ByPlane::default();
        (unseen[Plane::Upper], unseen[Plane::Lower]) = (upper, lower);
        Some(coverage.is_gap(&unseen))
    }

    #[test]
    fn a_gap_is_where_a_small_disc_passes_no_beam_that_sees() {
        let ring = |upper, lower| gap(BoardId::Ring, upper, lower);
        assert_eq!(ring(0, 0), Some(false));
        assert_eq!(ring(u32::MAX, 0), Some(false), "the other plane sees");
        assert_eq!(ring(0b10, 0b10), Some(false), "15 mm");
        assert_eq!(ring(0b110, 0b10), Some(true), "20 mm");
        assert_eq!(ring(0b111, 0b11), Some(true), "at the end of the side");
        assert_eq!(ring(u32::MAX, u32::MAX), Some(true));
    }
}
