//! Rest level of an analog channel. It starts from the stored value and follows drift
//! slowly, in RAM only, never far from the stored value, and not while a magnet is there.

#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;

/// Largest distance from the stored rest level that still counts as drift: 60 ADC steps,
/// as a sum of four readings.
const MAX_DRIFT: i32 = 4 * 60;

/// Change that counts as drift even in a channel with little noise: 12 ADC steps, as a
/// sum of four readings. Steps of 10 happen, and the faintest magnet that counts makes
/// 30.
const FAINT: i32 = 4 * 12;

/// Binary logarithm of the number of visits that the exponential mean spans: with one
/// visit each 54 ms the time constant is about a minute.
const SHIFT: u32 = 10;

/// Rest level of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Baseline {
    /// Present rest level, in 65536ths of a sum of four readings.
    value: i32,
    /// Stored rest level, as a sum of four readings.
    stored: u16,
}

impl Baseline {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.value);
    }

    pub(super) const fn new(stored: u16) -> Self {
        Self {
            value: (stored as i32) << 16,
            stored,
        }
    }

    /// Returns the distance of a level from the rest level, both in 256ths of a sum.
    #[inline]
    pub(super) fn offset_from_rest(&self, level: i32) -> i32 {
        level - (self.value >> 8)
    }

    /// Returns the present rest level, as a sum of four readings.
    pub(super) fn sum(&self) -> u16 {
        u16::try_from(self.value >> 16).unwrap_or(self.stored)
    }

    /// Moves the rest level slowly towards `level` (in 256ths of a sum), if the
    /// difference can be drift. `noise` is one standard deviation, in sums.
    pub(super) fn track_drift(&mut self, level: i32, noise: u16) {
        let away = self.offset_from_rest(level);
        let still = (4 * i32::from(noise)).max(FAINT);
        if away.abs() > still << 8 {
            return;
        }
        let stored = i32::from(self.stored);
        let (low, high) = (stored - MAX_DRIFT, stored + MAX_DRIFT);
        let value = self.value + ((away << 8) >> SHIFT);
        self.value = value.clamp(low << 16, high << 16);
    }
}
