//! LED positions of each board for drawings, in a square of side 1 from the north-west.

use rules_core::board::BoardId;
use rules_core::games::{abalone, sumoo};

/// Returns the centre of every LED of a board, in strip order.
#[must_use]
pub fn places(board: BoardId, leds: u16) -> Vec<(f64, f64)> {
    match board {
        BoardId::Ring => (0..leds).map(|led| around(led, leds / 4)).collect(),
        BoardId::GridHex => abalone::Cell::all().map(hexagonal).collect(),
        BoardId::GridSquare => sumoo::Cell::all().map(square).collect(),
    }
}

/// Returns the radius of an LED in drawings.
#[must_use]
pub fn radius(board: BoardId) -> f64 {
    match board {
        BoardId::Ring => 0.023,
        BoardId::GridHex | BoardId::GridSquare => 0.045,
    }
}

/// Returns the position of an LED on the ring's edge, clockwise along the four sides.
fn around(led: u16, side: u16) -> (f64, f64) {
    let along = 0.09 + 0.82 * (f64::from(led % side) + 0.5) / f64::from(side);
    match led / side {
        0 => (along, 0.06),
        1 => (0.94, along),
        2 => (1.0 - along, 0.94),
        _ => (0.06, 1.0 - along),
    }
}

/// Returns the position of a hexagonal cell: row a at the bottom, e5 in the middle.
fn hexagonal(cell: abalone::Cell) -> (f64, f64) {
    let row = f64::from(i32::from(cell.row() as u8) - i32::from(b'e'));
    let across = f64::from(cell.number()) - 5.0 - row / 2.0;
    let pitch = 0.104;
    (0.5 + across * pitch, 0.5 - row * pitch * 0.866)
}

fn square(cell: sumoo::Cell) -> (f64, f64) {
    let pitch = 0.135;
    let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
    (0.5 + (column - 3.0) * pitch, 0.5 - (row - 4.0) * pitch)
}
