//! Filter of an analog channel: a median of three against single wild values, then an
//! exponential mean. It takes every value of every scan, so that its time constant is a
//! fixed time.

#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;

/// Mask of a sum of four readings: 14 bits.
const SUM_BITS: u16 = 0x3FFF;

/// Lowest sum of four readings that a working sensor delivers. A Hall sensor stays 0.2 V
/// (248 steps) off either end of the range and an uncovered optic reads 200 steps; an
/// open input leaks to 60.
const MIN_SUM: u16 = 4 * 100;

/// Highest sum of four readings that a working sensor delivers.
const MAX_SUM: u16 = 4 * 3950;

/// Largest change from one scan to the next that a magnet moved by hand makes: 96 ADC
/// steps, as a sum of four. A piece that a hand puts down changes a reading by 1,000
/// steps in 20 ms, which is 30 scans.
const JUMP: u16 = 4 * 96;

/// Largest change from one scan to the next that a fast passage makes: 600 ADC steps, as
/// a sum of four. The edge of a disc passes a reflective sensor in 5 ms.
const QUICK_JUMP: u16 = 4 * 600;

/// Weight of one jump, a change that no sensor makes, in [`Filter::jumps`].
pub(super) const ONE_JUMP: u8 = 16;

/// Difference of two values above which the excess is movement, not noise: 63 ADC steps,
/// as a sum of four.
const CLIP: u16 = 255;

/// Smoothing of a channel, as the binary logarithm of the number of scans that the mean
/// spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Smoothing {
    /// The mean takes a quarter of each new value: for magnets and pieces that pass.
    Quick = 2,
    /// The mean takes a sixteenth of each new value: for pieces that lie still.
    Calm = 4,
}

/// Filter of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter {
    /// Value before the last one.
    older: u16,
    /// Last value, as a sum of four readings.
    newer: u16,
    pace: Smoothing,
    /// True if the value has changed at all since [`Filter::moved`] was last called.
    moved: bool,
    /// Recent jumps, 16 each, saturating; [`Filter::forget`] lets them fade.
    jumps: u8,
    /// Smoothed value, in 256ths of a sum of four readings.
    level: i32,
    /// Mean difference from one value to the next, in 256ths of a sum.
    noise: u16,
}

impl Filter {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.older);
        archive.archive(&mut self.newer);
        archive.archive(&mut self.moved);
        archive.archive(&mut self.jumps);
        archive.archive(&mut self.level);
        archive.archive(&mut self.noise);
    }

    /// Creates a filter that starts at the stored rest level, never at the first value: a
    /// magnet that is there at power-up must show.
    pub(super) const fn new(rest: u16, pace: Smoothing) -> Self {
        Self {
            older: rest,
            newer: rest,
            pace,
            moved: false,
            jumps: 0,
            level: (rest as i32) << 8,
            // A little under one step, as good converters have.
            noise: 3 << 8,
        }
    }

    /// Adds the value of a scan, a sum of four readings.
    #[inline]
    pub(super) fn update(&mut self, sum: u16) {
        let new = sum & SUM_BITS;
        let (a, b) = (self.older, self.newer);
        (self.older, self.newer) = (b, new);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let median = if new < low {
            low
        } else if new > high {
            high
        } else {
            new
        };
        self.level += ((i32::from(median) << 8) - self.level) >> (self.pace as u32);
        let step = new.abs_diff(b);
        self.noise = self.noise - (self.noise >> 8) + if step < CLIP { step } else { CLIP };
        if step != 0 {
            self.moved = true;
            if step > JUMP {
                self.jump(b, new);
            }
        }
    }

    #[cold]
    fn jump(&mut self, from: u16, to: u16) {
        if is_possible(from) && !is_possible(to) {
            self.count_jumps(6 * ONE_JUMP);
        } else if self.pace == Smoothing::Calm || from.abs_diff(to) > QUICK_JUMP {
            self.count_jumps(ONE_JUMP);
        }
    }

    /// Returns the smoothed value, in 256ths of a sum.
    pub(super) fn level(&self) -> i32 {
        self.level
    }

    /// Returns one standard deviation of the noise in sums, at least 1. The mean
    /// difference of two values is 1.13 standard deviations; slow movement and hum do not
    /// contribute.
    pub(super) fn sigma(&self) -> u16 {
        let sigma = (u32::from(self.noise) * 227) >> 16;
        u16::try_from(sigma.max(1)).unwrap_or(u16::MAX)
    }

    /// True if the value has changed at all since the last call.
    pub(super) fn moved(&mut self) -> bool {
        core::mem::take(&mut self.moved)
    }

    /// True if a working sensor can deliver both the last value and the mean.
    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        let level = u16::try_from(self.level >> 8);
        is_possible(self.newer) && level.is_ok_and(is_possible)
    }

    /// True if a working sensor can deliver the last value.
    #[inline]
    pub(super) fn is_possible_now(&self) -> bool {
        is_possible(self.newer)
    }

    /// Returns the weight of the recent jumps, 16 each.
    pub(super) fn jumps(&self) -> u8 {
        self.jumps
    }

    /// Adds `jumps` 16ths of a jump to the recent jumps.
    pub(super) fn count_jumps(&mut self, jumps: u8) {
        self.jumps = self.jumps.saturating_add(jumps);
    }

    /// Lets the recent jumps fade by a sixteenth, rounded up.
    pub(super) fn forget(&mut self) {
        self.jumps -= self.jumps.div_ceil(16);
    }
}

#[inline]
fn is_possible(sum: u16) -> bool {
    sum.wrapping_sub(MIN_SUM) <= MAX_SUM - MIN_SUM
}
