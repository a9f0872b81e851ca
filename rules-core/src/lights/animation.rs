//! Tempo of the lights, in ticks of a common cycle that every period divides.
//!
//! No LED lights up twice within a third of a second: flashes faster than three a second
//! can hurt people (WCAG 2.3.1). A blink therefore has at least 17 ticks from one onset
//! to the next.

use crate::time::{Instant, Span};

/// Shortest time between two changes of a frame while the light state stays the same: 20
/// ms, as 50 changes a second look smooth.
pub const TICK: Span = Span::millis(20);

/// Number of [`TICK`]s after which every animation repeats: 9.6 s. All periods divide it.
pub const CYCLE: u16 = 480;

/// Time within the animation cycle, in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnimationClock {
    tick: u16,
    /// Slow-down of the clock: number of [`TICK`]s per tick of this clock, and how many
    /// of them have passed.
    slow: (u16, u16),
}

/// Value of an animation, with the time until it may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held<T> {
    /// Present value.
    pub now: T,
    /// Number of [`TICK`]s until the value may change; [`NEVER`] if it does not.
    pub ticks: u16,
}

/// Value of [`Held::ticks`] for a value that does not change.
pub(super) const NEVER: u16 = u16::MAX;

/// Blinking of a light: its period in ticks, and its levels as `(first tick, level)`,
/// ascending by tick.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlinkPattern {
    period: u16,
    levels: &'static [(u16, u8)],
}

/// Blinking on and off, which means take this piece.
pub(super) const BLINK: BlinkPattern = BlinkPattern {
    period: 40,
    levels: &[(0, 255), (20, 0)],
};

/// Two flashes and a pause, which mean that something is wrong or a push is due.
pub(super) const TWICE: BlinkPattern = BlinkPattern {
    period: 60,
    levels: &[(0, 255), (8, 0), (17, 255), (25, 0)],
};

/// One long flash and a pause, which mean take away the piece that is wrong.
pub(super) const LONG: BlinkPattern = BlinkPattern {
    period: 60,
    levels: &[(0, 255), (36, 0)],
};

/// One short blip every 1.9 s, which means that a sensor is faulty.
pub(super) const BLIP: BlinkPattern = BlinkPattern {
    period: 96,
    levels: &[(0, 200), (6, 0)],
};

/// Light that is mostly on, which marks the selected answer.
pub(super) const CHOSEN: BlinkPattern = BlinkPattern {
    period: 40,
    levels: &[(0, 255), (28, 40)],
};

impl AnimationClock {
    /// Creates the clock at a point of time.
    pub fn at(now: Instant) -> Self {
        let cycle = u64::from(TICK.0) * u64::from(CYCLE);
        let micros = (now.0 % cycle) as u32;
        Self {
            tick: (micros / TICK.0) as u16,
            slow: (1, 0),
        }
    }

    /// Returns this clock at half the tempo.
    pub fn slower(self) -> Self {
        let (whole, gone) = self.slow;
        Self {
            tick: self.tick / 2,
            slow: (whole * 2, gone + whole * (self.tick % 2)),
        }
    }

    /// Returns a value that holds for this number of ticks of this clock.
    fn until<T>(self, now: T, ticks: u16) -> Held<T> {
        let (whole, gone) = self.slow;
        let ticks = ticks.saturating_mul(whole).saturating_sub(gone);
        Held { now, ticks }
    }

    /// Returns the present level of a light that blinks in this rhythm.
    pub fn beat(self, rhythm: BlinkPattern) -> Held<u8> {
        let phase = self.tick % rhythm.period;
        let mut level = 0;
        for &(from, next) in rhythm.levels {
            if from > phase {
                return self.until(level, from - phase);
            }
            level = next;
        }
        self.until(level, rhythm.period - phase)
    }

    /// Returns the present level of a light that swells and fades linearly, from 30 to
    /// 255 and back within `period` ticks.
    pub fn breath(self, period: u16) -> Held<u8> {
        let (phase, half) = (self.tick % period, period / 2);
        let risen = if phase < half { phase } else { period - phase };
        self.until((30 + risen * 225 / half.max(1)) as u8, 1)
    }

    /// Divides the first `run` ticks of a period into `steps` equal parts and returns the
    /// current one; `None` during the rest of the period.
    pub fn step(self, period: u16, run: u16, steps: u16) -> Held<Option<u16>> {
        let phase = self.tick % period;
        if phase >= run || steps == 0 {
            return self.until(None, period - phase);
        }
        let step = phase * steps / run;
        // Phase at which the next step starts.
        let next = ((step + 1) * run).div_ceil(steps);
        self.until(Some(step), next - phase)
    }

    /// Splits time into `parts` parts of `of` ticks each. Returns the index of the
    /// current part and the clock within it, for animations made of several parts.
    pub fn part(self, parts: u16, of: u16) -> (u16, Self) {
        let phase = self.tick % (parts * of);
        let within = Self {
            tick: phase % of,
            slow: self.slow,
        };
        (phase / of, within)
    }
}
