//! Stencil of all pieces with magnets, from the side and to scale.

use super::Build;
use super::magnets::{self, MagnetDepth, MagnetFitting};
use super::sheet::Sheet;
use super::stencil::{begin, mm};
use rules_core::sensing::magnet::Polarity;

/// Distance from one piece to the next, in mm.
const ROW: f64 = 19.0;
/// Width of the column of drawings: that of the widest piece, in mm.
const COLUMN: f64 = 112.0;

pub(super) fn svg(build: &Build) -> String {
    let fitted = magnets::fittings(build);
    let title = format!("Magnets, {} board", build.board());
    let (mut sheet, _) = begin(&title, (200.0, 40.0 + fitted.len() as f64 * ROW));
    let says = "Pieces from the side, standing on the sensor's side. The dark half of a magnet is its north pole, \
                the light half its south pole. A reading rises if the light half looks down.";
    sheet.paragraph((10.0, 24.5), 3.0, 105, says);
    for (n, piece) in fitted.iter().enumerate() {
        row(&mut sheet, build, piece, 36.0 + n as f64 * ROW);
    }
    sheet.finish()
}

fn row(sheet: &mut Sheet, build: &Build, piece: &MagnetFitting, top: f64) {
    let thick = piece.thick.unwrap_or(mm(build.dimensions.thickness));
    let middle = 10.0 + COLUMN / 2.0;
    let bottom = top + 3.0 + thick;
    sheet.rect(
        "box",
        (middle - piece.wide / 2.0, bottom - thick),
        (piece.wide, thick),
        0.3,
    );
    let wide = f64::from(piece.disc.across) / 10.0;
    let high = f64::from(piece.disc.thick) / 10.0;
    let lift = match piece.seat {
        MagnetDepth::Halfway => (thick - high) / 2.0,
        MagnetDepth::Underside => 0.0,
    };
    for &(offset, polarity) in &piece.faces {
        let corner = (middle + offset - wide / 2.0, bottom - lift - high);
        sheet.rect("pale", corner, (wide, high), 0.0);
        let north = match polarity {
            Polarity::Plus => corner,
            Polarity::Minus => (corner.0, corner.1 + high / 2.0),
        };
        sheet.rect("fill", north, (wide, high / 2.0), 0.0);
        sheet.rect("draw", corner, (wide, high), 0.2);
    }
    let x = 14.0 + COLUMN;
    sheet.heading(
        (x, top + 5.0),
        3.2,
        &format!("{} x {}", piece.pieces, piece.piece),
    );
    let words = format!("{}, {} down", piece.disc, piece.down());
    sheet.text((x, top + 9.2), 2.8, "ink", &words);
    sheet.line(
        "rule",
        (10.0, top + ROW - 3.0),
        (200.0, top + ROW - 3.0),
        0.15,
    );
}
