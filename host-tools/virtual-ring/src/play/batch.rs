//! Batches of simulated matches over several threads; the results depend only on the
//! seed, not on the number of threads.

use super::certainty_curve::CertaintyCurve;
use super::played_game::play;
use super::result::{MatchEnd, PlayedMatch};
use super::sensor_rig::MatchOutputs;
use super::table_setup::TableSetup;
use crate::executor::Executor;
use crate::players::Strategy;
use rules_core::player::BySeat;
use rules_core::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Plan of a batch of simulated matches.
#[derive(Debug, Clone)]
pub struct BatchPlan {
    /// Table set-up of the first match; the seeds of each further match, and of its board
    /// if that is drawn by lot, are one higher.
    pub table: TableSetup,
    /// Strategy of all players; `None` mixes them at random.
    pub kind: Option<Strategy>,
    /// Number of matches.
    pub matches: u64,
}

impl BatchPlan {
    /// Returns the table set-up of the match with this number.
    #[must_use]
    pub fn table(&self, number: u64) -> TableSetup {
        let seed = self.table.seed + number;
        let mut rng = Rng::new(seed);
        let kinds = BySeat::from_fn(|_| {
            let mixed = rng.choose(&Strategy::ALL).copied();
            self.kind.or(mixed).unwrap_or(Strategy::Random)
        });
        TableSetup {
            seed,
            build: self.table.build.map(|build| build + number),
            kinds,
            lot: self.table.lot.map(|lot| lot.wrapping_add(number)),
            ..self.table.clone()
        }
    }
}

/// Plays all matches and returns them in the order of seeds; calls `progress` with the
/// number of finished ones.
#[must_use]
pub fn play_all(
    plan: &BatchPlan,
    executor: &impl Executor,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<PlayedMatch> {
    let all: Vec<u64> = (0..plan.matches).collect();
    play_some(plan, &all, executor, progress)
}

/// Plays the matches with these numbers, each as [`play_all`] does, and returns them in
/// their order.
#[must_use]
pub fn play_some(
    plan: &BatchPlan,
    numbers: &[u64],
    executor: &impl Executor,
    progress: &(impl Fn(u64) + Sync),
) -> Vec<PlayedMatch> {
    let match_of = |n: u64| {
        let number = numbers.get(n as usize).copied();
        number.map(|number| play(&plan.table(number), MatchOutputs::default()))
    };
    let played = executor.run(numbers.len() as u64, match_of, progress);
    played.into_iter().flatten().collect()
}

/// Match in which the referee was wrong, or that waits or made no progress.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MatchTrouble {
    /// Seed of the match.
    pub seed: u64,
    /// Difference from ground truth, or reason why it made no progress.
    pub why: String,
}

/// Totals over a batch of simulated matches. Totals of parts add up to those of the whole,
/// in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BatchSummary {
    /// Number of matches played.
    pub matches: u64,
    /// Number of matches that ended in a win.
    pub won: u64,
    /// Number of matches that hit the turn limit.
    pub long: u64,
    /// Number of matches in which the referee was wrong.
    pub wrong: u64,
    /// Number of those in which it was wrong without having asked.
    pub silent_wrong: u64,
    /// Number of matches in which people were not interrupted once.
    pub undisturbed: u64,
    /// Number of matches that wait because the ring cannot see, and has said so.
    pub waits: u64,
    /// Number of sensor faults that the ring named.
    pub troubles_named: u64,
    /// Number of matches that stopped because they made no progress.
    pub stuck: u64,
    /// Number of turns begun.
    pub turns: u64,
    /// Number of pushes made.
    pub pushes: u64,
    /// Number of pieces that left the ring.
    pub falls: u64,
    /// Number of special moves made.
    pub moves: u64,
    /// Number of corner slams made.
    pub slams: u64,
    /// Number of mistakes that the players made.
    pub mistakes: u64,
    /// Number of questions that the ring asked.
    pub asked: u64,
    /// Number of those to which the true answer was "nothing".
    pub asked_nothing: u64,
    /// Number of questions by the words for their kind.
    pub asked_by_kind: BTreeMap<String, u64>,
    /// Number of those to which the true answer was "nothing".
    pub nothing_by_kind: BTreeMap<String, u64>,
    /// Number of declarations by players about events that no sensor could detect.
    pub told: u64,
    /// Number of repairs that the ring requested and people made.
    pub repairs: u64,
    /// Number of differences from ground truth that people corrected or let be, because
    /// they had been asked about them.
    pub settled: u64,
    /// Certainty claimed for pushed elements, and what they were.
    pub pushed: CertaintyCurve,
    /// Certainty claimed for fallen pieces, and what they were.
    pub fell: CertaintyCurve,
    /// Simulated time of all matches, us.
    pub micros: u64,
    /// Matches that were wrong or stuck, or that wait, in the order of their seeds.
    pub troubles: Vec<MatchTrouble>,
}

