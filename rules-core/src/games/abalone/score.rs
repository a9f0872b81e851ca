//! How many enemy marbles each side has ejected.

use super::player::Side;

/// Ejecting this many wins (AB-7, AB-8, AB-9).
pub const TO_WIN: u8 = 6;

/// Enemy marbles ejected so far, by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Score([u8; 3]);

impl Score {
    /// Nothing ejected.
    pub const ZERO: Self = Self([0; 3]);

    /// The score in the order of the sides.
    #[must_use]
    pub const fn new(by_side: [u8; 3]) -> Self {
        Self(by_side)
    }

    /// What `side` has ejected.
    #[must_use]
    pub const fn of(self, side: Side) -> u8 {
        self.0[side as usize]
    }

    /// One more for `side`.
    #[must_use]
    pub(super) fn plus_one(mut self, side: Side) -> Self {
        let count = &mut self.0[side as usize];
        *count = count.saturating_add(1);
        self
    }

    /// All sides together.
    #[must_use]
    pub fn total(self) -> u8 {
        self.0
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The side that has ejected enough.
    #[must_use]
    #[inline]
    pub fn winner(self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.of(side) >= TO_WIN)
    }
}
