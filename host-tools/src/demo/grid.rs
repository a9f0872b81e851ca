//! Drawing of a grid board from above: cells, their pieces, and the LED under each.

use super::canvas::{Canvas, Point};
use host_core::palette;
use virtual_ring::demo::view::{CellView, GridBoardView};

/// Share of a cell's radius that is its surface, or the piece on it. The LED lights the
/// ring around that, so that an empty lit cell does not look like a piece.
const SURFACE: f32 = 0.72;

/// Distance from the centre of a cell to the edge of the board, in radii: wide enough that
/// no gap is left between the cells of a square board.
const BOARD: f32 = 2.2;

/// Draws a grid board into an area of terminal cells.
#[must_use]
pub fn draw(grid: &GridBoardView, columns: u16, rows: u16) -> Canvas {
    let mut canvas = Canvas::new(columns, rows, |x, y| point(grid, x, y));
    for cell in &grid.cells {
        if let Some((colour, letter)) = cell.piece {
            canvas.label(cell.at, letter, [palette::ink_on(colour), colour]);
        }
    }
    // Beside the piece, so that both can be read.
    for &(place, letter) in &grid.marks {
        if let Some(cell) = grid.cells.get(place) {
            let (x, y) = cell.at;
            let back = cell.piece.map_or(palette::CELL, |piece| piece.0);
            let ink = match cell.piece {
                Some(_) => palette::ink_on(back),
                None => palette::PAGE,
            };
            let beside = x - grid.radius * 0.55;
            canvas.label((beside, y), letter, [ink, back]);
        }
    }
    canvas
}

fn point(grid: &GridBoardView, x: f32, y: f32) -> Point {
    let far = |cell: &CellView| (cell.at.0 - x).hypot(cell.at.1 - y);
    let cells = grid.cells.iter().map(|cell| (cell, far(cell)));
    let Some((cell, far)) = cells.min_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Point {
            colour: palette::PAGE,
            letter: ' ',
        };
    };
    let (colour, letter) = match (cell.piece, cell.led) {
        (Some(piece), _) if far < grid.radius * SURFACE => piece,
        (None, _) if far < grid.radius * SURFACE => (palette::CELL, '.'),
        (_, Some(light)) if far < grid.radius => (light, '*'),
        _ if far < grid.radius * BOARD => (palette::GRID_BOARD, ' '),
        _ => (palette::FRAME, ' '),
    };
    Point { colour, letter }
}

#[cfg(test)]
mod tests {
    use super::point;
    use host_core::palette;
    use virtual_ring::demo::view::{CellView, GridBoardView};

    #[test]
    fn an_empty_lit_cell_is_a_ring_of_light() {
        let light = [10, 200, 30];
        let white = ([236, 234, 228], 'w');
        let cell = |x: f32, piece| CellView {
            at: (x, 0.5),
            piece,
            led: Some(light),
        };
        let grid = GridBoardView {
            cells: vec![cell(0.25, None), cell(0.75, Some(white))],
            radius: 0.1,
            marks: Vec::new(),
        };
        let colour = |x: f32| point(&grid, x, 0.5).colour;
        assert_eq!([colour(0.25), colour(0.34)], [palette::CELL, light]);
        assert_eq!([colour(0.75), colour(0.84)], [white.0, light]);
    }
}
