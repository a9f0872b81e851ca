//! Cells of a grid board: who is whose neighbour, and what a reading means.
//!
//! A magnet on a cell is also felt by the cells around it, faintly and the other
//! way round. What the neighbours read says how much of that is in a cell's own
//! reading; it is taken off before the reading is judged. Watching the cells
//! over time is done in [`super::hall`].

use super::calibration::Calibration;
use super::calibration::record::Group;
use super::certainty::Certainty;
use super::hall::likelihood::{certainty, square};
use super::magnet::{Magnet, Polarity, Strength};
use crate::board::Name;
use crate::closed::closed;

closed! {
    /// How the cells of a board lie.
    enum Layout {
        /// 61 hexagons in rows of 5, 6, 7, 8, 9, 8, 7, 6, 5.
        Hexagons = "hexagons",
        /// Five columns and seven rows of squares.
        Squares = "squares",
    }
}

/// Where each row of the hexagonal board begins, and the end.
const HEX_ROWS: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];

/// Columns and cells of the square board.
const COLUMNS: i16 = 5;
const SQUARES: i16 = 35;

impl Layout {
    /// The layout of a board; a ring has none.
    #[must_use]
    pub const fn of(board: Name) -> Option<Self> {
        match board {
            Name::Ring | Name::RingLite => None,
            Name::GridHex => Some(Self::Hexagons),
            Name::GridSquare => Some(Self::Squares),
        }
    }

    /// The cells beside a cell, numbered from the lowest row up, from left to
    /// right.
    ///
    /// ```
    /// use rules_core::sensing::grid::Layout;
    ///
    /// let corner: Vec<u8> = Layout::Hexagons.neighbours(0).collect();
    /// assert_eq!(corner, [1, 5, 6]);
    /// let centre: Vec<u8> = Layout::Hexagons.neighbours(30).collect();
    /// assert_eq!(centre, [29, 31, 21, 22, 38, 39]);
    /// let edge: Vec<u8> = Layout::Squares.neighbours(2).collect();
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
    let Some(row) = (0..9).find(|&row| bounds(row).is_some_and(|it| (it.0..it.1).contains(&cell)))
    else {
        return [None; 6];
    };
    let Some((first, end)) = bounds(row) else {
        return [None; 6];
    };
    let place = cell - first;
    let length = end - first;
    // In a longer row the two beside it are at its own place and the next; in a
    // shorter one at the place before and its own.
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

/// What readings mean.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Steps of a weak, middle and strong magnet.
    steps: [i32; 3],
    /// 1024ths of a neighbour's reading that are in a cell's own.
    leak: i32,
}

/// A reading this much (1/4) above strong is no magnet of this game.
const ABOVE_STRONG: i32 = 4;

impl Scale {
    /// The scale of a calibration.
    #[must_use]
    pub fn new(calibration: &Calibration) -> Self {
        let steps = |strength| i32::from(calibration.steps(Group::Cells, strength)).min(2047);
        Self {
            steps: Strength::ALL.map(steps),
            leak: i32::from(calibration.leakage.cells).clamp(-256, 256),
        }
    }

    /// A cell's own reading, without what its neighbours' magnets add to it.
    #[must_use]
    pub fn without_leak(&self, reading: i32, neighbours: i32) -> i32 {
        reading - ((neighbours * self.leak) >> 10)
    }

    /// What a strong magnet on a neighbour nobody can read may add.
    #[must_use]
    pub fn most_leak(&self) -> i32 {
        self.steps[2] * self.leak.abs() / 1024
    }

    /// The magnet a reading stands for, and how sure that is. `variance` is of
    /// readings, in square steps.
    #[must_use]
    pub fn class(&self, reading: i32, variance: u64) -> (Option<Magnet>, Certainty) {
        let felt = reading.abs();
        let [weak, middle, strong] = self.steps;
        if felt > strong + strong / ABOVE_STRONG {
            return (magnet(reading, Strength::Strong), Certainty::NONE);
        }
        let choices = [
            (0, None),
            (weak, Some(Strength::Weak)),
            (middle, Some(Strength::Middle)),
            (strong, Some(Strength::Strong)),
        ];
        let (mut best, mut least, mut next) = (None, u64::MAX, u64::MAX);
        for (level, strength) in choices {
            let cost = square(felt - level);
            if cost < least {
                (best, next, least) = (strength, least, cost);
            } else {
                next = next.min(cost);
            }
        }
        let sure = certainty(next - least, variance);
        (best.and_then(|strength| magnet(reading, strength)), sure)
    }

    /// The thresholds in steps.
    #[must_use]
    pub fn thresholds(&self) -> [i32; 3] {
        let [weak, middle, strong] = self.steps;
        [weak / 2, (weak + middle) / 2, (middle + strong) / 2]
    }
}

fn magnet(reading: i32, strength: Strength) -> Option<Magnet> {
    let polarity = if reading > 0 {
        Polarity::Plus
    } else {
        Polarity::Minus
    };
    Some(Magnet { polarity, strength })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Layout;
    use std::vec::Vec;

    #[test]
    fn being_neighbours_is_mutual_and_nobody_has_too_many() {
        for (layout, cells, most, pairs) in
            [(Layout::Hexagons, 61, 6, 156), (Layout::Squares, 35, 4, 58)]
        {
            let mut total = 0;
            for cell in 0..cells {
                let beside: Vec<u8> = layout.neighbours(cell).collect();
                assert!(beside.len() <= most);
                total += beside.len();
                for other in beside {
                    assert!(
                        layout.neighbours(other).any(|it| it == cell),
                        "{cell} {other}"
                    );
                }
            }
            assert_eq!(total, 2 * pairs, "{layout}");
            assert_eq!(layout.neighbours(cells).count(), 0);
        }
    }
}
