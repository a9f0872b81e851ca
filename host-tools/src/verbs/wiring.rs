//! `dohyo wiring`: prints or draws the documents for builders of a board.

use super::{VerbResult, complain, load, save};
use crate::files::shown;
use crate::wiring::{Build, documents, plan, stencil, text, timing};
use host_core::data::DataFile;
use rules_core::board::{BoardId, Dimensions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print or draw parts, power, pins, plugs, timing, holes and magnets of a board.
///
/// Everything is derived from the board's profile, which the firmware uses as well.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Board [default with --write: all].
    #[arg(long, value_name = "NAME", value_parser = super::board(), required_unless_present = "write")]
    board: Option<BoardId>,
    /// Part to print [default: all].
    #[arg(long, value_enum, conflicts_with = "write")]
    what: Option<WiringSection>,
    /// SVG file for the wiring plan, or with `--what` for a stencil that prints to
    /// scale.
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    svg: Option<PathBuf>,
    /// Board file with your own measures [default: the assumed ones].
    #[arg(long, value_name = "FILE")]
    dimensions: Option<PathBuf>,
    /// Folder for all documents.
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
}

/// A part of a board's documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum WiringSection {
    /// Bill of materials.
    Bom,
    /// Power budget and supply.
    Power,
    /// Pins of the Pico.
    Pins,
    /// Plugs, wire by wire.
    Plan,
    /// Timing of the chains and settling of the analog channels, at worst case.
    Timing,
    /// Bores, holes and places; draws the side of a ring or the cells of a grid.
    Drill,
    /// The post and the dock of a ring's corner, from above.
    Corner,
    /// A dock from the side: what carries the platform.
    Dock,
    /// Magnet of each piece.
    Magnets,
}

/// Prints, draws or writes the chosen documents.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let dimensions = match args.dimensions.as_deref().map(measured) {
        None => Dimensions::ASSUMED,
        Some(Ok(dimensions)) => dimensions,
        Some(Err(why)) => return Ok(complain(why)),
    };
    let boards = match args.board {
        Some(board) => vec![board],
        None => BoardId::ALL.to_vec(),
    };
    if let Some(folder) = &args.write {
        for board in boards {
            if let Err(why) = write(&Build::new(board, dimensions), folder, out)? {
                return Ok(complain(why));
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    for board in boards {
        let build = Build::new(board, dimensions);
        match &args.svg {
            Some(file) => match picture(&build, args.what) {
                Ok(svg) => {
                    if let Err(why) = save(file, &svg) {
                        return Ok(complain(why));
                    }
                    writeln!(out, "{} is drawn", shown(file))?;
                }
                Err(why) => return Ok(complain(why)),
            },
            None => write!(out, "{}", words(&build, args.what))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn words(build: &Build, what: Option<WiringSection>) -> String {
    match what {
        None => text::page(build),
        Some(WiringSection::Bom) => text::bom(build),
        Some(WiringSection::Power) => text::power(build),
        Some(WiringSection::Pins) => text::pins(build),
        Some(WiringSection::Plan) => text::plan(build),
        Some(WiringSection::Timing) => timing::section(build),
        Some(WiringSection::Drill | WiringSection::Corner | WiringSection::Dock) => {
            text::drill(build)
        }
        Some(WiringSection::Magnets) => text::magnets(build),
    }
}

fn picture(build: &Build, what: Option<WiringSection>) -> Result<String, String> {
    let names: &[&str] = match what {
        None | Some(WiringSection::Plan | WiringSection::Pins) => return Ok(plan::svg(build)),
        Some(WiringSection::Drill) => &["side", "cells"],
        Some(WiringSection::Corner) => &["corner"],
        Some(WiringSection::Dock) => &["dock"],
        Some(WiringSection::Magnets) => &["magnets"],
        Some(WiringSection::Bom | WiringSection::Power | WiringSection::Timing) => {
            return Err("parts, power and timing are tables: leave out --svg".to_owned());
        }
    };
    let mut stencils = stencil::stencils_for(build).into_iter();
    let found = stencils.find(|stencil| names.contains(&stencil.name));
    found.map(|stencil| stencil.svg).ok_or_else(|| {
        format!(
            "a {} board has no corners and docks: draw its cells with --what drill",
            build.board()
        )
    })
}

fn write(
    build: &Build,
    folder: &Path,
    out: &mut impl Write,
) -> std::io::Result<Result<(), String>> {
    if let Err(error) = std::fs::create_dir_all(folder) {
        let folder = shown(folder);
        return Ok(Err(format!(
            "cannot make {folder}: {error}; name another folder"
        )));
    }
    for document in documents(build) {
        let file = folder.join(&document.file);
        if let Err(why) = save(&file, &document.content) {
            return Ok(Err(why));
        }
        writeln!(out, "{}", shown(file))?;
    }
    Ok(Ok(()))
}

/// Reads the dimensions of a board file.
pub(super) fn measured(file: &Path) -> Result<Dimensions, String> {
    load(file, "board", |data| match data {
        DataFile::Board(file) => Some(file.board),
        _ => None,
    })
}
