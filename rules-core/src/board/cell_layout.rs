//! Layout of the cells of a grid board: their numbers and neighbours.

use super::BoardId;
use crate::closed_enum::closed_enum;

closed_enum! {
    /// Arrangement of the cells of a grid board.
    enum CellLayout {
        /// 61 hexagons in rows of 5, 6, 7, 8, 9, 8, 7, 6, 5.
        Hexagons = "hexagons",
        /// Five columns and seven rows of squares.
        Squares = "squares",
    }
}

/// Number of the first cell of each row of the hexagonal board, then the number of cells.
const HEX_ROWS: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];

/// Number of columns of the square board.
const COLUMNS: i16 = 5;

/// Number of cells of the square board.
const SQUARES: i16 = 35;

impl CellLayout {
    /// Returns the cell layout of a board; `None` for a ring, which has no cells.
    #[must_use]
    pub const fn for_board(board: BoardId) -> Option<Self> {
        match board {
            BoardId::Ring => None,
            BoardId::GridHex => Some(Self::Hexagons),
            BoardId::GridSquare => Some(Self::Squares),
        }
    }

    /// Iterates over the cells adjacent to a cell; empty for a cell beyond the board.
    /// Cells are numbered from 0 in the lowest row up, from left to right.
    ///
    /// ```
    /// use rules_core::board::cell_layout::CellLayout;
    ///
    /// let corner: Vec<u8> = CellLayout::Hexagons.neighbours(0).collect();
    /// assert_eq!(corner, [1, 5, 6]);
    /// let centre: Vec<u8> = CellLayout::Hexagons.neighbours(30).collect();
    /// assert_eq!(centre, [29, 31, 21, 22, 38, 39]);
    /// let edge: Vec<u8> = CellLayout::Squares.neighbours(2).collect();
    /// assert_eq!(edge, [1, 3, 7]);
    /// ```
    pub fn neighbours(self, cell: u8) -> impl Iterator<Item = u8> {
        let beside = match self {
            Self::Hexagons => hex_neighbours(cell),
            Self::Squares => square_neighbours(cell),
        };
        beside.into_iter().flatten()
    }
}

fn hex_neighbours(cell: u8) -> [Option<u8>; 6] {
    let bounds = |row: usize| Some((*HEX_ROWS.get(row)?, *HEX_ROWS.get(row + 1)?));
    let Some(row) =
        (0..9).find(|&row| bounds(row).is_some_and(|(first, end)| (first..end).contains(&cell)))
    else {
        return [None; 6];
    };
    let Some((first, end)) = bounds(row) else {
        return [None; 6];
    };
    let place = cell - first;
    let length = end - first;
    // In a longer adjacent row the two neighbours are at the cell's own place and the
    // next; in a shorter one at the place before and its own.
    let beside = |row: Option<usize>| {
        let (first, end) = row.and_then(bounds)?;
        let left = if end - first > length {
            Some(place)
        } else {
            place.checked_sub(1)
        };
        let right = left.map_or(0, |left| left + 1);
        let cell = |at: u8| (at < end - first).then_some(first + at);
        Some((left.and_then(cell), cell(right)))
    };
    let below = beside(row.checked_sub(1)).unwrap_or((None, None));
    let above = beside(Some(row + 1)).unwrap_or((None, None));
    [
        (place > 0).then(|| cell - 1),
        (place + 1 < length).then_some(cell + 1),
        below.0,
        below.1,
        above.0,
        above.1,
    ]
}

fn square_neighbours(cell: u8) -> [Option<u8>; 6] {
    let cell = i16::from(cell);
    if cell >= SQUARES {
        return [None; 6];
    }
    let at = |there: i16| u8::try_from(there).ok();
    let on_board = |there: i16| (there < SQUARES).then_some(there).and_then(at);
    let column = cell % COLUMNS;
    [
        (column > 0).then_some(cell - 1).and_then(at),
        (column + 1 < COLUMNS).then_some(cell + 1).and_then(at),
        at(cell - COLUMNS),
        on_board(cell + COLUMNS),
        None,
        None,
    ]
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::CellLayout;
    use std::vec::Vec;

    #[test]
    fn being_neighbours_is_mutual_and_nobody_has_too_many() {
        for (layout, cells, most, pairs) in [
            (CellLayout::Hexagons, 61, 6, 156),
            (CellLayout::Squares, 35, 4, 58),
        ] {
            let mut total = 0;
            for cell in 0..cells {
                let beside: Vec<u8> = layout.neighbours(cell).collect();
                assert!(beside.len() <= most);
                total += beside.len();
                for other in beside {
                    assert!(
                        layout.neighbours(other).any(|beside| beside == cell),
                        "{cell} {other}"
                    );
                }
            }
            assert_eq!(total, 2 * pairs, "{layout}");
            assert_eq!(layout.neighbours(cells).count(), 0);
        }
    }
}
