//! Abalone boards as SVG. Players differ in letter and pattern as well as in colour, so
//! that colour vision is not needed. Every point shows its name.

use rules_core::games::abalone::{Cell, Player, Setup, Side};
use std::fmt::Write;

/// Distance between neighbouring points, in SVG units.
const PITCH: f64 = 60.0;
/// Height of a row: the pitch times the sine of 60 degrees.
const ROW: f64 = PITCH * 0.866_025_403_784;
/// Radius of a marble, in SVG units.
const RADIUS: f64 = 26.0;
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 600.0;

/// Draws the board, the player to move or the winner, and the score.
#[must_use]
pub fn svg(setup: &Setup) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" text-anchor="middle">"#
    );
    let _ = writeln!(text, "<title>Abalone: {setup}</title>");
    text += PATTERNS;
    let _ = writeln!(
        text,
        r##"<polygon points="{}" fill="#e8dcc8" stroke="#5a4a32" stroke-width="3"/>"##,
        rim()
    );
    for cell in Cell::all() {
        point(&mut text, cell, setup.board.at(cell));
    }
    let _ = writeln!(
        text,
        r##"<text x="{}" y="{}" font-size="17" fill="#222">{}</text>"##,
        WIDTH / 2.0,
        HEIGHT - 14.0,
        caption(setup)
    );
    text += "</svg>\n";
    text
}

/// Fill patterns: stripes for red and dots for green. Black and white are plain.
const PATTERNS: &str = r##"<defs>
<pattern id="red" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="#d55e00"/><rect width="3" height="8" fill="#7a2f00"/></pattern>
<pattern id="green" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="#7fd8b8"/><circle cx="5" cy="5" r="2.4" fill="#00543c"/></pattern>
</defs>
"##;

fn point(text: &mut String, cell: Cell, owner: Option<Player>) {
    let (x, y) = place(cell);
    let Some(player) = owner else {
        let _ = writeln!(
            text,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{RADIUS}" fill="#cdb994" stroke="#a58f66"/><text x="{x:.1}" y="{:.1}" font-size="14" fill="#5a4a32">{cell}</text>"##,
            y + 5.0
        );
        return;
    };
    // Fill of the marble, and the colours of the plate behind the letter and of the letter.
    let (fill, plate, ink) = match player {
        Player::Black => ("#1a1a1a", "#1a1a1a", "#ffffff"),
        Player::White => ("#ffffff", "#ffffff", "#000000"),
        Player::Red => ("url(#red)", "#7a2f00", "#ffffff"),
        Player::Green => ("url(#green)", "#eafff7", "#00301f"),
    };
    let letter = player.letter().to_ascii_uppercase();
    let _ = writeln!(
        text,
        r##"<circle cx="{x:.1}" cy="{y:.1}" r="{RADIUS}" fill="{fill}" stroke="#000" stroke-width="2"/><circle cx="{x:.1}" cy="{y:.1}" r="17" fill="{plate}"/><text x="{x:.1}" y="{:.1}" font-size="19" font-weight="bold" fill="{ink}">{letter}</text><text x="{x:.1}" y="{:.1}" font-size="10" fill="{ink}">{cell}</text>"##,
        y + 3.0,
        y + 14.0
    );
}

fn caption(setup: &Setup) -> String {
    let mut text = super::draw::standing(setup);
    if let Some(score) = setup.score {
        text += " · ejected by ";
        for side in setup.players.sides() {
            let comma = if side == Side::First { "" } else { ", " };
            let _ = write!(
                text,
                "{comma}{} {}",
                setup.players.named(side),
                score.ejected_by(side)
            );
        }
    }
    text
}

/// Returns the position of a point in SVG units: row a at the bottom, e5 in the middle.
fn place(cell: Cell) -> (f64, f64) {
    let row = f64::from(i32::from(cell.row() as u8) - i32::from(b'e'));
    let across = f64::from(cell.number()) - 5.0 - row / 2.0;
    (WIDTH / 2.0 + across * PITCH, 285.0 - row * ROW)
}

/// Returns the six corners of the board as SVG points.
fn rim() -> String {
    let reach = 4.0 * PITCH + 46.0;
    (0..6)
        .map(|corner| {
            let angle = std::f64::consts::FRAC_PI_3 * f64::from(corner);
            format!(
                "{:.1},{:.1}",
                WIDTH / 2.0 + reach * angle.cos(),
                285.0 + reach * angle.sin()
            )
        })
        .collect::<Vec<_>>()
        .join(" ")
}
