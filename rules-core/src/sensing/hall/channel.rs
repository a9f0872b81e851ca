//! State of one analog channel: its filter, its rest level, its stillness and its faults.

use super::baseline::Baseline;
use super::filter::{Filter, Smoothing};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;

/// Change of a reading since the last decision from which a new one is made, in ADC
/// steps.
const HYSTERESIS: u16 = 16;

/// Faults of an analog channel, or of a wire it depends on, as a bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ChannelFaults(u8);

impl ChannelFaults {
    /// Fault of a value that does not move at all, or sits at an end of its range.
    pub(super) const STUCK: Self = Self(1);
    /// Fault of a value that jumps about.
    pub(super) const FLAKY: Self = Self(2);
    /// Fault of a divider that is off its level.
    pub(super) const OFF_LEVEL: Self = Self(4);
    /// Fault of a reflective sensor that ambient light disturbs.
    pub(super) const BLINDED: Self = Self(8);
    /// Fault of a wire that channels share: the address, the input, the scans.
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

/// State of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChannelState {
    pub(super) filter: Filter,
    pub(super) rest: Baseline,
    pub(super) faults: ChannelFaults,
    /// Number of health visits without any change; a visit with a change takes three
    /// away.
    pub(super) frozen: u8,
    /// True if the value moved since the last health visit.
    pub(super) alive: bool,
    /// Number of stillness checks for which the reading has stayed near `anchor`.
    ticks: u8,
    /// Reading around which the channel is still, in ADC steps from rest.
    anchor: i16,
    /// Reading that the last decision rests on, in ADC steps from rest.
    decided: i16,
    /// Offset of the readings, from the input's divider and crosstalk, in sums of four
    /// readings.
    pub(super) shift: i16,
}

impl ChannelState {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        self.filter.archive(archive);
        self.rest.archive(archive);
        archive.archive(&mut self.faults);
        archive.archive(&mut self.frozen);
        archive.archive(&mut self.alive);
        archive.archive(&mut self.ticks);
        archive.archive(&mut self.anchor);
        archive.archive(&mut self.decided);
        archive.archive(&mut self.shift);
    }

    pub(super) const fn new(rest: u16, pace: Smoothing) -> Self {
        Self {
            filter: Filter::new(rest, pace),
            rest: Baseline::new(rest),
            faults: ChannelFaults(0),
            frozen: 0,
            alive: false,
            ticks: 0,
            anchor: 0,
            decided: 0,
            shift: 0,
        }
    }

    /// Returns the distance of the smoothed reading from the rest level, in ADC steps.
    #[inline]
    pub(super) fn away(&self) -> i16 {
        let away = self.rest.offset_from_rest(self.filter.level()) - (i32::from(self.shift) << 8);
        // 14 bits of sum and a sign: fits.
        ((away + 512) >> 10) as i16
    }

    /// Returns the distance of the smoothed reading from the rest level without
    /// correction by `shift`, in ADC steps.
    pub(super) fn away_unless_shifted(&self) -> i16 {
        ((self.rest.offset_from_rest(self.filter.level()) + 512) >> 10) as i16
    }

    /// Returns one standard deviation of the noise, in ADC steps, at least 1.
    pub(super) fn sigma(&self) -> u16 {
        self.filter.sigma().div_ceil(4)
    }

    /// True if the channel has no fault and its reading is one that a working sensor
    /// delivers.
    pub(super) fn is_sound(&self) -> bool {
        !self.is_faulty() && self.filter.is_possible()
    }

    /// True if nothing is wrong with the channel but a wire it shares, and its reading is
    /// one that a working sensor delivers.
    pub(super) fn is_sound_alone(&self) -> bool {
        let mut own = self.faults;
        own.set(ChannelFaults::SHARED, false);
        !own.has_any() && self.filter.is_possible()
    }

    /// True if the channel is known to be faulty.
    pub(super) fn is_faulty(&self) -> bool {
        self.faults.has_any()
    }

    /// Updates the stillness of a reading `away` from rest. On a board with noise, a
    /// value that does not move at all is suspicious and does not count as still.
    /// `ripple` is that of [`ChannelState::is_still`]. Returns the distance from the
    /// reading around which the channel was still, in ADC steps.
    pub(super) fn tick(&mut self, away: i16, is_noisy: bool, ripple: u16) -> u16 {
        let moved = self.filter.moved();
        self.alive |= moved;
        let moved = moved || !is_noisy;
        let wander = away.abs_diff(self.anchor);
        if wander > play(away, ripple) {
            self.anchor = away;
            self.ticks = 0;
        } else if moved {
            self.ticks = self.ticks.saturating_add(1);
        }
        wander
    }

    /// Moves the reading around which a channel is still to the present one, `away`, once
    /// it has been still for `ticks` checks and every 255 checks from then on. Else a magnet
    /// that came to rest, or drift, would look like a reading that wanders.
    pub(super) fn renew_anchor(&mut self, away: i16, ticks: u8) {
        if self.ticks == ticks || self.ticks == u8::MAX {
            self.anchor = away;
            self.ticks = ticks.saturating_add(1);
        }
    }

    /// True if the reading has been still for `ticks` checks, and is now. `ripple` is the
    /// mean distance that readings at rest wander, in ADC steps.
    pub(super) fn is_still(&self, ticks: u8, away: i16, ripple: u16) -> bool {
        self.ticks >= ticks && away.abs_diff(self.anchor) <= play(away, ripple)
    }

    /// True if the reading has moved far enough since the last decision for a new one.
    pub(super) fn has_changed(&self, away: i16) -> bool {
        away.abs_diff(self.decided) >= HYSTERESIS
    }

    /// Discards the last decision, so that the next still reading leads to a new one.
    pub(super) fn start_over(&mut self) {
        self.ticks = 0;
        self.decided = i16::MIN;
    }

    /// Lets the rest level follow drift, without the offset of the whole input.
    pub(super) fn follow(&mut self) {
        let level = self.filter.level() - (i32::from(self.shift) << 8);
        self.rest.track_drift(level, self.filter.sigma());
    }

    /// Records the reading that a decision rests on.
    pub(super) fn decide(&mut self, away: i16) {
        self.decided = away;
    }
}

/// Returns the range within which a reading counts as still, in ADC steps. It grows by a
/// sixteenth of the reading, so that a strong magnet does not take longer to be still
/// than a weak one, and follows the `ripple`: hum wanders by up to 2.5 times the mean,
/// noise by up to 4 times.
fn play(away: i16, ripple: u16) -> u16 {
    (4 * ripple).max(12) + away.unsigned_abs() / 16
}
