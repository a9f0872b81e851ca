//! `dohyo show GAME [POSITION]`: draws a board.

use super::grid_game::{GridGame, StartArgs};
use super::{VerbResult, complain, save};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a board in the terminal or as SVG.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game of the board.
    game: GridGame,
    /// Position as text [default: the start].
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
    /// Start position.
    #[command(flatten)]
    start: StartArgs,
    /// SVG file for the drawing, instead of the terminal.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws the board.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
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
    let tools = args.game.tools();
    let draw = match &args.svg {
        None => tools.show,
        Some(_) => tools.svg,
    };
    draw(start, position)
}
