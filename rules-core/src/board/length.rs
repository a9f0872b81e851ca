//! Lengths in whole micrometres, which store a calliper reading exactly, without floats.

use core::fmt;

/// Length in thousandths of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Micrometres(pub u32);

impl Micrometres {
    /// Creates a length from millimetres; saturates at 4,294,967.295 mm.
    #[must_use]
    pub const fn mm(millimetres: u32) -> Self {
        Self(millimetres.saturating_mul(1000))
    }

    /// Returns the length as a signed number of micrometres; saturates at 100 m, which is
    /// longer than any ring.
    #[must_use]
    pub const fn signed(self) -> i32 {
        if self.0 < 100_000_000 {
            self.0.cast_signed()
        } else {
            100_000_000
        }
    }

    /// Returns the distance between two positions.
    #[must_use]
    pub const fn apart(self, other: Self) -> Self {
        Self(self.0.abs_diff(other.0))
    }
}

impl fmt::Display for Micrometres {
    /// Writes the length in millimetres without trailing zeros: `20 mm`, `8.5 mm`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        match (rest, rest % 10, rest % 100) {
            (0, _, _) => write!(f, "{whole} mm"),
            (_, _, 0) => write!(f, "{whole}.{} mm", rest / 100),
            (_, 0, _) => write!(f, "{whole}.{:02} mm", rest / 10),
            _ => write!(f, "{whole}.{rest:03} mm"),
        }
    }
}
