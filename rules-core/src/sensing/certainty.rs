//! How sure an observation is, without floats: in eighths of a bit.
//!
//! Eight steps more halve the chance of being wrong. A [`Certainty`] is how much
//! better the answer explains what was seen than the next one does.

use super::body::{Bodies, Body, ByBody};
use core::fmt;

/// Eighths of a bit by which an answer beats the next best; 255 is "or more".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Certainty(pub u8);

impl Certainty {
    /// A guess.
    pub const NONE: Self = Self(0);
    /// The most that something can be that is asked about all the same.
    pub const LOW: Self = Self(47);
    /// From here on nobody needs to be asked: 64 to 1.
    pub const HIGH: Self = Self(48);
    /// Beyond doubt.
    pub const FULL: Self = Self(255);

    /// Whether nobody needs to be asked.
    #[must_use]
    pub const fn is_high(self) -> bool {
        self.0 >= Self::HIGH.0
    }

    /// The lesser of two.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }
}

impl fmt::Display for Certainty {
    /// As odds: `64 : 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : 1", 1_u64 << (self.0 / 8))
    }
}

/// How badly each kind of body explains what was seen, in eighths of a bit: 0
/// explains it best.
pub type Costs = ByBody<u8>;

/// Who it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Identity {
    /// The best answer.
    pub body: Body,
    /// How much better it is than the next.
    pub certainty: Certainty,
    /// Every answer worth offering when people are asked, the best among them.
    pub candidates: Bodies,
}
