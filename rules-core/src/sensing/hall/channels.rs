//! State of all analog channels, and the offset of each ADC input that its divider shows.

use super::channel::ChannelState;
use super::filter::Smoothing;
use crate::board::Profile;
use crate::board::cell_layout::CellLayout;
use crate::board::hall::{Channel, INPUTS, MAX_CHANNELS, Role};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::values::{DIVIDER_REST, expected_rest};

/// State of all analog channels.
#[derive(Debug, Clone)]
pub(super) struct Channels {
    all: [ChannelState; MAX_CHANNELS],
    /// Number of channels of the board.
    count: u8,
    /// Offset of all readings of each input by its divider, in sums of four readings.
    pub(super) shifts: [i16; INPUTS],
    /// Number of stillness checks for which a channel must be still before a decision.
    pub(super) dwell: u8,
    /// True if the board has cells with pieces.
    has_cells: bool,
    /// Mean distance that the readings of all cells wander at rest, in 65536ths of an ADC
    /// step; 0 on a board without cells.
    ripple: u32,
}

/// Distance from which a wandering reading is a moving piece, not noise, in ADC steps.
const MOVING: u16 = 24;

/// Binary logarithm of the number of readings that [`Channels::ripple`] is the mean of:
/// those of 180 ms.
const RIPPLE_SHIFT: u32 = 11;

