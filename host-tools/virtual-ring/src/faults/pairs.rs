//! Rounds with two faults at once.
//!
//! ```text
//!   stage     both faults, in random order      the table
//!   Before    act, or plan a power cut          -
//!             ring and truth are compared
//!   Shown     act                               one action, seen as badly as the worse
//!                                               fault lets the sensors see it
//!             ring and truth are compared, then the table comes to rest
//!   After     act                               -
//!             ring and truth are compared
//!   End       are repaired                      -
//!             ring and truth are compared, and so are the lines of a second client
//! ```
//!
//! A planned power cut comes at any input or flash write of a round, and so while the
//! other fault acts. The second of two cuts comes while the ring recovers from the first.

use super::followers::SecondClient;
use super::io_faults::host_knows;
use super::outage::Outages;
use super::paired_faults::{Sight, Stage};
use super::sensor_faults::seen_badly;
use super::trial::{Paired, Trial};
use super::{ALL, FaultCase, RoundResult};
use rules_core::games::kabuto::Action;
use rules_core::sensing::observation::ObservationKind;
use rules_core::wire::message::FollowFrom;
use serde::Serialize;
use std::collections::VecDeque;

/// Number of sensor faults that are left from earlier rounds before all are repaired.
const MAX_STANDING: usize = 8;

/// Two kinds of faults that act at once.
#[derive(Debug, Clone, Copy)]
pub struct FaultPair(pub &'static FaultCase, pub &'static FaultCase);

impl FaultPair {
    /// Returns every unordered pair of faults, also of a fault with itself, in the order
    /// of [`ALL`].
    #[must_use]
    pub fn all() -> Vec<Self> {
        let pairs = (0..ALL.len()).flat_map(|first| (first..ALL.len()).map(move |n| (first, n)));
        pairs.map(|(first, n)| Self(&ALL[first], &ALL[n])).collect()
    }

    /// Returns the seed of a pair, which does not depend on the other pairs that are run.
    fn seed(self, seed: u64) -> u64 {
        let place = |fault: &FaultCase| ALL.iter().position(|other| other.name == fault.name);
        let (first, second) = (place(self.0).unwrap_or(0), place(self.1).unwrap_or(0));
        let number = (first * ALL.len() + second) as u64;
        seed.wrapping_add(number.wrapping_mul(1_000_000_007))
    }
}

/// Result of all rounds with one pair of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PairSummary {
    /// Names of the two faults.
    pub faults: [&'static str; 2],
    /// Number of rounds run.
    pub rounds: u64,
    /// Number of rounds in which the ring's state differed from ground truth without a
    /// question.
    pub wrong: u64,
    /// Number of rounds in which a journal line or a judged state was lost.
    pub lost: u64,
    /// Number of rounds in which truthful answers did not end the ring's questions.
    pub stuck: u64,
    /// Number of questions that the ring asked in all rounds.
    pub asked: u64,
    /// Number of power cuts in all rounds.
    pub cuts: u64,
    /// Number of rounds after which a client held a line or a state other than the ring's.
    pub client_wrong: u64,
    /// Number of lines of the second client that were compared with the ring's.
    pub client_lines: u64,
    /// Number of these lines that the ring held with other contents, or not at all.
    pub client_lines_wrong: u64,
}

impl PairSummary {
    /// Creates an empty summary of the faults with these names.
    #[must_use]
    pub const fn new(faults: [&'static str; 2]) -> Self {
        Self {
            faults,
            rounds: 0,
            wrong: 0,
            lost: 0,
            stuck: 0,
            asked: 0,
            cuts: 0,
            client_wrong: 0,
            client_lines: 0,
            client_lines_wrong: 0,
        }
    }

    /// Adds the counts of another summary.
    pub const fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.wrong += other.wrong;
        self.lost += other.lost;
        self.stuck += other.stuck;
        self.asked += other.asked;
        self.cuts += other.cuts;
        self.client_wrong += other.client_wrong;
        self.client_lines += other.client_lines;
        self.client_lines_wrong += other.client_lines_wrong;
    }

    /// Returns the number of failures of any kind.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.wrong + self.lost + self.stuck + self.client_wrong
    }
}

/// Runs `rounds` rounds of a pair. Calls `each` after every round and `failed` with the
/// trial of each failed one. Equal seeds give equal results.
#[must_use]
pub fn run(
    pair: FaultPair,
    rounds: u64,
    seed: u64,
    mut each: impl FnMut(),
    mut failed: impl FnMut(u64, &Trial),
) -> PairSummary {
    let seed = pair.seed(seed);
    let mut sum = PairSummary::new([pair.0.name, pair.1.name]);
    sum.rounds = rounds;
    let mut trial = new_trial(seed);
    for round in 0..rounds {
        let gaps = trial.gaps;
        let result = play_round(&mut trial, pair);
        sum.cuts += cuts(&trial);
        // After a power cut, a client that was told a line too early follows again.
        let is_gap = trial.gaps > gaps && cuts(&trial) == 0;
        sum.wrong += u64::from(result.wrong);
        sum.lost += u64::from(result.lost || is_gap);
        sum.stuck += u64::from(result.stuck);
        let is_failed = result != RoundResult::default() || is_gap;
        let mut is_client_wrong = false;
        if !is_failed {
            let lines = trial.compare_second();
            sum.client_lines += lines.compared;
            sum.client_lines_wrong += lines.different;
            is_client_wrong = lines.different > 0 || trial.gaps > gaps;
            if !host_knows(&trial) {
                // Without a power cut the ring and the host are to blame, not the numbers
                // of lines that a cut took back.
                match cuts(&trial) {
                    0 => sum.lost += 1,
                    _ => is_client_wrong = true,
                }
                trial.line = 0;
                trial.side.follow(FollowFrom::Now);
                trial.talk();
            }
            sum.client_wrong += u64::from(is_client_wrong);
        }
        if is_failed || is_client_wrong {
            failed(round, &trial);
        }
        if is_failed {
            // A failed round is followed by a new match, so that all later rounds start in
            // agreement.
            sum.asked += trial.asked;
            trial = new_trial(seed.wrapping_add(round + 1));
        }
        each();
    }
    sum.asked += trial.asked;
    sum
}

