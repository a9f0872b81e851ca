//! Health of the shift-register chains: the straps, bits wired to fixed levels, show if
//! all bits are in place.
//!
//! The straps at the end of each chain are checked in every read of every frame. A lane
//! (the chain of one side) whose straps are wrong in any read of a frame is ignored in
//! that frame. The lane is faulty once most of its reads were wrong in [`FAULT_FRAMES`]
//! consecutive frames, or some were in more than a third of all frames for long. It works
//! again after [`RECOVERY_FRAMES`] good frames.

use super::beams::{BeamWords, gather, lane_mask};
use crate::board::curtain::{ChainBit, Curtain};
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::frame::{CurtainFrame, WORDS, mask_of};
use crate::sensing::sensor::SensorFault;

/// Number of consecutive frames with most reads wrong that make a lane faulty.
const FAULT_FRAMES: u8 = 3;

/// Points at which a lane with some wrong reads is faulty: a frame with a wrong read adds
/// two, a good one takes one away.
const FAULT_POINTS: u8 = 128;

/// Number of consecutive good frames until a lane works again: 100 ms.
const RECOVERY_FRAMES: u16 = 250;

/// Change in the health of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneChange {
    Failed(SensorFault),
    Recovered(SensorFault),
}

/// Straps of all chains, and the health of each lane.
#[derive(Debug, Clone)]
pub(super) struct Chains {
    /// Index of the word that holds the straps: the last of a read.
    word: usize,
    /// Mask of the straps in that word.
    straps: u32,
    /// Correct levels of the straps in that word.
    levels: u32,
    /// Correct levels of each lane's straps, as the eight bits of its last chip.
    codes: ByEdge<u32>,
    lanes: ByEdge<Lane>,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Lane {
    /// Number of consecutive frames with most reads wrong.
    wrong: u8,
    /// Points for frames with any wrong read.
    points: u8,
    /// Number of consecutive good frames.
    good: u16,
    fault: Option<SensorFault>,
}

impl Lane {
    const NEW: Self = Self {
        wrong: 0,
        points: 0,
        good: 0,
        fault: None,
    };
}

impl Chains {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.lanes);
    }

    /// Chains of a board without a curtain.
    pub const BLANK: Self = Self {
        word: 0,
        straps: 0,
        levels: 0,
        codes: ByEdge([0; 4]),
        lanes: ByEdge([Lane::NEW; 4]),
    };

    pub fn new(curtain: &Curtain) -> Self {
        let word = (usize::from(curtain.bits / 8).saturating_sub(1)).min(WORDS - 1);
        let (mut straps, mut levels) = (0, 0);
        for lane in Edge::ALL {
            for place in (word as u8 * 8)..curtain.bits {
                if let Some(ChainBit::Strap(high)) = curtain.bit(lane, place) {
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
            ..Self::BLANK
        }
    }

    /// True if every strap of a frame is right.
    pub fn are_well(&self, frame: &CurtainFrame) -> bool {
        self.wrong_in(frame) == 0
    }

    /// True if a lane is faulty or suspect, so that every frame must be checked.
    pub fn are_worried(&self) -> bool {
        !self.lanes.0.iter().all(Lane::is_calm)
    }

    fn wrong_in(&self, frame: &CurtainFrame) -> u32 {
        let wrong =
            |all, read: &BeamWords| all | read.get(self.word).map_or(0, |word| word ^ self.levels);
        frame.reads.iter().fold(0, wrong) & self.straps
    }

    /// Checks a frame and calls `change` for the lanes that failed or recovered. Returns
    /// the mask, for any word, of the lanes to ignore in this frame.
    pub fn check(&mut self, frame: &CurtainFrame, change: &mut dyn FnMut(Edge, LaneChange)) -> u32 {
        let wrong = self.wrong_in(frame);
        let mut deaf = 0;
        for lane in Edge::ALL {
            let bits = lane_mask(lane);
            let bad = |read: &&BeamWords| self.differs(read, bits);
            let bad_reads = match wrong & bits {
                0 => 0,
                _ => frame.reads.iter().filter(bad).count(),
            };
            let kind = match bad_reads {
                0 => SensorFault::Slipped,
                _ => {
                    deaf |= bits;
                    let first = frame.reads.iter().find(bad);
                    first.map_or(SensorFault::Slipped, |read| self.kind(read, lane))
                }
            };
            if let Some(new) = self.lanes[lane].step(bad_reads, kind) {
                change(lane, new);
            }
        }
        deaf
    }

    fn differs(&self, read: &BeamWords, bits: u32) -> bool {
        let word = read.get(self.word).copied().unwrap_or(0);
        (word ^ self.levels) & self.straps & bits != 0
    }

    /// Returns the fault that the wrong straps of a read point to.
    fn kind(&self, read: &BeamWords, lane: Edge) -> SensorFault {
        let used = gather(self.straps, lane);
        let seen = gather(read.get(self.word).copied().unwrap_or(0), lane) & used;
        if seen == used {
            SensorFault::Broken
        } else if seen == 0 {
            SensorFault::LineStuck
        } else if self
            .codes
            .iter()
            .any(|(other, &code)| other != lane && code == seen)
        {
            SensorFault::Swapped
        } else {
            SensorFault::Slipped
        }
    }

    /// Returns the fault of a lane; `None` if it works.
    pub fn fault(&self, lane: Edge) -> Option<SensorFault> {
        self.lanes[lane].fault
    }
}

impl Lane {
    fn is_calm(&self) -> bool {
        self.points == 0 && self.fault.is_none()
    }

    fn step(&mut self, bad_reads: usize, kind: SensorFault) -> Option<LaneChange> {
        if bad_reads == 0 {
            self.wrong = 0;
            self.points = self.points.saturating_sub(1);
            self.good = self.good.saturating_add(1);
            if self.good < RECOVERY_FRAMES {
                return None;
            }
            return self.fault.take().map(LaneChange::Recovered);
        }
        self.good = 0;
        self.points = self.points.saturating_add(2);
        self.wrong = match bad_reads {
            3.. => self.wrong.saturating_add(1),
            _ => 0,
        };
        if self.fault.is_some() || (self.wrong < FAULT_FRAMES && self.points < FAULT_POINTS) {
            return None;
        }
        self.fault = Some(kind);
        Some(LaneChange::Failed(kind))
    }
}
