//! `dohyo demo`: shows a whole match on a virtual ring, live in the terminal or as plain
//! lines.

#[cfg(feature = "terminal")]
use super::demo_view::ViewArgs;
use super::record_simulated::RecordedMatch;
use super::{VerbResult, complain};
use crate::files::shown;
use host_core::game::GameArg;
use rules_core::board::BoardId;
use rules_core::player::Players;
use std::io::{self, Write};
use std::path::PathBuf;
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
/// turn, q quits. Elsewhere it is printed in plain lines, as fast as possible.
/// Everything is simulated.
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
    let wishes = DemoOptions {
        game: args.game,
        players: args.players,
        league: super::league(args.junior),
        seed: args.seed,
        board: args.board,
        noise: args.noise,
        faults: args.fault.clone(),
    };
    let programme = match DemoMatch::new(&wishes) {
        Ok(programme) => programme,
        Err(why) => return Ok(complain(why)),
    };
    #[cfg(feature = "terminal")]
    if let Some(file) = args.view.picture() {
        return args.view.draw(&programme, file, out);
    }
    let file = args.record.clone().unwrap_or_else(|| {
        let name = format!("dohyo-demo-{}-{}.dohyo", args.game.word(), args.seed);
        std::env::temp_dir().join(name)
    });
    let recorded = RecordedMatch {
        board: programme.on.board,
        seed: args.seed,
        title: format!("demo --game {}", args.game.word()),
    };
    let (outputs, files) = match recorded.create(Some(&file), args.frames.as_deref()) {
        Ok(created) => created,
        Err(why) => return Ok(complain(why)),
    };
    #[cfg(feature = "terminal")]
    let result = if args.view.is_live() {
        match args.view.show(&programme, outputs) {
            Ok(result) => {
                writeln!(out, "{}.", programme.title)?;
                result
            }
            Err(why) => {
                return Ok(complain(format_args!(
                    "cannot use the terminal: {why}; try --plain"
                )));
            }
        }
    } else {
        print(&programme, outputs, out)?
    };
    #[cfg(not(feature = "terminal"))]
    let result = print(&programme, outputs, out)?;
    result.sum_up(out)?;
    if let Some(code) = files.failed() {
        return Ok(code);
    }
    writeln!(out, "  {:<24} {}", "recording", shown(file))?;
    Ok(if result.is_right() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
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