/// Creates a trial for two faults.
pub(super) fn new_trial(seed: u64) -> Trial {
    let mut trial = Trial::new(seed);
    trial.paired = Some(Box::new(Paired {
        second: SecondClient::default(),
        outages: Outages::default(),
        before: trial.truth.clone(),
        last: None,
        path: VecDeque::new(),
        standing: Vec::new(),
        is_random_follow: false,
        is_undoing: false,
    }));
    trial
}

/// Returns the number of power cuts in the last round.
fn cuts(trial: &Trial) -> u64 {
    let paired = trial.paired.as_ref();
    paired.map_or(0, |paired| paired.outages.count)
}

/// Runs one round of a pair.
fn play_round(trial: &mut Trial, pair: FaultPair) -> RoundResult {
    let (first, second) = match trial.rng.below(2) {
        0 => (pair.0, pair.1),
        _ => (pair.1, pair.0),
    };
    let (lot, other_lot) = (trial.rng.next_u64() as u32, trial.rng.next_u64() as u32);
    let act = |trial: &mut Trial, stage| {
        (first.act)(trial, stage, lot);
        (second.act)(trial, stage, other_lot);
    };
    // A match that is over is followed by another before anything breaks.
    let _ = trial.next_action();
    begin_round(trial);
    if trial.rng.below(2) == 0 {
        trial.hand_over();
    }
    act(trial, Stage::Before);
    let mut result = trial.settle();
    if result != RoundResult::default() {
        return result;
    }
    end_steps(trial);
    if trial.truth.outcome().is_none() {
        result = show(trial, first.sight.max(second.sight), |trial| {
            act(trial, Stage::Shown)
        });
        if result != RoundResult::default() {
            return result;
        }
    }
    trial.rest();
    act(trial, Stage::After);
    result = trial.settle();
    if result != RoundResult::default() {
        return result;
    }
    end_steps(trial);
    trial.end_cuts();
    result = trial.settle();
    act(trial, Stage::End);
    result.and(trial.settle())
}

/// Shows the next action through the faults and resolves what follows.
fn show(trial: &mut Trial, sight: Sight, act: impl FnOnce(&mut Trial)) -> RoundResult {
    let action = trial.next_action();
    match (sight, &action) {
        (Sight::Unseen, Action::Fall(_)) => {}
        (Sight::Poor, _) => seen_badly(trial, &action),
        (Sight::Clear | Sight::Unseen, _) => trial.show(&action),
    }
    trial.happen(&action);
    act(trial);
    let result = trial.settle();
    end_steps(trial);
    result
}

/// Prepares the records of a round, and repairs sensors if many faults are left.
fn begin_round(trial: &mut Trial) {
    let Some(paired) = &mut trial.paired else {
        return;
    };
    paired.before = trial.truth.clone();
    paired.last = None;
    paired.outages = Outages::default();
    if paired.standing.len() > MAX_STANDING {
        let left = std::mem::take(&mut paired.standing);
        for what in left {
            if let ObservationKind::FaultRaised(sensor, fault) = what {
                trial.inject(ObservationKind::FaultCleared(sensor, fault));
            }
        }
    }
}

/// Ends the steps back and forth of a stage, once ring and truth agree again.
fn end_steps(trial: &mut Trial) {
    if let Some(paired) = &mut trial.paired {
        paired.is_undoing = false;
        // Questions of the next stage are not about this action.
        paired.last = None;
        paired.before = trial.truth.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, FaultPair, PairSummary, run};

    /// Rounds of each pair. `dohyo faults --pairs` runs more.
    const ROUNDS: u64 = 4;

    #[test]
    fn every_pair_is_there_once() {
        let pairs = FaultPair::all();
        assert_eq!(pairs.len(), ALL.len() * (ALL.len() + 1) / 2);
        let mut names: Vec<_> = pairs
            .iter()
            .map(|pair| (pair.0.name, pair.1.name))
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), pairs.len());
    }

    #[test]
    fn a_few_rounds_of_every_pair_go_right() {
        let mut total = PairSummary::new(["", ""]);
        for pair in FaultPair::all() {
            let sum = run(pair, ROUNDS, 1, || {}, |_, _| {});
            let failed = sum.wrong + sum.lost + sum.stuck + sum.client_wrong;
            assert_eq!(failed, 0, "{sum:?}");
            total.add(&sum);
        }
        assert!(total.cuts > 80, "{total:?}");
        assert!(total.client_lines > 5_000, "{total:?}");
    }

    #[test]
    fn equal_seeds_give_equal_results() {
        let pair = FaultPair(&ALL[1], &ALL[14]);
        let sum = |seed| run(pair, 20, seed, || {}, |_, _| {});
        assert_eq!(sum(5), sum(5));
        assert_ne!(sum(5), sum(6));
    }
}
