//! Drawings of SUMOO boards as SVG. White tokens are light discs and Black tokens dark
//! squares, so that shape and lightness differ as well as colour. The large numeral is
//! the force; the compass point of the name stands below it.

use super::draw::{WORD, WORD_ROW, standing};
use rules_core::games::sumoo::{Cell, Colour, Game, Token};
use std::fmt::Write;

/// Side of a cell, in SVG units.
const CELL: u32 = 60;
/// Space around the arena, in SVG units.
const MARGIN: u32 = 34;

/// Draws the board of a game as SVG.
#[must_use]
pub fn draw(game: &Game) -> String {
    let (width, height) = (5 * CELL + 2 * MARGIN, 7 * CELL + 2 * MARGIN + 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <title>SUMOO: {}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        standing(game)
    );
    for cell in Cell::all() {
        let (x, y) = corner(cell);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#f3ead7\" stroke=\"#7a6a4f\"/>"
        );
        if cell.row() == WORD_ROW {
            let letter = WORD[usize::from(cell.column() - 1)];
            text(&mut svg, (x + 30, y + 42), 34, "#cdbb97", letter);
        }
    }
    for (token, cell) in game.position().tokens() {
        draw_token(&mut svg, token, corner(cell));
    }
    edge(&mut svg);
    let (middle, below) = (width / 2, height - 8);
    text(&mut svg, (middle, below), 14, "#222222", standing(game));
    svg += "</svg>\n";
    svg
}

fn corner(cell: Cell) -> (u32, u32) {
    (
        MARGIN + u32::from(cell.column() - 1) * CELL,
        MARGIN + u32::from(7 - cell.row()) * CELL,
    )
}

fn draw_token(svg: &mut String, token: Token, (x, y): (u32, u32)) {
    let (shape, ink) = match token.colour {
        Colour::White => (
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"25\" fill=\"#ffffff\" stroke=\"#111111\" stroke-width=\"3\"/>",
                x + 30,
                y + 30
            ),
            "#111111",
        ),
        Colour::Black => (
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"48\" height=\"48\" rx=\"5\" fill=\"#222222\" stroke=\"#111111\" stroke-width=\"3\"/>",
                x + 6,
                y + 6
            ),
            "#ffffff",
        ),
    };
    svg.push_str(&shape);
    svg.push('\n');
    let force = token.force().number();
    text(svg, (x + 30, y + 36), 28, ink, force);
    if let Some(point) = token.compass() {
        text(svg, (x + 30, y + 50), 12, ink, point.letter());
    }
}

/// Draws the compass, column and row labels around the arena.
fn edge(svg: &mut String) {
    let (right, bottom) = (MARGIN + 5 * CELL, MARGIN + 7 * CELL);
    let middle = (MARGIN + 5 * CELL / 2, MARGIN + 7 * CELL / 2);
    for (at, letter) in [
        ((middle.0, 14), 'N'),
        ((middle.0, bottom + 30), 'S'),
        ((9, middle.1 + 5), 'U'),
        ((right + 24, middle.1 + 5), 'E'),
    ] {
        text(svg, at, 15, "#222222", letter);
    }
    for column in 0..5 {
        let x = MARGIN + column * CELL + 30;
        text(svg, (x, bottom + 15), 11, "#555555", column + 1);
    }
    for row in 0..7 {
        let y = MARGIN + (6 - row) * CELL + 34;
        text(svg, (MARGIN - 10, y), 11, "#555555", row + 1);
    }
}

fn text(
    svg: &mut String,
    (x, y): (u32, u32),
    size: u32,
    fill: &str,
    content: impl std::fmt::Display,
) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{content}</text>"
    );
}
