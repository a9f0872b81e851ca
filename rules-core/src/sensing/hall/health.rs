//! Health of the analog channels, the ADC inputs and the stream of scans.
//!
//! One channel is visited each scan, so that all are visited about every 54 ms: a
//! *sweep*. At its end the sweep is evaluated as a whole, because a fault of all channels
//! is a fault of the wire they share. No fault is hidden: each is reported when it
//! appears and when it is cleared.

use super::channel::{ChannelFaults, ChannelState};
use super::channels::Channels;
use super::filter::ONE_JUMP;
use super::input::InputFault;
use super::reference::{AddressFault, DividerCheck};
use super::wiring::Wiring;
use crate::board::Profile;
use crate::board::hall::{INPUTS, Role};
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};
use crate::time::{Instant, Span};

/// Number of sweeps without any change, or at an end of the range, after which a channel
/// is stuck: half a second.
const STUCK_SWEEPS: u8 = 10;

/// Number of sweeps without change after which a channel counts towards a stuck input:
/// fewer, so that the input is reported before its channels.
const DEAD_SWEEPS: u8 = 8;

/// Weight of recent jumps from which a channel is flaky: seven jumps. A value that no
/// sensor delivers counts six, so that a contact is flaky once it has opened twice within
/// a second and a half.
const FLAKY: u8 = 7 * ONE_JUMP;

/// Noise that no channel at rest makes, in ADC steps (one standard deviation). It counts
/// as a jump per sweep, so that half a second of it is flaky.
const NOISY: u16 = 16;

/// Weight of recent jumps below which a flaky channel works again: one jump in the last
/// two seconds.
const RECOVERED_JUMPS: u8 = 3;

/// Number of consecutive checks with a wrong reading after which a divider is off level:
/// 0.3 s.
const OFF_LOOKS: u8 = 55;

/// Time without a fault after which the stream of scans works again.
const STREAM_RECOVERY_TIME: Span = Span::millis(1_000);

/// Health of the stream of scans: working, or last faulty at this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum ScanStream {
    Well,
    Since(Instant),
}

/// Health of all channels, inputs and the stream of scans.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ChannelHealth {
    lost: ScanStream,
    overrun: ScanStream,
    /// True if no channel of any input moves.
    is_frozen: bool,
    /// True once more than half of the channels have moved within one sweep. Before that,
    /// a still value means nothing, because the board may be an ideal one without noise.
    pub(super) is_noisy: bool,
    /// Number of channels that have moved in this sweep.
    moved: u8,
    /// True if a shared wire has failed or recovered in this sweep.
    changed: bool,
    /// Greatest crosstalk of any faulty input, in 1024ths.
    pub(super) crosstalk: u16,
    inputs: [InputFault; INPUTS],
    /// True if not all channels are fed, so that neighbours cannot be compared.
    pub(super) is_partial: bool,
}

impl ChannelHealth {
    /// Health without a fault, before the first scan.
    pub(super) const NEW: Self = Self {
        lost: ScanStream::Well,
        overrun: ScanStream::Well,
        is_frozen: false,
        is_noisy: false,
        moved: 0,
        changed: false,
        crosstalk: 0,
        inputs: [InputFault::NONE; INPUTS],
        is_partial: false,
    };

    /// Records and reports a fault of the stream of scans: lost scans or an overrun.
    #[cold]
    #[inline(never)]
    pub(super) fn stream_fault(
        &mut self,
        now: Instant,
        fault: SensorFault,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let stream = match fault {
            SensorFault::Overrun => &mut self.overrun,
            _ => &mut self.lost,
        };
        if *stream == ScanStream::Well {
            emit(ObservationKind::FaultRaised(Sensor::HallScans, fault));
        }
        *stream = ScanStream::Since(now);
    }

    /// Reports the stream of scans as working once it has had no fault for
    /// [`STREAM_RECOVERY_TIME`].
    #[inline(never)]
    pub(super) fn mend_stream(&mut self, now: Instant, emit: &mut impl FnMut(ObservationKind)) {
        for (stream, fault) in [
            (&mut self.lost, SensorFault::Lost),
            (&mut self.overrun, SensorFault::Overrun),
        ] {
            if let ScanStream::Since(at) = *stream
                && now.since(at) >= STREAM_RECOVERY_TIME
            {
                *stream = ScanStream::Well;
                emit(ObservationKind::FaultCleared(Sensor::HallScans, fault));
            }
        }
    }

    /// True if the rest level of this channel may follow drift.
    pub(super) fn may_follow(&self, channel: u8) -> bool {
        let input = self.inputs.get(usize::from(channel % INPUTS as u8));
        !self.is_frozen && input.is_some_and(|input| !input.is_weak && !input.is_stuck)
    }

    /// True if crosstalk is subtracted from readings.
    pub(super) fn has_crosstalk(&self) -> bool {
        self.inputs.iter().any(|input| input.is_weak)
    }

