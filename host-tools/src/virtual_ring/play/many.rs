//! Many matches over several threads; the same for the same seed whatever the
//! number of threads.

use super::lineup::Table;
use super::result::{End, Played};
use super::sitting::play;
use crate::players::Kind;
use crate::threads::on_threads;
use rules_core::lots::Lots;
use rules_core::player::BySeat;

/// Matches to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The table; its seed is that of the first match, and each match has the
    /// next one.
    pub table: Table,
    /// What sort of players; nothing mixes them.
    pub kind: Option<Kind>,
    /// How many matches.
    pub matches: u64,
    /// Threads.
    pub jobs: usize,
}

impl Plan {
    /// The table of the match of this number.
    #[must_use]
    pub fn table(&self, number: u64) -> Table {
        let seed = self.table.seed + number;
        let mut lots = Lots::new(seed);
        let kinds = BySeat::from_fn(|_| {
            let mixed = lots.pick(&Kind::ALL).copied();
            self.kind.or(mixed).unwrap_or(Kind::Random)
        });
        Table {
            seed,
            kinds,
            ..self.table.clone()
        }
    }
}

/// Plays them all; `progress` is told how many are done. In the order of seeds.
#[must_use]
pub fn play_all(plan: &Plan, progress: &(impl Fn(u64) + Sync)) -> Vec<Played> {
    let match_of = |number| play(&plan.table(number), None);
    on_threads(plan.jobs, plan.matches, match_of, progress)
}

/// All matches together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sum {
    /// Matches.
    pub matches: u64,
    /// Matches somebody won.
    pub won: u64,
    /// Matches left because they took too long.
    pub long: u64,
    /// Matches in which the referee was wrong without having asked.
    pub wrong: u64,
    /// Matches that stood still.
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
    /// Mistakes people made.
    pub mistakes: u64,
    /// Questions.
    pub asked: u64,
    /// Things people had to say.
    pub told: u64,
    /// Repairs.
    pub repairs: u64,
    /// Differences that people had been asked about.
    pub settled: u64,
    /// Simulated seconds.
    pub seconds: f64,
}

impl Sum {
    /// Adds matches up.
    #[must_use]
    pub fn of(all: &[Played]) -> Self {
        let mut sum = Self::default();
        for it in all {
            sum.matches += 1;
            match it.end {
                End::Won(_) => sum.won += 1,
                End::Long | End::Left => sum.long += 1,
                End::Wrong(_) => sum.wrong += 1,
                End::Stuck(_) => sum.stuck += 1,
            }
            sum.turns += u64::from(it.turns);
            sum.pushes += u64::from(it.pushes);
            sum.falls += u64::from(it.falls);
            sum.moves += u64::from(it.moves);
            sum.slams += u64::from(it.slams);
            sum.mistakes += u64::from(it.mistakes);
            sum.asked += u64::from(it.asked);
            sum.told += u64::from(it.told);
            sum.repairs += u64::from(it.repairs);
            sum.settled += u64::from(it.settled);
            sum.seconds += it.seconds;
        }
        sum
    }
}
