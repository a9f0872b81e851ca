//! All channels together, and what the dividers say about their inputs.

use super::filter::Pace;
use super::line::Line;
use crate::board::Profile;
use crate::board::hall::{Channel, INPUTS, MOST_CHANNELS, Role};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::record::{DIVIDER_REST, expected_rest};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// All channels.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    all: [Line; MOST_CHANNELS],
    /// Channels there are.
    count: u8,
    /// What all readings of an input are off by, in sums.
    pub(super) shifts: [i16; INPUTS],
    /// Ticks of stillness before something is decided.
    pub(super) dwell: u8,
}

impl Lines {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.shifts);
        // Most have none.
        let mut faulty = [0_u32; MOST_CHANNELS.div_ceil(32)];
        for (word, lines) in faulty.iter_mut().zip(self.all.chunks(32)) {
            for (bit, line) in lines.iter().enumerate() {
                *word |= u32::from(line.faults.has_any()) << bit;
            }
        }
        carrier.carry(&mut faulty);
        let some = faulty.iter().zip(self.all.chunks_mut(32));
        for (word, lines) in some.filter(|it| *it.0 != 0) {
            for (_, line) in (0..).zip(lines).filter(|it| word >> it.0 & 1 != 0) {
                carrier.carry(&mut line.faults);
            }
        }
    }

    /// Remembers what is known of all now.
    #[cfg(feature = "ring")]
    pub(super) fn remember(&self, memory: &mut Self) {
        let there = ..usize::from(self.count.min(memory.count));
        // Where it is, not by way of the stack: it is large.
        if let (Some(to), Some(from)) = (memory.all.get_mut(there), self.all.get(there)) {
            to.copy_from_slice(from);
        }
    }

    /// Whether none has a fault.
    pub(super) fn are_well(&self) -> bool {
        !self.all.iter().any(|line| line.faults.has_any())
    }

    pub(super) fn new(profile: &Profile, calibration: &Calibration, dwell: u8) -> Self {
        let mut all = [Line::new(DIVIDER_REST, Pace::Quick); MOST_CHANNELS];
        for (n, (line, &channel)) in all.iter_mut().zip(profile.hall.channels).enumerate() {
            let expected = expected_rest(channel);
            let rest = match channel.role() {
                // Resistors need no calibration; theirs is the measure of all.
                Some(Role::Divider) | None => expected,
                Some(_) => calibration.rest(n).map_or(expected, |rest| rest.sum),
            };
            *line = Line::new(rest, pace(channel));
        }
        let count = profile.hall.channels.len().min(MOST_CHANNELS);
        Self {
            all,
            count: count as u8,
            shifts: [0; INPUTS],
            dwell,
        }
    }

    /// Takes a scan.
    #[inline(never)]
    pub(super) fn take(&mut self, sums: &[u16]) {
        let there = self.all.get_mut(..usize::from(self.count));
        for (line, &sum) in there.unwrap_or_default().iter_mut().zip(sums) {
            line.filter.take(sum);
        }
    }

    pub(super) fn line(&self, channel: u8) -> Option<&Line> {
        self.all.get(usize::from(channel))
    }

    pub(super) fn line_mut(&mut self, channel: u8) -> Option<&mut Line> {
        self.all.get_mut(usize::from(channel))
    }

    /// Channels there are.
    pub(super) fn count(&self) -> u8 {
        self.count
    }

    /// Whether there is such a channel.
    pub(super) fn has(&self, channel: u8) -> bool {
        channel < self.count
    }

    /// Addresses that are stepped through.
    pub(super) fn addresses(&self) -> u8 {
        self.count.div_ceil(INPUTS as u8)
    }

    /// Steps away from the rest; 0 for a channel that is not there.
    #[inline]
    pub(super) fn away(&self, channel: u8) -> i16 {
        self.line(channel).map_or(0, Line::away)
    }

    /// Steps away from the rest, if the channel is there and can be used.
    pub(super) fn sound(&self, channel: Option<u8>) -> Option<i16> {
        let channel = channel?;
        let sound = self.line(channel)?.is_sound();
        sound.then(|| self.away(channel))
    }

    /// Whether a channel is not there, or known to be in trouble.
    pub(super) fn is_in_trouble(&self, channel: Option<u8>) -> bool {
        let line = channel.and_then(|channel| self.line(channel));
        line.is_none_or(Line::is_in_trouble)
    }

    /// Whether a channel is still and far from what was last decided upon.
    pub(super) fn wants_decision(&self, channel: u8, away: i16) -> bool {
        self.line(channel)
            .is_some_and(|line| line.has_changed(away) && line.is_still(self.dwell, away))
    }

    /// Whether a channel has been still; one in trouble holds nobody up.
    pub(super) fn is_still(&self, channel: Option<u8>) -> bool {
        channel.is_none_or(|channel| self.is_still_at(channel, self.away(channel)))
    }

    /// The same for a channel whose reading is smoothed elsewhere.
    pub(super) fn is_still_at(&self, channel: u8, away: i16) -> bool {
        let line = self.line(channel);
        line.is_none_or(|line| line.is_still(self.dwell, away) || !line.is_sound())
    }

    /// One standard deviation in steps.
    pub(super) fn sigma(&self, channel: u8) -> u16 {
        self.line(channel).map_or(1, Line::sigma)
    }

    /// Remembers that a decision rests on what a channel reads now.
    pub(super) fn decide_now(&mut self, channel: u8) -> i16 {
        let away = self.away(channel);
        self.decide(channel, away);
        away
    }

    /// Remembers that a decision rests on this reading.
    pub(super) fn decide(&mut self, channel: u8, away: i16) {
        if let Some(line) = self.line_mut(channel) {
            line.decide(away);
        }
    }
}

/// What passes is smoothed little, what lies still much; the dividers little, so
/// that a stuck address shows before anything is decided.
fn pace(channel: Channel) -> Pace {
    match channel.role() {
        Some(Role::Slot(..) | Role::Dock(..) | Role::Cell(_)) => Pace::Calm,
        Some(
            Role::Edge(..) | Role::Element(..) | Role::Optic(..) | Role::Quiet | Role::Divider,
        )
        | None => Pace::Quick,
    }
}
