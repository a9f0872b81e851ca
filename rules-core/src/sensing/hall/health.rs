//! What is wrong with channels, inputs and the stream of scans.
//!
//! One channel is visited each scan, so that all are visited about every 54 ms:
//! a *sweep*. At its end the sweep is judged as a whole, because what is wrong
//! with everything is wrong with the wire they share. Nothing is absorbed:
//! every trouble is named, and said to be mended when it is.

use super::filter::ONE_JUMP;
use super::line::{Faults, Line};
use super::lines::Lines;
use super::reference::{Miswired, References};
use crate::board::Profile;
use crate::board::hall::{INPUTS, Role};
use crate::sensing::observation::What;
use crate::sensing::sensor::{Sensor, Trouble};
use crate::time::{Instant, Span};

/// Sweeps without any change, or at an end of the range, that mean stuck: half a
/// second.
const STUCK_SWEEPS: u8 = 10;

/// For a whole input fewer will do: so the wire is named before its channels.
const DEAD_SWEEPS: u8 = 8;

/// Jumps not yet forgotten that mean flaky: seven, of which a value that no sensor
/// puts out counts six. So a contact is flaky once it has opened twice within a
/// second and a half.
const FLAKY: u8 = 7 * ONE_JUMP;

/// Noise (steps, one standard deviation) that nothing at rest makes. It counts
/// as a jump a sweep, so that half a second of it is flaky.
const NOISY: u16 = 16;

/// Fewer mean well again: one in the last two seconds.
const WELL: u8 = 3;

/// Looks at the dividers in a row that mean off level: 0.3 s.
const OFF_LOOKS: u8 = 55;

/// Crosstalk that is named, and below which it is well, in 1024ths of the
/// channel before.
const CROSSTALK: i16 = 10;
const NO_CROSSTALK: i16 = 7;

/// Sweeps that must agree on crosstalk.
const CROSSTALK_SWEEPS: u8 = 4;

/// The stream is well again after so long without a gap.
const STREAM_WELL: Span = Span::millis(1_000);

/// What is wrong with the stream of scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Stream {
    #[default]
    Well,
    Since(Instant),
}

/// What is wrong with an input as a whole.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Input {
    is_stuck: bool,
    is_weak: bool,
    /// Its divider is off its level.
    is_off: bool,
    /// Channels visited in this sweep, and how many of them do not move.
    there: u8,
    frozen: u8,
    /// Crosstalk as last found, 1024ths.
    crosstalk: i16,
    sweeps: u8,
    /// Crosstalk by the divider alone, 1024ths: no magnet disturbs it.
    by_divider: i16,
    /// Sums of the regression over the last sweeps.
    product: i32,
    square: i32,
}

impl Input {
    /// Takes a channel into the regression on the one before, which reads
    /// `apart` steps more.
    fn regress(&mut self, away: i16, apart: i16, (role, before): (Role, Role), sound: bool) {
        let telling = |role| matches!(role, Role::Divider | Role::Optic(..));
        let (away, apart) = (i32::from(away), i32::from(apart));
        if role == Role::Divider {
            let found = away * 1024 / apart.min(-500);
            self.by_divider = found.clamp(-200, 200) as i16;
        } else if (telling(role) || telling(before))
            && apart.abs() > 500
            && away.abs() < 120
            && sound
        {
            self.product += away * apart / 16;
            self.square += apart * apart / 16;
        }
    }

    fn forget(&mut self) {
        self.product = 0;
        self.square = 0;
        self.sweeps = 0;
    }
}

/// The watch over all.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Health {
    lost: Stream,
    overrun: Stream,
    is_frozen: bool,
    /// Half of the channels have been seen to move within a sweep. Before, a
    /// still value means nothing: this may be an ideal board.
    pub(super) is_noisy: bool,
    moved: u8,
    /// A shared wire has failed or mended in this sweep.
    changed: bool,
    /// The most crosstalk of any input that has too much, 1024ths.
    pub(super) crosstalk: u16,
    inputs: [Input; INPUTS],
    /// Not all channels are fed: neighbours cannot be compared.
    pub(super) is_partial: bool,
}

impl Health {
    /// A gap in the counter, or values on the wrong channel.
    pub(super) fn stream_fault(
        &mut self,
        now: Instant,
        trouble: Trouble,
        say: &mut impl FnMut(What),
    ) {
        let stream = match trouble {
            Trouble::Overrun => &mut self.overrun,
            _ => &mut self.lost,
        };
        if *stream == Stream::Well {
            say(What::Trouble(Sensor::HallScans, trouble));
        }
        *stream = Stream::Since(now);
    }

    /// Says when the stream is well again.
    pub(super) fn mend_stream(&mut self, now: Instant, say: &mut impl FnMut(What)) {
        for (stream, trouble) in [
            (&mut self.lost, Trouble::Lost),
            (&mut self.overrun, Trouble::Overrun),
        ] {
            if let Stream::Since(at) = *stream
                && now.since(at) >= STREAM_WELL
            {
                *stream = Stream::Well;
                say(What::Mended(Sensor::HallScans, trouble));
            }
        }
    }

