//! Action points: what a turn may spend and what actions cost (SU-5).

use core::fmt;

/// A number of action points. A turn has three and no action costs more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Points {
    /// 0
    Zero,
    /// 1
    One,
    /// 2
    Two,
    /// 3
    Three,
}

impl Points {
    /// What a turn may spend (SU-5).
    pub const TURN: Self = Self::Three;

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The points of this number, 0 to 3.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Zero),
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    /// What is left after spending `cost`; `None` if that is too much.
    #[must_use]
    pub const fn minus(self, cost: Self) -> Option<Self> {
        match self.number().checked_sub(cost.number()) {
            Some(left) => Self::from_number(left),
            None => None,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
