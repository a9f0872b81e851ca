//! Measures a new calibration step by step with a person.
//!
//! ```text
//!   wants(): "empty the board" --ready()--> measuring, 1 s of scans
//!      ^                                        |
//!      |<------ refused, with the reason -------+
//!      |<------ taken: the next step -----------+----> all taken: finish()
//! ```
//!
//! The guide builds its own set; what is in use stays in use until the ring takes
//! the new one, and can be had back from there.

use super::record::{Calibration, Group, Levels, Provenance, Rest, expected_rest};
use super::step;
pub use super::step::{Refusal, Step};
use crate::board::Profile;
use crate::board::hall::{MOST_CHANNELS, OVERSAMPLE, Part, Role};
use crate::place::Post;
use crate::sensing::frame::HallScan;
use crate::sensing::grid::Layout;
use crate::sensing::magnet::{ByStrength, Strength};
use crate::sensing::sensor::Sensor;

/// How long each step is measured, in microseconds.
const MEASURING: u32 = 1_000_000;

/// A Hall sensor at rest is within so many steps of the middle; a weak marker
/// makes 225, a wrestler at the rim 71.
const REST_WITHIN: u16 = 60;

/// An uncovered reflective sensor reads less than this (steps).
pub(super) const UNCOVERED: u16 = 600;

/// A divider is within so many steps.
const DIVIDER_WITHIN: u16 = 32;

/// More noise than this (steps, one standard deviation) spoils a measurement.
const QUIET: u32 = 12;

/// No reading is further from the middle (steps); what reaches it may be further.
const MOST_STEPS: i32 = 2047;

/// What a step changes, it changes by at least so many steps.
const CHANGED: i32 = 60;

/// Wood on a reflective sensor makes at least so many steps.
const WOOD: i32 = 600;

/// What became of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It was taken; go on with the next step.
    Taken,
    /// It was not taken; the step is still to be done.
    Refused(Refusal),
}

/// Leads a person through a calibration.
#[derive(Debug, Clone)]
pub struct Guide {
    profile: &'static Profile,
    set: Calibration,
    /// Which step, from 0.
    at: usize,
    /// Scans still to take; none while the person is busy.
    left: u32,
    taken: u32,
    sums: [u32; MOST_CHANNELS],
    /// Differences from one scan to the next, added up.
    rough: [u32; MOST_CHANNELS],
    last: [u16; MOST_CHANNELS],
}

