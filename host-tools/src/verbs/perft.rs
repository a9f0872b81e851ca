//! `dohyo perft GAME`: counts all games of a given length.

use super::{GridGame, Outcome, StartArgs, complain};
use crate::{abalone, sumoo};
use std::io::Write;
use std::process::ExitCode;

/// Count all games of so many moves, to compare move generators.
///
/// Abalone: a move is a set of marbles and a direction; a pass, where there is no move, counts as one; a game that is won has none.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game.
    game: GridGame,
    /// Where it starts.
    #[command(flatten)]
    start: StartArgs,
    /// Any position, as text; `dohyo show --help` has the form.
    ///
    /// Abalone: without a score nothing was ejected, even if marbles are missing; a score that is given must add up.
    #[arg(long)]
    position: Option<String>,
    /// Moves to look ahead; every depth up to this one is counted.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
}

/// Prints `depth nodes`, a line as soon as it is known.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut written = Ok(());
    let mut each = |depth: u32, nodes: u64| {
        if written.is_ok() {
            written = writeln!(out, "{depth} {nodes}").and_then(|()| out.flush());
        }
    };
    let position = args.position.as_deref();
    let counted = match args.game {
        GridGame::Sumoo => {
            (args.start.sumoo()).and_then(|()| sumoo::perft(position, args.depth, &mut each))
        }
        GridGame::Abalone => abalone::perft(&args.start.abalone(position), args.depth, &mut each),
    };
    written?;
    Ok(match counted {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => complain(why),
    })
}
