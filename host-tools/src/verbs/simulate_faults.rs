//! `dohyo simulate --fault each`: simulates every fault alone on a separate board, one
//! row each, and checks each row against limits.
//!
//! A fault may cost what its own sensors saw, and nothing else: falls outside its
//! sector are seen, what is said for sure is right, and whoever looks is told
//! within a second. What is not kept is named at the end of the row. What was not
//! seen and yet asked about is no failure, but it is counted as unseen.

use super::VerbResult;
use super::simulate::{json_of, style};
use crate::threads::Threads;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::measure::campaign::{CampaignPlan, CampaignReport};
use virtual_ring::measure::tally::Tally;
use virtual_ring::sensors::Fault;

/// Longest time from the onset of a fault to its report, in ms.
const NAMED_WITHIN: f32 = 1_000.0;

/// Largest share of falls outside the failed sector that may be missed, per million.
const MISSED_PPM: u64 = 1_000;

/// Fault with the results of its simulation.
struct FaultRow {
    fault: String,
    report: CampaignReport,
    speed: f64,
}

impl FaultRow {
    /// Returns the limits that the results exceed; empty if all are met.
    fn unmet(&self) -> Vec<&'static str> {
        let sum = self.report.sum();
        let latest = sum.named.spread().map_or(0.0, |spread| spread.max);
        let checks = [
            (sum.missed * 1_000_000 > MISSED_PPM * sum.falls, "missed"),
            (sum.silent_wrong > 0, "silent"),
            (sum.unnamed > 0, "unnamed"),
            (latest > NAMED_WITHIN, "late"),
        ];
        let unmet = checks.into_iter().filter(|check| check.0);
        unmet.map(|check| check.1).collect()
    }
}

/// Runs the plan without a fault, and then once with every fault that can occur on its
/// board.
pub(super) fn run(
    plan: &CampaignPlan,
    threads: Threads,
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    let faults = Fault::all().filter(|fault| fault.concerns(plan.profile));
    let faults: Vec<Option<Fault>> = [None].into_iter().chain(faults.map(Some)).collect();
    let bar = ProgressBar::new(0).with_style(style());
    let mut good = true;
    let mut list = Vec::new();
    if !json {
        head(out)?;
    }
    for (n, &fault) in faults.iter().enumerate() {
        let plan = CampaignPlan {
            faults: fault.into_iter().collect(),
            ..plan.clone()
        };
        let began = Instant::now();
        let report = plan.run(&threads, &|done, all| {
            bar.set_length(all * faults.len() as u64);
            bar.set_position(all * n as u64 + done);
        });
        let sum = report.sum();
        let seconds = sum.seconds + sum.idle_hours * 3600.0;
        let row = FaultRow {
            fault: fault.map_or("none".into(), |fault| fault.kind.to_string()),
            report,
            speed: seconds / began.elapsed().as_secs_f64() / threads.0 as f64,
        };
        good &= row.unmet().is_empty();
        match json {
            true => list.push(in_json(&row, &sum)),
            false => bar.suspend(|| line(&row, &sum, out))?,
        }
    }
    bar.finish_and_clear();
    if json {
        writeln!(out, "{}", Value::from(list))?;
    } else {
        writeln!(
            out,
            "demanded of each row: at most {MISSED_PPM} ppm missed outside the failed sector, \
             nothing wrong said for sure, every fault named within {NAMED_WITHIN} ms"
        )?;
    }
    Ok(match good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn in_json(row: &FaultRow, sum: &Tally) -> Value {
    let mut value = json_of(sum, &row.report, row.speed);
    if let Some(object) = value.as_object_mut() {
        object.insert("fault".into(), json!(row.fault));
        object.insert("unmet".into(), json!(row.unmet()));
    }
    value
}

fn head(out: &mut impl Write) -> io::Result<()> {
    let sector = "in the failed sector:";
    let named = "named:";
    writeln!(out, "{:60}{sector:<24}{named} (simulated)", "")?;
    writeln!(
        out,
        "{:17}{:>6}{:>7}{:>7}{:>6}{:>7}{:>8}   {:>6}{:>7}{:>7} {:>7}{:>8}{:>6}{:>8}  unmet",
        "fault",
        "falls",
        "missed",
        "unseen",
        "false",
        "silent",
        "asked",
        "falls",
        "missed",
        "asked",
        "faults",
        "max ms",
        "not",
        "wrongly"
    )
}

fn line(row: &FaultRow, sum: &Tally, out: &mut impl Write) -> io::Result<()> {
    let latest = sum
        .named
        .spread()
        .map(|spread| format!("{:.0}", spread.max));
    let unmet = match row.unmet().as_slice() {
        [] => "-".into(),
        some => some.join(", "),
    };
    let sector = &sum.sector;
    writeln!(
        out,
        "{:17}{:>6}{:>7}{:>7}{:>6}{:>7}{:>8}   {:>6}{:>7}{:>7} {:>7}{:>8}{:>6}{:>8}  {unmet}",
        row.fault,
        sum.falls,
        sum.missed,
        sum.unseen_asked(),
        sum.invented,
        sum.silent_wrong,
        sum.asked,
        sector.falls,
        sector.missed,
        sector.asked,
        sum.named.len(),
        latest.unwrap_or_else(|| "-".into()),
        sum.unnamed,
        sum.slandered,
    )?;
    out.flush()
}