impl Guide {
    /// Starts from the set in use.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    /// use rules_core::sensing::calibration::Calibration;
    /// use rules_core::sensing::calibration::guide::{Guide, Step};
    ///
    /// let ring = Profile::of(Name::Ring);
    /// let guide = Guide::new(ring, &Calibration::nominal(ring));
    /// assert_eq!(guide.wants(), Some(Step::Empty));
    /// assert_eq!(Step::Empty.to_string(), "take everything off the board");
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
            sums: [0; MOST_CHANNELS],
            rough: [0; MOST_CHANNELS],
            last: [0; MOST_CHANNELS],
        }
    }

    /// What the person has to do next; nothing if all is done.
    #[must_use]
    pub fn wants(&self) -> Option<Step> {
        self.steps().get(self.at).copied()
    }

    /// Steps done, and steps in all.
    #[must_use]
    pub const fn progress(&self) -> (u8, u8) {
        (self.at as u8, self.steps().len() as u8)
    }

    /// The cell on which a grid board is calibrated.
    #[must_use]
    pub const fn middle_cell(&self) -> Option<u8> {
        match Layout::of(self.profile.name) {
            Some(layout) => Some(middle(layout)),
            None => None,
        }
    }

    const fn steps(&self) -> &'static [Step] {
        step::of(self.profile.name)
    }

    /// The person has done it: measure.
    pub fn ready(&mut self) {
        self.left = (MEASURING / self.profile.hall.period().0.max(1)).max(1);
        self.taken = 0;
        self.sums = [0; MOST_CHANNELS];
        self.rough = [0; MOST_CHANNELS];
    }

    /// Takes a scan; says what became of the measurement when it ends.
    pub fn take(&mut self, scan: &HallScan) -> Option<Verdict> {
        if self.left == 0 || scan.overrun {
            return None;
        }
        for ((sum, rough), (last, &news)) in (self.sums.iter_mut())
            .zip(&mut self.rough)
            .zip(self.last.iter_mut().zip(&scan.sums))
        {
            *sum = sum.saturating_add(u32::from(news));
            if self.taken > 0 {
                *rough = rough.saturating_add(u32::from(news.abs_diff(*last)));
            }
            *last = news;
        }
        self.taken += 1;
        self.left -= 1;
        if self.left > 0 {
            return None;
        }
        let step = self.wants()?;
        Some(match self.judge(step) {
            Ok(()) => {
                self.at += 1;
                Verdict::Taken
            }
            Err(refusal) => Verdict::Refused(refusal),
        })
    }

    /// The new set, once every step is taken.
    #[must_use]
    pub fn finish(&self) -> Option<&Calibration> {
        self.wants().is_none().then_some(&self.set)
    }

    fn judge(&mut self, step: Step) -> Result<(), Refusal> {
        for (channel, role) in self.used() {
            let noise = self.rough.get(usize::from(channel)).copied().unwrap_or(0);
            // Mean difference in sums, to a standard deviation in steps.
            let sigma = noise / self.taken.max(1) * 222 / 1000;
            if sigma > QUIET {
                return Err(Refusal::Noisy(Sensor::Channel(channel, role)));
            }
        }
        match step {
            Step::Empty => self.judge_empty(),
            Step::Marker(strength) => self.judge_marker(strength),
            Step::Platform(post) => self.judge_platform(post),
            Step::Disc => self.judge_disc(),
            Step::Piece(strength) => self.judge_piece(strength),
        }
    }

    fn judge_empty(&mut self) -> Result<(), Refusal> {
        for (channel, part) in self.parts() {
            let (number, role) = channel;
            let sensor = Sensor::Channel(number, role);
            let reading = self.mean(number) / OVERSAMPLE;
            let middle = expected_rest(crate::board::hall::Channel::Used(role, part)) / OVERSAMPLE;
            match part {
                Part::Resistors if reading.abs_diff(middle) > DIVIDER_WITHIN => {
                    return Err(Refusal::OffLevel(sensor));
                }
                Part::Reflective if reading > UNCOVERED => return Err(Refusal::Covered(sensor)),
                Part::A1 | Part::A2 | Part::A3 if reading.abs_diff(middle) > REST_WITHIN => {
                    return Err(Refusal::Magnet(sensor));
                }
                _ => {}
            }
        }
        for number in 0..self.set.rests.len() {
            let sum = self.mean(number as u8);
            if let Some(rest) = self.set.rests.get_mut(number) {
                *rest = Rest {
                    sum,
                    from: Provenance::Manual,
                };
            }
        }
        Ok(())
    }

    fn judge_marker(&mut self, strength: Strength) -> Result<(), Refusal> {
        let change = |n| self.change(Role::Slot(Post::One, n));
        let (sensor, own) = change(0).unwrap_or((Sensor::HallScans, 0));
        self.check_strength(Group::Slots, strength, sensor, own)?;
        self.only(|role| matches!(role, Role::Slot(Post::One, _)))?;
        if strength == Strength::Strong {
            let leaks = [1, 2, 3].map(|n| change(n).map_or(0, |it| share(it.1, own)));
            self.set.leakage.slots = leaks;
        }
        self.set_level(Group::Slots, strength, own);
        Ok(())
    }

    fn judge_piece(&mut self, strength: Strength) -> Result<(), Refusal> {
        let layout = Layout::of(self.profile.name).unwrap_or(Layout::Hexagons);
        let middle = middle(layout);
        let (sensor, own) = (self.change(Role::Cell(middle))).unwrap_or((Sensor::HallScans, 0));
        self.check_strength(Group::Cells, strength, sensor, own)?;
        self.only(|role| role == Role::Cell(middle))?;
        if strength == Strength::Strong {
            let beside = layout.neighbours(middle);
            let beside = beside.filter_map(|cell| self.change(Role::Cell(cell)));
            let (sum, count) = beside.fold((0, 0), |(sum, n), it| (sum + it.1, n + 1));
            self.set.leakage.cells = share(sum / count.max(1), own);
        }
        self.set_level(Group::Cells, strength, own);
        Ok(())
    }

    /// Whether pieces of middle strength are measured, or reckoned from the others.
    fn has_middle(&self) -> bool {
        self.steps().contains(&Step::Piece(Strength::Middle))
    }

    /// It changed, and more than the next weaker one did.
    fn check_strength(
        &self,
        group: Group,
        strength: Strength,
        sensor: Sensor,
        own: i32,
    ) -> Result<(), Refusal> {
        if own.abs() < CHANGED {
            return Err(Refusal::Unchanged(sensor));
        }
        let level = |strength| i32::from(self.set.steps(group, strength));
        let weaker = match strength {
            Strength::Weak => 0,
            Strength::Strong if self.has_middle() => level(Strength::Middle),
            Strength::Middle | Strength::Strong => level(Strength::Weak),
        };
        if own.abs() < weaker * 3 / 2 || own.abs() >= MOST_STEPS {
            return Err(Refusal::Unlikely(sensor));
        }
        Ok(())
    }

    fn judge_platform(&mut self, post: Post) -> Result<(), Refusal> {
        let change = |n| self.change(Role::Dock(post, n));
        let Some((near, near_steps)) = change(0) else {
            return Ok(());
        };
        let (far, far_steps) = change(1).unwrap_or((near, -near_steps));
        for (sensor, steps) in [(near, near_steps), (far, far_steps)] {
            if steps.abs() < 2 * CHANGED {
                return Err(Refusal::Unchanged(sensor));
            }
        }
        // Short edge to the ring: minus first, then plus.
        if near_steps > 0 || far_steps < 0 {
            return Err(Refusal::Unlikely(near));
        }
        let level = near_steps.abs().min(far_steps.abs()).min(MOST_STEPS);
        let known = match post {
            Post::One => level,
            _ => level.min(i32::from(self.set.steps(Group::Docks, Strength::Strong))),
        };
        self.set.levels[Group::Docks] = levels(known / 4, known / 2, known);
        Ok(())
    }

    fn judge_disc(&mut self) -> Result<(), Refusal> {
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
            Some((sensor, steps)) if steps < WOOD => Err(Refusal::Unchanged(sensor)),
            Some((_, steps)) => {
                let steps = steps.min(MOST_STEPS);
                self.set.levels[Group::Optics] = levels(steps / 2, steps * 3 / 4, steps);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Only sensors that `may` change have changed, among those that feel magnets
    /// at rest.
    fn only(&self, may: impl Fn(Role) -> bool) -> Result<(), Refusal> {
        for (channel, role) in self.used() {
            let watched = matches!(role, Role::Slot(..) | Role::Cell(_) | Role::Dock(..));
            if watched
                && !may(role)
                && let Some((_, steps)) = self.change(role)
                && steps.abs() > CHANGED
            {
                return Err(Refusal::Elsewhere(Sensor::Channel(channel, role)));
            }
        }
        Ok(())
    }

    fn set_level(&mut self, group: Group, strength: Strength, own: i32) {
        let has_middle = self.has_middle();
        let level = &mut self.set.levels[group];
        level.steps[strength] = u16::try_from(own.abs()).unwrap_or(u16::MAX);
        level.from = Provenance::Manual;
        if !has_middle {
            let [weak, _, strong] = level.steps.0;
            level.steps[Strength::Middle] = weak.midpoint(strong);
        }
    }

    /// How far a sensor is from its rest now, in steps.
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

    fn parts(&self) -> impl Iterator<Item = ((u8, Role), Part)> + use<> {
        let channels = (0..).zip(self.profile.hall.channels);
        channels.filter_map(|(n, channel)| match *channel {
            crate::board::hall::Channel::Used(role, part) => Some(((n, role), part)),
            crate::board::hall::Channel::Spare => None,
        })
    }
}

const fn middle(layout: Layout) -> u8 {
    match layout {
        Layout::Squares => 17,
        Layout::Hexagons => 30,
    }
}

fn levels(weak: i32, middle: i32, strong: i32) -> Levels {
    let steps = [weak, middle, strong].map(|it| u16::try_from(it).unwrap_or(0));
    Levels {
        steps: ByStrength(steps),
        from: Provenance::Manual,
    }
}

/// What part of `own` a neighbour feels, in 1024ths.
fn share(felt: i32, own: i32) -> i16 {
    let part = if own == 0 { 0 } else { felt * 1024 / own };
    part.clamp(-256, 256) as i16
}
