//! `dohyo bench builds`: builds many simulated rings of each design and checks their beams
//! at rest.

use super::{VerbResult, complain, save};
use crate::files::shown;
use crate::threads::Threads;
use rules_core::board::{BoardId, Dimensions, Profile};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use virtual_ring::measure::builds::{BuildPlan, BuildReport, TableFoot, TableHead};
use virtual_ring::measure::builds_picture;
use virtual_ring::sensors::build::{DESIGNS, Design};

/// Build simulated rings by lot and check every beam: clear, blocked, and in the dark.
///
/// Parts are drawn from their bins, bores from a builder's hand, supply and room from
/// what is usual. Nothing moves: the currents alone tell the margins. Exits with 1 if
/// fewer than 99 % of the rings of the proposed design are good.
#[derive(Debug, clap::Args)]
pub(super) struct Builds {
    /// Number of rings of each design.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rings: u64,
    /// Design, or `all`.
    #[arg(long, default_value = "proposed", value_parser = designs)]
    design: Designs,
    /// Seed of the first ring; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// One JSON list instead of the table.
    #[arg(long)]
    json: bool,
    /// SVG file for a drawing of the margins.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

/// Designs to build.
#[derive(Debug, Clone)]
struct Designs(Vec<Design>);

fn designs(word: &str) -> Result<Designs, String> {
    if word == "all" {
        return Ok(Designs(DESIGNS.to_vec()));
    }
    let known = Design::parse(word).ok_or_else(|| {
        let names: Vec<&str> = DESIGNS.iter().map(|design| design.word).collect();
        format!("unknown design; write all, or one of {}", names.join(", "))
    });
    known.map(|design| Designs(vec![design]))
}

/// Share of good rings that the proposed design must reach, in percent.
const DEMANDED: u64 = 99;

/// Builds the rings, and prints the figures.
///
/// # Errors
/// If `out` cannot be written to.
pub(super) fn run(args: &Builds, out: &mut impl Write) -> VerbResult {
    let Some(curtain) = Profile::of(BoardId::Ring).curtain else {
        return Ok(complain("this ring has no light curtain to build"));
    };
    let plan = BuildPlan {
        curtain,
        dimensions: Dimensions::ASSUMED,
        rings: args.rings,
        seed: args.seed,
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = Threads(args.jobs.map_or(cores, NonZeroUsize::get));
    let mut reports: Vec<BuildReport> = Vec::new();
    if !args.json {
        writeln!(out, "{TableHead}")?;
    }
    for design in &args.design.0 {
        let report = plan.run(design, &threads);
        if !args.json {
            writeln!(out, "{report}")?;
        }
        reports.push(report);
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &reports)?;
        writeln!(out)?;
    } else {
        writeln!(out, "\n{TableFoot}")?;
    }
    if let Some(file) = &args.picture {
        if let Err(why) = save(file, builds_picture::draw(&reports)) {
            return Ok(complain(why));
        }
        if !args.json {
            writeln!(out, "drew the margins to {}", shown(file))?;
        }
    }
    let poor = |report: &BuildReport| {
        report.design == DESIGNS[0].word && report.good * 100 < DEMANDED * report.rings
    };
    Ok(match reports.iter().any(poor) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}
