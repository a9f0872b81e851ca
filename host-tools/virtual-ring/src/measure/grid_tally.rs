//! Counts of what the reports about the cells of a grid board are worth.

use super::tally::{Samples, hours};
use serde::{Deserialize, Serialize};

/// Counts of correct, missing and wrong cell reports. Tallies of parts add up to the tally
/// of the whole, in any order: everything in them is an integer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GridTally {
    /// Number of boards drawn by lot.
    pub builds: u64,
    /// Number of those that could be calibrated and then reported nothing certain and
    /// wrong, nothing false, and missed no change in silence.
    pub builds_good: u64,
    /// Number of those whose calibration was refused, with the sensor named.
    pub builds_named: u64,
    /// Number of moves made.
    pub moves: u64,
    /// Number of cells over working sensors that a move changed, or that were occupied at
    /// power-up.
    pub cells: u64,
    /// Number of changes among `cells` that were not reported.
    pub missed: u64,
    /// Number of missed changes of a cell whose old state was already in doubt.
    pub missed_in_doubt: u64,
    /// Number of missed changes of a cell that the ring had named as unread by then.
    pub missed_told: u64,
    /// Number of changes among `cells` with a certain but wrong report.
    pub wrong: u64,
    /// Number of changes among `cells` that the ring asks about.
    pub asked: u64,
    /// Number of questions about unchanged cells over working sensors.
    pub asked_for_nothing: u64,
    /// Number of changed cells over a failed sensor; not in any count above.
    pub sector: u64,
    /// Number of changes in `sector` without a report while the old state was certain.
    pub sector_missed: u64,
    /// Number of changes in `sector` that the ring asks about or holds in doubt.
    pub sector_asked: u64,
    /// Number of cells over a failed sensor, changed or not, with a certain but wrong
    /// report.
    pub sector_wrong: u64,
    /// Number of unchanged cells over working sensors with a certain report of a change.
    pub invented: u64,
    /// Number of certain reports while a piece was moving that were corrected when it
    /// rested.
    pub corrected: u64,
    /// Time from the end of a move to the last report about a cell, ms.
    pub latency: Samples,
    /// Simulated time of moves, us.
    pub micros: u64,
    /// Simulated time without a move, us.
    pub idle_micros: u64,
    /// Number of cell reports in the idle hours, all false.
    pub idle_false: u64,
    /// Time from the onset of a fault to its report, ms.
    pub named: Samples,
    /// Number of true faults that were not reported.
    pub unnamed: u64,
    /// Number of fault reports about sensors that worked.
    pub slandered: u64,
}

impl GridTally {
    /// Returns the simulated seconds of moves.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// Returns the simulated hours without a move.
    #[must_use]
    pub fn idle_hours(&self) -> f64 {
        hours(self.idle_micros)
    }

    /// True if nothing was missed in silence, nothing certain was wrong, and nothing was
    /// reported that was not there.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        let silent = self.missed - self.missed_told;
        silent + self.wrong + self.sector_wrong + self.invented + self.idle_false == 0
    }

    /// Adds the counts of another tally.
    pub fn add(&mut self, other: Self) {
        self.builds += other.builds;
        self.builds_good += other.builds_good;
        self.builds_named += other.builds_named;
        self.moves += other.moves;
        self.cells += other.cells;
        self.missed += other.missed;
        self.missed_in_doubt += other.missed_in_doubt;
        self.missed_told += other.missed_told;
        self.wrong += other.wrong;
        self.asked += other.asked;
        self.asked_for_nothing += other.asked_for_nothing;
        self.sector += other.sector;
        self.sector_missed += other.sector_missed;
        self.sector_asked += other.sector_asked;
        self.sector_wrong += other.sector_wrong;
        self.invented += other.invented;
        self.corrected += other.corrected;
        self.latency.add(other.latency);
        self.micros += other.micros;
        self.idle_micros += other.idle_micros;
        self.idle_false += other.idle_false;
        self.named.add(other.named);
        self.unnamed += other.unnamed;
        self.slandered += other.slandered;
    }
}
