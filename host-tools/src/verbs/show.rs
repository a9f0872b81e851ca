//! `dohyo show GAME [POSITION]`: draws a board.

use super::{GridGame, Outcome, complain, remark};
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
    /// Abalone: how many play.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// Abalone: standard (the usual one for so many players), belgian-daisy, german-daisy, three-players or four-players.
    #[arg(long, conflicts_with = "position")]
    start: Option<String>,
    /// Write an SVG picture to this file instead.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let position = args.position.as_deref();
    let drawing = match args.game {
        GridGame::Sumoo if args.players.is_some() || args.start.is_some() => {
            Err("SUMOO has two players and one start; leave out --players and --start".into())
        }
        GridGame::Sumoo if args.svg.is_some() => sumoo::svg(position),
        GridGame::Sumoo => sumoo::show(position),
        GridGame::Abalone => {
            let choice = abalone::Choice {
                players: args.players,
                start: args.start.as_deref(),
                position,
            };
            choice.assumption().into_iter().for_each(remark);
            if args.svg.is_some() {
                abalone::svg(&choice)
            } else {
                abalone::show(&choice)
            }
        }
    };
    let drawing = match drawing {
        Ok(drawing) => drawing,
        Err(why) => return Ok(complain(why)),
    };
    match &args.svg {
        None => write!(out, "{drawing}")?,
        Some(file) => {
            if let Err(error) = std::fs::write(file, drawing) {
                return Ok(complain(format_args!(
                    "cannot write {}: {error}; name a file in a folder that exists",
                    file.display()
                )));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
