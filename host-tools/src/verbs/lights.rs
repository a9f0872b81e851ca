//! `dohyo lights`: prints the light language as a table or draws it.

use super::{VerbResult, complain, save};
use host_core::lights::colour_vision::ColourVision;
use host_core::lights::{picture, row, signs, table};
use rules_core::board::BoardId;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Explain the light language as a table or as pictures.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// SVG file for a drawing of every sign over time.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Board whose signs are listed [default: all; drawn: ring].
    #[arg(long, value_name = "NAME", value_parser = super::board())]
    board: Option<BoardId>,
    /// Colour vision to simulate in the drawing.
    #[arg(long, value_name = "KIND")]
    colour_blind: Option<ColourVision>,
    /// JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// Prints the table, or draws the picture.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.picture.is_none() && args.colour_blind.is_some() {
        return Ok(complain(
            "--colour-blind changes only the picture; add --picture FILE",
        ));
    }
    if args.picture.is_some() && args.json {
        return Ok(complain(
            "--json is for the table and --picture draws; leave out one of them",
        ));
    }
    if let Some(file) = &args.picture {
        let svg = picture::svg(args.board.unwrap_or(BoardId::Ring), args.colour_blind);
        if let Err(why) = save(file, svg) {
            return Ok(complain(why));
        }
    } else if args.json {
        let rows: Vec<_> = signs(args.board).map(row).collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", table(args.board))?;
    }
    Ok(ExitCode::SUCCESS)
}
