//! `dohyo simulate`: simulates pushes on the virtual ring and counts what the sensors
//! detect.

use super::simulate_rows::Simulation;
use super::{VerbResult, complain, list_faults, save, simulate_grid};
use crate::files::shown;
use crate::shard::{MergedShards, Shard};
use crate::threads::Threads;
use host_core::data::assumed_board;
use indicatif::ProgressStyle;
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::Edition;
use rules_core::player::Players;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use virtual_ring::measure::campaign::CampaignPlan;
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
    /// Seed of a ring or board drawn by lot, parts and workmanship [default: nominal parts].
    #[arg(long, value_name = "SEED")]
    build: Option<u64>,
    /// Number of rings or boards drawn by lot, each with all the falls or moves; the first has the seed of --build, or 1.
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
    /// Part I of N of the campaign, from 0, as a file for `dohyo merge`.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["json", "picture"])]
    shard: Option<Shard>,
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

impl RingGame {
    /// Returns the word that `--game` accepts.
    const fn word(self) -> &'static str {
        match self {
            Self::Ss => "ss",
            Self::Ks => "ks",
        }
    }
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
    if CellLayout::for_board(args.board).is_some()
        && (args.scene.is_some() || args.picture.is_some() || args.players.is_some())
    {
        return Ok(complain(
            "nothing falls off that board; leave out --scene, --players and --picture",
        ));
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    if let Some(file) = &args.picture {
        return picture(args, &plan, file, out);
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = Threads(args.jobs.map_or(cores, NonZeroUsize::get));
    let options = options(args);
    match CellLayout::for_board(args.board) {
        Some(layout) => {
            let plan = simulate_grid::plan(&plan, layout, lots(args));
            simulate_grid::run(&plan, threads, args.json, (args.shard, options), out)
        }
        None => simulation(args, plan).run(threads, args.json, (args.shard, options), out),
    }
}

/// Prints what the shards of a campaign add up to.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run_merged(
    args: &Args,
    shards: &MergedShards,
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    match CellLayout::for_board(args.board) {
        Some(layout) => {
            let plan = simulate_grid::plan(&plan, layout, lots(args));
            simulate_grid::run_merged(&plan, shards, json, out)
        }
        None => simulation(args, plan).run_merged(shards, json, out),
    }
}

/// Returns the simulation that the arguments name, on a ring.
fn simulation(args: &Args, plan: CampaignPlan) -> Simulation {
    let (board, noise) = (args.board.word(), args.noise.word());
    let lot = args.build.unwrap_or(1);
    match (is_each(args), args.builds) {
        (true, _) => Simulation::each_fault(plan),
        (false, Some(count)) => Simulation::builds(plan, args.design, lot, count),
        (false, None) => {
            let build = args.build.map(|seed| (args.design.word, seed));
            Simulation::plain(plan, board, noise, build)
        }
    }
}

/// Returns the seed of the first board drawn by lot and their number; `None` for a board of
/// nominal parts.
fn lots(args: &Args) -> Option<(u64, u64)> {
    let drawn = args.build.is_some() || args.builds.is_some();
    drawn.then(|| (args.build.unwrap_or(1), args.builds.unwrap_or(1)))
}

/// Returns the options on which the results depend.
fn options(args: &Args) -> Vec<String> {
    let mut options = vec![
        format!("--game={}", args.game.word()),
        format!("--board={}", args.board.word()),
        format!("--pushes={}", args.pushes),
        format!("--scenes={}", args.scenes),
        format!("--idle-hours={}", args.idle_hours),
        format!("--seed={}", args.seed),
        format!("--noise={}", args.noise.word()),
        format!("--design={}", args.design.word),
    ];
    let mut add = |name: &str, value: Option<String>| {
        options.extend(value.map(|value| format!("--{name}={value}")));
    };
    add(
        "players",
        args.players.map(|players| players.word().to_owned()),
    );
    add("scene", args.scene.map(|scene| scene.0.to_owned()));
    add("build", args.build.map(|seed| seed.to_string()));
    add("builds", args.builds.map(|count| count.to_string()));
    for fault in &args.fault {
        add("fault", Some(fault.clone()));
    }
    options
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
