//! `dohyo demo`: a whole match on a virtual ring, live in the terminal or as
//! plain lines.

use super::{Outcome, complain};
use crate::demo::colours::Depth;
use crate::demo::lines::Lines;
use crate::demo::programme::{AnyResult, Game, Programme, Wishes};
use crate::demo::show::{Keyboard, Show, Stage};
use crate::demo::still::Still;
use crate::demo::svg;
use crate::virtual_ring::play::Equipment;
use crate::virtual_ring::play::stage::Recording;
use crate::virtual_ring::recording::{Header, Recorder};
use crate::virtual_ring::sensors::{LIST, Level};
use rules_core::board::{Dimensions, Name};
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::time::Instant;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
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
    /// How many play [default: 2].
    #[arg(long, default_value = "2", value_parser = ["2", "3", "4"])]
    players: String,
    /// Play in the Junior League, without special moves.
    #[arg(long)]
    junior: bool,
    /// The same seed plays the same match, and the one of `dohyo play`.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which board [default: that of the game]: ring or ring-lite.
    #[arg(long, value_parser = board_name)]
    board: Option<Name>,
    /// How noisy the sensors are: off, low, nominal, high or severe.
    #[arg(long, default_value = "nominal", value_parser = noise_level)]
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

fn board_name(word: &str) -> Result<Name, String> {
    Name::parse(word).ok_or_else(|| "write ring, ring-lite, grid-hex or grid-square".into())
}

fn noise_level(word: &str) -> Result<Level, String> {
    Level::parse(word).ok_or_else(|| "write off, low, nominal, high or severe".into())
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
        for entry in LIST {
            let values = entry.values.join(", ");
            writeln!(out, "{:<15} {:<14} {}", entry.name, values, entry.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !(0.125..=64.0).contains(&args.speed) {
        return Ok(complain("--speed is 0.125 to 64 times real time"));
    }
    let wishes = Wishes {
        game: args.game,
        players: Players::parse(&args.players).unwrap_or(Players::Two),
        league: if args.junior {
            League::Junior
        } else {
            League::Full
        },
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
    let recording = match record(&file, &programme.on, args.seed) {
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

fn record(file: &Path, on: &Equipment, seed: u64) -> Result<Recording, String> {
    let why = |error: &dyn core::fmt::Display| {
        let name = file.display();
        format!("cannot write {name}: {error}; choose another file with --record")
    };
    let to = File::create(file).map_err(|error| why(&error))?;
    let to: Box<dyn Write + Send> = Box::new(BufWriter::new(to));
    let header = Header::now(on.board, Dimensions::ASSUMED, seed);
    Recorder::new(to, &header).map_err(|error| why(&error))
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
    if let Err(error) = std::fs::write(file, svg::of(&cells, &title)) {
        let name = file.display();
        return Ok(complain(format_args!(
            "cannot write {name}: {error}; choose a file in a folder that exists"
        )));
    }
    writeln!(out, "{}", file.display())?;
    Ok(ExitCode::SUCCESS)
}
