//! What a magnet at rest over a sensor tells: which way round, and how strong.
//! Which player or piece that stands for is not known here.

use crate::closed::closed;
use core::fmt;

closed! {
    /// Which pole faces the sensor.
    enum Polarity {
        /// The reading rises.
        Plus = "+",
        /// The reading sinks.
        Minus = "-",
    }
}

closed! {
    /// How strong a magnet is, in the steps that can be told apart at rest.
    enum Strength {
        /// Weak.
        Weak = "weak",
        /// In between; used on grid boards only.
        Middle = "middle",
        /// Strong.
        Strong = "strong",
    }
    map ByStrength
}

/// A coded magnet: one of six.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Magnet {
    /// Which pole faces the sensor.
    pub polarity: Polarity,
    /// How strong it is.
    pub strength: Strength,
}

impl Magnet {
    /// All six.
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
