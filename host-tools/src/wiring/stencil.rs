//! Stencils: sheets that print to scale, to be laid on wood and drilled through.

use super::sheet::{Sheet, Unit};
use super::{Build, stencil_cells, stencil_corner, stencil_dock, stencil_magnets, stencil_side};
use rules_core::board::Micrometres;

/// Stencil of a board, to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stencil {
    /// Suffix of the stencil's file name.
    pub name: &'static str,
    /// Title above the stencil.
    pub title: &'static str,
    /// Description of the stencil's contents.
    pub says: &'static str,
    /// Drawing as SVG, in millimetres.
    pub svg: String,
}

/// Draws all stencils of a board.
#[must_use]
pub fn stencils_for(build: &Build) -> Vec<Stencil> {
    let magnets = Stencil {
        name: "magnets",
        title: "Magnets",
        says: "every piece that gets a magnet, from the side, with its poles",
        svg: stencil_magnets::svg(build),
    };
    match &build.profile.curtain {
        Some(curtain) => vec![
            Stencil {
                name: "side",
                title: "Wall and frame of a side",
                says: "bores for emitters and detectors, pockets for Hall sensors",
                svg: stencil_side::svg(build, curtain),
            },
            Stencil {
                name: "corner",
                title: "Post and dock of a corner",
                says: "from above: slots of the post, sensors under the platform",
                svg: stencil_corner::svg(build),
            },
            Stencil {
                name: "dock",
                title: "A dock from the side",
                says: "what carries the platform and the sensors under it, and how deep they lie",
                svg: stencil_dock::svg(build, curtain),
            },
            magnets,
        ],
        None => vec![
            Stencil {
                name: "cells",
                title: "Cells",
                says: "from above: a Hall sensor and an LED for each cell",
                svg: stencil_cells::svg(build),
            },
            magnets,
        ],
    }
}

/// Paper sizes of the A series, in mm: short side and long side.
const PAPERS: [(&str, f64, f64); 4] = [
    ("A4", 210.0, 297.0),
    ("A3", 297.0, 420.0),
    ("A2", 420.0, 594.0),
    ("A1", 594.0, 841.0),
];

/// Returns the smallest paper that holds a drawing of this size, and the sheet's size.
pub(super) fn paper((wide, high): (f64, f64)) -> (&'static str, (f64, f64)) {
    let ways = PAPERS
        .into_iter()
        .flat_map(|(name, narrow, long)| [(name, (narrow, long)), (name, (long, narrow))]);
    let mut fitting = ways.filter(|(_, (w, h))| *w >= wide && *h >= high);
    fitting.next().unwrap_or(("A0", (1189.0, 841.0)))
}

/// Starts a sheet with its title, paper size and scale bar. The caller places the
/// drawing.
pub(super) fn begin(title: &str, drawing: (f64, f64)) -> (Sheet, (f64, f64)) {
    let (paper, size) = paper(drawing);
    let mut sheet = Sheet::new(title, size, Unit::Millimetres);
    sheet.heading((10.0, 13.0), 5.0, title);
    sheet.text(
        (10.0, 18.5),
        3.0,
        "soft",
        &format!("1 : 1 on {paper}, {} x {} mm", size.0, size.1),
    );
    sheet.scale_bar((size.0 - 62.0, 12.0));
    (sheet, size)
}

/// Converts a length of a profile to mm.
pub(super) fn mm(length: Micrometres) -> f64 {
    f64::from(length.0) / 1000.0
}

/// Converts a coordinate of a profile to mm.
pub(super) fn at(micrometres: i32) -> f64 {
    f64::from(micrometres) / 1000.0
}
