//! `dohyo check GAME FILE`: replays game records and finds the first illegal move.

use super::{GridGame, Outcome, complain};
use crate::{abalone, sumoo};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replay game records; report moves, result, and the first illegal move.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game.
    game: GridGame,
    /// The records. Abalone: one game a line, `start-name: move move ...`.
    file: PathBuf,
}

/// Prints a report; fails if any move is illegal.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let name = args.file.display();
    let text = match std::fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(error) => {
            return Ok(complain(format_args!(
                "cannot read {name}: {error}; give a text file of game records"
            )));
        }
    };
    let legal = match args.game {
        GridGame::Sumoo => sumoo::check(&name.to_string(), &text, out)?,
        GridGame::Abalone if !abalone::has_games(&text) => {
            return Ok(complain(format_args!(
                "{name} has no game in it; write one a line, as in \"standard: a1b2 i9h8\""
            )));
        }
        GridGame::Abalone => abalone::check(&name.to_string(), &text, out)?,
    };
    Ok(if legal {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
