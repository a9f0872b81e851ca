//! Tests of the analog channels with synthetic scans: rest levels, noise, and the magnets
//! that a test puts before each sensor.

extern crate std;

mod along;
mod cells;
mod cost;
mod edges;
mod faults;
mod markers;
mod platform;

use super::HallTracker;
use crate::board::hall::{INPUTS, MAX_CHANNELS, Role, SensorPart};
use crate::board::{BoardId, Dimensions, Profile};
use crate::rng::Rng;
use crate::sensing::calibration::Calibration;
use crate::sensing::frame::HallScan;
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};
use crate::time::{Instant, Span};
use std::vec::Vec;

/// Fault of the virtual wires.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// An address line keeps its level.
    Line(u8, bool),
    /// A bank is always on.
    BankHeld(bool),
    /// An input reads nothing.
    DeadInput(usize),
    /// Each channel keeps this share (1024ths) of the one before.
    Crosstalk(i32),
    /// A channel keeps this reading.
    Frozen(usize, u16),
    /// A channel reads nonsense in one of 20 scans.
    Flaky(usize),
}

/// Simulated board: the readings of its sensors, its tracker, and the observations so
/// far.
struct Scene {
    profile: &'static Profile,
    watch: HallTracker,
    index: u32,
    rng: Rng,
    /// Reading of each channel without noise, in sums.
    levels: [i32; MAX_CHANNELS],
    /// Noise in quarter steps, about one standard deviation.
    noise: i32,
    /// Amplitude of the hum in 1000ths of a millitesla; `turned` is the orientation of
    /// each channel to it.
    hum: i32,
    turned: [i32; MAX_CHANNELS],
    fault: Fault,
    reported: Vec<(Instant, ObservationKind)>,
}

/// One period of a sine at 32 points, in 1024ths.
const SINE: [i32; 32] = [
    0, 200, 392, 569, 724, 851, 946, 1004, 1024, 1004, 946, 851, 724, 569, 392, 200, 0, -200, -392,
    -569, -724, -851, -946, -1004, -1024, -1004, -946, -851, -724, -569, -392, -200,
];

impl Scene {
    fn new(name: BoardId) -> Self {
        let profile = Profile::of(name);
        Self::with(name, &Calibration::nominal(profile))
    }

    fn with(name: BoardId, calibration: &Calibration) -> Self {
        let profile = Profile::of(name);
        let mut levels = [0; MAX_CHANNELS];
        for (level, rest) in levels.iter_mut().zip(&calibration.rests) {
            *level = i32::from(rest.sum);
        }
        Self {
            profile,
            watch: HallTracker::new(profile, &Dimensions::ASSUMED, calibration),
            index: 0,
            rng: Rng::new(7),
            levels,
            noise: 3,
            hum: 0,
            turned: [1; MAX_CHANNELS],
            fault: Fault::None,
            reported: Vec::new(),
        }
    }

    fn channel(&self, role: Role) -> usize {
        self.profile.hall.find(role).expect("on this board")
    }

    /// Moves the reading of a sensor by `steps`.
    fn add(&mut self, role: Role, steps: i32) {
        let channel = self.channel(role);
        self.levels[channel] += 4 * steps;
    }

    /// Feeds one scan to the tracker.
    fn scan(&mut self) {
        let scan = self.next_scan();
        let reported = &mut self.reported;
        self.watch
            .step(&scan, &mut |at, what| reported.push((at, what)));
    }

    fn next_scan(&mut self) -> HallScan {
        let count = self.profile.hall.channels.len();
        let micros = u64::from(self.index) * u64::from(self.profile.hall.period().0);
        let mut real = [0_i32; MAX_CHANNELS];
        for (n, real) in real.iter_mut().enumerate().take(count) {
            // Each address is read a little later: 30 us.
            let at = micros + (n / INPUTS) as u64 * 30;
            let phase = (at % 20_000) * 32 / 20_000;
            let per_mt = match self.profile.hall.channels[n] {
                crate::board::hall::Channel::Used(_, SensorPart::A1) => 75,
                crate::board::hall::Channel::Used(_, SensorPart::A2) => 37,
                crate::board::hall::Channel::Used(_, SensorPart::A3) => 18,
                _ => 0,
            };
            let hum = SINE[phase as usize] * self.hum * per_mt * self.turned[n] * 4 / 1_024_000;
            let noise: i32 = (0..4)
                .map(|_| self.rng.below(2 * self.noise.unsigned_abs() + 1) as i32 - self.noise)
                .sum::<i32>()
                / 2;
            *real = self.levels[n] + hum + noise;
        }
        let mut sums = [0_u16; MAX_CHANNELS];
        for (n, sum) in sums.iter_mut().enumerate().take(count) {
            *sum = self.faulty(&real, n, count).clamp(0, 16_380) as u16;
        }
        let scan = HallScan {
            index: self.index,
            sums,
            overrun: false,
        };
        self.index += 1;
        scan
    }

    fn faulty(&mut self, real: &[i32; MAX_CHANNELS], n: usize, count: usize) -> i32 {
        let (address, input) = (n / INPUTS, n % INPUTS);
        let at = |address: usize| {
            let channel = address * INPUTS + input;
            (channel < count).then(|| real[channel])
        };
        match self.fault {
            Fault::Line(line, high) => {
                let bit = 1 << line;
                let read = if high { address | bit } else { address & !bit };
                at(read).unwrap_or(1200 + (n as i32 % 5))
            }
            Fault::BankHeld(upper) => {
                let other = at(address ^ 16);
                match other {
                    Some(other) if (address >= 16) != upper => i32::midpoint(other, real[n]),
                    _ => real[n],
                }
            }
            Fault::DeadInput(dead) if dead == input => 0,
            Fault::Crosstalk(share) => {
                let last = count.div_ceil(INPUTS) - 1;
                let before = at(if address == 0 { last } else { address - 1 });
                let before = before.unwrap_or(real[n]);
                real[n] + (before - real[n]) * share / 1024
            }
            Fault::Frozen(channel, reading) if channel == n => 4 * i32::from(reading),
            Fault::Flaky(channel) if channel == n && self.rng.below(20) == 0 => {
                self.rng.below(16_380) as i32
            }
            _ => real[n],
        }
    }

    /// Feeds scans for `millis` milliseconds.
    fn run(&mut self, millis: u32) {
        let scans = Span::millis(millis).0 / self.profile.hall.period().0;
        for _ in 0..scans {
            self.scan();
        }
    }

    fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.profile.hall.period().0))
    }

    /// Returns the observations since the last call.
    fn heard(&mut self) -> Vec<ObservationKind> {
        self.reported.drain(..).map(|(_, what)| what).collect()
    }

    /// Returns the time at which a fault was reported, in milliseconds after `since`.
    fn named(&self, sensor: Sensor, fault: SensorFault, since: Instant) -> Option<u32> {
        let wanted = ObservationKind::FaultRaised(sensor, fault);
        let reported = self.reported.iter().find(|(_, what)| *what == wanted);
        reported.map(|(at, _)| at.since(since).as_millis())
    }
}

fn magnet(polarity: Polarity, strength: Strength) -> Option<Magnet> {
    Some(Magnet { polarity, strength })
}

/// Returns all observations but faults.
fn without_faults(heard: &[ObservationKind]) -> Vec<ObservationKind> {
    let is_no_fault = |what: &&ObservationKind| {
        !matches!(
            what,
            ObservationKind::FaultRaised(..) | ObservationKind::FaultCleared(..)
        )
    };
    heard.iter().filter(is_no_fault).copied().collect()
}
