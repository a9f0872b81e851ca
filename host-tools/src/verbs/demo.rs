//! `dohyo demo`: a whole match on a virtual ring, live in the terminal or as
//! plain lines.

use super::{Outcome, complain, save};
use crate::demo::colours::Depth;
use crate::demo::lines::Lines;
use crate::demo::programme::{AnyResult, Programme, Wishes};
use crate::demo::show::{Keyboard, SPEEDS, Show, Stage};
use crate::demo::still::Still;
use crate::demo::svg;
use crate::game::Game;
use crate::virtual_ring::play::stage::Recording;
use crate::virtual_ring::sensors::Level;
use rules_core::board::Name;
use rules_core::player::Players;
use rules_core::time::Instant;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Watch a whole match on a virtual ring.
///
/// Simulated people play; physics decides what falls; models of the sensors
/// deliver raw frames; the ring that judges them and lights its strip is the one
/// of the device. In a terminal it is shown live: space pauses, + and - change
/// the speed, n goes on to the next turn, q quits. Elsewhere it is told in plain
/// lines, as fast as possible. All of it is simulated.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game: ss (Sakura Slam), ks (Kabuto Sumo), sumoo or abalone.
    #[arg(long, value_enum, default_value_t = Game::Ss)]
    game: Game,
    /// How many play.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Play in the Junior League, without special moves.
    #[arg(long)]
    junior: bool,
    /// The same seed plays the same match, on a ring the one of `dohyo play`.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which board, if not the usual one of the game.
    #[arg(long, value_parser = super::board())]
    board: Option<Name>,
    /// How noisy the sensors are.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: Level,
    /// What is wrong with the board, as NAME, NAME:VALUE or NAME:VALUE@SECOND; `--fault list` shows all.
    #[arg(long, value_name = "NAME")]
    fault: Vec<String>,
    /// How many times faster than a real match, in a terminal.
    #[arg(long, default_value_t = 4.0)]
    speed: f64,
    /// Record the frames to this file [default: one in the folder for temporary files].
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Plain lines, also in a terminal.
    #[arg(long)]
    plain: bool,
    /// Draw one moment of the match to this SVG file instead.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Which moment the picture shows, in seconds.
    #[arg(
        long,
        value_name = "SECOND",
        default_value_t = 60.0,
        requires = "picture"
    )]
    at: f64,
    /// How large the picture's terminal is, as COLUMNSxROWS.
    #[arg(long, value_name = "SIZE", default_value = "100x32", requires = "picture", value_parser = size)]
    size: (u16, u16),
}

fn size(word: &str) -> Result<(u16, u16), String> {
    let both = word.split_once('x');
    let both = both.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    both.filter(|&(x, y): &(u16, u16)| (80..=300).contains(&x) && (24..=100).contains(&y))
        .ok_or_else(|| "write columns and rows from 80x24 to 300x100".into())
}

/// Plays the match and shows it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.fault.iter().any(|word| word == "list") {
        return super::list_faults(out);
    }
    let (slowest, fastest) = SPEEDS;
    if !(slowest..=fastest).contains(&args.speed) {
        return Ok(complain(format_args!(
            "--speed is {slowest} to {fastest} times real time"
        )));
    }
    let wishes = Wishes {
        game: args.game,
        players: args.players,
        league: super::league(args.junior),
        seed: args.seed,
        board: args.board,
        noise: args.noise,
        faults: args.fault.clone(),
    };
    let programme = match Programme::new(&wishes) {
        Ok(programme) => programme,
        Err(why) => return Ok(complain(why)),
    };
    if let Some(file) = &args.picture {
        return picture(args, &programme, file, out);
    }
    let file = args.record.clone().unwrap_or_else(|| {
        let name = format!("dohyo-demo-{}-{}.rec", args.game.word(), args.seed);
        std::env::temp_dir().join(name)
    });
    let recording = match super::record(&file, programme.on.board, args.seed) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(why)),
    };
    let dumb = std::env::var("TERM").is_ok_and(|it| it == "dumb");
    let live = io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb && !args.plain;
    let result = if live {
        match show(args, &programme, recording) {
            Ok(result) => result,
            Err(why) => {
                return Ok(complain(format_args!(
                    "cannot use the terminal: {why}; try --plain"
                )));
            }
        }
    } else {
        programme.introduce(out)?;
        let mut lines = Lines::new(out, &programme.names);
        let result = programme.play(Some(recording), &mut lines);
        lines.finish()?;
        result
    };
    if live {
        writeln!(out, "{}.", programme.title)?;
    }
    result.sum_up(out)?;
    writeln!(out, "  {:<24} {}", "recording", file.display())?;
    Ok(if result.is_right() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn show(args: &Args, programme: &Programme, recording: Recording) -> io::Result<AnyResult> {
    let mut stage = Stage::take()?;
    let look = (Depth::of_environment(), args.speed);
    let title = format!("{} (simulated)", programme.title);
    let mut show = Show::new(stage.terminal(), Keyboard, &programme.names, title, look);
    let result = programme.play(Some(recording), &mut show);
    if result.was_left() {
        show.leave()?;
    } else {
        show.linger(&result.end())?;
    }
    Ok(result)
}

fn picture(args: &Args, programme: &Programme, file: &Path, out: &mut impl Write) -> Outcome {
    let at = Instant((args.at.clamp(0.0, 1e6) * 1e6) as u64);
    let mut still = Still::new(&programme.names, at);
    programme.play(None, &mut still);
    let Some(cells) = still.cells(&programme.title, args.size, Depth::True) else {
        return Ok(complain(
            "the match was over by then; choose an earlier --at",
        ));
    };
    let title = format!("dohyo demo: {}", programme.title);
    if let Err(why) = save(file, svg::of(&cells, &title)) {
        return Ok(complain(why));
    }
    writeln!(out, "{}", file.display())?;
    Ok(ExitCode::SUCCESS)
}
