//! Reading of all 61 points of a sensing board at one time.

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::player::Player;
use crate::games::cell_reading::{CellReading, GridRepair};

/// Reading of the whole board, point by point. Colours, occupancy and masked sensors may
/// be mixed. 48 bytes.
///
/// ```
/// use rules_core::games::abalone::{BoardReading, StartPosition};
/// use rules_core::games::cell_reading::CellReading;
///
/// let mut reading = BoardReading::colours(StartPosition::Standard.position().board());
/// reading.set("a1".parse().unwrap(), CellReading::Empty); // lifted
/// reading.set("e5".parse().unwrap(), CellReading::Unknown); // masked
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BoardReading {
    pub(super) empty: Cells,
    pub(super) occupied: Cells,
    pub(super) looks: [Cells; 4],
}

impl BoardReading {
    /// Reading in which no point is known.
    pub const UNKNOWN: Self = Self {
        empty: Cells::EMPTY,
        occupied: Cells::EMPTY,
        looks: [Cells::EMPTY; 4],
    };

    /// Returns the reading of `board` by sensors that distinguish the colours.
    #[must_use]
    pub fn colours(board: &Board) -> Self {
        Self {
            empty: !board.occupied(),
            occupied: Cells::EMPTY,
            looks: (*board).into(),
        }
    }

    /// Returns the reading of `board` by sensors that only detect presence.
    #[must_use]
    pub fn occupancy(board: &Board) -> Self {
        Self {
            empty: !board.occupied(),
            occupied: board.occupied(),
            looks: [Cells::EMPTY; 4],
        }
    }

    /// Replaces the reading of one point.
    pub fn set(&mut self, cell: Cell, seen: CellReading<Player>) {
        let one = Cells::of(cell);
        for set in [&mut self.empty, &mut self.occupied]
            .into_iter()
            .chain(&mut self.looks)
        {
            *set &= !one;
        }
        match seen {
            CellReading::Unknown => {}
            CellReading::Empty => self.empty |= one,
            CellReading::Occupied => self.occupied |= one,
            CellReading::Looks(player) => self.looks[player as usize] |= one,
        }
    }

    /// Returns the reading of one point.
    #[must_use]
    pub fn at(&self, cell: Cell) -> CellReading<Player> {
        if self.empty.contains(cell) {
            CellReading::Empty
        } else if self.occupied.contains(cell) {
            CellReading::Occupied
        } else {
            Player::ALL
                .into_iter()
                .find(|&player| self.cells_matching(player).contains(cell))
                .map_or(CellReading::Unknown, CellReading::Looks)
        }
    }

    /// Returns the points that read as a marble of `player`.
    pub(super) const fn cells_matching(&self, player: Player) -> Cells {
        self.looks[player as usize]
    }

    /// Returns the points that were not read: masked, or between two levels.
    #[must_use]
    pub fn unknown(&self) -> Cells {
        self.looks
            .iter()
            .fold(!(self.empty | self.occupied), |rest, &looks| rest & !looks)
    }

    /// Returns the points from which a marble must be removed before the table can
    /// match `board`: occupied where `board` is free, or the wrong colour.
    fn misplaced(&self, board: &Board) -> Cells {
        Player::ALL
            .into_iter()
            .fold(self.occupied & !board.occupied(), |wrong, player| {
                wrong | (self.cells_matching(player) & !board.marbles_of(player))
            })
    }

    /// Returns the points whose reading contradicts `board`. Unknown points never do.
    #[must_use]
    pub fn differences(&self, board: &Board) -> Cells {
        self.misplaced(board) | (self.empty & board.occupied())
    }

    /// Returns the number of single repairs that turn the reading into `board`; 0 if
    /// the reading is compatible with `board`. A marble of the wrong colour counts
    /// twice: it is removed, and another is placed.
    #[must_use]
    pub fn distance(&self, board: &Board) -> u8 {
        let remove = self.misplaced(board);
        let place = (self.empty | remove) & board.occupied();
        remove.len() + place.len()
    }

    /// Returns the next repair that brings the reading closer to `board`: removals
    /// first, in reading order. `None` if the reading is compatible with `board`.
    #[must_use]
    pub fn repair(&self, board: &Board) -> Option<GridRepair<Cell, Player>> {
        if let Some(cell) = self.misplaced(board).into_iter().min() {
            return Some(GridRepair::Remove(cell));
        }
        let cell = (self.empty & board.occupied()).into_iter().min()?;
        board.at(cell).map(|player| GridRepair::Place(player, cell))
    }
}

impl FromIterator<(Cell, CellReading<Player>)> for BoardReading {
    fn from_iter<I: IntoIterator<Item = (Cell, CellReading<Player>)>>(points: I) -> Self {
        let mut reading = Self::UNKNOWN;
        for (cell, seen) in points {
            reading.set(cell, seen);
        }
        reading
    }
}
