//! `dohyo check GAME FILE`: replays game records and finds the first illegal move.

use super::grid_game::GridGame;
use super::{VerbResult, complain};
use crate::files::shown;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replay game records and report moves, result and the first illegal move.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game of the records.
    game: GridGame,
    /// File with the records. Abalone: one game a line, `start-name: move move ...`.
    file: PathBuf,
}

/// Prints a report; fails if any move is illegal.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let name = shown(&args.file);
    let text = match std::fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(error) => {
            return Ok(complain(format_args!(
                "cannot read {name}: {error}; give a text file of game records"
            )));
        }
    };
    let check = args.game.tools().check;
    let legal = match check(&name.to_string(), &text, out)? {
        Ok(legal) => legal,
        Err(why) => return Ok(complain(why)),
    };
    Ok(if legal {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
