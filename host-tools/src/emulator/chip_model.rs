//! Model of the chip on the emulated Pico: the cache between processor and flash, and the
//! times that the flash takes.
//!
//! `tests/emulator/src/cache.mjs` has the parameters of each model and their sources.

use core::fmt;
use serde::{Deserialize, Serialize};

/// Model of the flash cache of the RP2040.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum CacheModel {
    /// A miss fills 4 bytes in 48 cycles; the oldest line of a set is replaced.
    #[value(name = "4-byte")]
    FourByte,
    /// A miss fills 8 bytes in 62 cycles; a random line of a set is replaced.
    #[value(name = "8-byte")]
    EightByte,
    /// A chip that never waits for its flash, for comparison.
    #[value(name = "ideal")]
    Ideal,
}

impl CacheModel {
    /// Returns the name of the model in the harness; `None` for the ideal chip.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::FourByte => Some("4-byte"),
            Self::EightByte => Some("8-byte"),
            Self::Ideal => None,
        }
    }
}

/// Chip to emulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChipModel {
    /// Model of the flash cache.
    pub cache: CacheModel,
    /// Seed of the durations of writes (0.4 to 3 ms) and erases (45 to 400 ms).
    pub seed: u32,
}

impl Default for ChipModel {
    fn default() -> Self {
        Self {
            cache: CacheModel::FourByte,
            seed: 1,
        }
    }
}

/// Parameters of the flash cache with which the harness ran.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct CacheParameters {
    /// Name of the model.
    pub name: String,
    /// Number of bytes that a miss fills.
    pub fill: u32,
    /// Number of cycles that a miss takes.
    pub miss: u32,
    /// Line of a set that a miss replaces.
    pub victim: String,
}

impl fmt::Display for CacheParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes a miss, {} cycles", self.fill, self.miss)
    }
}
