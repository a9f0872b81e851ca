//! What happens to every value of every scan: median of three against single
//! wild values, then an exponential mean. Once a scan, whatever the processor is
//! busy with, so that the time constant is a time.

#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// A sum of four readings has 14 bits.
const SUM_BITS: u16 = 0x3FFF;

/// No sensor puts out less or more: a Hall sensor stays 0.2 V (248 steps) off
/// either end, an uncovered optic reads 200 steps; an open input leaks to 60.
const LOWEST: u16 = 4 * 100;
const HIGHEST: u16 = 4 * 3950;

/// From one scan to the next no magnet moved by hand changes a reading by more
/// than this (96 steps): a piece a hand puts down takes 20 ms, 30 scans, for its
/// thousand.
const JUMP: u16 = 4 * 96;

/// And nothing that passes at speed by more than this (600 steps): the edge of a
/// disc is over an optic in 5 ms.
const QUICK_JUMP: u16 = 4 * 600;

/// What a jump counts.
pub(super) const ONE_JUMP: u8 = 16;

/// Differences above this (63 steps) are movement, not noise.
const CLIP: u16 = 255;

/// How strongly a channel is smoothed: over two to the power of this many scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// A quarter of the news each scan: what passes.
    Quick = 2,
    /// A sixteenth: what lies still.
    Calm = 4,
}

/// The filter of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter {
    older: u16,
    newer: u16,
    pace: Pace,
    /// It has changed at all since [`Filter::moved`] was last asked.
    moved: bool,
    /// Jumps, 16 each, saturating; [`Filter::forget`] lets them fade.
    jumps: u8,
    /// The mean, 256ths of a sum.
    level: i32,
    /// Mean difference from one value to the next, 256ths of a sum.
    noise: u16,
}

impl Filter {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.older);
        carrier.carry(&mut self.newer);
        carrier.carry(&mut self.moved);
        carrier.carry(&mut self.jumps);
        carrier.carry(&mut self.level);
        carrier.carry(&mut self.noise);
    }

    /// Starts at the stored rest, never at the first value: what is there at
    /// power-up must show.
    pub(super) fn new(rest: u16, pace: Pace) -> Self {
        Self {
            older: rest,
            newer: rest,
            pace,
            moved: false,
            jumps: 0,
            level: i32::from(rest) << 8,
            // A little under one step, as good converters have.
            noise: 3 << 8,
        }
    }

    /// Takes the sum of four readings.
    #[inline]
    pub(super) fn take(&mut self, sum: u16) {
        let news = sum & SUM_BITS;
        let (a, b) = (self.older, self.newer);
        (self.older, self.newer) = (b, news);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let median = if news < low {
            low
        } else if news > high {
            high
        } else {
            news
        };
        self.level += ((i32::from(median) << 8) - self.level) >> (self.pace as u32);
        let step = news.abs_diff(b);
        self.noise = self.noise - (self.noise >> 8) + if step < CLIP { step } else { CLIP };
        if step != 0 {
            self.moved = true;
            if step > JUMP {
                self.jump(b, news);
            }
        }
    }

    #[cold]
    fn jump(&mut self, from: u16, to: u16) {
        if is_possible(from) && !is_possible(to) {
            self.count_jumps(6 * ONE_JUMP);
        } else if self.pace == Pace::Calm || from.abs_diff(to) > QUICK_JUMP {
            self.count_jumps(ONE_JUMP);
        }
    }

    /// The smoothed value in 256ths of a sum.
    pub(super) fn level(&self) -> i32 {
        self.level
    }

    /// One standard deviation in sums, at least 1. The mean difference of two
    /// values is 1.13 of it; slow movement and hum are not in it.
    pub(super) fn sigma(&self) -> u16 {
        let sigma = (u32::from(self.noise) * 227) >> 16;
        u16::try_from(sigma.max(1)).unwrap_or(u16::MAX)
    }

    /// Whether the value has changed at all since this was last asked.
    pub(super) fn moved(&mut self) -> bool {
        core::mem::take(&mut self.moved)
    }

    /// Whether the last value and the mean are such as a sensor puts out.
    #[inline]
    pub(super) fn is_possible(&self) -> bool {
        let level = u16::try_from(self.level >> 8);
        is_possible(self.newer) && level.is_ok_and(is_possible)
    }

    /// Whether the last value is such as a sensor puts out.
    #[inline]
    pub(super) fn is_possible_now(&self) -> bool {
        is_possible(self.newer)
    }

    /// Jumps not yet forgotten, 16 each.
    pub(super) fn jumps(&self) -> u8 {
        self.jumps
    }

    /// Counts something that is as bad as so many 16ths of a jump.
    pub(super) fn count_jumps(&mut self, jumps: u8) {
        self.jumps = self.jumps.saturating_add(jumps);
    }

    /// Forgets a sixteenth of the jumps.
    pub(super) fn forget(&mut self) {
        self.jumps -= self.jumps.div_ceil(16);
    }
}

#[inline]
fn is_possible(sum: u16) -> bool {
    sum.wrapping_sub(LOWEST) <= HIGHEST - LOWEST
}