impl Channels {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.shifts);
        if self.has_cells {
            archive.archive(&mut self.ripple);
        }
        // Most have no fault.
        let mut faulty = [0_u32; MAX_CHANNELS.div_ceil(32)];
        for (word, states) in faulty.iter_mut().zip(self.all.chunks(32)) {
            for (bit, state) in states.iter().enumerate() {
                *word |= u32::from(state.faults.has_any()) << bit;
            }
        }
        archive.archive(&mut faulty);
        let some = faulty.iter().zip(self.all.chunks_mut(32));
        for (word, states) in some.filter(|(word, _)| **word != 0) {
            for (_, state) in (0..).zip(states).filter(|(bit, _)| word >> *bit & 1 != 0) {
                archive.archive(&mut state.faults);
            }
        }
    }

    /// Sets the number of channels to that of a board, for [`Channels::remember`].
    #[cfg(feature = "ring")]
    pub(super) fn make_room(&mut self, profile: &Profile) {
        self.count = profile.hall.channels.len().min(MAX_CHANNELS) as u8;
    }

    /// Copies the present state of each channel into `memory`.
    #[cfg(feature = "ring")]
    pub(super) fn remember(&self, memory: &mut Self) {
        let there = ..usize::from(self.count.min(memory.count));
        // Copied in place, because the whole is too large for the stack.
        if let (Some(to), Some(from)) = (memory.all.get_mut(there), self.all.get(there)) {
            to.copy_from_slice(from);
        }
    }

    /// True if no channel has a fault.
    pub(super) fn are_well(&self) -> bool {
        !self.all.iter().any(|state| state.faults.has_any())
    }

    /// State of no channels, before [`Channels::begin_anew`].
    pub(super) const BLANK: Self = Self {
        all: [ChannelState::new(DIVIDER_REST, Smoothing::Quick); MAX_CHANNELS],
        count: 0,
        shifts: [0; INPUTS],
        dwell: 0,
        has_cells: false,
        ripple: 0,
    };

    /// Sets all channels of a board to their calibrated rest levels, in place.
    #[inline(never)]
    pub(super) fn begin_anew(&mut self, profile: &Profile, calibration: &Calibration, dwell: u8) {
        for (n, (state, &channel)) in self.all.iter_mut().zip(profile.hall.channels).enumerate() {
            let expected = expected_rest(channel);
            let rest = match channel.role() {
                // Resistors need no calibration; they are the reference of all others.
                Some(Role::Divider) | None => expected,
                Some(_) => calibration.rest(n).map_or(expected, |rest| rest.sum),
            };
            *state = ChannelState::new(rest, pace(channel));
        }
        self.count = profile.hall.channels.len().min(MAX_CHANNELS) as u8;
        self.shifts = [0; INPUTS];
        self.dwell = dwell;
        self.has_cells = CellLayout::for_board(profile.name).is_some();
        self.ripple = 0;
    }

    /// True if the board has cells with pieces. There a magnet may lie before any channel,
    /// and noise widens what counts as still.
    pub(super) const fn has_cells(&self) -> bool {
        self.has_cells
    }

    /// Discards that the channels of a grid board moved in the first scan, to the pieces
    /// that lay there before: on an ideal board nothing moves afterwards, and still values
    /// are no fault.
    #[cold]
    pub(super) fn forget_power_up(&mut self) {
        if self.has_cells {
            for state in &mut self.all {
                state.filter.moved();
            }
        }
    }

    /// Updates the stillness of a channel that reads `away` from rest, and with a cell the
    /// ripple of all. Few pieces move at a time, so that the mean is that of cells at rest.
    pub(super) fn tick(&mut self, (channel, role): (u8, Option<Role>), away: i16, is_noisy: bool) {
        let (ripple, dwell) = (self.ripple(), self.dwell);
        let Some(state) = self.get_mut(channel) else {
            return;
        };
        let wander = state.tick(away, is_noisy, ripple);
        if let Some(Role::Cell(_)) = role {
            state.renew_anchor(away, dwell);
            let wander = u32::from(wander.min(MOVING)) << 16;
            self.ripple = self.ripple - (self.ripple >> RIPPLE_SHIFT) + (wander >> RIPPLE_SHIFT);
        }
    }

    /// Returns the mean distance that the readings of cells wander at rest, in ADC steps.
    #[inline]
    pub(super) fn ripple(&self) -> u16 {
        (self.ripple >> 16) as u16
    }

    /// Returns by how many ADC steps the channel read before this one on the same input
    /// reads more; `None` if one of the two readings is out of range.
    pub(super) fn apart(&self, channel: u8) -> Option<i16> {
        // A sensor that sits at an end of its range is not a usable neighbour.
        let read = |channel| {
            let filter = &self.get(channel)?.filter;
            filter.is_possible().then(|| filter.level() >> 10)
        };
        let apart = read(self.before(channel))? - read(channel)?;
        Some(apart.clamp(-4095, 4095) as i16)
    }

    /// Returns the number of the channel read before this one on the same input.
    pub(super) fn before(&self, channel: u8) -> u8 {
        let inputs = INPUTS as u8;
        let last = (self.addresses() - 1) * inputs + channel % inputs;
        channel.checked_sub(inputs).unwrap_or(last)
    }

    /// Feeds the sums of a scan into the filters of the channels.
    #[inline(never)]
    pub(super) fn update(&mut self, sums: &[u16]) {
        let there = self.all.get_mut(..usize::from(self.count));
        for (state, &sum) in there.unwrap_or_default().iter_mut().zip(sums) {
            state.filter.update(sum);
        }
    }

    /// Returns the state of a channel; `None` if the number is too large.
    pub(super) fn get(&self, channel: u8) -> Option<&ChannelState> {
        self.all.get(usize::from(channel))
    }

    pub(super) fn get_mut(&mut self, channel: u8) -> Option<&mut ChannelState> {
        self.all.get_mut(usize::from(channel))
    }

    /// Returns the number of channels of the board.
    pub(super) fn count(&self) -> u8 {
        self.count
    }

    /// True if the board has such a channel.
    pub(super) fn has(&self, channel: u8) -> bool {
        channel < self.count
    }

    /// Returns the number of multiplexer addresses in use.
    pub(super) fn addresses(&self) -> u8 {
        self.count.div_ceil(INPUTS as u8)
    }

    /// Returns the distance of a channel's reading from its rest level, in ADC steps; 0
    /// for a number that is too large.
    #[inline]
    pub(super) fn away(&self, channel: u8) -> i16 {
        self.get(channel).map_or(0, ChannelState::away)
    }

    /// Returns the distance of a channel's reading from its rest level, in ADC steps;
    /// `None` if the channel is missing or faulty.
    pub(super) fn sound(&self, channel: Option<u8>) -> Option<i16> {
        let channel = channel?;
        let sound = self.get(channel)?.is_sound();
        sound.then(|| self.away(channel))
    }

    /// True if a channel is missing or known to be faulty.
    pub(super) fn is_faulty(&self, channel: Option<u8>) -> bool {
        let state = channel.and_then(|channel| self.get(channel));
        state.is_none_or(ChannelState::is_faulty)
    }

    /// True if the reading of a channel has moved far enough since the last decision for a
    /// new one.
    pub(super) fn has_changed(&self, channel: u8) -> bool {
        self.get(channel)
            .is_some_and(|state| state.has_changed(state.away()))
    }

    /// True if a channel's reading `away` is still, and far from that of the last
    /// decision.
    pub(super) fn wants_decision(&self, channel: u8, away: i16) -> bool {
        self.get(channel)
            .is_some_and(|state| state.has_changed(away) && self.is_state_still(state, away))
    }

    /// True if a channel has been still long enough for a decision; a missing or faulty
    /// one counts as still, so that nothing waits for it.
    pub(super) fn is_still(&self, channel: Option<u8>) -> bool {
        channel.is_none_or(|channel| self.is_still_at(channel, self.away(channel)))
    }

    /// True if a channel has been still long enough for a decision, for a reading `away`
    /// that is smoothed elsewhere; a faulty one counts as still.
    pub(super) fn is_still_at(&self, channel: u8, away: i16) -> bool {
        let state = self.get(channel);
        state.is_none_or(|state| self.is_state_still(state, away) || !state.is_sound())
    }

    fn is_state_still(&self, state: &ChannelState, away: i16) -> bool {
        state.is_still(self.dwell, away, self.ripple())
    }

    /// Returns one standard deviation of a channel's noise, in ADC steps.
    pub(super) fn sigma(&self, channel: u8) -> u16 {
        self.get(channel).map_or(1, ChannelState::sigma)
    }

    /// Records that a decision rests on the present reading of a channel, and returns it.
    pub(super) fn decide_now(&mut self, channel: u8) -> i16 {
        let away = self.away(channel);
        self.decide(channel, away);
        away
    }

    /// Records that a decision rests on the reading `away` of a channel.
    pub(super) fn decide(&mut self, channel: u8, away: i16) {
        if let Some(state) = self.get_mut(channel) {
            state.decide(away);
        }
    }
}

/// Returns the smoothing of a channel: little for magnets and edges that pass, much for
/// pieces that lie still, and little for the dividers, so that a stuck address shows
/// before anything is decided.
fn pace(channel: Channel) -> Smoothing {
    match channel.role() {
        Some(Role::Slot(..) | Role::Dock(..) | Role::Cell(_)) => Smoothing::Calm,
        Some(
            Role::Edge(..) | Role::Element(..) | Role::Optic(..) | Role::Quiet | Role::Divider,
        )
        | None => Smoothing::Quick,
    }
}
