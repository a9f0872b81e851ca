//! What a grid board sees of a SUMOO arena, and how it compares with a
//! position.

use super::cell::{CELLS, Cell, CellSet};
use super::position::{Position, Setup};
use super::token::{Colour, Force, Token};
use crate::games::seen::{self, Seen};

/// What a token looks like to the sensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Look {
    /// The magnet's pole gives the colour only.
    Colour(Colour),
    /// Pole and strength give colour and force.
    Class(Colour, Force),
}

impl Look {
    /// Whether this token looks like that.
    #[must_use]
    pub fn fits(self, token: Token) -> bool {
        match self {
            Self::Colour(colour) => token.colour == colour,
            Self::Class(colour, force) => token.colour == colour && token.force() == force,
        }
    }
}

/// How much the sensors of a board can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sight {
    /// Something or nothing.
    Occupancy,
    /// The colour.
    Colour,
    /// Colour and force.
    Class,
}

impl Sight {
    /// All three, the poorest first.
    pub const ALL: [Self; 3] = [Self::Occupancy, Self::Colour, Self::Class];

    /// How a token shows.
    #[must_use]
    pub const fn of(self, token: Token) -> Seen<Look> {
        match self {
            Self::Occupancy => Seen::Occupied,
            Self::Colour => Seen::Looks(Look::Colour(token.colour)),
            Self::Class => Seen::Looks(Look::Class(token.colour, token.force())),
        }
    }
}

/// Whether a cell that shows `seen` may hold `content`.
#[must_use]
pub fn fits(seen: Seen<Look>, content: Option<Token>) -> bool {
    match (seen, content) {
        (Seen::Unknown, _) | (Seen::Empty, None) | (Seen::Occupied, Some(_)) => true,
        (Seen::Looks(look), Some(token)) => look.fits(token),
        (Seen::Empty, Some(_)) | (Seen::Occupied | Seen::Looks(_), None) => false,
    }
}

/// A thing to do so that board and position agree.
pub type Repair = seen::Repair<Cell, Token>;

/// What is seen of every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    cells: [Seen<Look>; CELLS],
}

impl Observation {
    /// Nothing is known.
    #[must_use]
    pub const fn unknown() -> Self {
        Self {
            cells: [Seen::Unknown; CELLS],
        }
    }

    /// What a perfect board of this sight shows of a position.
    #[must_use]
    pub fn of(position: &Position, sight: Sight) -> Self {
        let mut all = Self {
            cells: [Seen::Empty; CELLS],
        };
        for (token, cell) in position.tokens() {
            all.see(cell, sight.of(token));
        }
        all
    }

    /// Takes note of one cell.
    pub fn see(&mut self, cell: Cell, seen: Seen<Look>) {
        if let Some(slot) = self.cells.get_mut(cell.index()) {
            *slot = seen;
        }
    }

    /// What is seen of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Seen<Look> {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// The cells that certainly hold something.
    #[must_use]
    pub fn occupied(&self) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in Cell::all() {
            if matches!(self.at(cell), Seen::Occupied | Seen::Looks(_)) {
                set.insert(cell);
            }
        }
        set
    }

    /// The cells that cannot be as this position has them.
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

    /// What people have to do so that this board shows that position, in order:
    /// all removals, then all placements.
    pub fn repairs(&self, position: &Position) -> impl Iterator<Item = Repair> {
        let cells = position.setup();
        let wrong =
            move |cell: Cell| (!fits(self.at(cell), cells.at(cell))).then(|| cells.at(cell));
        let placements = wrong.clone();
        Cell::all()
            .filter(move |&cell| self.at(cell) != Seen::Empty && wrong(cell).is_some())
            .map(Repair::Remove)
            .chain(Cell::all().filter_map(move |cell| {
                let token = placements(cell)??;
                Some(Repair::Place(token, cell))
            }))
    }

    /// The first of [`Observation::repairs`]; `None` if nothing differs.
    #[must_use]
    pub fn next_repair(&self, position: &Position) -> Option<Repair> {
        self.repairs(position).next()
    }

    /// How many steps [`Observation::repairs`] has; stops counting at `limit`.
    #[must_use]
    pub(super) fn distance(&self, cells: &Setup, limit: u8) -> u8 {
        let mut steps = 0u8;
        for cell in Cell::all() {
            let (seen, content) = (self.at(cell), cells.at(cell));
            if !fits(seen, content) {
                steps += u8::from(seen != Seen::Empty) + u8::from(content.is_some());
                if steps >= limit {
                    return limit;
                }
            }
        }
        steps
    }
}
