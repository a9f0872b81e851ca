//! Arena of 35 cells, and the compass that the word SUMOO gives them (SU-1).

use core::fmt;
use core::num::NonZeroU8;

/// Number of columns of the arena; column 1 is in the west (SU-1).
pub const COLUMNS: u8 = 5;
/// Number of rows of the arena; row 1 is in the south (SU-1).
pub const ROWS: u8 = 7;
/// Number of cells of the arena.
pub const CELLS: usize = COLUMNS as usize * ROWS as usize;

/// Compass direction, by its letter in the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Direction {
    /// North, towards Black's edge at the start.
    N,
    /// South, towards White's edge at the start.
    S,
    /// West (Uesto), where the word SUMOO begins.
    U,
    /// East, where the word SUMOO ends.
    E,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::N, Self::S, Self::U, Self::E];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::N => Self::S,
            Self::S => Self::N,
            Self::U => Self::E,
            Self::E => Self::U,
        }
    }

    /// Returns the direction to the left of this one.
    #[must_use]
    pub const fn left(self) -> Self {
        match self {
            Self::N => Self::U,
            Self::U => Self::S,
            Self::S => Self::E,
            Self::E => Self::N,
        }
    }

    /// Returns the direction to the right of this one.
    #[must_use]
    pub const fn right(self) -> Self {
        self.left().opposite()
    }

    /// Returns the letter of the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::N => 'N',
            Self::S => 'S',
            Self::U => 'U',
            Self::E => 'E',
        }
    }

    /// Returns the direction with this letter, in either case; `None` if there is none.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'N' => Some(Self::N),
            'S' => Some(Self::S),
            'U' => Some(Self::U),
            'E' => Some(Self::E),
            _ => None,
        }
    }

    /// Returns the change of column and of row per step.
    const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::S => (0, -1),
            Self::U => (-1, 0),
            Self::E => (1, 0),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::N => "north",
            Self::S => "south",
            Self::U => "west",
            Self::E => "east",
        })
    }
}

/// Cell of the arena. Every value is a cell that exists.
///
/// ```
/// use rules_core::games::sumoo::{Cell, Direction};
///
/// let corner = Cell::at(1, 1).unwrap();
/// assert_eq!(corner.step(Direction::N), Cell::at(1, 2));
/// assert_eq!(corner.step(Direction::U), None);
/// assert_eq!(Cell::at(6, 1), None);
/// ```
// One more than the index, row by row from the south-west corner, so that
// `Option<Cell>` is one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Cell(NonZeroU8);

impl Cell {
    /// Returns the cell in this column (1 to 5 from the west) and row (1 to 7 from the
    /// south); `None` outside the arena.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 1 || column > COLUMNS || row < 1 || row > ROWS {
            return None;
        }
        match NonZeroU8::new((row - 1) * COLUMNS + column) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Returns the cell with this index, 0 in the south-west corner; `None` from 35 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let number = u8::try_from(index).ok()?.checked_add(1)?;
        (index < CELLS)
            .then(|| NonZeroU8::new(number).map(Self))
            .flatten()
    }

    /// Iterates over all cells, row by row from the south-west corner.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..CELLS).filter_map(Self::from_index)
    }

    /// Returns the index of the cell, 0 to 34, row by row from the south-west corner.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the column, 1 in the west to 5 in the east.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0.get() - 1) % COLUMNS + 1
    }

    /// Returns the row, 1 in the south to 7 in the north.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0.get() - 1) / COLUMNS + 1
    }

    /// Returns the neighbour in this direction; `None` outside the arena.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (columns, rows) = direction.step();
        Self::at(
            self.column().wrapping_add_signed(columns),
            self.row().wrapping_add_signed(rows),
        )
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0.get() - 1
    }
}

/// Error for a number that is not a cell of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellError(pub u8);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a cell; cells count from 0 to 34", self.0)
    }
}

impl TryFrom<u8> for Cell {
    type Error = CellError;

    fn try_from(index: u8) -> Result<Self, CellError> {
        Self::from_index(index.into()).ok_or(CellError(index))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column(), self.row())
    }
}

/// Set of cells of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CellSet(u64);

impl CellSet {
    /// Empty set.
    pub const EMPTY: Self = Self(0);

    /// Adds a cell to the set.
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// True if the set contains the cell.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & (1 << cell.index()) != 0
    }

    /// True if every cell of this set is also in `other`.
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the cells that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cells of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of cells in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set contains no cell.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the cells, row by row from the south-west corner.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.contains(cell))
    }
}
