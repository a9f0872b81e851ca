//! Points of the Abalone board: 61, in nine rows `a` to `i`.

use super::direction::Direction;
use core::fmt;
use core::str::FromStr;

/// Number of points on the board.
pub const POINTS: u8 = 61;

/// Returns the number that a step in `direction` adds to a point's ring number, modulo
/// 61.
///
/// A hexagon with five points a side covers the plane without gaps when repeated, so
/// its 61 points can be numbered around a ring such that every step in one direction
/// adds the same number: going east adds 1, north-west 13, north-east 14, because
/// `13 * 13 + 13 + 1` is a multiple of 61. A whole set of points then moves with one
/// rotation of a 61-bit word.
pub(super) const fn stride(direction: Direction) -> u32 {
    match direction {
        Direction::East => 1,
        Direction::NorthEast => 14,
        Direction::NorthWest => 13,
        Direction::West => 60,
        Direction::SouthWest => 47,
        Direction::SouthEast => 48,
    }
}

/// True if row (0 = a) and column (number - 1) name a point.
const fn is_point(row: i8, column: i8) -> bool {
    let lean = row - column;
    row >= 0 && row <= 8 && column >= 0 && column <= 8 && lean >= -4 && lean <= 4
}

/// Row and column by ring number; 64 entries so that any six-bit index is in range.
const PLACES: [(i8, i8); 64] = {
    let mut places = [(0, 0); 64];
    let mut row = 0;
    while row <= 8 {
        let mut column = 0;
        while column <= 8 {
            if is_point(row, column) {
                places[ring_number(row, column) as usize] = (row, column);
            }
            column += 1;
        }
        row += 1;
    }
    places
};

const fn ring_number(row: i8, column: i8) -> u8 {
    (13 * row as u16 + column as u16) as u8 % POINTS
}

/// Point of the board, `a1` to `i9`. Every value is a point that exists.
///
/// ```
/// use rules_core::games::abalone::{Cell, Direction};
///
/// let corner: Cell = "a1".parse().unwrap();
/// assert_eq!(corner.step(Direction::NorthEast), "b2".parse().ok());
/// assert_eq!(corner.step(Direction::West), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
pub struct Cell(u8);

impl Cell {
    /// Returns the point in `row` (`'a'` to `'i'`) with `number` (1 to 9); `None` if
    /// the board has no such point.
    #[must_use]
    pub const fn new(row: char, number: u8) -> Option<Self> {
        if !row.is_ascii_lowercase() || number == 0 || number > 9 {
            return None;
        }
        let (row, column) = ((row as u8 - b'a') as i8, number as i8 - 1);
        if is_point(row, column) {
            Some(Self(ring_number(row, column)))
        } else {
            None
        }
    }

    /// Iterates over all points, row a first, each row from left to right.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        ('a'..='i').flat_map(|row| (1..=9).filter_map(move |number| Self::new(row, number)))
    }

    /// Returns the point's ring number, 0 to 60: an index into arrays of [`POINTS`]
    /// entries.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the point with this [`index`](Self::index); `None` from 61 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < POINTS as usize {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the letter of the point's row, `'a'` to `'i'`.
    #[must_use]
    pub const fn row(self) -> char {
        (b'a' + self.place().0 as u8) as char
    }

    /// Returns the point's number, 1 to 9, constant along a falling line
    /// ([`Axis::Falling`](super::Axis::Falling)).
    #[must_use]
    pub const fn number(self) -> u8 {
        self.place().1 as u8 + 1
    }

    /// Returns the neighbour in `direction`; `None` if that is off the board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (up, across) = direction.offset();
        let (row, column) = self.place();
        if is_point(row + up, column + across) {
            Some(Self(ring_number(row + up, column + across)))
        } else {
            None
        }
    }

    /// Returns the direction from this point to `neighbour`; `None` if the two are not
    /// neighbours.
    #[must_use]
    pub fn direction_to(self, neighbour: Self) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|&direction| self.step(direction) == Some(neighbour))
    }

    const fn place(self) -> (i8, i8) {
        PLACES[(self.0 & 63) as usize]
    }
}

/// Orders points by row, then by number.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.number())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Cell {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}{}", self.row(), self.number());
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let &[row, number] = text.as_bytes() else {
            return Err(CellError);
        };
        Self::new(
            (row as char).to_ascii_lowercase(),
            number.wrapping_sub(b'0'),
        )
        .ok_or(CellError)
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}

impl TryFrom<u8> for Cell {
    type Error = CellError;

    fn try_from(index: u8) -> Result<Self, CellError> {
        Self::from_index(index.into()).ok_or(CellError)
    }
}

/// Error for a name or number that is not a point of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CellError;

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such point; the board has a1-a5, b1-b6, c1-c7, d1-d8, e1-e9, f2-f9, g3-g9, h4-h9 and i5-i9")
    }
}

impl core::error::Error for CellError {}
