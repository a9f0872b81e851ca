//! `dohyo lights`: the light language as a table or a picture.

use super::{Outcome, complain, save};
use crate::lights::eyes::Eyes;
use crate::lights::{picture, row, signs, table};
use rules_core::board::Name;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Explain what the lights say: as a table, or with every sign as a picture.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Draw every sign into this SVG file, each as a strip of film.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Only what this board shows; the picture is of the ring if none is named.
    #[arg(long, value_name = "NAME", value_parser = super::board())]
    board: Option<Name>,
    /// Draw the picture as people with other eyes see it.
    #[arg(long, value_name = "KIND")]
    colour_blind: Option<Eyes>,
    /// The table as JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// Prints the table, or draws the picture.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
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
        let svg = picture::svg(args.board.unwrap_or(Name::Ring), args.colour_blind);
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
