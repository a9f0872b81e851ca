//! Canvas of coloured points, two above each other in each terminal cell; letters where the
//! terminal has no colours.

use super::colours::Depth;
use host_core::palette::Rgb;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Point of the canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// Colour of the point.
    pub colour: Rgb,
    /// Letter that stands for the point on a terminal without colours; a space for an
    /// empty one.
    pub letter: char,
}

/// Letter written over the points of a canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label {
    column: u16,
    row: u16,
    letter: char,
    colour: Rgb,
    back: Rgb,
}

/// Canvas of points for an area of terminal cells.
#[derive(Debug, Clone)]
pub struct Canvas {
    columns: u16,
    rows: u16,
    points: Vec<Point>,
    labels: Vec<Label>,
}

impl Canvas {
    /// Creates a canvas and paints all its points. `paint` is called with positions from
    /// 0 to 1 to the right and downwards, four for each point, so that edges are smooth.
    #[must_use]
    pub fn new(columns: u16, rows: u16, paint: impl Fn(f32, f32) -> Point) -> Self {
        let (wide, high) = (f32::from(columns), f32::from(rows * 2));
        let point = |x: u16, y: u16| {
            let four = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
                .map(|(dx, dy)| paint((f32::from(x) + dx) / wide, (f32::from(y) + dy) / high));
            let mean = |channel: usize| {
                let sum: u16 = four
                    .iter()
                    .map(|point| u16::from(point.colour[channel]))
                    .sum();
                (sum / 4) as u8
            };
            Point {
                colour: [mean(0), mean(1), mean(2)],
                letter: four[0].letter,
            }
        };
        let points = (0..rows * 2)
            .flat_map(|y| (0..columns).map(move |x| (x, y)))
            .map(|(x, y)| point(x, y))
            .collect();
        Self {
            columns,
            rows,
            points,
            labels: Vec::new(),
        }
    }

    /// Writes a letter at a position, in the first colour on the second.
    pub fn label(&mut self, (x, y): (f32, f32), letter: char, [colour, back]: [Rgb; 2]) {
        let cell = |share: f32, count: u16| {
            let at = (share * f32::from(count)).floor();
            (0.0..f32::from(count)).contains(&at).then_some(at as u16)
        };
        if let (Some(column), Some(row)) = (cell(x, self.columns), cell(y, self.rows)) {
            self.labels.push(Label {
                column,
                row,
                letter,
                colour,
                back,
            });
        }
    }

    fn point(&self, x: u16, y: u16) -> Option<Point> {
        let at = usize::from(y) * usize::from(self.columns) + usize::from(x);
        self.points.get(at).copied()
    }

    /// Draws the canvas into the cells of `area`.
    pub fn draw(&self, area: Rect, depth: Depth, buffer: &mut Buffer) {
        for row in 0..self.rows.min(area.height) {
            for column in 0..self.columns.min(area.width) {
                let upper = self.point(column, row * 2);
                let lower = self.point(column, row * 2 + 1);
                let cell = buffer.cell_mut((area.x + column, area.y + row));
                let (Some(upper), Some(lower), Some(cell)) = (upper, lower, cell) else {
                    continue;
                };
                if depth == Depth::None {
                    let letter = [upper, lower].into_iter().map(|point| point.letter);
                    cell.set_char(
                        letter
                            .into_iter()
                            .find(|&letter| letter != ' ')
                            .unwrap_or(' '),
                    );
                } else {
                    cell.set_char('▀');
                    cell.set_fg(depth.paint(upper.colour));
                    cell.set_bg(depth.paint(lower.colour));
                }
            }
        }
        for label in &self.labels {
            let position = (area.x + label.column, area.y + label.row);
            if label.row >= area.height || label.column >= area.width {
                continue;
            }
            if let Some(cell) = buffer.cell_mut(position) {
                let style = Style::new()
                    .fg(depth.paint(label.colour))
                    .bg(depth.paint(label.back))
                    .add_modifier(Modifier::BOLD);
                cell.set_char(label.letter);
                cell.set_style(style);
            }
        }
    }
}
