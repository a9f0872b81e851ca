//! Coding of a magnet at rest over a sensor: its polarity and its strength. The player or
//! piece that a code stands for is not known here.

use crate::closed_enum::closed_enum;
use core::fmt;

closed_enum! {
    /// Pole of a magnet that faces the sensor.
    enum Polarity {
        /// Pole that raises the sensor's reading.
        Plus = "+",
        /// Pole that lowers the sensor's reading.
        Minus = "-",
    }
}

closed_enum! {
    /// Strength of a magnet, in the steps that can be told apart at rest.
    enum Strength {
        /// Weakest of the three strengths.
        Weak = "weak",
        /// Strength in between; used on grid boards only.
        Middle = "middle",
        /// Strongest of the three strengths.
        Strong = "strong",
    }
    map ByStrength
}

/// Code of a magnet in a piece: one of six combinations of polarity and strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Magnet {
    /// Pole that faces the sensor.
    pub polarity: Polarity,
    /// Strength of the magnet.
    pub strength: Strength,
}

impl Magnet {
    /// Iterates over all six codes.
    pub fn all() -> impl Iterator<Item = Self> {
        Polarity::ALL
            .into_iter()
            .flat_map(|polarity| Strength::ALL.map(|strength| Self { polarity, strength }))
    }
}

impl fmt::Display for Magnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.polarity, self.strength)
    }
}
