//! Simulation on a ring as rows of blocks: one row for a plain campaign, one for each fault
//! or for each ring drawn by lot. A shard runs some blocks of each row.

use super::simulate::style;
use super::simulate_figures::{TableTitle, json_of, table};
use super::{VerbResult, complain, simulate_builds, simulate_faults, tell_speed};
use crate::shard::{Mergeable, MergedShards, Shard, ShardFile};
use crate::threads::Threads;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::measure::campaign::{CampaignPlan, CampaignReport};
use virtual_ring::sensors::Fault;
use virtual_ring::sensors::build::{Build, Design};

/// Simulation on a ring.
#[derive(Debug)]
pub(super) struct Simulation {
    plan: CampaignPlan,
    rows: RowKind,
}

/// What the rows of a simulation are.
#[derive(Debug)]
enum RowKind {
    /// Single row; words of board and noise, design and seed of the build.
    Plain(&'static str, &'static str, Option<(&'static str, u64)>),
    /// Row without a fault, and one for each fault.
    EachFault(Vec<Option<Fault>>),
    /// Row for each ring of a design: seed of the first, and number of rings.
    Builds(Box<Design>, u64, u64),
}

impl Mergeable for CampaignReport {
    fn merge(&mut self, other: Self) {
        self.add(other);
    }
}

impl Simulation {
    /// Creates a campaign on one kind of board.
    pub(super) const fn plain(
        plan: CampaignPlan,
        board: &'static str,
        noise: &'static str,
        build: Option<(&'static str, u64)>,
    ) -> Self {
        let rows = RowKind::Plain(board, noise, build);
        Self { plan, rows }
    }

    /// Creates a campaign without a fault, and one with each fault that can occur on the
    /// board.
    pub(super) fn each_fault(plan: CampaignPlan) -> Self {
        let faults = Fault::all().filter(|fault| fault.concerns(plan.profile));
        let faults = [None].into_iter().chain(faults.map(Some)).collect();
        let rows = RowKind::EachFault(faults);
        Self { plan, rows }
    }

    /// Creates a campaign on this number of rings of a design, the first with this seed.
    pub(super) fn builds(plan: CampaignPlan, design: Design, first: u64, count: u64) -> Self {
        let rows = RowKind::Builds(Box::new(design), first, count);
        Self { plan, rows }
    }

    /// Returns the number of rows.
    fn row_count(&self) -> u64 {
        match &self.rows {
            RowKind::Plain(..) => 1,
            RowKind::EachFault(faults) => faults.len() as u64,
            RowKind::Builds(.., count) => *count,
        }
    }

    /// Returns the plan of a row. All rows have the same number of blocks.
    fn plan_of(&self, row: u64) -> CampaignPlan {
        let plan = self.plan.clone();
        match &self.rows {
            RowKind::Plain(..) => plan,
            RowKind::EachFault(faults) => CampaignPlan {
                faults: faults
                    .get(row as usize)
                    .copied()
                    .flatten()
                    .into_iter()
                    .collect(),
                ..plan
            },
            RowKind::Builds(design, first, _) => CampaignPlan {
                build: Some(Build::drawn(**design, first.wrapping_add(row))),
                ..plan
            },
        }
    }

    /// Runs all blocks and prints the figures, or runs the blocks of a shard and prints its
    /// file with these options.
    pub(super) fn run(
        &self,
        threads: Threads,
        json: bool,
        (shard, options): (Option<Shard>, Vec<String>),
        out: &mut impl Write,
    ) -> VerbResult {
        let is_live = matches!(self.rows, RowKind::EachFault(_)) && !json && shard.is_none();
        let own = shard.unwrap_or(Shard::WHOLE);
        let (rows, each) = (self.row_count(), self.plan.block_count());
        let mut file = ShardFile::new("simulate", options, rows * each, own);
        let bar = ProgressBar::new(own.share(0, rows * each)).with_style(style());
        let began = Instant::now();
        let (mut reports, mut seconds) = (Vec::new(), 0.0);
        if is_live {
            simulate_faults::head(out)?;
        }
        for row in 0..rows {
            let first = row * each;
            let before = own.share(0, first);
            let report = self.plan_of(row).run_blocks(
                |block| own.has(first + block),
                &threads,
                &|done, _| bar.set_position(before + done),
            );
            let sum = report.sum();
            seconds += sum.seconds() + sum.idle_hours() * 3600.0;
            if is_live {
                bar.suspend(|| self.print_row(row, &report, out))?;
            }
            match shard {
                Some(_) => file.push(row, own.share(first, each), &report)?,
                None => reports.push(report),
            }
        }
        bar.finish_and_clear();
        tell_speed(seconds, began, threads.0);
        match shard {
            Some(_) => file.print(out),
            None if is_live => simulate_faults::foot(&reports, out),
            None => self.print(&reports, json, out),
        }
    }

    /// Prints what the shards of a campaign add up to.
    pub(super) fn run_merged(
        &self,
        shards: &MergedShards,
        json: bool,
        out: &mut impl Write,
    ) -> VerbResult {
        let reports = match shards.sums::<CampaignReport>(self.row_count()) {
            Ok(reports) => reports,
            Err(why) => return Ok(complain(why)),
        };
        if !matches!(self.rows, RowKind::EachFault(_)) || json {
            return self.print(&reports, json, out);
        }
        simulate_faults::head(out)?;
        for (row, report) in (0..).zip(&reports) {
            self.print_row(row, report, out)?;
        }
        simulate_faults::foot(&reports, out)
    }

    /// Prints the row of a fault.
    fn print_row(&self, row: u64, report: &CampaignReport, out: &mut impl Write) -> io::Result<()> {
        simulate_faults::line(&self.fault_word(row), report, out)
    }

    /// Returns the word of the fault of a row.
    fn fault_word(&self, row: u64) -> String {
        let faults = self.plan_of(row).faults;
        faults
            .first()
            .map_or_else(|| "none".into(), |fault| fault.kind.to_string())
    }

    /// Prints the figures of all rows.
    fn print(&self, reports: &[CampaignReport], json: bool, out: &mut impl Write) -> VerbResult {
        match &self.rows {
            RowKind::Plain(board, noise, build) => {
                let report = reports.first().cloned().unwrap_or_default();
                let title = TableTitle {
                    board,
                    noise,
                    faults: &self.plan.faults,
                    build: *build,
                };
                match json {
                    true => writeln!(out, "{}", json_of(&report.sum(), &report))?,
                    false => table(&title, &report, out)?,
                }
                Ok(ExitCode::SUCCESS)
            }
            RowKind::EachFault(_) => {
                let words = (0..self.row_count()).map(|row| self.fault_word(row));
                let rows: Vec<_> = words.zip(reports).collect();
                simulate_faults::print_json(&rows, out)
            }
            RowKind::Builds(design, first, _) => {
                simulate_builds::print(&self.plan, (**design, *first), reports, json, out)
            }
        }
    }
}
