//! Model of ambient light: light that does not come from the emitters, relative to the
//! light that makes a detector read lit.

use super::noise::{self, Ambient, RngStream};
use std::sync::LazyLock;

/// Times of the five reads of a curtain frame, in us from its beginning: each settles for
/// 60 us and takes 7 us.
pub(super) const READ_AT: [u64; 5] = [60, 127, 194, 261, 328];

/// Ambient light as a function of time. At level 1 it just makes a detector read lit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wave {
    /// Sunlight of this constant level.
    Steady(f32),
    /// Lamp on the mains: its level swings around `mean` by the fraction `depth`.
    Sine { mean: f32, depth: f32, hertz: u16 },
    /// Dimmed lamp: at `level` for half of each period, otherwise dark.
    Square { level: f32, hertz: u16 },
    /// Remote control: every 108 ms a telegram of 67 ms, in bits of 560 us on a carrier
    /// of 38 kHz, of which a slow detector catches a third.
    Remote { level: f32, seed: u64 },
    /// The ring's LED strip at this level: flashes four times a second; while it is on,
    /// its dimming switches it at 430 Hz.
    Strip(f32),
}

impl Wave {
    /// Creates the ambient light of a room.
    pub fn of_room(ambient: Ambient) -> Self {
        Self::Sine {
            mean: ambient.level,
            depth: ambient.depth,
            hertz: ambient.hertz,
        }
    }

    /// Returns the highest level that the light reaches.
    pub fn most(&self) -> f32 {
        match *self {
            Self::Sine { mean, depth, .. } => mean * (1.0 + depth),
            Self::Steady(level)
            | Self::Square { level, .. }
            | Self::Remote { level, .. }
            | Self::Strip(level) => level,
        }
    }

    /// Returns the level of the light at a time in us.
    pub fn at(&self, micros: u64) -> f32 {
        match *self {
            Self::Steady(level) => level,
            Self::Sine { mean, depth, hertz } => mean * (1.0 + depth * sine(micros, hertz)),
            Self::Square { level, hertz } => level * half_of_the_time(micros, hertz),
            Self::Remote { level, seed } => {
                let (telegram, at) = (micros / 108_000, micros % 108_000);
                let bit = at / 560;
                if at >= 67_000 || bit % 2 == 1 {
                    return 0.0;
                }
                let mut rng = noise::rng(seed, RngStream::Flicker, telegram << 32 | at);
                if rng.below(3) == 0 { level } else { 0.0 }
            }
            Self::Strip(level) => {
                level * half_of_the_time(micros, 4) * half_of_the_time(micros, 430)
            }
        }
    }
}

fn half_of_the_time(micros: u64, hertz: u16) -> f32 {
    if micros * u64::from(hertz) % 1_000_000 < 500_000 {
        1.0
    } else {
        0.0
    }
}

/// Returns the sine of this frequency at a time in us; equal on every machine.
pub(super) fn sine(micros: u64, hertz: u16) -> f32 {
    // Whole periods are removed first, so that hours do not cost precision.
    let turn = (micros * u64::from(hertz) % 1_000_000) as f32 / 1e6;
    let place = turn * PARTS as f32;
    let part = (place as usize).min(PARTS - 1);
    let (low, high) = (SINE[part], SINE[part + 1]);
    low + (high - low) * (place - part as f32)
}

/// Number of samples of a period in the sine table: linear interpolation between them is
/// accurate to a millionth.
const PARTS: usize = 4096;

static SINE: LazyLock<[f32; PARTS + 1]> = LazyLock::new(|| {
    core::array::from_fn(|n| libm::sinf(n as f32 / PARTS as f32 * core::f32::consts::TAU))
});
