//! State of a side besides its blobs: a hand in its gutter, objects that lean there, the
//! start of tracking, and the last fall.

use super::rows::Run;
use crate::board::curtain::{ByPlane, Plane};

/// State of one side besides its blobs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SideState {
    /// Hand in the gutter of this side; `None` if there is none.
    pub hand: Option<HandExtent>,
    /// Beams that leaning objects keep dark, one bit each; they start no blobs.
    pub leaning: ByPlane<u32>,
    /// Frame number before which a dark beam counts as dark from the start.
    pub begun: u32,
    /// Frame number of the last fall on this side; `None` before the first.
    pub fell: Option<u32>,
}

/// Last sight of a hand: its frame, and its extent in micrometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct HandExtent {
    pub seen: u32,
    pub from: i32,
    pub to: i32,
}

impl SideState {
    /// State of a side that was not read yet.
    pub const NEW: Self = Self {
        hand: None,
        leaning: ByPlane([0; 2]),
        begun: 0,
        fell: None,
    };

    /// Records a hand between two positions; returns true if no hand was there before.
    pub fn hand_at(&mut self, now: u32, from: i32, to: i32) -> bool {
        let is_new = self.hand.is_none();
        let (from, to) = match self.hand {
            Some(old) if old.seen == now => (old.from.min(from), old.to.max(to)),
            _ => (from, to),
        };
        self.hand = Some(HandExtent {
            seen: now,
            from,
            to,
        });
        is_new
    }

    /// Forgets the hand if it was not seen for `after` frames; returns true if so.
    pub fn hand_gone(&mut self, now: u32, after: u32) -> bool {
        let gone = (self.hand).is_some_and(|hand| now.wrapping_sub(hand.seen) >= after);
        if gone {
            self.hand = None;
        }
        gone
    }

    /// True if a hand is at most `apart` from position `at`, both in micrometres.
    pub fn hand_within(&self, at: i32, apart: i32) -> bool {
        (self.hand).is_some_and(|hand| hand.from - apart <= at && at <= hand.to + apart)
    }

    /// Records that a leaning object keeps a run of beams dark.
    pub fn lean(&mut self, plane: Plane, run: Run) {
        self.leaning[plane] |= run.bits();
    }

    /// Forgets leaning objects where a beam is lit again; returns true if the last of
    /// them is gone with that.
    pub fn clear(&mut self, dark: &ByPlane<u32>) -> bool {
        let before = self.has_leaning();
        for plane in Plane::ALL {
            self.leaning[plane] &= dark[plane];
        }
        before && !self.has_leaning()
    }

    pub fn has_leaning(&self) -> bool {
        self.leaning.0.iter().any(|&row| row != 0)
    }

    /// True if a hand or a leaning object needs every frame.
    pub fn is_awake(&self) -> bool {
        self.hand.is_some() || self.has_leaning()
    }
}
