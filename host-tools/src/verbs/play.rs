//! `dohyo play`: plays whole matches on the virtual ring, judged by the referee and by
//! ground truth.

use super::record_simulated::RecordedMatch;
use super::{VerbResult, complain};
use crate::threads::Threads;
use host_core::game::GameArg;
use indicatif::{ProgressBar, ProgressStyle};
use rules_core::player::Players;
use serde_json::json;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::play::batch::BatchSummary;
use virtual_ring::play::{BatchPlan, MatchEnd, PlayedMatch, TableSetup, play, play_all};
use virtual_ring::players::Strategy;
use virtual_ring::sensors::{Noise, NoiseLevel};

/// Simulate whole matches and compare the referee with ground truth.
///
/// Physics decides what falls. The referee gets raw frames only; the rules alone
/// judge the ground truth. A match is wrong if the two differ and no question was
/// asked.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game to play.
    #[arg(long, value_enum, default_value_t = GameArg::Ss)]
    game: GameArg,
    /// Number of players in each match.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Strategy of the players.
    #[arg(long, value_enum, default_value_t = Manner::Mixed)]
    kind: Manner,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Number of matches; a single one is printed line by line.
    #[arg(long, default_value_t = 1)]
    matches: u64,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sensor noise.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: NoiseLevel,
    /// Probability of a player's mistake, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    mistakes: f32,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// Recording of a single match, as `dohyo record` makes it of a ring.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Output file for the raw frames of a single match.
    #[arg(long, value_name = "FILE")]
    frames: Option<PathBuf>,
}

/// Strategy of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Manner {
    /// Any legal push.
    Random,
    /// The push after which most pieces may fall.
    Greedy,
    /// Safe pushes.
    Careful,
    /// Random strategy for each seat.
    Mixed,
}

/// Plays the matches and prints the results.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if !(0.0..=1.0).contains(&args.mistakes) {
        return Ok(complain("--mistakes is a share; write 0 to 1"));
    }
    if args.matches == 0 {
        return Ok(complain("--matches 0 plays nothing; write 1 or more"));
    }
    for (file, option) in [(&args.record, "--record"), (&args.frames, "--frames")] {
        if file.is_some() && args.matches != 1 {
            return Ok(complain(format_args!(
                "{option} keeps one match; leave out --matches"
            )));
        }
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    if plan.table.title.grid().is_some() && args.mistakes > 0.0 {
        return Ok(complain(
            "nobody errs on a grid board; leave out --mistakes",
        ));
    }
    let threads = threads(args);
    let began = Instant::now();
    let all = if args.matches == 1 {
        let recorded = RecordedMatch {
            board: plan.table.title.board(),
            seed: args.seed,
            title: format!("play --game {}", args.game.word()),
        };
        let created = recorded.create(args.record.as_deref(), args.frames.as_deref());
        let (outputs, files) = match created {
            Ok(created) => created,
            Err(why) => return Ok(complain(why)),
        };
        let played = play(&plan.table(0), outputs);
        if let Some(code) = files.failed() {
            return Ok(code);
        }
        vec![played]
    } else {
        let bar = ProgressBar::new(args.matches).with_style(style());
        let all = play_all(&plan, &threads, &|done| bar.set_position(done));
        bar.finish_and_clear();
        all
    };
    let wall = began.elapsed().as_secs_f64();
    let sum = BatchSummary::summarise(&all);
    let speed = sum.seconds / wall / threads.0 as f64;
    if args.json {
        writeln!(out, "{}", json_of(&sum, &all, speed))?;
    } else {
        if let [only] = &all[..] {
            for line in &only.lines {
                writeln!(out, "{line}")?;
            }
        }
        table(&sum, &all, speed, out)?;
    }
    let right = all.iter().all(PlayedMatch::is_right);
    Ok(if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn style() -> ProgressStyle {
    let template = "{wide_bar} {pos}/{len} matches, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Returns the threads that the matches are spread over.
fn threads(args: &Args) -> Threads {
    let jobs = match args.jobs {
        _ if args.matches == 1 => 1,
        Some(jobs) => jobs.get(),
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    Threads(jobs)
}

fn plan(args: &Args) -> Result<BatchPlan, String> {
    let league = super::league(args.junior);
    args.game.suits(args.players, league)?;
    Ok(BatchPlan {
        table: TableSetup {
            noise: Noise::for_level(args.noise),
            mistakes: args.mistakes,
            ..TableSetup::for_game(args.game, args.players, league, args.seed)
        },
        kind: match args.kind {
            Manner::Random => Some(Strategy::Random),
            Manner::Greedy => Some(Strategy::Greedy),
            Manner::Careful => Some(Strategy::Careful),
            Manner::Mixed => None,
        },
        matches: args.matches,
    })
}

fn json_of(sum: &BatchSummary, all: &[PlayedMatch], speed: f64) -> serde_json::Value {
    let troubles: Vec<serde_json::Value> = (all.iter())
        .filter_map(|played| Some(json!({ "seed": played.seed, "why": trouble(&played.end)? })))
        .collect();
    json!({
        "simulated": true,
        "matches": sum.matches,
        "won": sum.won,
        "long": sum.long,
        "wrong": sum.wrong,
        "stuck": sum.stuck,
        "turns": sum.turns,
        "pushes": sum.pushes,
        "falls": sum.falls,
        "moves": sum.moves,
        "slams": sum.slams,
        "mistakes": sum.mistakes,
        "asked": sum.asked,
        "told": sum.told,
        "repairs": sum.repairs,
        "let_be": sum.settled,
        "seconds": sum.seconds,
        "speed": speed,
        "troubles": troubles,
    })
}

fn trouble(end: &MatchEnd) -> Option<String> {
    match end {
        MatchEnd::Won(_) | MatchEnd::Long | MatchEnd::Left => None,
        MatchEnd::Wrong(why) => Some(format!("wrong: {why}")),
        MatchEnd::Stuck(why) => Some(format!("stuck: {why}")),
    }
}

fn table(
    sum: &BatchSummary,
    all: &[PlayedMatch],
    speed: f64,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<25} {value}");
    let each = |count: u64| format!("{count} ({:.1} a match)", count as f64 / sum.matches as f64);
    row(
        "matches",
        format!(
            "{}: {} won, {} over the turn limit, {} wrong, {} stuck (simulated)",
            sum.matches, sum.won, sum.long, sum.wrong, sum.stuck
        ),
    )?;
    row("turns", each(sum.turns))?;
    row("pushes", each(sum.pushes))?;
    row("falls", each(sum.falls))?;
    row(
        "special moves, slams",
        format!("{}, {}", sum.moves, sum.slams),
    )?;
    row("asked", each(sum.asked))?;
    row("declared by players", each(sum.told))?;
    row("accepted after a question", sum.settled.to_string())?;
    row(
        "mistakes, repairs",
        format!("{}, {}", sum.mistakes, sum.repairs),
    )?;
    row("simulated", format!("{:.0} s", sum.seconds))?;
    row("speed", format!("{speed:.0} times real time per thread"))?;
    if let [only] = all
        && let MatchEnd::Won(how) = &only.end
    {
        row("won", how.clone())?;
    }
    for played in all {
        if let Some(why) = trouble(&played.end) {
            writeln!(out, "seed {}: {why}", played.seed)?;
        }
    }
    Ok(())
}
