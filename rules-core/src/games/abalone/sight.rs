//! What a sensing board shows of all 61 points at once.

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::player::Player;
use crate::games::seen::{Repair, Seen};

/// One observation of the whole board, point by point. Colours, occupancy and
/// masked sensors may be mixed. 48 bytes.
///
/// ```
/// use rules_core::games::abalone::{Sight, Start};
/// use rules_core::games::seen::Seen;
///
/// let mut sight = Sight::colours(Start::Standard.position().board());
/// sight.see("a1".parse().unwrap(), Seen::Empty); // lifted
/// sight.see("e5".parse().unwrap(), Seen::Unknown); // masked
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sight {
    pub(super) empty: Cells,
    pub(super) occupied: Cells,
    pub(super) looks: [Cells; 4],
}

impl Sight {
    /// Nothing is known of any point.
    pub const BLIND: Self = Self {
        empty: Cells::EMPTY,
        occupied: Cells::EMPTY,
        looks: [Cells::EMPTY; 4],
    };

    /// A board seen by sensors that tell the colours.
    #[must_use]
    pub fn colours(board: &Board) -> Self {
        Self {
            empty: !board.occupied(),
            occupied: Cells::EMPTY,
            looks: (*board).into(),
        }
    }

    /// A board seen by sensors that tell only whether a marble is there.
    #[must_use]
    pub fn occupancy(board: &Board) -> Self {
        Self {
            empty: !board.occupied(),
            occupied: board.occupied(),
            looks: [Cells::EMPTY; 4],
        }
    }

    /// Enters what is known of one point.
    pub fn see(&mut self, cell: Cell, seen: Seen<Player>) {
        let one = Cells::of(cell);
        for set in [&mut self.empty, &mut self.occupied]
            .into_iter()
            .chain(&mut self.looks)
        {
            *set &= !one;
        }
        match seen {
            Seen::Unknown => {}
            Seen::Empty => self.empty |= one,
            Seen::Occupied => self.occupied |= one,
            Seen::Looks(player) => self.looks[player as usize] |= one,
        }
    }

    /// What is known of one point.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Seen<Player> {
        if self.empty.contains(cell) {
            Seen::Empty
        } else if self.occupied.contains(cell) {
            Seen::Occupied
        } else {
            Player::ALL
                .into_iter()
                .find(|&player| self.looks_like(player).contains(cell))
                .map_or(Seen::Unknown, Seen::Looks)
        }
    }

    /// Where something is seen that looks like a marble of `player`.
    pub(super) const fn looks_like(&self, player: Player) -> Cells {
        self.looks[player as usize]
    }

    /// The points of which nothing is known.
    pub(super) fn unknown(&self) -> Cells {
        self.looks
            .iter()
            .fold(!(self.empty | self.occupied), |rest, &looks| rest & !looks)
    }

    /// What must be taken off so that the sight can become `board`.
    fn misplaced(&self, board: &Board) -> Cells {
        Player::ALL
            .into_iter()
            .fold(self.occupied & !board.occupied(), |wrong, player| {
                wrong | (self.looks_like(player) & !board.of(player))
            })
    }

    /// The points that cannot be as `board` has them.
    #[must_use]
    pub fn differences(&self, board: &Board) -> Cells {
        self.misplaced(board) | (self.empty & board.occupied())
    }

    /// How many single repairs turn what is seen into `board`; 0 if it may be
    /// `board` already. A marble of the wrong colour counts twice: it is taken
    /// off, another is put there.
    #[must_use]
    pub fn distance(&self, board: &Board) -> u8 {
        let remove = self.misplaced(board);
        let place = (self.empty | remove) & board.occupied();
        remove.len() + place.len()
    }

    /// The next thing to do so that what is seen becomes `board`: removals
    /// first, in reading order; `None` if nothing is left to do.
    #[must_use]
    pub fn repair(&self, board: &Board) -> Option<Repair<Cell, Player>> {
        if let Some(cell) = self.misplaced(board).into_iter().min() {
            return Some(Repair::Remove(cell));
        }
        let cell = (self.empty & board.occupied()).into_iter().min()?;
        board.at(cell).map(|player| Repair::Place(player, cell))
    }
}

impl FromIterator<(Cell, Seen<Player>)> for Sight {
    fn from_iter<I: IntoIterator<Item = (Cell, Seen<Player>)>>(points: I) -> Self {
        let mut sight = Self::BLIND;
        for (cell, seen) in points {
            sight.see(cell, seen);
        }
        sight
    }
}