    /// Whether rests may follow drift on this input.
    pub(super) fn may_follow(&self, channel: u8) -> bool {
        let input = self.inputs.get(usize::from(channel % INPUTS as u8));
        !self.is_frozen && input.is_some_and(|input| !input.is_weak && !input.is_stuck)
    }

    /// Whether crosstalk is taken off readings.
    pub(super) fn has_crosstalk(&self) -> bool {
        self.inputs.iter().any(|it| it.is_weak)
    }

    /// What crosstalk takes off each divider, in steps.
    pub(super) fn bleeds(&self) -> [i16; INPUTS] {
        // The channel before rests 1024 steps lower: one for each 1024th.
        self.inputs
            .map(|it| if it.is_weak { -it.crosstalk } else { 0 })
    }

    /// Visits one channel.
    pub(super) fn visit(
        &mut self,
        channel: u8,
        role: Option<Role>,
        lines: &mut Lines,
        before: Option<(i16, Role)>,
        references: &References,
        say: &mut impl FnMut(What),
    ) {
        let n = usize::from(channel % INPUTS as u8);
        let shift = match role {
            // What the shift is measured by.
            Some(Role::Divider) => 0,
            _ => lines.shifts.get(n).copied().unwrap_or(0),
        };
        let (Some(role), Some(line), Some(input)) =
            (role, lines.line_mut(channel), self.inputs.get_mut(n))
        else {
            return;
        };
        // Crosstalk is taken off as well, as far as it is known.
        let raw = line.away_unless_shifted() - shift / 4;
        let apart = before.map_or(0, |it| i32::from(it.0));
        line.shift = match role {
            Role::Divider => 0,
            _ if input.is_weak => shift + ((apart * i32::from(input.crosstalk)) >> 8) as i16,
            _ => shift,
        };
        let moved = core::mem::take(&mut line.alive);
        self.moved += u8::from(moved);
        let alive = (moved || !self.is_noisy) && line.filter.is_possible();
        line.frozen = if alive {
            line.frozen.saturating_sub(3)
        } else {
            (line.frozen + 1).min(2 * STUCK_SWEEPS)
        };
        line.filter.forget();
        if line.sigma() > NOISY {
            line.filter.count_jumps(ONE_JUMP);
        }
        let dead = self.is_frozen || input.is_stuck;
        input.there += 1;
        input.frozen += u8::from(line.frozen >= if dead { 1 } else { DEAD_SWEEPS });

        let sensor = Sensor::Channel(channel, role);
        let was = line.faults.has(Faults::STUCK);
        // What is wrong with a shared wire is not also named for each channel. But
        // a divider that is off by itself holds no channel still.
        let by_divider = input.is_off && !references.is_miswired();
        let shared = dead || (line.faults.has(Faults::SHARED) && !by_divider);
        let stuck = line.frozen >= if was { 1 } else { STUCK_SWEEPS } && (was || !shared);
        change(line, Faults::STUCK, stuck, (sensor, Trouble::Stuck), say);
        let was = line.faults.has(Faults::FLAKY);
        let flaky = line.filter.jumps() >= if was { WELL } else { FLAKY };
        let by_light = matches!(role, Role::Optic(..)) && !was && line.sigma() > NOISY;
        let was = line.faults.has(Faults::BLINDED);
        let blinded = line.filter.jumps() >= WELL && (was || (flaky && by_light));
        let flaky = flaky && !blinded;
        change(line, Faults::FLAKY, flaky, (sensor, Trouble::Flaky), say);
        change(
            line,
            Faults::BLINDED,
            blinded,
            (sensor, Trouble::Blinded),
            say,
        );
        if role == Role::Divider {
            let looks = references.off_for(n);
            let is_off = looks >= if input.is_off { 1 } else { OFF_LOOKS };
            self.changed |= is_off != input.is_off;
            input.is_off = is_off;
            let trouble = (sensor, Trouble::OffLevel);
            change(line, Faults::OFF_LEVEL, input.is_off, trouble, say);
        }
        if let Some((apart, role_before)) = before {
            input.regress(raw, apart, (role, role_before), line.is_sound());
        }
    }

