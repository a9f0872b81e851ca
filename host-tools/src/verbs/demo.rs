//! `dohyo demo`: shows a whole match on a virtual ring, live in the terminal or as plain
//! lines.

#[cfg(feature = "terminal")]
use super::demo_view::ViewArgs;
use super::record_simulated::RecordedMatch;
#[cfg(feature = "terminal")]
use super::seat::{SeatedMatch, seat};
use super::{VerbResult, complain};
use crate::after_match::AfterMatch;
use crate::files::shown;
use host_core::game::GameArg;
use rules_core::board::BoardId;
use rules_core::player::Players;
#[cfg(feature = "terminal")]
use rules_core::player::Seat;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use virtual_ring::demo::demo_match::{AnyResult, DemoMatch, DemoOptions};
use virtual_ring::demo::plain_text::PlainViewer;
use virtual_ring::play::sensor_rig::MatchOutputs;
use virtual_ring::sensors::NoiseLevel;

/// Show a whole match on a virtual ring.
///
/// Simulated players push, physics decides what falls, sensor models deliver raw
/// frames, and the device's own code rules and lights the strip. In a terminal the
/// match is shown live: space pauses, + and - change the speed, n skips to the next
/// turn, q quits. With --you you play a seat yourself, by keys that the screen explains.
/// Elsewhere it is printed in plain lines, as fast as possible. Everything is simulated.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game to play.
    #[arg(long, value_enum, default_value_t = GameArg::Ss)]
    game: GameArg,
    /// Number of players.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Seed of all random choices; `dohyo play` plays the same match with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Board [default: the usual one of the game].
    #[arg(long, value_parser = super::board())]
    board: Option<BoardId>,
    /// Sensor noise.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: NoiseLevel,
    /// Sensor fault as NAME, NAME:VALUE or NAME:VALUE@SECOND, repeatable; `--fault list` shows all.
    #[arg(long, value_name = "NAME")]
    fault: Vec<String>,
    /// Recording of the match, as `dohyo record` makes it of a ring [default: a file in
    /// the temporary folder].
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Output file for the raw frames.
    #[arg(long, value_name = "FILE")]
    frames: Option<PathBuf>,
    /// Seats that you play yourself, such as 1 or 1,2; simulated players have the others.
    #[cfg(feature = "terminal")]
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = seat)]
    you: Vec<Seat>,
    /// Options of the view.
    #[cfg(feature = "terminal")]
    #[command(flatten)]
    view: ViewArgs,
}

/// Plays the match and shows it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.fault.iter().any(|word| word == "list") {
        return super::list_faults(out);
    }
    #[cfg(feature = "terminal")]
    if let Err(why) = args.view.check() {
        return Ok(complain(why));
    }
    #[cfg(feature = "terminal")]
    if !args.you.is_empty() {
        return play(args, out);
    }
    let mut seed = args.seed;
    let mut files = (args.record.as_deref(), args.frames.as_deref());
    loop {
        let (code, after) = show(args, seed, files, out)?;
        match after {
            AfterMatch::Quit => return Ok(code),
            AfterMatch::Again => {}
            AfterMatch::NextSeed => seed = seed.wrapping_add(1),
        }
        // The recordings of the first match are kept.
        files = (None, None);
    }
}

/// Lets persons play in the terminal.
#[cfg(feature = "terminal")]
fn play(args: &Args, out: &mut impl Write) -> VerbResult {
    for (is_given, option) in [
        (args.record.is_some(), "--record"),
        (args.frames.is_some(), "--frames"),
        (args.board.is_some(), "--board"),
        (!args.fault.is_empty(), "--fault"),
        (args.view.picture().is_some(), "--picture"),
    ] {
        if is_given {
            return Ok(complain(format_args!(
                "{option} is for a match of simulated players; leave it out, or leave out --you"
            )));
        }
    }
    if !args.view.is_live() {
        return Ok(complain(
            "a seat needs a terminal: call it there without --plain, or leave out --you to watch",
        ));
    }
    let seated = SeatedMatch {
        game: args.game,
        players: args.players,
        league: super::league(args.junior),
        seed: args.seed,
        noise: args.noise,
        you: args.you.clone(),
        speed: args.view.speed(),
    };
    seated.play(out)
}

/// Plays the match with this seed and shows it; returns what the viewer wants next.
fn show(
    args: &Args,
    seed: u64,
    (record, frames): (Option<&Path>, Option<&Path>),
    out: &mut impl Write,
) -> io::Result<(ExitCode, AfterMatch)> {
    let wishes = DemoOptions {
        game: args.game,
        players: args.players,
        league: super::league(args.junior),
        seed,
        board: args.board,
        noise: args.noise,
        faults: args.fault.clone(),
    };
    let refused = |why: String| Ok((complain(why), AfterMatch::Quit));
    let programme = match DemoMatch::new(&wishes) {
        Ok(programme) => programme,
        Err(why) => return refused(why),
    };
    #[cfg(feature = "terminal")]
    if let Some(file) = args.view.picture() {
        let drawn = args.view.draw(&programme, file, out)?;
        return Ok((drawn, AfterMatch::Quit));
    }
    let file = record.map_or_else(
        || {
            let name = format!("dohyo-demo-{}-{seed}.dohyo", args.game.word());
            std::env::temp_dir().join(name)
        },
        Path::to_owned,
    );
    let recorded = RecordedMatch {
        board: programme.on.board,
        seed,
        title: format!("demo --game {}", args.game.word()),
    };
    let (outputs, files) = match recorded.create(Some(&file), frames) {
        Ok(created) => created,
        Err(why) => return refused(why),
    };
    #[cfg(feature = "terminal")]
    let (result, after) = if args.view.is_live() {
        match args.view.show(&programme, outputs) {
            Ok(shown) => {
                writeln!(out, "{}.", programme.title)?;
                shown
            }
            Err(why) => {
                return refused(format!("cannot use the terminal: {why}; try --plain"));
            }
        }
    } else {
        (print(&programme, outputs, out)?, AfterMatch::Quit)
    };
    #[cfg(not(feature = "terminal"))]
    let (result, after) = (print(&programme, outputs, out)?, AfterMatch::Quit);
    result.sum_up(out)?;
    if let Some(code) = files.failed() {
        return Ok((code, AfterMatch::Quit));
    }
    writeln!(out, "  {:<24} {}", "recording", shown(file))?;
    let code = match result.is_right() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    };
    Ok((code, after))
}

/// Plays the match and prints it in plain lines.
fn print(
    programme: &DemoMatch,
    outputs: MatchOutputs,
    out: &mut impl Write,
) -> io::Result<AnyResult> {
    programme.introduce(out)?;
    let mut lines = PlainViewer::new(out, &programme.names);
    let result = programme.play(outputs, &mut lines);
    lines.finish()?;
    Ok(result)
}
