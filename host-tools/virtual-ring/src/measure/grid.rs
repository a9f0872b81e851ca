//! Measurement of grid boards: pieces are put, lifted and slid, and the reports about
//! each cell are compared with the true pieces.
//!
//! A board is powered up with pieces on it and then used for some moves. After each move
//! the hands let go, and the state of each cell is compared with the truth. Boards are of
//! nominal sensors and magnets, or drawn by lot, and then calibrated by the ring's guide.

use super::campaign::mix;
use super::grid_rig::GridRig;
pub use super::grid_tally::GridTally;
use crate::executor::Executor;
use crate::grid_calibration::GridLot;
use crate::sensors::{Fault, Noise};
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::calibration::guide::StepRefusal;

/// Plan of a measurement of one grid board.
#[derive(Debug, Clone)]
pub struct GridPlan {
    /// Wiring of the board.
    pub profile: &'static Profile,
    /// Layout of the board's cells.
    pub layout: CellLayout,
    /// Noise figures of the board's sensors.
    pub noise: Noise,
    /// Faults of the board's sensors.
    pub faults: Vec<Fault>,
    /// Seed of the first board drawn by lot, and the number of such boards; `None` for a
    /// board of nominal sensors and magnets.
    pub lots: Option<(u64, u64)>,
    /// Number of moves to simulate, on each board drawn by lot.
    pub moves: u64,
    /// Simulated hours of a board that nobody touches.
    pub idle_hours: f64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Number of moves on one simulated board before the next is built.
const BLOCK: u64 = 25;

/// Idle hours that one simulated board runs.
const IDLE_BLOCK: f64 = 0.5;

impl GridPlan {
    /// Runs the measurement; calls `progress` with the number of finished blocks and of
    /// all blocks.
    #[must_use]
    pub fn run(
        &self,
        executor: &impl Executor,
        progress: &(impl Fn(u64, u64) + Sync),
    ) -> GridTally {
        self.run_blocks(|_| true, executor, progress)
    }

    /// Returns the number of blocks: boards with moves, and boards that nobody touches.
    #[must_use]
    pub fn block_count(&self) -> u64 {
        let idle = (self.idle_hours / IDLE_BLOCK).ceil() as u64;
        self.boards() + idle
    }

    /// Returns the number of blocks with moves. A board drawn by lot is one.
    fn boards(&self) -> u64 {
        let parts = self.moves.div_ceil(BLOCK);
        self.lots.map_or(parts, |(_, count)| count)
    }

    /// Runs the blocks for whose number `wanted` returns true, each as [`GridPlan::run`]
    /// does.
    #[must_use]
    pub fn run_blocks(
        &self,
        wanted: impl Fn(u64) -> bool,
        executor: &impl Executor,
        progress: &(impl Fn(u64, u64) + Sync),
    ) -> GridTally {
        let boards = self.boards();
        let wanted: Vec<u64> = (0..self.block_count()).filter(|&n| wanted(n)).collect();
        let all = wanted.len() as u64;
        let run = |block: u64| match (block.checked_sub(boards), self.lots) {
            (Some(idle), _) => self.idle(block, idle),
            (None, Some((first, _))) => self.play_lot(first.wrapping_add(block)),
            (None, None) => self.play(block, None, mix(self.seed, block)),
        };
        let work = |n: u64| {
            wanted
                .get(n as usize)
                .map_or_else(GridTally::default, |&n| run(n))
        };
        let mut sum = GridTally::default();
        for tally in executor.run(all, work, |done| progress(done, all)) {
            sum.add(tally);
        }
        sum
    }

    /// Makes the moves of a block, on a board with this seed.
    fn play(&self, block: u64, lot: Option<&GridLot>, seed: u64) -> GridTally {
        let mut table = GridRig::new(self, lot, seed);
        table.power_up();
        for _ in block * BLOCK..self.moves.min((block + 1) * BLOCK) {
            table.make_a_move();
        }
        table.finish()
    }

    /// Draws a board, calibrates it, and makes all moves on it.
    fn play_lot(&self, lot: u64) -> GridTally {
        let mut sum = GridTally {
            builds: 1,
            ..GridTally::default()
        };
        match self.draw(lot) {
            Err(_) => sum.builds_named = 1,
            Ok(board) => {
                for block in 0..self.moves.div_ceil(BLOCK) {
                    let seed = mix(mix(self.seed, lot), block);
                    sum.add(self.play(block, Some(&board), seed));
                }
                sum.builds_good = u64::from(sum.is_good());
            }
        }
        sum
    }

    fn draw(&self, lot: u64) -> Result<GridLot, StepRefusal> {
        GridLot::draw(self.profile, &Dimensions::ASSUMED, lot)
    }

    /// Leaves a board alone: of those drawn by lot, the first.
    fn idle(&self, board: u64, n: u64) -> GridTally {
        let lot = self.lots.and_then(|(first, _)| self.draw(first).ok());
        let mut table = GridRig::new(self, lot.as_ref(), mix(self.seed, board));
        table.power_up();
        let hours = IDLE_BLOCK.min(self.idle_hours - n as f64 * IDLE_BLOCK);
        let before = table.heard();
        table.wait((hours * 3600.0) as f32);
        GridTally {
            idle_micros: (hours * 3.6e9) as u64,
            idle_false: (table.heard() - before) as u64,
            ..GridTally::default()
        }
    }
}