    /// Returns the change that crosstalk makes to the reading of each divider, in ADC
    /// steps.
    pub(super) fn bleeds(&self, channels: &Channels, wiring: &Wiring) -> [i16; INPUTS] {
        let mut bleeds = [0; INPUTS];
        for ((bleed, input), divider) in bleeds.iter_mut().zip(&self.inputs).zip(wiring.dividers) {
            *bleed = match divider {
                Some(divider) if channels.has_cells() => input.cell_bleed(channels.apart(divider)),
                _ => input.bleed(),
            };
        }
        bleeds
    }

    /// Visits one channel: updates its offset (`shift`) and its faults, and counts it in
    /// the sweep. `before` is the channel read before it, from `HallTracker::before`, and
    /// `leak` the part of its reading that magnets on adjacent cells make, in ADC steps.
    pub(super) fn visit(
        &mut self,
        channel: u8,
        role: Option<Role>,
        channels: &mut Channels,
        (before, leak): (Option<(i16, Role)>, i16),
        references: &DividerCheck,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let n = usize::from(channel % INPUTS as u8);
        let has_cells = channels.has_cells();
        let shift = match role {
            // The divider is what the shift is measured by.
            Some(Role::Divider) => 0,
            _ => channels.shifts.get(n).copied().unwrap_or(0),
        };
        let (Some(role), Some(state), Some(input)) =
            (role, channels.get_mut(channel), self.inputs.get_mut(n))
        else {
            return;
        };
        // Crosstalk is subtracted as well, as far as it is known.
        let raw = state.away_unless_shifted() - shift / 4 - leak;
        let apart = before.map_or(0, |(apart, _)| i32::from(apart));
        state.shift = match role {
            Role::Divider => 0,
            _ if input.is_weak => shift + ((apart * i32::from(input.crosstalk)) >> 8) as i16,
            _ => shift,
        };
        let moved = core::mem::take(&mut state.alive);
        self.moved += u8::from(moved);
        let alive = (moved || !self.is_noisy) && state.filter.is_possible();
        state.frozen = if alive {
            state.frozen.saturating_sub(3)
        } else {
            (state.frozen + 1).min(2 * STUCK_SWEEPS)
        };
        state.filter.forget();
        if state.sigma() > NOISY {
            state.filter.count_jumps(ONE_JUMP);
        }
        let dead = self.is_frozen || input.is_stuck;
        input.there += 1;
        input.frozen += u8::from(state.frozen >= if dead { 1 } else { DEAD_SWEEPS });

        let sensor = Sensor::Channel(channel, role);
        let was = state.faults.has(ChannelFaults::STUCK);
        // A fault of a shared wire is not reported for each channel too. But a divider
        // that is off on its own holds no channel still.
        let by_divider = input.is_off && !references.is_miswired();
        let shared = dead || (state.faults.has(ChannelFaults::SHARED) && !by_divider);
        let stuck = state.frozen >= if was { 1 } else { STUCK_SWEEPS } && (was || !shared);
        change(
            state,
            ChannelFaults::STUCK,
            stuck,
            (sensor, SensorFault::Stuck),
            emit,
        );
        let was = state.faults.has(ChannelFaults::FLAKY);
        let flaky = state.filter.jumps() >= if was { RECOVERED_JUMPS } else { FLAKY };
        let by_light = matches!(role, Role::Optic(..)) && !was && state.sigma() > NOISY;
        let was = state.faults.has(ChannelFaults::BLINDED);
        let blinded = state.filter.jumps() >= RECOVERED_JUMPS && (was || (flaky && by_light));
        let flaky = flaky && !blinded;
        change(
            state,
            ChannelFaults::FLAKY,
            flaky,
            (sensor, SensorFault::Flaky),
            emit,
        );
        change(
            state,
            ChannelFaults::BLINDED,
            blinded,
            (sensor, SensorFault::Blinded),
            emit,
        );
        if role == Role::Divider {
            let looks = references.off_for(n);
            let is_off = looks >= if input.is_off { 1 } else { OFF_LOOKS };
            self.changed |= is_off != input.is_off;
            input.is_off = is_off;
            let fault = (sensor, SensorFault::OffLevel);
            change(state, ChannelFaults::OFF_LEVEL, input.is_off, fault, emit);
        }
        if let Some((apart, role_before)) = before {
            let (apart, roles) = (i32::from(apart), (role, role_before));
            if has_cells {
                // A divider that is off by crosstalk must not keep it from being measured.
                let is_sound = state.is_sound() || (by_divider && state.is_sound_alone());
                input.regress_cells(raw, apart, roles, is_sound);
            } else {
                input.regress(raw, apart, roles, state.is_sound());
            }
        }
    }

