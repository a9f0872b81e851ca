//! Score of Abalone: number of enemy marbles ejected, by side.

use super::player::Side;

/// Number of ejected enemy marbles that wins the game (AB-7, AB-8, AB-9).
pub const TO_WIN: u8 = 6;

/// Numbers of enemy marbles ejected so far, by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Score([u8; 3]);

impl Score {
    /// Score without an ejected marble.
    pub const ZERO: Self = Self([0; 3]);

    /// Creates a score from counts in the order of [`Side::ALL`].
    #[must_use]
    pub const fn new(by_side: [u8; 3]) -> Self {
        Self(by_side)
    }

    /// Returns the number of marbles `side` has ejected.
    #[must_use]
    pub const fn ejected_by(self, side: Side) -> u8 {
        self.0[side as usize]
    }

    /// Returns the score with one more marble for `side`; saturates at 255.
    #[must_use]
    pub(super) fn plus_one(mut self, side: Side) -> Self {
        let count = &mut self.0[side as usize];
        *count = count.saturating_add(1);
        self
    }

    /// Returns the number of marbles ejected by all sides together; saturates at 255.
    #[must_use]
    pub fn total(self) -> u8 {
        self.0
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Returns the side that has ejected [`TO_WIN`] marbles; `None` if there is none.
    #[must_use]
    #[inline]
    pub fn winner(self) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.ejected_by(side) >= TO_WIN)
    }
}
