//! Certainty of an observation, without floats: in eighths of a bit.
//!
//! Eight more steps halve the chance of being wrong. A [`Certainty`] is the lead of the
//! best explanation over the next one.

use super::body::ByBody;
use core::fmt;

/// Lead of the best explanation over the next best, in eighths of a bit; 255 means "or
/// more".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Certainty(pub u8);

impl Certainty {
    /// Certainty of a guess: another explanation is as good.
    pub const NONE: Self = Self(0);
    /// Highest certainty at which the referee still asks: one step below [`Self::HIGH`].
    pub const LOW: Self = Self(47);
    /// Certainty from which no question is needed: odds of 64 to 1.
    pub const HIGH: Self = Self(48);
    /// Highest certainty: beyond doubt.
    pub const FULL: Self = Self(255);

    /// True if the certainty is so high that the referee need not ask.
    #[must_use]
    pub const fn is_high(self) -> bool {
        self.0 >= Self::HIGH.0
    }
}

impl fmt::Display for Certainty {
    /// Writes the certainty as odds: `64 : 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : 1", 1_u64 << (self.0 / 8))
    }
}

/// Misfit of each class of body to the readings, in eighths of a bit; 255 means "or
/// more". The body with the lowest cost explains them best, and 0 is a perfect fit.
pub type Costs = ByBody<u8>;
