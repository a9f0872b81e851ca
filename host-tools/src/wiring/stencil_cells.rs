//! Stencil of a grid board from above: a Hall sensor and an LED for each cell.

use super::Build;
use super::plugs::cell_name;
use super::sheet::Anchor;
use super::stencil::{at, begin};
use rules_core::board::BoardId;
use rules_core::board::hall::Role;

/// Half the width of a Hall sensor in its TO-92 case, standing, in mm.
const HALL: f64 = 2.2;
/// Width of a WS2812B LED, in mm.
const LED: f64 = 5.0;
const LED_NORTH: f64 = 7.0;

pub(super) fn svg(build: &Build) -> String {
    let cells: Vec<(u8, (f64, f64))> = (0..=u8::MAX)
        .map_while(|n| {
            let mount = build.profile.mount(Role::Cell(n), &build.dimensions)?;
            Some((n, (at(mount.point.x), at(mount.point.y))))
        })
        .collect();
    let reach = |of: fn(&(f64, f64)) -> f64| {
        let far = cells.iter().map(|(_, place)| of(place).abs());
        far.fold(0.0, f64::max)
    };
    let (half_wide, half_high) = (reach(|place| place.0), reach(|place| place.1));
    let ring = match build.board() {
        BoardId::GridSquare => 14.0,
        _ => 11.8,
    };
    let wide = 2.0 * (half_wide + ring) + 16.0;
    let high = 2.0 * (half_high + ring);
    // On the hexagon, the text goes into a corner of the paper.
    let (head, foot, letters) = match build.board() {
        BoardId::GridSquare => (36.0, 10.0, 110),
        _ => (2.0, 2.0, 38),
    };
    let title = format!("Cells, {} board", build.board());
    let (mut sheet, (paper_wide, paper_high)) = begin(&title, (wide, head + high + foot));
    let says = "From above, north up. Cross: middle of a Hall sensor, 5 mm under the surface, marked side up. \
                Square: its LED, in the order of the cells' numbers.";
    sheet.paragraph((10.0, 24.5), 3.0, letters, says);
    let middle = (paper_wide / 2.0, (head + paper_high - foot) / 2.0);
    for (n, (x, y)) in cells {
        let (x, y) = (middle.0 + x, middle.1 - y);
        sheet.circle("rule", (x, y), ring, 0.25);
        sheet.hole((x, y), HALL);
        sheet.rect(
            "draw",
            (x - LED / 2.0, y - LED_NORTH - LED / 2.0),
            (LED, LED),
            0.2,
        );
        let name = format!("{}: {}", n + 1, cell_name(build.board(), n));
        sheet.anchored((x, y + 6.4), 2.7, "ink", Anchor::Middle, &name);
    }
    sheet.finish()
}
