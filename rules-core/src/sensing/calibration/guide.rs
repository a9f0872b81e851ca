//! Guide that measures a new calibration step by step with a person.
//!
//! ```text
//!   wants(): "empty the board" --ready()--> measuring, 1 s of scans
//!      ^                                        |
//!      |<------ refused, with the reason -------+
//!      |<------ taken: the next step -----------+----> all taken: finish()
//! ```
//!
//! The guide builds a separate set of values. The present set stays in use until the ring
//! adopts the new one, and the ring can return to it afterwards.

use super::step;
pub use super::step::{CalibrationStep, StepRefusal};
use super::values::{Calibration, ChannelGroup, Levels, Provenance, RestLevel, expected_rest};
use crate::board::Profile;
use crate::board::cell_layout::CellLayout;
use crate::board::hall::{MAX_CHANNELS, OVERSAMPLE, Role, SensorPart};
use crate::place::Post;
use crate::sensing::frame::HallScan;
use crate::sensing::magnet::{ByStrength, Strength};
use crate::sensing::sensor::Sensor;

/// Duration of the measurement of each step, in microseconds.
const MEASURING: u32 = 1_000_000;

/// Largest distance of a Hall sensor at rest from the middle of its range, in ADC steps:
/// its data sheet allows 74, and warmth adds 8. The weakest piece or marker leaves a
/// reading at least 97 from the middle; a wrestler at the rim makes 71 and is not noticed.
const REST_WITHIN: u16 = 90;

/// Highest reading of an uncovered reflective sensor, in ADC steps.
pub(super) const UNCOVERED: u16 = 600;

/// Largest distance of a divider from its nominal level, in ADC steps.
const DIVIDER_WITHIN: u16 = 32;

/// Highest noise at which a measurement counts, in ADC steps (one standard deviation).
const QUIET: u32 = 12;

/// End of a reading's range, as a distance from the middle in ADC steps. The true value
/// of a reading that reaches it may lie further away.
const MAX_STEPS: i32 = 2047;

/// Smallest change that a calibration step makes in the sensors it concerns, in ADC
/// steps.
const CHANGED: i32 = 60;

/// Smallest change that wood makes to the reading of a reflective sensor, in ADC steps.
const WOOD: i32 = 600;

/// Result of the measurement of one calibration step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepResult {
    /// The measurement was accepted; the guide continues with the next step.
    Taken,
    /// The measurement was refused for this reason; the step must be repeated.
    Refused(StepRefusal),
}

/// Guide that leads a person through the steps of a calibration and measures each.
#[derive(Debug, Clone)]
pub struct Guide {
    profile: &'static Profile,
    set: Calibration,
    /// Number of the current step, from 0.
    at: usize,
    /// Number of scans still to measure in this step; 0 while the person prepares it.
    left: u32,
    /// Number of scans measured in this step.
    taken: u32,
    sums: [u32; MAX_CHANNELS],
    /// Sum of the differences from one scan to the next, per channel: the noise.
    rough: [u32; MAX_CHANNELS],
    last: [u16; MAX_CHANNELS],
}

impl Guide {
    /// Creates a guide that starts from the set in use, or from the nominal one if the
    /// set in use is for another board.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    /// use rules_core::sensing::calibration::guide::{CalibrationStep, Guide};
    ///
    /// let ring = Profile::of(BoardId::Ring);
    /// let guide = Guide::new(ring, &Calibration::nominal(ring));
    /// assert_eq!(guide.wants(), Some(CalibrationStep::Empty));
    /// assert_eq!(CalibrationStep::Empty.to_string(), "take everything off the board");
    /// ```
    #[must_use]
    pub fn new(profile: &'static Profile, current: &Calibration) -> Self {
        let set = if current.board == profile.name {
            current.clone()
        } else {
            Calibration::nominal(profile)
        };
        Self {
            profile,
            set,
            at: 0,
            left: 0,
            taken: 0,
            sums: [0; MAX_CHANNELS],
            rough: [0; MAX_CHANNELS],
            last: [0; MAX_CHANNELS],
        }
    }

