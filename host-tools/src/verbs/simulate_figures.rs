//! Figures of `dohyo simulate` as a table and as JSON.

use rules_core::sensing::body::Body;
use serde_json::json;
use std::io::{self, Write};
use virtual_ring::measure::campaign::CampaignReport;
use virtual_ring::measure::tally::{Percentiles, Samples, Tally, at_most};
use virtual_ring::sensors::Fault;

/// Returns the figures as JSON.
///
/// `falls` are those outside a failed sector. Of them, `missed` were neither seen
/// nor asked about, and `asked` are those of which anything was asked, among them
/// `unseen_behind_another` and `unseen_over_blind_side`. `silent_wrong` are those of
/// the `matched` (seen, in a failed sector or not) of which something wrong was said
/// for sure. `false_events` are those in play and those while idle.
pub(super) fn json_of(sum: &Tally, report: &CampaignReport) -> serde_json::Value {
    let discs = [Body::Small, Body::Medium, Body::Large];
    let confusion: Vec<Vec<u64>> = (discs.iter())
        .map(|&truth| {
            discs
                .iter()
                .map(|&seen| sum.confusion[truth][seen])
                .collect()
        })
        .collect();
    let bodies: Vec<Vec<u64>> = Body::ALL
        .iter()
        .map(|&it| sum.confusion[it].0.to_vec())
        .collect();
    json!({
        "simulated": true,
        "falls": sum.falls,
        "missed": sum.missed,
        "matched": sum.matched,
        "unseen_behind_another": sum.behind,
        "unseen_over_blind_side": sum.unseen,
        "false_events": sum.invented + sum.idle_false,
        "false_in_play": sum.invented,
        "false_not_asked": sum.invented_sure,
        "false_idle": sum.idle_false,
        "idle_hours": sum.idle_hours(),
        "size_confusion": confusion,
        "body_confusion": bodies,
        "silent_wrong": sum.silent_wrong,
        "attribution_wrong": sum.attribution_wrong(),
        "attribution_asked": sum.cause_asked,
        "scripted_falls": report.scripted.falls,
        "scripted_attribution_wrong": report.scripted.attribution_wrong(),
        "asked": sum.asked,
        "withdrawn": sum.withdrawn,
        "latency_ms": sum.latency.spread(),
        "final_ms": sum.finality.spread(),
        "onset_error_ms_rms": sum.onset.rms(),
        "position_error_mm": sum.place.spread(),
        "faults_named_ms": sum.named.spread(),
        "faults_unnamed": sum.unnamed,
        "falsely_named": sum.slandered,
        "in_failed_sector": sum.sector,
    })
}

/// What a table of figures is about.
#[derive(Debug)]
pub(super) struct TableTitle<'a> {
    /// Word of the board.
    pub board: &'a str,
    /// Word of the noise level.
    pub noise: &'a str,
    /// Faults of the board.
    pub faults: &'a [Fault],
    /// Design and seed of a ring drawn by lot; `None` for nominal parts.
    pub build: Option<(&'a str, u64)>,
}

/// Prints the figures.
pub(super) fn table(
    title: &TableTitle<'_>,
    report: &CampaignReport,
    out: &mut impl Write,
) -> io::Result<()> {
    let sum = &report.sum();
    let mut row = |name: &str, value: String| writeln!(out, "{name:<28} {value}");
    row(
        "board, noise, faults",
        format!(
            "{}, {}, {} (simulated)",
            title.board,
            title.noise,
            named(title.faults)
        ),
    )?;
    if let Some((design, seed)) = title.build {
        row("design, build", format!("{design}, seed {seed}"))?;
    }
    row(
        "scenes, simulated time",
        format!("{}, {:.0} s", sum.scenes, sum.seconds()),
    )?;
    row("falls", sum.falls.to_string())?;
    row("missed", rate(sum.missed, sum.falls))?;
    row(
        "not seen, asked",
        format!(
            "{}: {} behind another, {} over a blind side",
            sum.unseen_asked(),
            sum.behind,
            sum.unseen
        ),
    )?;
    row(
        "false in play",
        format!(
            "{}, {} of them not asked about (and {} withdrawn in time)",
            sum.invented, sum.invented_sure, sum.withdrawn
        ),
    )?;
    row(
        "false while idle",
        per_hours(sum.idle_false, sum.idle_hours()),
    )?;
    let (confused, discs) = sum.sizes_confused();
    row("disc size wrong", rate(confused, discs))?;
    let (confused, all) = sum.kinds_confused();
    row("magnet presence wrong", rate(confused, all))?;
    row("silently wrong", rate(sum.silent_wrong, sum.matched))?;
    let scripted = &report.scripted;
    row(
        "cause wrong / asked",
        format!(
            "{} / {} of {} (scripted scenes: {} / {} of {})",
            sum.attribution_wrong(),
            sum.cause_asked,
            sum.seen(),
            scripted.attribution_wrong(),
            scripted.cause_asked,
            scripted.seen(),
        ),
    )?;
    row("asked about", rate(sum.asked, sum.falls))?;
    row("first report after dark", times(&sum.latency, "ms"))?;
    row("final report after dark", times(&sum.finality, "ms"))?;
    row(
        "error of the onset",
        match sum.onset.spread() {
            Some(_) => format!("{:.2} ms rms", sum.onset.rms()),
            None => "-".into(),
        },
    )?;
    row("error of the place", times(&sum.place, "mm"))?;
    if !title.faults.is_empty() {
        let sector = &sum.sector;
        row(
            "in the failed sector",
            format!(
                "{} falls, {} missed, {} asked, {} of these because the side was blind",
                sector.falls, sector.missed, sector.asked, sector.unseen
            ),
        )?;
        row(
            "faults named after",
            format!("{}; not named: {}", times(&sum.named, "ms"), sum.unnamed),
        )?;
        row("sensors named for nothing", sum.slandered.to_string())?;
    }
    confusion(sum, out)
}

/// Returns the names of the faults in one line.
pub(super) fn named(faults: &[Fault]) -> String {
    let names: Vec<String> = faults.iter().map(ToString::to_string).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(", "),
    }
}

pub(super) fn per_hours(events: u64, hours: f64) -> String {
    if hours <= 0.0 {
        return "-".into();
    }
    let per_100_h = events as f64 / hours * 100.0;
    let bound = at_most(events, 1) / hours * 100.0;
    format!("{events} in {hours:.1} h: {per_100_h:.1} per 100 h, at most {bound:.1} (95 %)")
}

pub(super) fn rate(failures: u64, of: u64) -> String {
    if of == 0 {
        return "-".into();
    }
    let share = failures as f64 / of.max(1) as f64 * 100.0;
    let bound = at_most(failures, of) * 100.0;
    format!("{failures} of {of}: {share:.3} %, at most {bound:.3} % (95 %)")
}

pub(super) fn times(samples: &Samples, unit: &str) -> String {
    match samples.spread() {
        Some(Percentiles { p50, p99, max }) => {
            format!("p50 {p50:.2}, p99 {p99:.2}, max {max:.2} {unit}")
        }
        None => "-".into(),
    }
}

fn confusion(sum: &Tally, out: &mut impl Write) -> io::Result<()> {
    write!(out, "\nwas \\ seen as")?;
    for seen in Body::ALL {
        write!(out, "{seen:>9}")?;
    }
    writeln!(out)?;
    for truth in Body::ALL {
        write!(out, "{truth:<13}")?;
        for seen in Body::ALL {
            write!(out, "{:>9}", sum.confusion[truth][seen])?;
        }
        writeln!(out)?;
    }
    Ok(())
}
