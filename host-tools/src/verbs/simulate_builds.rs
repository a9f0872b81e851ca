//! `dohyo simulate --builds N`: simulates the same falls on many rings drawn by lot, and
//! says in how many everything held.
//!
//! A ring is *good* if no fall was missed, nothing wrong was said for sure, and nothing
//! was made up without a question. A bad ring counts as *named* if the check of its beams
//! at rest, which `doctor` makes before a match, names a thin or failing beam or a chain
//! without slack.

use super::VerbResult;
use super::simulate_figures::{json_of, rate};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use virtual_ring::measure::campaign::{CampaignPlan, CampaignReport};
use virtual_ring::measure::tally::Tally;
use virtual_ring::sensors::build::{BeamCheck, Build, Design, Field, RingCheck};

/// Ring with the results of its simulation.
struct BuildRow {
    seed: u64,
    sum: Tally,
    /// Beams that `doctor` names before the first match.
    named: usize,
}

impl BuildRow {
    /// Returns what did not hold, as a number to order rings by, the worst highest.
    fn wrongs(&self) -> u64 {
        self.sum.missed + self.sum.silent_wrong + self.sum.invented_sure + self.sum.idle_false
    }

    fn is_good(&self) -> bool {
        self.wrongs() == 0
    }
}

/// Prints the figures of rings of a design, the first with this seed.
pub(super) fn print(
    plan: &CampaignPlan,
    (design, first): (Design, u64),
    reports: &[CampaignReport],
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    let mut report = CampaignReport::default();
    let mut rows = Vec::new();
    for (n, of_build) in (0..).zip(reports) {
        let seed = first.wrapping_add(n);
        rows.push(BuildRow {
            seed,
            sum: of_build.sum(),
            named: named(plan, &Build::drawn(design, seed)),
        });
        report.add(of_build.clone());
    }
    let sum = report.sum();
    let bad: Vec<&BuildRow> = rows.iter().filter(|row| !row.is_good()).collect();
    let good = rows.len() - bad.len();
    let known = bad.iter().filter(|row| row.named > 0).count();
    let worst = rows.iter().max_by_key(|row| row.wrongs());
    if json {
        let mut value = json_of(&sum, &report);
        if let Some(object) = value.as_object_mut() {
            let seeds: Vec<u64> = bad.iter().map(|row| row.seed).collect();
            object.insert("design".into(), json!(design.word));
            object.insert("builds".into(), json!(rows.len()));
            object.insert("builds_good".into(), json!(good));
            object.insert("builds_named".into(), json!(known));
            object.insert("builds_bad".into(), json!(seeds));
        }
        writeln!(out, "{value}")?;
    } else {
        let mut row = |name: &str, value: String| writeln!(out, "{name:<28} {value}");
        row(
            "design, builds",
            format!("{}, {} (simulated)", design.word, rows.len()),
        )?;
        row("builds in which all held", rate_of(good, rows.len()))?;
        row(
            "bad builds named before",
            format!("{known} of {}", bad.len()),
        )?;
        row("falls", sum.falls.to_string())?;
        row("missed", rate(sum.missed, sum.falls))?;
        row("silently wrong", rate(sum.silent_wrong, sum.matched))?;
        let (confused, discs) = sum.sizes_confused();
        row("disc size wrong", rate(confused, discs))?;
        row("asked about", rate(sum.asked, sum.falls))?;
        if let Some(worst) = worst.filter(|worst| !worst.is_good()) {
            row("worst build", line_of(worst))?;
        }
        for bad in bad.iter().take(10) {
            row("bad build", line_of(bad))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn rate_of(part: usize, of: usize) -> String {
    format!(
        "{part} of {of}: {:.1} %",
        part as f64 * 100.0 / of.max(1) as f64
    )
}

fn line_of(row: &BuildRow) -> String {
    let BuildRow { seed, sum, named } = row;
    format!(
        "--build {seed}: {} missed, {} silently wrong, {} made up; {named} beams named",
        sum.missed,
        sum.silent_wrong,
        sum.invented_sure + sum.idle_false
    )
}

/// Counts what `doctor` names on a ring at rest: thin or failing beams, and late chains.
fn named(plan: &CampaignPlan, build: &Build) -> usize {
    let Some(curtain) = plan.profile.curtain else {
        return 0;
    };
    let field = Field::new(&curtain, &plan.dimensions, build);
    let check = RingCheck::new(&field, build);
    let beams = check.beams.iter().filter(|beam| BeamCheck::is_named(beam));
    beams.count() + usize::from(check.slack <= 0.0)
}
