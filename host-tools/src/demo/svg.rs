//! Terminal cells as SVG, made of text and rectangles so that the file stays small and
//! sharp.

use host_core::palette::{self, Rgb};
use host_core::svg_text::escaped;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// Width of a cell, in SVG units.
const WIDE: u32 = 8;
/// Height of a cell, in SVG units: twice its width, so that points are square.
const HIGH: u32 = 16;

/// Draws terminal cells as SVG.
#[must_use]
pub fn render(buffer: &Buffer, title: &str) -> String {
    let area = buffer.area;
    let (wide, high) = (u32::from(area.width) * WIDE, u32::from(area.height) * HIGH);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         width=\"{wide}\" height=\"{high}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"13\" shape-rendering=\"crispEdges\">\n<title>{}</title>\n\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>\n",
        escaped(title),
        hex_of(palette::PAGE)
    );
    for row in 0..area.height {
        halves(&mut svg, buffer, row);
    }
    for row in 0..area.height {
        letters(&mut svg, buffer, row);
    }
    svg += "</svg>\n";
    svg
}

fn at(buffer: &Buffer, column: u16, row: u16) -> Option<&Cell> {
    buffer.cell((buffer.area.x + column, buffer.area.y + row))
}

/// Returns the colours of a cell's upper and lower half.
fn both(cell: &Cell) -> (Color, Color) {
    let (mut front, mut back) = (cell.fg, cell.bg);
    if cell.modifier.contains(Modifier::REVERSED) {
        (front, back) = (back, front);
    }
    if cell.symbol() == "▀" {
        (front, back)
    } else {
        (back, back)
    }
}

/// Draws the two lines of points of a row; equal neighbours become one rectangle.
fn halves(svg: &mut String, buffer: &Buffer, row: u16) {
    for half in 0..2 {
        let colour = |column| {
            let (upper, lower) = both(at(buffer, column, row)?);
            hex(if half == 0 { upper } else { lower })
        };
        let y = u32::from(row) * HIGH + half * HIGH / 2;
        let mut column = 0;
        while column < buffer.area.width {
            let first = column;
            let paint = colour(first);
            while column < buffer.area.width && colour(column) == paint {
                column += 1;
            }
            let Some(paint) = paint.filter(|paint| *paint != hex_of(palette::PAGE)) else {
                continue;
            };
            let (x, wide) = (u32::from(first) * WIDE, u32::from(column - first) * WIDE);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{}\" fill=\"{paint}\"/>",
                HIGH / 2
            );
        }
    }
}

/// Draws the text of a row; letters of one style become one text element.
fn letters(svg: &mut String, buffer: &Buffer, row: u16) {
    let style = |cell: &Cell| {
        let (_, back) = (cell.fg, cell.bg);
        let reversed = cell.modifier.contains(Modifier::REVERSED);
        let front = if reversed { back } else { cell.fg };
        (front, cell.modifier.contains(Modifier::BOLD))
    };
    let is_text = |cell: &Cell| cell.symbol() != "▀";
    let mut column = 0;
    while column < buffer.area.width {
        let first = column;
        let Some(cell) = at(buffer, first, row) else {
            return;
        };
        column += 1;
        if !is_text(cell) || cell.symbol() == " " {
            continue;
        }
        let mut text = cell.symbol().to_owned();
        while let Some(next) = at(buffer, column, row) {
            if !is_text(next) || (next.symbol() != " " && style(next) != style(cell)) {
                break;
            }
            text += next.symbol();
            column += 1;
        }
        let (front, bold) = style(cell);
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let text = text.trim_end();
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" textLength=\"{}\" fill=\"{}\"{weight} xml:space=\"preserve\">{}</text>",
            u32::from(first) * WIDE,
            u32::from(row) * HIGH + 12,
            text.chars().count() as u32 * WIDE,
            hex(front).unwrap_or_else(|| hex_of(palette::INK)),
            escaped(text)
        );
    }
}

fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(r, g, b) => Some(hex_of([r, g, b])),
        _ => None,
    }
}

fn hex_of([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
