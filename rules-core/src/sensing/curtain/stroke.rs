//! Rod stroke: the check that every beam goes dark when something stands in it.
//!
//! A person draws a rod of 4 mm along each side, through both planes of beams. A beam that
//! never went dark sees the light of another emitter, or its input is shorted: what blocks
//! it would fall unseen. Nothing else finds foreign light, because a clear beam that is lit
//! looks the same whoever lights it.

use super::beams::{BeamWords, Beams, NONE};
use crate::board::curtain::Curtain;
use crate::sensing::frame::{CurtainFrame, CurtainRead};

/// Beams that have gone dark since the rod stroke began.
#[derive(Debug, Clone)]
pub struct RodStroke {
    beams: Beams,
    /// Beams dark in the last frame, and in the one before that.
    before: [BeamWords; 2],
    seen: BeamWords,
}

impl RodStroke {
    /// Starts a rod stroke: no beam has gone dark yet.
    #[must_use]
    pub fn new(curtain: &Curtain) -> Self {
        Self {
            beams: Beams::new(curtain),
            before: [NONE; 2],
            seen: NONE,
        }
    }

    /// Adds a frame. A beam counts once it is dark in its own phase in three consecutive
    /// frames, so that noise does not count.
    ///
    /// Not inlined, so that it takes no room in the path of frames, which runs from RAM.
    #[inline(never)]
    pub fn add_frame(&mut self, frame: &CurtainFrame) {
        let dark = self.beams.read_all(frame).dark;
        let [one, two] = self.before;
        for (n, seen) in self.seen.iter_mut().enumerate() {
            *seen |= dark[n] & one[n] & two[n];
        }
        self.before = [dark, one];
    }

    /// Returns the beams that have gone dark, laid out as the bits of a read.
    #[must_use]
    pub const fn seen(&self) -> &CurtainRead {
        &self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::RodStroke;
    use crate::board::curtain::{ChainBit, Plane};
    use crate::board::{BoardId, Profile};
    use crate::place::Edge;
    use crate::sensing::frame::{CurtainFrame, bit_of, mask_of};

    /// Shows the beam at `place` of the east side dark in all reads for some frames.
    fn darken(stroke: &mut RodStroke, place: u8, frames: u32) {
        let mut frame = CurtainFrame {
            index: 0,
            reads: [[0; 6]; 5],
        };
        for read in &mut frame.reads {
            read[usize::from(place / 8)] |= mask_of(Edge::East, place);
        }
        for _ in 0..frames {
            stroke.add_frame(&frame);
        }
    }

    #[test]
    fn a_beam_counts_once_it_was_dark_for_three_frames_and_no_strap_counts() {
        let curtain = Profile::of(BoardId::Ring).curtain.expect("a curtain");
        let mut stroke = RodStroke::new(&curtain);
        let lower = |n| {
            let bit = Some(ChainBit::Beam(Plane::Lower, n));
            (0..curtain.bits).find(|&place| curtain.bit(Edge::East, place) == bit)
        };
        let [one, two] = [lower(3), lower(4)].map(|place| place.expect("a beam"));
        darken(&mut stroke, one, 2);
        assert!(!bit_of(stroke.seen(), Edge::East, one), "noise");
        darken(&mut stroke, two, 3);
        darken(&mut stroke, curtain.straps_from(), 3);
        let seen = |place| bit_of(stroke.seen(), Edge::East, place);
        assert_eq!(
            [one, two, curtain.straps_from()].map(seen),
            [false, true, false]
        );
        assert!(!bit_of(stroke.seen(), Edge::West, two), "the other side");
    }
}
