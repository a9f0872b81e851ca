//! `dohyo simulate`: simulates pushes on the virtual ring and counts what the sensors
//! detect.

use super::{
    VerbResult, complain, list_faults, save, simulate_builds, simulate_faults, simulate_grid,
};
use crate::files::shown;
use crate::threads::Threads;
use host_core::data::assumed_board;
use indicatif::{ProgressBar, ProgressStyle};
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::Edition;
use rules_core::player::Players;
use rules_core::sensing::body::Body;
use serde_json::json;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::measure::campaign::{CampaignPlan, CampaignReport};
use virtual_ring::measure::tally::{Percentiles, Samples, Tally, at_most};
use virtual_ring::scenes::{self, Make};
use virtual_ring::sensors::build::{Build, DESIGNS, Design};
use virtual_ring::sensors::{Fault, Noise, NoiseLevel};

/// Simulate pushes and count what the sensors detect.
///
/// Physics decides what falls, sensor models deliver the frames of a real ring, and
/// the device's own code processes them. All figures come from this simulation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game whose ring is simulated.
    #[arg(long, value_enum, default_value_t = RingGame::Ss)]
    game: RingGame,
    /// Number of players whose pieces stand on the ring [default: random].
    #[arg(long, value_parser = super::players(), conflicts_with = "scene")]
    players: Option<Players>,
    /// Board.
    #[arg(long, default_value = "ring", value_parser = super::board())]
    board: BoardId,
    /// Number of pushes; on a grid board, of moves.
    #[arg(long, default_value_t = 500)]
    pushes: u64,
    /// Runs of each scripted scene (hands, bumps, bursts, accidents ...).
    #[arg(long, default_value_t = 20)]
    scenes: u64,
    /// Single scene in place of pushes and scripted scenes.
    #[arg(long, value_parser = scene_name)]
    scene: Option<(&'static str, Make)>,
    /// Simulated hours of an idle ring.
    #[arg(long, default_value_t = 0.5)]
    idle_hours: f64,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sensor noise.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: NoiseLevel,
    /// Sensor fault as NAME, NAME:VALUE or NAME:VALUE@SECOND, repeatable; `list` shows all, `each` runs them one by one.
    #[arg(long)]
    fault: Vec<String>,
    /// Seed of a ring drawn by lot, parts and workmanship [default: nominal parts].
    #[arg(long, value_name = "SEED")]
    build: Option<u64>,
    /// Number of rings drawn by lot, each with all the falls; the first has the seed of --build, or 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    builds: Option<u64>,
    /// Design of the rings drawn by lot.
    #[arg(long, value_parser = design_of, default_value = "proposed")]
    design: Design,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// Number of the push to draw, from 0.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "picture")]
    push: u64,
    /// SVG file for a drawing of one push: the ring from above and the beams over time.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

/// Returns the design of this word, or a sentence that lists all.
pub(super) fn design_of(word: &str) -> Result<Design, String> {
    Design::parse(word).ok_or_else(|| {
        let names: Vec<&str> = DESIGNS.iter().map(|design| design.word).collect();
        format!("unknown design; write one of {}", names.join(", "))
    })
}

/// The games played on a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RingGame {
    /// Sakura Slam: a ring with posts.
    #[value(alias = "sakura-slam")]
    Ss,
    /// Kabuto Sumo: no markers, the platform anywhere.
    #[value(alias = "kabuto-sumo")]
    Ks,
}

fn scene_name(word: &str) -> Result<(&'static str, Make), String> {
    let known = scenes::ALL.into_iter().find(|(name, _)| *name == word);
    known.ok_or_else(|| {
        let names: Vec<&str> = scenes::ALL.iter().map(|scene| scene.0).collect();
        format!("unknown scene; write one of {}", names.join(", "))
    })
}

