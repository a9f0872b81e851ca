//! What a side knows beyond its blobs: a hand in it, things that lean there,
//! whether looking has only just begun.

use super::rows::Run;
use crate::board::curtain::{ByPlane, Plane};

/// The state of one side.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Vicinity {
    /// The hand that is in it: when it was last seen and where it reached, in
    /// micrometres.
    pub hand: Option<Reach>,
    /// Beams dark behind things that lean: not waited for.
    pub leaning: ByPlane<u32>,
    /// What is dark before this frame was there before.
    pub begun: u32,
    /// When something last fell.
    pub fell: Option<u32>,
}

/// Where a hand was seen last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Reach {
    pub seen: u32,
    pub from: i32,
    pub to: i32,
}

impl Vicinity {
    /// Takes note of a hand; says whether it is a new one.
    pub fn hand_at(&mut self, now: u32, from: i32, to: i32) -> bool {
        let is_new = self.hand.is_none();
        let (from, to) = match self.hand {
            Some(old) if old.seen == now => (old.from.min(from), old.to.max(to)),
            _ => (from, to),
        };
        self.hand = Some(Reach {
            seen: now,
            from,
            to,
        });
        is_new
    }

    /// Whether the hand has gone by now; it is forgotten then.
    pub fn hand_gone(&mut self, now: u32, after: u32) -> bool {
        let gone = (self.hand).is_some_and(|hand| now.wrapping_sub(hand.seen) >= after);
        if gone {
            self.hand = None;
        }
        gone
    }

    /// Whether a hand is so close to a place.
    pub fn hand_within(&self, at: i32, apart: i32) -> bool {
        (self.hand).is_some_and(|hand| hand.from - apart <= at && at <= hand.to + apart)
    }

    pub fn lean(&mut self, plane: Plane, run: Run) {
        self.leaning[plane] |= run.bits();
    }

    /// Forgets what leant where a beam is lit again; says whether the last of
    /// it has gone.
    pub fn clear(&mut self, dark: &ByPlane<u32>) -> bool {
        let before = self.leans();
        for plane in Plane::ALL {
            self.leaning[plane] &= dark[plane];
        }
        before && !self.leans()
    }

    pub fn leans(&self) -> bool {
        self.leaning.0.iter().any(|&row| row != 0)
    }

    /// Whether something is going on that needs every frame.
    pub fn is_awake(&self) -> bool {
        self.hand.is_some() || self.leans()
    }
}
