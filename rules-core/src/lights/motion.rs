//! Tempo: how lights move, as whole ticks of a cycle that all of them divide.
//!
//! No LED lights up twice within a third of a second: flashes faster than three
//! a second can hurt people (WCAG 2.3.1). So a blink has at least 17 ticks from
//! one onset to the next.

use crate::time::{Instant, Span};

/// How long a frame stands at least, as long as the same is to be shown: 50 changes
/// a second look smooth.
pub const TICK: Span = Span::millis(20);

/// Ticks after which everything repeats: 9.6 s. All periods divide it.
pub const CYCLE: u16 = 480;

/// The time, in ticks of the cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    tick: u16,
    /// How many ticks of the strip are one of this clock, and how many of them
    /// have gone.
    slow: (u16, u16),
}

/// Something that holds until a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Until<T> {
    /// What.
    pub now: T,
    /// Ticks of the strip until it may be something else; [`NEVER`] if never.
    pub ticks: u16,
}

/// More ticks than any motion waits.
pub(super) const NEVER: u16 = u16::MAX;

/// Levels of a light that is switched: from which tick on, in which period.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rhythm {
    period: u16,
    levels: &'static [(u16, u8)],
}

/// On, off: take this piece.
pub(super) const BLINK: Rhythm = Rhythm {
    period: 40,
    levels: &[(0, 255), (20, 0)],
};

/// Twice, then a pause: something is wrong; the push is yours.
pub(super) const TWICE: Rhythm = Rhythm {
    period: 60,
    levels: &[(0, 255), (8, 0), (17, 255), (25, 0)],
};

/// Once, long, then a pause: take the piece that is wrong.
pub(super) const LONG: Rhythm = Rhythm {
    period: 60,
    levels: &[(0, 255), (36, 0)],
};

/// A short blip in two seconds: a sensor is in trouble.
pub(super) const BLIP: Rhythm = Rhythm {
    period: 96,
    levels: &[(0, 200), (6, 0)],
};

/// Mostly on: the chosen answer.
pub(super) const CHOSEN: Rhythm = Rhythm {
    period: 40,
    levels: &[(0, 255), (28, 40)],
};

impl Clock {
    /// The clock at an instant.
    pub fn at(now: Instant) -> Self {
        let cycle = u64::from(TICK.0) * u64::from(CYCLE);
        let micros = (now.0 % cycle) as u32;
        Self {
            tick: (micros / TICK.0) as u16,
            slow: (1, 0),
        }
    }

    /// The same at half the tempo.
    pub fn slower(self) -> Self {
        let (whole, gone) = self.slow;
        Self {
            tick: self.tick / 2,
            slow: (whole * 2, gone + whole * (self.tick % 2)),
        }
    }

    fn until<T>(self, now: T, ticks: u16) -> Until<T> {
        let (whole, gone) = self.slow;
        let ticks = ticks.saturating_mul(whole).saturating_sub(gone);
        Until { now, ticks }
    }

    /// The level of a switched light.
    pub fn beat(self, rhythm: Rhythm) -> Until<u8> {
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

    /// The level of a light that swells and fades evenly, never quite dark.
    pub fn breath(self, period: u16) -> Until<u8> {
        let (phase, half) = (self.tick % period, period / 2);
        let risen = if phase < half { phase } else { period - phase };
        self.until((30 + risen * 225 / half.max(1)) as u8, 1)
    }

    /// Which of `steps` equal parts of the first `run` ticks of a period it is;
    /// none in the rest of it.
    pub fn step(self, period: u16, run: u16, steps: u16) -> Until<Option<u16>> {
        let phase = self.tick % period;
        if phase >= run || steps == 0 {
            return self.until(None, period - phase);
        }
        let step = phase * steps / run;
        // The first phase of the next step.
        let next = ((step + 1) * run).div_ceil(steps);
        self.until(Some(step), next - phase)
    }

    /// Ticks gone of a period, and the clock within it: for motions in parts.
    pub fn part(self, parts: u16, of: u16) -> (u16, Self) {
        let phase = self.tick % (parts * of);
        let within = Self {
            tick: phase % of,
            slow: self.slow,
        };
        (phase / of, within)
    }
}