    /// Evaluates a sweep over `channels` channels for faults of inputs and scans, on a
    /// board with or without cells. Returns true if a shared wire has failed or recovered.
    #[inline(never)]
    pub(super) fn evaluate_sweep(
        &mut self,
        (channels, has_cells): (u8, bool),
        references: &DividerCheck,
        emit: &mut impl FnMut(ObservationKind),
    ) -> bool {
        self.is_noisy |= self.moved > channels / 2;
        self.moved = 0;
        if references.is_miswired() {
            self.inputs.iter_mut().for_each(InputFault::forget);
        } else if !self.is_partial {
            let elsewhere = self.inputs.iter().any(InputFault::is_shown);
            for (n, input) in (0..).zip(&mut self.inputs) {
                input.check_crosstalk(n, (has_cells, elsewhere), emit);
            }
        }
        let whole = self
            .inputs
            .map(|input| input.there > 0 && input.frozen == input.there);
        let all = whole.iter().all(|&dead| dead);
        let (sensor, fault) = (Sensor::HallScans, SensorFault::Stuck);
        self.changed |= self.is_frozen != all;
        report_change(&mut self.is_frozen, all, sensor, fault, emit);
        for ((n, input), whole) in (0..).zip(&mut self.inputs).zip(whole) {
            let sensor = Sensor::Input(n);
            self.changed |= input.is_stuck != (whole && !all);
            report_change(&mut input.is_stuck, whole && !all, sensor, fault, emit);
            (input.there, input.frozen) = (0, 0);
        }
        let weak = self.inputs.iter().filter(|input| input.is_weak);
        let most = weak.map(|input| input.crosstalk.unsigned_abs()).max();
        self.crosstalk = most.unwrap_or(0);
        core::mem::take(&mut self.changed)
    }

    /// Sets or clears [`ChannelFaults::SHARED`] of a channel by the faults of its input
    /// and its address.
    pub(super) fn share_out(
        &self,
        channel: u8,
        channels: &mut Channels,
        miswired: Option<AddressFault>,
    ) {
        let (address, n) = (channel / INPUTS as u8, channel % INPUTS as u8);
        let addresses = channels.addresses();
        let input = self.inputs.get(usize::from(n));
        let wrong = miswired.is_some_and(|fault| fault.affects(address, addresses));
        let shared =
            wrong || self.is_frozen || input.is_some_and(|input| input.is_stuck || input.is_off);
        if let Some(state) = channels.get_mut(channel) {
            state.faults.set(ChannelFaults::SHARED, shared);
        }
    }

    /// Iterates over the faults of the scans and the inputs, which many channels share.
    pub(super) fn shared(&self) -> impl Iterator<Item = (Sensor, SensorFault)> {
        let scans = [
            (self.lost != ScanStream::Well, SensorFault::Lost),
            (self.overrun != ScanStream::Well, SensorFault::Overrun),
            (self.is_frozen, SensorFault::Stuck),
        ];
        let scans = scans.into_iter().filter(|&(is_raised, _)| is_raised);
        let scans = scans.map(|(_, fault)| (Sensor::HallScans, fault));
        let inputs = (0..).zip(self.inputs).flat_map(|(n, input)| {
            [
                input
                    .is_stuck
                    .then_some((Sensor::Input(n), SensorFault::Stuck)),
                input
                    .is_weak
                    .then_some((Sensor::Input(n), SensorFault::Weak)),
            ]
        });
        scans.chain(inputs.flatten())
    }
}

/// Iterates over the channels of a board that have a role.
pub(super) fn used(profile: &Profile) -> impl Iterator<Item = (u8, Role)> {
    let channels = (0..).zip(profile.hall.channels);
    channels.filter_map(|(n, channel)| Some((n, channel.role()?)))
}

fn change(
    state: &mut ChannelState,
    flag: ChannelFaults,
    is: bool,
    (sensor, fault): (Sensor, SensorFault),
    emit: &mut impl FnMut(ObservationKind),
) {
    let mut was = state.faults.has(flag);
    report_change(&mut was, is, sensor, fault, emit);
    state.faults.set(flag, is);
}

pub(super) fn report_change(
    was: &mut bool,
    is: bool,
    sensor: Sensor,
    fault: SensorFault,
    emit: &mut impl FnMut(ObservationKind),
) {
    if *was != is {
        *was = is;
        emit(if is {
            ObservationKind::FaultRaised(sensor, fault)
        } else {
            ObservationKind::FaultCleared(sensor, fault)
        });
    }
}

/// Iterates over a channel's own faults; faults of shared wires are not among them.
pub(super) fn own_faults(state: &ChannelState) -> impl Iterator<Item = SensorFault> {
    let faults = state.faults;
    [
        (ChannelFaults::STUCK, SensorFault::Stuck),
        (ChannelFaults::FLAKY, SensorFault::Flaky),
        (ChannelFaults::OFF_LEVEL, SensorFault::OffLevel),
        (ChannelFaults::BLINDED, SensorFault::Blinded),
    ]
    .into_iter()
    .filter(move |&(flag, _)| faults.has(flag))
    .map(|(_, fault)| fault)
}
