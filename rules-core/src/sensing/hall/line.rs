//! One analog channel: its filter, its rest, whether it is still, and what is
//! wrong with it.

use super::baseline::Baseline;
use super::filter::{Filter, Pace};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// A reading must move this far (steps) before anything is decided anew: the
/// hysteresis.
const HYSTERESIS: u16 = 16;

/// What is wrong with a channel, or with a wire it hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Faults(u8);

impl Faults {
    /// Its value does not move at all, or sits at an end.
    pub(super) const STUCK: Self = Self(1);
    /// It jumps about.
    pub(super) const FLAKY: Self = Self(2);
    /// A divider off its level.
    pub(super) const OFF_LEVEL: Self = Self(4);
    /// Foreign light reaches it.
    pub(super) const BLINDED: Self = Self(8);
    /// Somebody asked not to use it.
    pub(super) const MASKED: Self = Self(16);
    /// A shared wire is in trouble: the address, the input, the scans.
    pub(super) const SHARED: Self = Self(32);

    pub(super) const fn has_any(self) -> bool {
        self.0 != 0
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn set(&mut self, other: Self, on: bool) {
        if on {
            self.0 |= other.0;
        } else {
            self.0 &= !other.0;
        }
    }
}

/// The state of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) filter: Filter,
    pub(super) rest: Baseline,
    pub(super) faults: Faults,
    /// Slow visits in a row without any change.
    pub(super) frozen: u8,
    /// Moved since the last slow visit.
    pub(super) alive: bool,
    /// Ticks since the reading left `anchor`.
    ticks: u8,
    anchor: i16,
    /// The reading that was last decided upon.
    decided: i16,
    /// What the input's divider says all its readings are off by, in sums.
    pub(super) shift: i16,
}

impl Line {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        self.filter.carry(carrier);
        self.rest.carry(carrier);
        carrier.carry(&mut self.faults);
        carrier.carry(&mut self.frozen);
        carrier.carry(&mut self.alive);
        carrier.carry(&mut self.ticks);
        carrier.carry(&mut self.anchor);
        carrier.carry(&mut self.decided);
        carrier.carry(&mut self.shift);
    }

    pub(super) fn new(rest: u16, pace: Pace) -> Self {
        Self {
            filter: Filter::new(rest, pace),
            rest: Baseline::new(rest),
            faults: Faults::default(),
            frozen: 0,
            alive: false,
            ticks: 0,
            anchor: 0,
            decided: 0,
            shift: 0,
        }
    }

    /// How far the reading is from its rest, in steps.
    #[inline]
    pub(super) fn away(&self) -> i16 {
        let away = self.rest.away(self.filter.level()) - (i32::from(self.shift) << 8);
        // 14 bits of sum and a sign: fits.
        ((away + 512) >> 10) as i16
    }

    /// The same without what shifts it.
    pub(super) fn away_unless_shifted(&self) -> i16 {
        ((self.rest.away(self.filter.level()) + 512) >> 10) as i16
    }

    /// One standard deviation in steps, at least 1.
    pub(super) fn sigma(&self) -> u16 {
        self.filter.sigma().div_ceil(4)
    }

    /// Whether what it says can be used.
    pub(super) fn is_sound(&self) -> bool {
        !self.is_in_trouble() && self.filter.is_possible()
    }

    /// Whether something is known to be wrong with it.
    pub(super) fn is_in_trouble(&self) -> bool {
        self.faults.has_any()
    }

    /// Watches whether the reading is still. A value that does not move at all
    /// is not still but suspicious where others move: it does not count.
    pub(super) fn tick(&mut self, away: i16, is_noisy: bool) {
        let moved = self.filter.moved();
        self.alive |= moved;
        let moved = moved || !is_noisy;
        if away.abs_diff(self.anchor) > play(away) {
            self.anchor = away;
            self.ticks = 0;
        } else if moved {
            self.ticks = self.ticks.saturating_add(1);
        }
    }

    /// Whether it has been still for so many ticks, and still is.
    pub(super) fn is_still(&self, ticks: u8, away: i16) -> bool {
        self.ticks >= ticks && away.abs_diff(self.anchor) <= play(away)
    }

    /// Whether it has moved far enough to decide anew.
    pub(super) fn has_changed(&self, away: i16) -> bool {
        away.abs_diff(self.decided) >= HYSTERESIS
    }

    /// Nothing decided so far holds.
    pub(super) fn start_over(&mut self) {
        self.ticks = 0;
        self.decided = i16::MIN;
    }

    /// Follows drift beyond what the whole input is off by.
    pub(super) fn follow(&mut self) {
        let level = self.filter.level() - (i32::from(self.shift) << 8);
        self.rest.follow(level, self.filter.sigma());
    }

    /// Remembers what was decided upon.
    pub(super) fn decide(&mut self, away: i16) {
        self.decided = away;
    }
}

/// Steps within which a reading is still: a sixteenth of it on the way to its
/// end, so that a strong magnet is not waited for longer than a weak one.
fn play(away: i16) -> u16 {
    12 + away.unsigned_abs() / 16
}
