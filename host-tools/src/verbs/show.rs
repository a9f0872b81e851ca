//! `dohyo show GAME [POSITION]`: draws a board.

use super::{GridGame, Outcome, StartArgs, complain, save};
use crate::{abalone, sumoo};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a board in the terminal, or as SVG.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game.
    game: GridGame,
    /// The position, as text; left out: the start.
    ///
    /// Abalone: rows i to a with digits for empty points, then, if you like, who
    /// moves and what is ejected:
    /// "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0".
    /// Without a score nothing was ejected, even if marbles are missing; a score
    /// that is given must add up.
    ///
    /// SUMOO: tokens with column and row, then who moves and the points left:
    /// "B 1U(2,3) 3(3,2) ...; N 1U(2,5) ...; B to move with 2 points".
    #[arg(verbatim_doc_comment)]
    position: Option<String>,
    /// Where it starts.
    #[command(flatten)]
    start: StartArgs,
    /// Write an SVG picture to this file instead.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let drawing = match drawing(args) {
        Ok(drawing) => drawing,
        Err(why) => return Ok(complain(why)),
    };
    match &args.svg {
        None => write!(out, "{drawing}")?,
        Some(file) => {
            if let Err(why) = save(file, drawing) {
                return Ok(complain(why));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn drawing(args: &Args) -> Result<String, String> {
    let (start, position) = (&args.start, args.position.as_deref());
    match (args.game, &args.svg) {
        (GridGame::Sumoo, None) => start.sumoo().and_then(|()| sumoo::show(position)),
        (GridGame::Sumoo, Some(_)) => start.sumoo().and_then(|()| sumoo::svg(position)),
        (GridGame::Abalone, None) => abalone::show(&start.abalone(position)),
        (GridGame::Abalone, Some(_)) => abalone::svg(&start.abalone(position)),
    }
}
