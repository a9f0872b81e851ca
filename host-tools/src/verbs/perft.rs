//! `dohyo perft GAME`: counts all games of a given length.

use super::grid_game::{GridGame, StartArgs};
use super::{VerbResult, complain};
use std::io::Write;
use std::process::ExitCode;

/// Count all games up to a depth, to compare move generators.
///
/// Abalone: a move is a set of marbles and a direction; a pass, where there is no move, counts as one; a game that is won has none.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game to count.
    game: GridGame,
    /// Start position.
    #[command(flatten)]
    start: StartArgs,
    /// Position as text; `dohyo show --help` describes it.
    ///
    /// Abalone: without a score nothing was ejected, even if marbles are missing; a score that is given must add up.
    #[arg(long)]
    position: Option<String>,
    /// Depth in moves, 1 to 99; every depth up to it is counted.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
}

/// Prints a line `depth nodes` for each depth as soon as it is counted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut written = Ok(());
    let mut each = |depth: u32, nodes: u64| {
        if written.is_ok() {
            written = writeln!(out, "{depth} {nodes}").and_then(|()| out.flush());
        }
    };
    let position = args.position.as_deref();
    let perft = args.game.tools().perft;
    let counted = perft(&args.start, position, args.depth, &mut each);
    written?;
    Ok(match counted {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => complain(why),
    })
}
