//! Counts of the outcomes of trials, by load and by place on the platform.

use super::plan::Load;
use super::trial::{Outcome, PushTrial};
use std::collections::BTreeMap;

/// Side of a square of the platform over which outcomes are counted together, mm.
pub const CELL: f32 = 5.0;

/// Counts of the outcomes of pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlaceCount {
    /// Number of elements that came onto the ring.
    pub pushes: u64,
    /// Number of pushes that the referee ruled as they were, without asking.
    pub ruled: u64,
    /// Number of pushes that the referee asked about.
    pub asked: u64,
    /// Number of pushes that the referee ruled as another element, without asking.
    pub wrong: u64,
    /// Number of pushes that led neither to a ruling nor to a question.
    pub unnoticed: u64,
    /// Number of pushes after which the referee asked more than once what was pushed.
    pub asked_again: u64,
}

impl PlaceCount {
    const fn add(&mut self, trial: &PushTrial) {
        self.pushes += 1;
        match trial.outcome {
            Outcome::Ruled => self.ruled += 1,
            Outcome::Asked => self.asked += 1,
            Outcome::Wrong => self.wrong += 1,
            _ => self.unnoticed += 1,
        }
        if trial.questions > 1 {
            self.asked_again += 1;
        }
    }
}

/// Counts over many trials.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PushTally {
    /// Number of trials.
    pub trials: u64,
    /// Counts of all pushes.
    pub all: PlaceCount,
    /// Counts by load, by its word.
    pub by_load: BTreeMap<&'static str, PlaceCount>,
    /// Counts by load and by square of the platform: number of the square outwards and
    /// aside, in steps of [`CELL`].
    pub by_place: BTreeMap<(&'static str, i32, i32), PlaceCount>,
    /// Number of trials in which the element did not reach the ring.
    pub spoilt: u64,
    /// Number of trials in which nothing was pushed.
    pub idle: u64,
    /// Number of those in which the referee asked all the same what was pushed.
    pub idle_asked: u64,
    /// Number of those in which the referee ruled a push without asking.
    pub idle_wrong: u64,
    /// Seeds of the first trials that were wrong or unnoticed, 20 at most.
    pub bad: Vec<u64>,
}

impl PushTally {
    /// Adds the outcome of a trial.
    pub fn add(&mut self, trial: &PushTrial) {
        self.trials += 1;
        let plan = &trial.plan;
        let bad = match trial.outcome {
            Outcome::Spoilt => {
                self.spoilt += 1;
                return;
            }
            Outcome::IdleQuiet | Outcome::IdleAsked | Outcome::IdleWrong => {
                self.idle += 1;
                self.idle_asked += u64::from(trial.outcome == Outcome::IdleAsked);
                self.idle_wrong += u64::from(trial.outcome == Outcome::IdleWrong);
                trial.outcome == Outcome::IdleWrong
            }
            Outcome::Ruled | Outcome::Asked | Outcome::Wrong | Outcome::Unnoticed => {
                let word = plan.load.word();
                let square = |distance: f32| libm::floorf(distance / CELL) as i32;
                let place = (word, square(plan.lay.out), square(plan.lay.aside));
                self.all.add(trial);
                self.by_load.entry(word).or_default().add(trial);
                self.by_place.entry(place).or_default().add(trial);
                matches!(trial.outcome, Outcome::Wrong | Outcome::Unnoticed)
            }
        };
        if bad && self.bad.len() < 20 {
            self.bad.push(plan.seed);
        }
    }

    /// Iterates over the loads that occurred, in the order of reports.
    pub fn loads(&self) -> impl Iterator<Item = (&'static str, PlaceCount)> + '_ {
        Load::WORDS
            .into_iter()
            .filter_map(|word| Some((word, *self.by_load.get(word)?)))
    }
}
