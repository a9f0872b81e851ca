//! Sets of points as 61 bits of one word. `cell.rs` explains why one rotation moves a
//! whole set.

use super::cell::{Cell, POINTS, stride};
use super::direction::Direction;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const ALL: u64 = (1 << POINTS) - 1;

/// Points that have a neighbour, by direction in the order of [`Direction::ALL`].
const INNER: [u64; 6] = {
    let mut inner = [0; 6];
    let mut d = 0;
    while d < 6 {
        let mut index = 0;
        while let Some(cell) = Cell::from_index(index) {
            if cell.step(Direction::ALL[d]).is_some() {
                inner[d] |= 1 << index;
            }
            index += 1;
        }
        d += 1;
    }
    inner
};

const fn inner(direction: Direction) -> u64 {
    let [east, north_east, north_west, west, south_west, south_east] = INNER;
    match direction {
        Direction::East => east,
        Direction::NorthEast => north_east,
        Direction::NorthWest => north_west,
        Direction::West => west,
        Direction::SouthWest => south_west,
        Direction::SouthEast => south_east,
    }
}

/// Set of points of the board.
///
/// ```
/// use rules_core::games::abalone::{Cell, Cells, Direction};
///
/// let row: Cells = ["a4", "a5"].iter().filter_map(|c| c.parse::<Cell>().ok()).collect();
/// let east = row.step(Direction::East); // a5 leaves the board
/// assert_eq!(east.len(), 1);
/// assert!(east.contains("a5".parse().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u64", try_from = "u64"))]
pub struct Cells(u64);

impl Cells {
    /// Empty set.
    pub const EMPTY: Self = Self(0);
    /// All 61 points.
    pub const ALL: Self = Self(ALL);

    /// Returns the set that contains only `cell`.
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << (cell.index() as u32 & 63))
    }

    /// Returns this set with `cell` added.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | Self::of(cell).0)
    }

    /// True if the set contains no point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of points in the set, 0 to 61.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// True if the set contains `cell`.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Self::of(cell).0 != 0
    }

    /// Returns the set moved one step in `direction`, without the points that would
    /// leave the board.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let kept = self.0 & inner(direction);
        let by = stride(direction);
        Self((kept << by | kept >> (POINTS as u32 - by)) & ALL)
    }

    /// Returns the points without a neighbour in `direction`.
    #[must_use]
    #[inline]
    pub const fn edge(direction: Direction) -> Self {
        Self(ALL & !inner(direction))
    }

    /// Returns the point with the lowest [`Cell::index`]; `None` if the set is empty.
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        Cell::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns the set as bits: bit `n` stands for the point with [`Cell::index`] `n`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Cells {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Cells({=u64:#x})", self.0);
    }
}

impl From<Cells> for u64 {
    fn from(cells: Cells) -> Self {
        cells.0
    }
}

impl TryFrom<u64> for Cells {
    type Error = super::cell::CellError;

    fn try_from(bits: u64) -> Result<Self, Self::Error> {
        if bits & !ALL == 0 {
            Ok(Self(bits))
        } else {
            Err(super::cell::CellError)
        }
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Cells {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells
            .into_iter()
            .fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// Iterator over the points of a set, by rising [`Cell::index`].
#[derive(Debug, Clone)]
pub struct Iter(Cells);

impl Iterator for Iter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len().into();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

#[cfg(test)]
mod tests {
    use super::{Cell, Cells, Direction};

    #[test]
    fn stepping_a_set_steps_each_of_its_points() {
        assert_eq!(Cell::all().count(), 61);
        assert_eq!(Cell::all().collect::<Cells>(), Cells::ALL);
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let stepped = Cells::of(cell).step(direction);
                assert_eq!(
                    stepped.first(),
                    cell.step(direction),
                    "{cell} {direction:?}"
                );
                assert_eq!(
                    Cells::edge(direction).contains(cell),
                    cell.step(direction).is_none()
                );
            }
        }
    }
}
