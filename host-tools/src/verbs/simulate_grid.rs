//! `dohyo simulate --board grid-hex|grid-square`: simulates moves on a grid board and
//! counts what its sensors detect.

use super::VerbResult;
use super::simulate::{named, per_hours, rate, style, times};
use crate::threads::Threads;
use indicatif::ProgressBar;
use rules_core::board::cell_layout::CellLayout;
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::measure::campaign::CampaignPlan;
use virtual_ring::measure::grid::{GridPlan, GridTally};

/// Runs the simulation on the cells of a grid board instead of a ring, and prints the
/// figures.
pub(super) fn run(
    plan: &CampaignPlan,
    threads: Threads,
    layout: CellLayout,
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    let plan = GridPlan {
        profile: plan.profile,
        layout,
        noise: plan.noise,
        faults: plan.faults.clone(),
        moves: plan.pushes,
        idle_hours: plan.idle_hours,
        seed: plan.seed,
    };
    let bar = ProgressBar::new(0).with_style(style());
    let began = Instant::now();
    let tally = plan.run(&threads, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let wall = began.elapsed().as_secs_f64();
    let speed = (tally.seconds + tally.idle_hours * 3600.0) / wall / threads.0 as f64;
    if json {
        writeln!(out, "{}", json_of(&tally, speed))?;
    } else {
        table(&plan, &tally, speed, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn json_of(tally: &GridTally, speed: f64) -> serde_json::Value {
    json!({
        "simulated": true,
        "moves": tally.moves,
        "cells": tally.cells,
        "missed": tally.missed,
        "missed_in_doubt": tally.missed_in_doubt,
        "false_events": tally.invented + tally.idle_false,
        "idle_hours": tally.idle_hours,
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
        "speed": speed,
    })
}

fn table(plan: &GridPlan, tally: &GridTally, speed: f64, out: &mut impl Write) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<28} {value}");
    row(
        "board, faults",
        format!("{}, {} (simulated)", plan.profile.name, named(&plan.faults)),
    )?;
    row(
        "moves, simulated time",
        format!("{}, {:.0} s", tally.moves, tally.seconds),
    )?;
    row("cells changed", tally.cells.to_string())?;
    let missed = rate(tally.missed, tally.cells);
    let in_doubt = tally.missed_in_doubt;
    row(
        "missed",
        format!("{missed}; {in_doubt} of them known to be in doubt"),
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
        per_hours(tally.idle_false, tally.idle_hours),
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
    row("speed", format!("{speed:.0} times real time per thread"))
}
