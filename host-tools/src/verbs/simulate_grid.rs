//! `dohyo simulate --board grid-hex|grid-square`: simulates moves on a grid board and
//! counts what its sensors detect.

use super::simulate::style;
use super::simulate_figures::{named, per_hours, rate, times};
use super::{VerbResult, complain, tell_speed};
use crate::shard::{Mergeable, MergedShards, Shard, ShardFile};
use crate::threads::Threads;
use indicatif::ProgressBar;
use rules_core::board::cell_layout::CellLayout;
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::measure::campaign::CampaignPlan;
use virtual_ring::measure::grid::{GridPlan, GridTally};

impl Mergeable for GridTally {
    fn merge(&mut self, other: Self) {
        self.add(other);
    }
}

/// Returns the plan on the cells of a grid board: one of nominal parts, or boards drawn by
/// lot, by the seed of the first and their number.
pub(super) fn plan(plan: &CampaignPlan, layout: CellLayout, lots: Option<(u64, u64)>) -> GridPlan {
    GridPlan {
        profile: plan.profile,
        layout,
        noise: plan.noise,
        faults: plan.faults.clone(),
        lots,
        moves: plan.pushes,
        idle_hours: plan.idle_hours,
        seed: plan.seed,
    }
}

/// Runs all blocks and prints the figures, or runs the blocks of a shard and prints its file
/// with these options.
pub(super) fn run(
    plan: &GridPlan,
    threads: Threads,
    json: bool,
    (shard, options): (Option<Shard>, Vec<String>),
    out: &mut impl Write,
) -> VerbResult {
    let own = shard.unwrap_or(Shard::WHOLE);
    let bar = ProgressBar::new(0).with_style(style());
    let began = Instant::now();
    let tally = plan.run_blocks(|block| own.has(block), &threads, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let seconds = tally.seconds() + tally.idle_hours() * 3600.0;
    tell_speed(seconds, began, threads.0);
    if shard.is_none() {
        return print(plan, &tally, json, out);
    }
    let blocks = plan.block_count();
    let mut file = ShardFile::new("simulate", options, blocks, own);
    file.push(0, own.share(0, blocks), &tally)?;
    file.print(out)
}

/// Prints what the shards of a campaign add up to.
pub(super) fn run_merged(
    plan: &GridPlan,
    shards: &MergedShards,
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    match shards.sums::<GridTally>(1) {
        Ok(sums) => print(
            plan,
            &sums.into_iter().next().unwrap_or_default(),
            json,
            out,
        ),
        Err(why) => Ok(complain(why)),
    }
}

fn print(plan: &GridPlan, tally: &GridTally, json: bool, out: &mut impl Write) -> VerbResult {
    match json {
        true => writeln!(out, "{}", json_of(plan, tally))?,
        false => table(plan, tally, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn json_of(plan: &GridPlan, tally: &GridTally) -> serde_json::Value {
    let mut all = json!({
        "simulated": true,
        "moves": tally.moves,
        "cells": tally.cells,
        "missed": tally.missed,
        "missed_in_doubt": tally.missed_in_doubt,
        "missed_told": tally.missed_told,
        "missed_in_silence": tally.missed - tally.missed_told,
        "false_events": tally.invented + tally.idle_false,
        "idle_hours": tally.idle_hours(),
        "silent_wrong": tally.wrong + tally.sector_wrong,
        "asked": tally.asked,
        "asked_for_nothing": tally.asked_for_nothing,
        "corrected": tally.corrected,
        "latency_ms": tally.latency.spread(),
        "faults_named_ms": tally.named.spread(),
        "faults_unnamed": tally.unnamed,
        "falsely_named": tally.slandered,
        "in_failed_sector": {
            "cells": tally.sector,
            "missed": tally.sector_missed,
            "asked": tally.sector_asked,
            "silent_wrong": tally.sector_wrong,
        },
    });
    if plan.lots.is_some() {
        all["builds"] = tally.builds.into();
        all["builds_good"] = tally.builds_good.into();
        all["builds_named"] = tally.builds_named.into();
    }
    all
}

fn table(plan: &GridPlan, tally: &GridTally, out: &mut impl Write) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<28} {value}");
    row(
        "board, faults",
        format!("{}, {} (simulated)", plan.profile.name, named(&plan.faults)),
    )?;
    row(
        "moves, simulated time",
        format!("{}, {:.0} s", tally.moves, tally.seconds()),
    )?;
    if plan.lots.is_some() {
        row(
            "boards drawn by lot",
            format!(
                "{}; good {}, refused by the calibration {}",
                tally.builds, tally.builds_good, tally.builds_named
            ),
        )?;
    }
    row("cells changed", tally.cells.to_string())?;
    let missed = rate(tally.missed, tally.cells);
    let in_doubt = tally.missed_in_doubt;
    row(
        "missed",
        format!("{missed}; {in_doubt} of them known to be in doubt"),
    )?;
    row(
        "missed in silence",
        format!(
            "{}; of the others the ring says that it cannot read the cell",
            tally.missed - tally.missed_told
        ),
    )?;
    row("wrong class, and sure", rate(tally.wrong, tally.cells))?;
    row("asked about", rate(tally.asked, tally.cells))?;
    row("asked for nothing", tally.asked_for_nothing.to_string())?;
    row(
        "false in play",
        format!(
            "{} (and {} corrected when the piece lay still)",
            tally.invented, tally.corrected
        ),
    )?;
    row(
        "false while idle",
        per_hours(tally.idle_false, tally.idle_hours()),
    )?;
    row("final report after the move", times(&tally.latency, "ms"))?;
    if !plan.faults.is_empty() {
        row(
            "over failed sensors",
            format!(
                "{} cells changed, {} missed, {} asked; {} wrong and sure",
                tally.sector, tally.sector_missed, tally.sector_asked, tally.sector_wrong
            ),
        )?;
        row(
            "faults named after",
            format!(
                "{}; not named: {}",
                times(&tally.named, "ms"),
                tally.unnamed
            ),
        )?;
        row("sensors named for nothing", tally.slandered.to_string())?;
    }
    Ok(())
}
