//! Reading of a SUMOO arena by a grid board, and its comparison with a position.

use super::cell::{CELLS, Cell, CellSet};
use super::position::Position;
use super::token::{Colour, Force, Token};
use crate::games::cell_reading::{self, CellReading};

/// Appearance of a token to the sensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TokenAppearance {
    /// Colour only, from the magnet's pole.
    Colour(Colour),
    /// Colour and force, from the magnet's pole and strength.
    Class(Colour, Force),
}

impl TokenAppearance {
    /// True if `token` has this appearance.
    #[must_use]
    pub fn fits(self, token: Token) -> bool {
        match self {
            Self::Colour(colour) => token.colour == colour,
            Self::Class(colour, force) => token.colour == colour && token.force() == force,
        }
    }
}

/// True if a cell that reads `seen` may hold `content`; `None` stands for no token.
#[must_use]
pub fn fits(seen: CellReading<TokenAppearance>, content: Option<Token>) -> bool {
    match (seen, content) {
        (CellReading::Unknown, _)
        | (CellReading::Empty, None)
        | (CellReading::Occupied, Some(_)) => true,
        (CellReading::Looks(look), Some(token)) => look.fits(token),
        (CellReading::Empty, Some(_)) | (CellReading::Occupied | CellReading::Looks(_), None) => {
            false
        }
    }
}

/// Repair of the arena: one token to remove or to place so that the board matches the
/// position.
pub type ArenaRepair = cell_reading::GridRepair<Cell, Token>;

/// Reading of every cell of the arena.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardReading {
    cells: [CellReading<TokenAppearance>; CELLS],
}

impl BoardReading {
    /// Creates a reading in which no cell is known.
    #[must_use]
    pub const fn unknown() -> Self {
        Self {
            cells: [CellReading::Unknown; CELLS],
        }
    }

    /// Replaces the reading of one cell.
    pub fn set(&mut self, cell: Cell, seen: CellReading<TokenAppearance>) {
        if let Some(slot) = self.cells.get_mut(cell.index()) {
            *slot = seen;
        }
    }

    /// Returns the reading of one cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> CellReading<TokenAppearance> {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// Returns the cells that certainly hold a token.
    #[must_use]
    pub fn occupied(&self) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in Cell::all() {
            if matches!(self.at(cell), CellReading::Occupied | CellReading::Looks(_)) {
                set.insert(cell);
            }
        }
        set
    }

    /// Returns the cells whose reading contradicts the position.
    #[must_use]
    pub fn differences(&self, position: &Position) -> CellSet {
        let cells = position.setup();
        let mut set = CellSet::EMPTY;
        for cell in Cell::all() {
            if !fits(self.at(cell), cells.at(cell)) {
                set.insert(cell);
            }
        }
        set
    }

    /// Iterates over the repairs that make the board match the position, in order: all
    /// removals, then all placements.
    pub fn repairs(&self, position: &Position) -> impl Iterator<Item = ArenaRepair> {
        let cells = position.setup();
        let wrong =
            move |cell: Cell| (!fits(self.at(cell), cells.at(cell))).then(|| cells.at(cell));
        let placements = wrong.clone();
        Cell::all()
            .filter(move |&cell| self.at(cell) != CellReading::Empty && wrong(cell).is_some())
            .map(ArenaRepair::Remove)
            .chain(Cell::all().filter_map(move |cell| {
                let token = placements(cell)??;
                Some(ArenaRepair::Place(token, cell))
            }))
    }

    /// Returns the first of [`BoardReading::repairs`]; `None` if board and position
    /// agree.
    #[must_use]
    pub fn next_repair(&self, position: &Position) -> Option<ArenaRepair> {
        self.repairs(position).next()
    }
}