impl BatchSummary {
    /// Adds up the results of these matches.
    #[must_use]
    pub fn summarise(all: &[PlayedMatch]) -> Self {
        let mut sum = Self::default();
        for played in all {
            sum.matches += 1;
            match played.end {
                MatchEnd::Won(_) => sum.won += 1,
                MatchEnd::Long | MatchEnd::Left => sum.long += 1,
                MatchEnd::Misled(_) => sum.wrong += 1,
                MatchEnd::Wrong(_) => {
                    sum.wrong += 1;
                    sum.silent_wrong += 1;
                }
                MatchEnd::Waits(_) => sum.waits += 1,
                MatchEnd::Stuck(_) => sum.stuck += 1,
            }
            sum.troubles_named += u64::from(played.troubles);
            sum.turns += u64::from(played.turns);
            sum.pushes += u64::from(played.pushes);
            sum.falls += u64::from(played.falls);
            sum.moves += u64::from(played.moves);
            sum.slams += u64::from(played.slams);
            sum.mistakes += u64::from(played.mistakes);
            sum.undisturbed += u64::from(played.interruptions() == 0);
            for (counts, of, total) in [
                (
                    &played.questions.by_kind,
                    &mut sum.asked_by_kind,
                    &mut sum.asked,
                ),
                (
                    &played.questions.nothing,
                    &mut sum.nothing_by_kind,
                    &mut sum.asked_nothing,
                ),
            ] {
                for (kind, &count) in counts {
                    *of.entry(kind.words().to_owned()).or_default() += u64::from(count);
                    *total += u64::from(count);
                }
            }
            sum.told += u64::from(played.told);
            sum.repairs += u64::from(played.repairs);
            sum.settled += u64::from(played.settled);
            sum.pushed.merge(&played.pushed);
            sum.fell.merge(&played.fell);
            sum.micros += played.micros;
            if let Some(why) = played.end.trouble() {
                let seed = played.seed;
                sum.troubles.push(MatchTrouble { seed, why });
            }
        }
        sum
    }

    /// Adds the totals of other matches.
    pub fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.won += other.won;
        self.long += other.long;
        self.wrong += other.wrong;
        self.silent_wrong += other.silent_wrong;
        self.waits += other.waits;
        self.troubles_named += other.troubles_named;
        self.undisturbed += other.undisturbed;
        self.stuck += other.stuck;
        self.turns += other.turns;
        self.pushes += other.pushes;
        self.falls += other.falls;
        self.moves += other.moves;
        self.slams += other.slams;
        self.mistakes += other.mistakes;
        self.asked += other.asked;
        self.asked_nothing += other.asked_nothing;
        for (counts, of) in [
            (other.asked_by_kind, &mut self.asked_by_kind),
            (other.nothing_by_kind, &mut self.nothing_by_kind),
        ] {
            for (kind, count) in counts {
                *of.entry(kind).or_default() += count;
            }
        }
        self.told += other.told;
        self.repairs += other.repairs;
        self.settled += other.settled;
        self.pushed.merge(&other.pushed);
        self.fell.merge(&other.fell);
        self.micros += other.micros;
        self.troubles.extend(other.troubles);
        self.troubles.sort_unstable();
    }

    /// Returns the number of times people had to do something for the ring: questions,
    /// declarations, repairs, and corrections after a question.
    #[must_use]
    pub const fn interruptions(&self) -> u64 {
        self.asked + self.told + self.repairs + self.settled
    }

    /// Returns the simulated seconds of all matches.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }
}