    /// Returns the step that the person must do next; `None` if all are done.
    #[must_use]
    pub fn wants(&self) -> Option<CalibrationStep> {
        self.steps().get(self.at).copied()
    }

    /// Returns the number of steps done and the number of steps in all.
    #[must_use]
    pub const fn progress(&self) -> (u8, u8) {
        (self.at as u8, self.steps().len() as u8)
    }

    /// Returns the cell on which a grid board is calibrated; `None` on a ring.
    #[must_use]
    pub const fn middle_cell(&self) -> Option<u8> {
        match CellLayout::for_board(self.profile.name) {
            Some(layout) => Some(middle(layout)),
            None => None,
        }
    }

    const fn steps(&self) -> &'static [CalibrationStep] {
        step::for_board(self.profile.name)
    }

    /// Starts the measurement of the current step, which the person has prepared.
    pub fn ready(&mut self) {
        self.left = (MEASURING / self.profile.hall.period().0.max(1)).max(1);
        self.taken = 0;
        self.sums = [0; MAX_CHANNELS];
        self.rough = [0; MAX_CHANNELS];
    }

    /// Adds a scan to the measurement under way, if there is one. Returns the result when
    /// the measurement is complete, else `None`. Scans with an overrun do not count.
    pub fn add_scan(&mut self, scan: &HallScan) -> Option<StepResult> {
        if self.left == 0 || scan.overrun {
            return None;
        }
        for ((sum, rough), (last, &new)) in (self.sums.iter_mut())
            .zip(&mut self.rough)
            .zip(self.last.iter_mut().zip(&scan.sums))
        {
            *sum = sum.saturating_add(u32::from(new));
            if self.taken > 0 {
                *rough = rough.saturating_add(u32::from(new.abs_diff(*last)));
            }
            *last = new;
        }
        self.taken += 1;
        self.left -= 1;
        if self.left > 0 {
            return None;
        }
        let step = self.wants()?;
        Some(match self.check_step(step) {
            Ok(()) => {
                self.at += 1;
                StepResult::Taken
            }
            Err(refusal) => StepResult::Refused(refusal),
        })
    }

    /// Returns the new set of calibration values; `None` while a step is missing.
    #[must_use]
    pub fn finish(&self) -> Option<&Calibration> {
        self.wants().is_none().then_some(&self.set)
    }

    fn check_step(&mut self, step: CalibrationStep) -> Result<(), StepRefusal> {
        for (channel, role) in self.used() {
            let noise = self.rough.get(usize::from(channel)).copied().unwrap_or(0);
            // Mean difference of sums, converted to a standard deviation in steps.
            let sigma = noise / self.taken.max(1) * 222 / 1000;
            if sigma > QUIET {
                return Err(StepRefusal::Noisy(Sensor::Channel(channel, role)));
            }
        }
        match step {
            CalibrationStep::Empty => self.check_empty(),
            CalibrationStep::Marker(strength) => self.check_marker(strength),
            CalibrationStep::Platform(post) => self.check_platform(post),
            CalibrationStep::Disc => self.check_disc(),
            CalibrationStep::Piece(strength) => self.check_piece(strength),
        }
    }

    fn check_empty(&mut self) -> Result<(), StepRefusal> {
        for (channel, part) in self.parts() {
            let (number, role) = channel;
            let sensor = Sensor::Channel(number, role);
            let reading = self.mean(number) / OVERSAMPLE;
            let middle = expected_rest(crate::board::hall::Channel::Used(role, part)) / OVERSAMPLE;
            match part {
                SensorPart::Resistors if reading.abs_diff(middle) > DIVIDER_WITHIN => {
                    return Err(StepRefusal::OffLevel(sensor));
                }
                SensorPart::Reflective if reading > UNCOVERED => {
                    return Err(StepRefusal::Covered(sensor));
                }
                SensorPart::A1 | SensorPart::A2 | SensorPart::A3
                    if reading.abs_diff(middle) > REST_WITHIN =>
                {
                    return Err(StepRefusal::Magnet(sensor));
                }
                _ => {}
            }
        }
        for number in 0..self.set.rests.len() {
            let sum = self.mean(number as u8);
            if let Some(rest) = self.set.rests.get_mut(number) {
                *rest = RestLevel {
                    sum,
                    from: Provenance::Manual,
                };
            }
        }
        Ok(())
    }

    fn check_marker(&mut self, strength: Strength) -> Result<(), StepRefusal> {
        let change = |n| self.change(Role::Slot(Post::One, n));
        let (sensor, own) = change(0).unwrap_or((Sensor::HallScans, 0));
        self.check_strength(ChannelGroup::Slots, strength, sensor, own)?;
        self.only(|role| matches!(role, Role::Slot(Post::One, _)))?;
        if strength == Strength::Strong {
            let leaks = [1, 2, 3].map(|n| change(n).map_or(0, |(_, steps)| share(steps, own)));
            self.set.leakage.slots = leaks;
        }
        self.set_level(ChannelGroup::Slots, strength, own);
        Ok(())
    }

    fn check_piece(&mut self, strength: Strength) -> Result<(), StepRefusal> {
        let layout = CellLayout::for_board(self.profile.name).unwrap_or(CellLayout::Hexagons);
        let middle = middle(layout);
        let (sensor, own) = (self.change(Role::Cell(middle))).unwrap_or((Sensor::HallScans, 0));
        self.check_strength(ChannelGroup::Cells, strength, sensor, own)?;
        self.only(|role| role == Role::Cell(middle))?;
        if strength == Strength::Strong {
            let beside = layout.neighbours(middle);
            let beside = beside.filter_map(|cell| self.change(Role::Cell(cell)));
            let (sum, count) = beside.fold((0, 0), |(sum, n), (_, steps)| (sum + steps, n + 1));
            self.set.leakage.cells = share(sum / count.max(1), own);
        }
        self.set_level(ChannelGroup::Cells, strength, own);
        Ok(())
    }

    /// True if the guide measures pieces of middle strength; otherwise their level is the
    /// mean of weak and strong.
    fn has_middle(&self) -> bool {
        self.steps()
            .contains(&CalibrationStep::Piece(Strength::Middle))
    }

    /// Checks that the reading of a sensor changed, by at least half more than with the
    /// next weaker magnet, and stayed within the range.
    fn check_strength(
        &self,
        group: ChannelGroup,
        strength: Strength,
        sensor: Sensor,
        own: i32,
    ) -> Result<(), StepRefusal> {
        if own.abs() < CHANGED {
            return Err(StepRefusal::Unchanged(sensor));
        }
        let level = |strength| i32::from(self.set.steps(group, strength));
        let weaker = match strength {
            Strength::Weak => 0,
            Strength::Strong if self.has_middle() => level(Strength::Middle),
            Strength::Middle | Strength::Strong => level(Strength::Weak),
        };
        if own.abs() < weaker * 3 / 2 || own.abs() >= MAX_STEPS {
            return Err(StepRefusal::Unlikely(sensor));
        }
        Ok(())
    }

    fn check_platform(&mut self, post: Post) -> Result<(), StepRefusal> {
        let change = |n| self.change(Role::Dock(post, n));
        let Some((near, near_steps)) = change(0) else {
            return Ok(());
        };
        let (far, far_steps) = change(1).unwrap_or((near, -near_steps));
        for (sensor, steps) in [(near, near_steps), (far, far_steps)] {
            if steps.abs() < 2 * CHANGED {
                return Err(StepRefusal::Unchanged(sensor));
            }
        }
        // Short edge to the ring: minus first, then plus.
        if near_steps > 0 || far_steps < 0 {
            return Err(StepRefusal::Unlikely(near));
        }
        let level = near_steps.abs().min(far_steps.abs()).min(MAX_STEPS);
        let known = match post {
            Post::One => level,
            _ => level.min(i32::from(
                self.set.steps(ChannelGroup::Docks, Strength::Strong),
            )),
        };
        self.set.levels[ChannelGroup::Docks] = levels(known / 4, known / 2, known);
        Ok(())
    }

    fn check_disc(&mut self) -> Result<(), StepRefusal> {
        let mut seen: Option<(Sensor, i32)> = None;
        for post in Post::ALL {
            let change = self.change(Role::Optic(post, 0));
            if let Some((sensor, steps)) = change
                && seen.is_none_or(|seen| steps > seen.1)
            {
                seen = Some((sensor, steps));
            }
        }
        match seen {
            Some((sensor, steps)) if steps < WOOD => Err(StepRefusal::Unchanged(sensor)),
            Some((_, steps)) => {
                let steps = steps.min(MAX_STEPS);
                self.set.levels[ChannelGroup::Optics] = levels(steps / 2, steps * 3 / 4, steps);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Checks that of the slot, cell and dock sensors only those whose role satisfies
    /// `may` have changed.
    fn only(&self, may: impl Fn(Role) -> bool) -> Result<(), StepRefusal> {
        for (channel, role) in self.used() {
            let watched = matches!(role, Role::Slot(..) | Role::Cell(_) | Role::Dock(..));
            if watched
                && !may(role)
                && let Some((_, steps)) = self.change(role)
                && steps.abs() > CHANGED
            {
                return Err(StepRefusal::Elsewhere(Sensor::Channel(channel, role)));
            }
        }
        Ok(())
    }

    fn set_level(&mut self, group: ChannelGroup, strength: Strength, own: i32) {
        let has_middle = self.has_middle();
        let level = &mut self.set.levels[group];
        level.steps[strength] = u16::try_from(own.abs()).unwrap_or(u16::MAX);
        level.from = Provenance::Manual;
        if !has_middle {
            let [weak, _, strong] = level.steps.0;
            level.steps[Strength::Middle] = weak.midpoint(strong);
        }
    }

    /// Returns the sensor of a role and the distance of its reading from the rest level,
    /// in ADC steps; `None` if the board has no such sensor.
    fn change(&self, role: Role) -> Option<(Sensor, i32)> {
        let channel = self.profile.hall.find(role)?;
        let rest = self.set.rest(channel)?;
        let number = u8::try_from(channel).ok()?;
        let steps = (i32::from(self.mean(number)) - i32::from(rest.sum)) / i32::from(OVERSAMPLE);
        Some((Sensor::Channel(number, role), steps))
    }

    fn mean(&self, channel: u8) -> u16 {
        let sum = self.sums.get(usize::from(channel)).copied().unwrap_or(0);
        u16::try_from(sum / self.taken.max(1)).unwrap_or(u16::MAX)
    }

    fn used(&self) -> impl Iterator<Item = (u8, Role)> + use<> {
        self.parts().map(|(channel, _)| channel)
    }

    fn parts(&self) -> impl Iterator<Item = ((u8, Role), SensorPart)> + use<> {
        let channels = (0..).zip(self.profile.hall.channels);
        channels.filter_map(|(n, channel)| match *channel {
            crate::board::hall::Channel::Used(role, part) => Some(((n, role), part)),
            crate::board::hall::Channel::Spare => None,
        })
    }
}

const fn middle(layout: CellLayout) -> u8 {
    match layout {
        CellLayout::Squares => 17,
        CellLayout::Hexagons => 30,
    }
}

fn levels(weak: i32, middle: i32, strong: i32) -> Levels {
    let steps = [weak, middle, strong].map(|steps| u16::try_from(steps).unwrap_or(0));
    Levels {
        steps: ByStrength(steps),
        from: Provenance::Manual,
    }
}

/// Returns the change `felt` of a neighbour as a part of a sensor's own change, in
/// 1024ths.
fn share(felt: i32, own: i32) -> i16 {
    let part = if own == 0 { 0 } else { felt * 1024 / own };
    part.clamp(-256, 256) as i16
}
