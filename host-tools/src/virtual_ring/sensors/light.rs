//! Light that is not the emitters': how strong it is at an instant, as a part of
//! what makes a detector read lit.

use super::noise::{self, Ambient, Purpose};
use std::sync::LazyLock;

/// When the five reads of a frame are taken, in µs from its beginning: each has
/// 60 µs to settle and takes 7.
pub(super) const READ_AT: [u64; 5] = [60, 127, 194, 261, 328];

/// How a foreign light changes with time. Its level is 1 where it just makes a
/// detector read lit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wave {
    /// The sun.
    Steady(f32),
    /// A lamp on the mains.
    Sine { mean: f32, depth: f32, hertz: u16 },
    /// A dimmed lamp: on half of the time.
    Square { level: f32, hertz: u16 },
    /// A remote control: every 108 ms a telegram of 67 ms, in bits of 560 µs on
    /// a carrier of 38 kHz, of which a slow detector catches a third.
    Remote { level: f32, seed: u64 },
    /// The LED strip: flashes four times a second; while it is on its dimming
    /// switches it at 430 Hz.
    Strip(f32),
}

impl Wave {
    /// The light of the room.
    pub fn of_room(ambient: Ambient) -> Self {
        Self::Sine {
            mean: ambient.level,
            depth: ambient.depth,
            hertz: ambient.hertz,
        }
    }

    /// The most it ever is.
    pub fn most(&self) -> f32 {
        match *self {
            Self::Sine { mean, depth, .. } => mean * (1.0 + depth),
            Self::Steady(level)
            | Self::Square { level, .. }
            | Self::Remote { level, .. }
            | Self::Strip(level) => level,
        }
    }

    /// The light at an instant in µs.
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
                let mut lots = noise::lots(seed, Purpose::Flicker, telegram << 32 | at);
                if lots.below(3) == 0 { level } else { 0.0 }
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

/// The sine of so many hertz at an instant in µs, the same on every machine.
pub(super) fn sine(micros: u64, hertz: u16) -> f32 {
    // Whole turns fall away first, so that hours do not cost precision.
    let turn = (micros * u64::from(hertz) % 1_000_000) as f32 / 1e6;
    let place = turn * PARTS as f32;
    let part = (place as usize).min(PARTS - 1);
    let (low, high) = (SINE[part], SINE[part + 1]);
    low + (high - low) * (place - part as f32)
}

/// Parts of a turn that are reckoned once: between them a straight line is right
/// to a millionth.
const PARTS: usize = 4096;

static SINE: LazyLock<[f32; PARTS + 1]> = LazyLock::new(|| {
    core::array::from_fn(|n| libm::sinf(n as f32 / PARTS as f32 * core::f32::consts::TAU))
});
