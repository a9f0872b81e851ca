//! `dohyo play`: whole matches on the virtual ring, judged twice.

use super::{Outcome, complain};
use crate::game::Game;
use crate::players::Kind;
use crate::virtual_ring::play::many::Sum;
use crate::virtual_ring::play::{End, Plan, Played, Table, Title, play, play_all};
use crate::virtual_ring::sensors::{Level, Noise};
use indicatif::{ProgressBar, ProgressStyle};
use rules_core::player::Players;
use serde_json::json;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Let simulated people play whole matches and compare the referee with the truth.
///
/// Physics decides what falls. The referee sees raw frames only; the bare rules
/// engine judges what truly happened. A match is wrong if the two differ and
/// nobody was asked.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game.
    #[arg(long, value_enum, default_value_t = Game::Ss)]
    game: Game,
    /// How many play in each match.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// How they choose.
    #[arg(long, value_enum, default_value_t = Manner::Mixed)]
    kind: Manner,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// How many matches; a single one is told line by line.
    #[arg(long, default_value_t = 1)]
    matches: u64,
    /// Decides everything that is left to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How noisy the sensors are.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: Level,
    /// How often in 1 people do something wrong where they can.
    #[arg(long, default_value_t = 0.0)]
    mistakes: f32,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// Record the frames of a single match to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// What sort of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Manner {
    /// Anything legal.
    Random,
    /// Where most may fall.
    Greedy,
    /// Safe pushes.
    Careful,
    /// Each seat by lot.
    Mixed,
}

/// Plays, and prints what came of it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if !(0.0..=1.0).contains(&args.mistakes) {
        return Ok(complain("--mistakes is a share; write 0 to 1"));
    }
    if args.record.is_some() && args.matches != 1 {
        return Ok(complain("--record keeps one match; leave out --matches"));
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    if let Title::Grid(_) = plan.table.title
        && args.mistakes > 0.0
    {
        return Ok(complain(
            "nobody errs on a grid board; leave out --mistakes",
        ));
    }
    let began = Instant::now();
    let all = if args.matches == 1 {
        let board = plan.table.title.board();
        let record = |file| super::record(file, board, args.seed);
        let recording = match args.record.as_deref().map(record) {
            None => None,
            Some(Ok(recording)) => Some(recording),
            Some(Err(why)) => return Ok(complain(why)),
        };
        vec![play(&plan.table(0), recording)]
    } else {
        let bar = ProgressBar::new(args.matches).with_style(style());
        let all = play_all(&plan, &|done| bar.set_position(done));
        bar.finish_and_clear();
        all
    };
    let wall = began.elapsed().as_secs_f64();
    let sum = Sum::of(&all);
    let speed = sum.seconds / wall / plan.jobs.max(1) as f64;
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
    let right = all.iter().all(Played::is_right);
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

fn plan(args: &Args) -> Result<Plan, String> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = args.jobs.map_or(cores, NonZeroUsize::get);
    let league = super::league(args.junior);
    args.game.suits(args.players, league)?;
    Ok(Plan {
        table: Table {
            noise: Noise::of(args.noise),
            mistakes: args.mistakes,
            ..args.game.table(args.players, league, args.seed)
        },
        kind: match args.kind {
            Manner::Random => Some(Kind::Random),
            Manner::Greedy => Some(Kind::Greedy),
            Manner::Careful => Some(Kind::Careful),
            Manner::Mixed => None,
        },
        matches: args.matches,
        jobs: if args.matches == 1 { 1 } else { jobs },
    })
}

fn json_of(sum: &Sum, all: &[Played], speed: f64) -> serde_json::Value {
    let troubles: Vec<serde_json::Value> = (all.iter())
        .filter_map(|it| Some(json!({ "seed": it.seed, "why": trouble(&it.end)? })))
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

fn trouble(end: &End) -> Option<String> {
    match end {
        End::Won(_) | End::Long | End::Left => None,
        End::Wrong(why) => Some(format!("wrong: {why}")),
        End::Stuck(why) => Some(format!("stuck: {why}")),
    }
}

fn table(sum: &Sum, all: &[Played], speed: f64, out: &mut impl Write) -> std::io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<24} {value}");
    let each = |count: u64| format!("{count} ({:.1} a match)", count as f64 / sum.matches as f64);
    row(
        "matches",
        format!(
            "{}: {} won, {} left, {} wrong, {} stuck (simulated)",
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
    row("told what is not seen", each(sum.told))?;
    row("let be after asking", sum.settled.to_string())?;
    row(
        "mistakes, repairs",
        format!("{}, {}", sum.mistakes, sum.repairs),
    )?;
    row("simulated", format!("{:.0} s", sum.seconds))?;
    row("speed", format!("{speed:.0} times real time per thread"))?;
    if let [only] = all
        && let End::Won(how) = &only.end
    {
        row("won", how.clone())?;
    }
    for it in all {
        if let Some(why) = trouble(&it.end) {
            writeln!(out, "seed {}: {why}", it.seed)?;
        }
    }
    Ok(())
}
