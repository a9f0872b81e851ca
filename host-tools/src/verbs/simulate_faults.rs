//! `dohyo simulate --fault each`: simulates every fault alone on a separate board, one
//! row each, and checks each row against limits.
//!
//! A fault may cost what its own sensors saw, and nothing else: falls outside its
//! sector are seen, what is said for sure is right, and whoever looks is told
//! within a second. What is not kept is named at the end of the row. What was not
//! seen and yet asked about is no failure, but it is counted as unseen.

use super::VerbResult;
use super::simulate_figures::json_of;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use virtual_ring::measure::campaign::CampaignReport;
use virtual_ring::measure::tally::Tally;

/// Longest time from the onset of a fault to its report, in ms.
const NAMED_WITHIN: f32 = 1_000.0;

/// Largest share of falls outside the failed sector that may be missed, per million.
const MISSED_PPM: u64 = 1_000;

/// Returns the limits that the results exceed; empty if all are met.
fn unmet(sum: &Tally) -> Vec<&'static str> {
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

/// Prints the results of all faults, each with its word, as a JSON list.
pub(super) fn print_json(rows: &[(String, &CampaignReport)], out: &mut impl Write) -> VerbResult {
    let list: Vec<Value> = rows
        .iter()
        .map(|(word, report)| in_json(word, report))
        .collect();
    writeln!(out, "{}", Value::from(list))?;
    Ok(exit_code(rows.iter().map(|row| row.1)))
}

/// Prints the demands below the table; the exit code is 1 if a row does not meet them.
pub(super) fn foot(reports: &[CampaignReport], out: &mut impl Write) -> VerbResult {
    writeln!(
        out,
        "demanded of each row: at most {MISSED_PPM} ppm missed outside the failed sector, \
         nothing wrong said for sure, every fault named within {NAMED_WITHIN} ms"
    )?;
    Ok(exit_code(reports.iter()))
}

fn exit_code<'a>(mut reports: impl Iterator<Item = &'a CampaignReport>) -> ExitCode {
    match reports.all(|report| unmet(&report.sum()).is_empty()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn in_json(word: &str, report: &CampaignReport) -> Value {
    let sum = report.sum();
    let mut value = json_of(&sum, report);
    if let Some(object) = value.as_object_mut() {
        object.insert("fault".into(), json!(word));
        object.insert("unmet".into(), json!(unmet(&sum)));
    }
    value
}

/// Prints the head of the table.
pub(super) fn head(out: &mut impl Write) -> io::Result<()> {
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

/// Prints the row of a fault.
pub(super) fn line(fault: &str, report: &CampaignReport, out: &mut impl Write) -> io::Result<()> {
    let sum = report.sum();
    let latest = sum
        .named
        .spread()
        .map(|spread| format!("{:.0}", spread.max));
    let unmet = match unmet(&sum).as_slice() {
        [] => "-".into(),
        some => some.join(", "),
    };
    let sector = &sum.sector;
    writeln!(
        out,
        "{:17}{:>6}{:>7}{:>7}{:>6}{:>7}{:>8}   {:>6}{:>7}{:>7} {:>7}{:>8}{:>6}{:>8}  {unmet}",
        fault,
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
