//! The chains of shift registers: are the bits where they belong?
//!
//! The straps at the end of each chain are checked in every read of every frame.
//! A lane whose straps are wrong in any read of a frame is not listened to in
//! that frame. It is in trouble once most of its reads were wrong in
//! [`SURE`] frames on end, or some were in a third of all frames for long; it is
//! well again after [`WELL`] good frames.

use super::beams::{Words, gather, lane_mask};
use crate::board::curtain::{Bit, Curtain};
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::frame::{CurtainFrame, WORDS, mask_of};
use crate::sensing::sensor::Trouble;

/// Frames on end with most reads wrong.
const SURE: u8 = 3;

/// Points at which a lane with some wrong reads is in trouble: two for a frame
/// with a wrong read, one less for a good one.
const OFTEN: u8 = 128;

/// Good frames until a lane is well again: 100 ms.
const WELL: u16 = 250;

/// What has changed about a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Failed(Trouble),
    Mended(Trouble),
}

/// The straps and what became of them.
#[derive(Debug, Clone)]
pub(super) struct Chains {
    /// The word that holds the straps: the last.
    word: usize,
    /// Where straps are in it, and what they must read.
    straps: u32,
    levels: u32,
    /// The straps of each lane, as in the eight bits of its last chip.
    codes: ByEdge<u32>,
    lanes: ByEdge<Lane>,
}

#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Lane {
    /// Frames on end with most reads wrong.
    wrong: u8,
    /// Points for frames with any wrong read.
    points: u8,
    /// Good frames on end.
    good: u16,
    trouble: Option<Trouble>,
}

impl Chains {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.lanes);
    }

    pub fn new(curtain: &Curtain) -> Self {
        let word = (usize::from(curtain.bits / 8).saturating_sub(1)).min(WORDS - 1);
        let (mut straps, mut levels) = (0, 0);
        for lane in Edge::ALL {
            for place in (word as u8 * 8)..curtain.bits {
                if let Some(Bit::Strap(high)) = curtain.bit(lane, place) {
                    straps |= mask_of(lane, place);
                    levels |= if high { mask_of(lane, place) } else { 0 };
                }
            }
        }
        Self {
            word,
            straps,
            levels,
            codes: ByEdge::from_fn(|lane| gather(levels, lane)),
            lanes: ByEdge::default(),
        }
    }

    /// Whether every strap of a frame is right.
    pub fn are_well(&self, frame: &CurtainFrame) -> bool {
        self.wrong_in(frame) == 0
    }

    /// Whether a lane is being watched: every frame counts.
    pub fn are_worried(&self) -> bool {
        !self.lanes.0.iter().all(Lane::is_calm)
    }

    fn wrong_in(&self, frame: &CurtainFrame) -> u32 {
        let wrong =
            |all, read: &Words| all | read.get(self.word).map_or(0, |word| word ^ self.levels);
        frame.reads.iter().fold(0, wrong) & self.straps
    }

    /// Checks a frame; says which lanes changed. Returns the bits, in any word,
    /// of the lanes that are not to be listened to in this frame.
    pub fn check(&mut self, frame: &CurtainFrame, change: &mut dyn FnMut(Edge, Change)) -> u32 {
        let wrong = self.wrong_in(frame);
        let mut deaf = 0;
        for lane in Edge::ALL {
            let bits = lane_mask(lane);
            let bad = |read: &&Words| self.differs(read, bits);
            let bad_reads = match wrong & bits {
                0 => 0,
                _ => frame.reads.iter().filter(bad).count(),
            };
            let kind = match bad_reads {
                0 => Trouble::Slipped,
                _ => {
                    deaf |= bits;
                    let first = frame.reads.iter().find(bad);
                    first.map_or(Trouble::Slipped, |read| self.kind(read, lane))
                }
            };
            if let Some(it) = self.lanes[lane].step(bad_reads, kind) {
                change(lane, it);
            }
        }
        deaf
    }

    fn differs(&self, read: &Words, bits: u32) -> bool {
        let word = read.get(self.word).copied().unwrap_or(0);
        (word ^ self.levels) & self.straps & bits != 0
    }

    /// What the wrong straps of a read look like.
    fn kind(&self, read: &Words, lane: Edge) -> Trouble {
        let used = gather(self.straps, lane);
        let seen = gather(read.get(self.word).copied().unwrap_or(0), lane) & used;
        if seen == used {
            Trouble::Broken
        } else if seen == 0 {
            Trouble::LineStuck
        } else if self
            .codes
            .iter()
            .any(|(it, &code)| it != lane && code == seen)
        {
            Trouble::Swapped
        } else {
            Trouble::Slipped
        }
    }

    /// What is wrong with a lane.
    pub fn trouble(&self, lane: Edge) -> Option<Trouble> {
        self.lanes[lane].trouble
    }
}

impl Lane {
    fn is_calm(&self) -> bool {
        self.points == 0 && self.trouble.is_none()
    }

    fn step(&mut self, bad_reads: usize, kind: Trouble) -> Option<Change> {
        if bad_reads == 0 {
            self.wrong = 0;
            self.points = self.points.saturating_sub(1);
            self.good = self.good.saturating_add(1);
            if self.good < WELL {
                return None;
            }
            return self.trouble.take().map(Change::Mended);
        }
        self.good = 0;
        self.points = self.points.saturating_add(2);
        self.wrong = match bad_reads {
            3.. => self.wrong.saturating_add(1),
            _ => 0,
        };
        if self.trouble.is_some() || (self.wrong < SURE && self.points < OFTEN) {
            return None;
        }
        self.trouble = Some(kind);
        Some(Change::Failed(kind))
    }
}