    /// Judges a sweep over so many channels. Says whether a shared wire has
    /// failed or mended.
    pub(super) fn judge(
        &mut self,
        channels: u8,
        references: &References,
        say: &mut impl FnMut(What),
    ) -> bool {
        self.is_noisy |= self.moved > channels / 2;
        self.moved = 0;
        if references.is_miswired() {
            self.inputs.iter_mut().for_each(Input::forget);
        } else if !self.is_partial {
            self.judge_crosstalk(say);
        }
        let whole = self.inputs.map(|it| it.there > 0 && it.frozen == it.there);
        let all = whole.iter().all(|&it| it);
        let (sensor, trouble) = (Sensor::HallScans, Trouble::Stuck);
        self.changed |= self.is_frozen != all;
        tell(&mut self.is_frozen, all, sensor, trouble, say);
        for ((n, input), whole) in (0..).zip(&mut self.inputs).zip(whole) {
            let sensor = Sensor::Input(n);
            self.changed |= input.is_stuck != (whole && !all);
            tell(&mut input.is_stuck, whole && !all, sensor, trouble, say);
            (input.there, input.frozen) = (0, 0);
        }
        let weak = self.inputs.iter().filter(|input| input.is_weak);
        let most = weak.map(|input| input.crosstalk.unsigned_abs()).max();
        self.crosstalk = most.unwrap_or(0);
        core::mem::take(&mut self.changed)
    }

    fn judge_crosstalk(&mut self, say: &mut impl FnMut(What)) {
        for (n, input) in (0..).zip(&mut self.inputs) {
            if input.square > 0 {
                let found = (i64::from(input.product) * 1024 / i64::from(input.square)) as i32;
                // Both must say so: sensors feel magnets, a divider may be off.
                let found = (found.clamp(-200, 200) as i16).min(input.by_divider);
                let wrong = found
                    >= if input.is_weak {
                        NO_CROSSTALK
                    } else {
                        CROSSTALK
                    };
                input.sweeps = if wrong == input.is_weak {
                    0
                } else {
                    input.sweeps.saturating_add(1)
                };
                input.crosstalk = found;
                let is_weak = (input.sweeps >= CROSSTALK_SWEEPS) != input.is_weak;
                tell(
                    &mut input.is_weak,
                    is_weak,
                    Sensor::Input(n),
                    Trouble::Weak,
                    say,
                );
                input.sweeps = if is_weak == wrong { 0 } else { input.sweeps };
            }
            // Hum averages out over eight sweeps.
            input.product -= input.product / 8;
            input.square -= input.square / 8;
        }
    }

    /// Lets a channel know what is wrong with the wires it shares.
    pub(super) fn share_out(&self, channel: u8, lines: &mut Lines, miswired: Option<Miswired>) {
        let (address, n) = (channel / INPUTS as u8, channel % INPUTS as u8);
        let addresses = lines.addresses();
        let input = self.inputs.get(usize::from(n));
        let wrong = miswired.is_some_and(|it| it.affects(address, addresses));
        let shared = wrong || self.is_frozen || input.is_some_and(|it| it.is_stuck || it.is_off);
        if let Some(line) = lines.line_mut(channel) {
            line.faults.set(Faults::SHARED, shared);
        }
    }

    /// Everything that is wrong with shared wires.
    pub(super) fn shared(&self) -> impl Iterator<Item = (Sensor, Trouble)> {
        let scans = [
            (self.lost != Stream::Well, Trouble::Lost),
            (self.overrun != Stream::Well, Trouble::Overrun),
            (self.is_frozen, Trouble::Stuck),
        ];
        let scans = scans.into_iter().filter(|it| it.0);
        let scans = scans.map(|it| (Sensor::HallScans, it.1));
        let inputs = (0..).zip(self.inputs).flat_map(|(n, input)| {
            [
                input.is_stuck.then_some((Sensor::Input(n), Trouble::Stuck)),
                input.is_weak.then_some((Sensor::Input(n), Trouble::Weak)),
            ]
        });
        scans.chain(inputs.flatten())
    }
}

/// Channels that have a role.
pub(super) fn used(profile: &Profile) -> impl Iterator<Item = (u8, Role)> {
    let channels = (0..).zip(profile.hall.channels);
    channels.filter_map(|(n, channel)| Some((n, channel.role()?)))
}

fn change(
    line: &mut Line,
    fault: Faults,
    is: bool,
    (sensor, trouble): (Sensor, Trouble),
    say: &mut impl FnMut(What),
) {
    let mut was = line.faults.has(fault);
    tell(&mut was, is, sensor, trouble, say);
    line.faults.set(fault, is);
}

fn tell(was: &mut bool, is: bool, sensor: Sensor, trouble: Trouble, say: &mut impl FnMut(What)) {
    if *was != is {
        *was = is;
        say(if is {
            What::Trouble(sensor, trouble)
        } else {
            What::Mended(sensor, trouble)
        });
    }
}

/// Every trouble of a channel.
pub(super) fn of_line(line: &Line) -> impl Iterator<Item = Trouble> {
    let faults = line.faults;
    [
        (Faults::STUCK, Trouble::Stuck),
        (Faults::FLAKY, Trouble::Flaky),
        (Faults::OFF_LEVEL, Trouble::OffLevel),
        (Faults::BLINDED, Trouble::Blinded),
    ]
    .into_iter()
    .filter(move |it| faults.has(it.0))
    .map(|it| it.1)
}
