//! Batches of matches over several threads; the results depend only on the seed, not on
//! the number of threads.

use super::match_runner::play;
use super::result::{MatchEnd, PlayedMatch};
use super::table_setup::TableSetup;
use crate::executor::Executor;
use crate::players::Strategy;
use rules_core::player::BySeat;
use rules_core::rng::Rng;

/// Matches to play.
#[derive(Debug, Clone)]
pub struct BatchPlan {
    /// Table set-up; its seed is that of the first match, and each further match adds
    /// one.
    pub table: TableSetup,
    /// Strategy of all players; `None` mixes them at random.
    pub kind: Option<Strategy>,
    /// Number of matches.
    pub matches: u64,
}

impl BatchPlan {
    /// Table set-up of the match with this number.
    #[must_use]
    pub fn table(&self, number: u64) -> TableSetup {
        let seed = self.table.seed + number;
        let mut lots = Rng::new(seed);
        let kinds = BySeat::from_fn(|_| {
            let mixed = lots.choose(&Strategy::ALL).copied();
            self.kind.or(mixed).unwrap_or(Strategy::Random)
        });
        TableSetup {
            seed,
            kinds,
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
    let match_of = |number| play(&plan.table(number), None);
    executor.run(plan.matches, match_of, progress)
}

/// Totals of all matches.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BatchSummary {
    /// Matches.
    pub matches: u64,
    /// Matches that ended in a win.
    pub won: u64,
    /// Matches that hit the turn limit.
    pub long: u64,
    /// Matches in which the referee was wrong without having asked.
    pub wrong: u64,
    /// Matches that made no progress.
    pub stuck: u64,
    /// Turns.
    pub turns: u64,
    /// Pushes.
    pub pushes: u64,
    /// Pieces that left the ring.
    pub falls: u64,
    /// Special moves.
    pub moves: u64,
    /// Corner slams.
    pub slams: u64,
    /// Mistakes of the players.
    pub mistakes: u64,
    /// Questions.
    pub asked: u64,
    /// Declarations of players that no sensor could replace.
    pub told: u64,
    /// Repairs.
    pub repairs: u64,
    /// Accepted differences that people had been asked about.
    pub settled: u64,
    /// Simulated seconds.
    pub seconds: f64,
}

impl BatchSummary {
    /// Adds up matches.
    #[must_use]
    pub fn summarise(all: &[PlayedMatch]) -> Self {
        let mut sum = Self::default();
        for played in all {
            sum.matches += 1;
            match played.end {
                MatchEnd::Won(_) => sum.won += 1,
                MatchEnd::Long | MatchEnd::Left => sum.long += 1,
                MatchEnd::Wrong(_) => sum.wrong += 1,
                MatchEnd::Stuck(_) => sum.stuck += 1,
            }
            sum.turns += u64::from(played.turns);
            sum.pushes += u64::from(played.pushes);
            sum.falls += u64::from(played.falls);
            sum.moves += u64::from(played.moves);
            sum.slams += u64::from(played.slams);
            sum.mistakes += u64::from(played.mistakes);
            sum.asked += u64::from(played.asked);
            sum.told += u64::from(played.told);
            sum.repairs += u64::from(played.repairs);
            sum.settled += u64::from(played.settled);
            sum.seconds += played.seconds;
        }
        sum
    }
}