/// Runs the simulation and prints the figures.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.fault.iter().any(|word| word == "list") {
        return list_faults(out);
    }
    if is_each(args) && (CellLayout::for_board(args.board).is_some() || args.picture.is_some()) {
        return Ok(complain(
            "--fault each is for pushes on a ring; name one fault, as `--fault list` shows them",
        ));
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = Threads(args.jobs.map_or(cores, NonZeroUsize::get));
    if let Some(layout) = CellLayout::for_board(args.board) {
        if args.scene.is_some()
            || args.picture.is_some()
            || args.players.is_some()
            || args.builds.is_some()
            || args.build.is_some()
        {
            return Ok(complain(
                "nothing falls off that board; leave out --scene, --players, --picture and --builds",
            ));
        }
        return simulate_grid::run(&plan, threads, layout, args.json, out);
    }
    if let Some(file) = &args.picture {
        return picture(args, &plan, file, out);
    }
    if is_each(args) {
        return simulate_faults::run(&plan, threads, args.json, out);
    }
    if let Some(count) = args.builds {
        let lot = (args.design, args.build.unwrap_or(1), count);
        return simulate_builds::run(&plan, lot, threads, args.json, out);
    }
    let bar = ProgressBar::new(0).with_style(style());
    let began = Instant::now();
    let report = plan.run(&threads, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let wall = began.elapsed().as_secs_f64();
    let sum = report.sum();
    let speed = (sum.seconds + sum.idle_hours * 3600.0) / wall / threads.0 as f64;
    if args.json {
        writeln!(out, "{}", json_of(&sum, &report, speed))?;
    } else {
        table(args, &plan, &sum, &report, speed, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn style() -> ProgressStyle {
    let template = "{wide_bar} {pos}/{len} parts, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn plan(args: &Args) -> Result<CampaignPlan, String> {
    let profile = Profile::of(args.board);
    let faults = match is_each(args) {
        true => Vec::new(),
        false => {
            let faults = args.fault.iter().map(|word| Fault::striking(word, profile));
            faults.collect::<Result<Vec<_>, String>>()?
        }
    };
    if !(0.0..=100_000.0).contains(&args.idle_hours) {
        return Err("--idle-hours cannot be that; write hours from 0 to 100000".into());
    }
    let (pushing, scripted): (Vec<Make>, Vec<Make>) = match args.scene {
        Some((_, make)) => (vec![make], vec![]),
        None => (pushing(args), scripted()),
    };
    Ok(CampaignPlan {
        profile,
        dimensions: assumed_board().unwrap_or(Dimensions::ASSUMED),
        build: (args.build).map(|seed| Build::drawn(args.design, seed)),
        noise: Noise::for_level(args.noise),
        faults,
        pushes: args.pushes,
        pushing,
        scripted: (scripted, args.scenes),
        idle_hours: args.idle_hours,
        seed: args.seed,
    })
}

/// True if every fault is run alone.
fn is_each(args: &Args) -> bool {
    matches!(args.fault.as_slice(), [word] if word == "each")
}

/// Returns the makers of the scenes that pushes are taken from.
fn pushing(args: &Args) -> Vec<Make> {
    let edge: Make = scenes::edge_push;
    match args.game {
        RingGame::Ss => vec![
            edge,
            edge,
            edge,
            scenes::push_of(Edition::SakuraSlam, args.players),
        ],
        RingGame::Ks => vec![scenes::push_of(Edition::KabutoSumo, args.players)],
    }
}

/// Returns the makers of all other scenes of a table, except those in which pieces lean
/// in the beams, which happens only where the gutter is too shallow.
fn scripted() -> Vec<Make> {
    let pushing = ["match_push", "edge_push", "kabuto_push", "leaning"];
    let all = scenes::ALL.into_iter();
    all.filter(|(name, _)| !pushing.contains(name))
        .map(|it| it.1)
        .collect()
}

fn picture(args: &Args, plan: &CampaignPlan, file: &Path, out: &mut impl Write) -> VerbResult {
    let Some(scene) = plan.push(args.push) else {
        return Ok(complain("there is no push to draw; leave out --pushes 0"));
    };
    let title = format!(
        "{} on {}, {} noise, seed {}",
        scene.name(),
        args.board,
        args.noise.word(),
        args.seed
    );
    let Some(drawn) = plan.draw(args.push, &title) else {
        return Ok(complain(
            "that board has no beams to draw; use --board ring",
        ));
    };
    if let Err(why) = save(file, drawn) {
        return Ok(complain(why));
    }
    writeln!(out, "drew {title} to {}", shown(file))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the figures as JSON.
///
/// `falls` are those outside a failed sector. Of them, `missed` were neither seen
/// nor asked about, and `asked` are those of which anything was asked, among them
/// `unseen_behind_another` and `unseen_over_blind_side`. `silent_wrong` are those of
/// the `matched` (seen, in a failed sector or not) of which something wrong was said
/// for sure. `false_events` are those in play and those while idle.
pub(super) fn json_of(sum: &Tally, report: &CampaignReport, speed: f64) -> serde_json::Value {
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
        "idle_hours": sum.idle_hours,
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
        "speed": speed,
    })
}

fn table(
    args: &Args,
    plan: &CampaignPlan,
    sum: &Tally,
    report: &CampaignReport,
    speed: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<28} {value}");
    row(
        "board, noise, faults",
        format!(
            "{}, {}, {} (simulated)",
            args.board,
            args.noise.word(),
            named(&plan.faults)
        ),
    )?;
    if let Some(seed) = args.build {
        row(
            "design, build",
            format!("{}, seed {seed}", args.design.word),
        )?;
    }
    row(
        "scenes, simulated time",
        format!("{}, {:.0} s", sum.scenes, sum.seconds),
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
        per_hours(sum.idle_false, sum.idle_hours),
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
    if !plan.faults.is_empty() {
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
    row("speed", format!("{speed:.0} times real time per thread"))?;
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
