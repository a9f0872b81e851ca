//! Action points: the budget of a turn and the cost of actions (SU-5).

use core::fmt;

/// Number of action points. A turn has three and no action costs more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Points {
    /// 0 points.
    Zero,
    /// 1 point.
    One,
    /// 2 points.
    Two,
    /// 3 points.
    Three,
}

impl Points {
    /// Points that a turn may spend (SU-5).
    pub const TURN: Self = Self::Three;

    /// Returns the points as a number, 0 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the points of this number; `None` above 3.
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

    /// Returns the points left after spending `cost`; `None` if `cost` is too high.
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
