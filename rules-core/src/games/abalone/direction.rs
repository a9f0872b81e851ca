//! Six directions and three kinds of line of the hexagonal board.

/// Direction of a step to a neighbouring point, with row a at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Direction {
    /// Step within the row, number + 1.
    East,
    /// Step one row up, number + 1.
    NorthEast,
    /// Step one row up, same number.
    NorthWest,
    /// Step within the row, number - 1.
    West,
    /// Step one row down, number - 1.
    SouthWest,
    /// Step one row down, same number.
    SouthEast,
}

impl Direction {
    /// All six directions, counter-clockwise from the east.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::NorthEast,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::NorthEast => Self::SouthWest,
            Self::NorthWest => Self::SouthEast,
            Self::West => Self::East,
            Self::SouthWest => Self::NorthEast,
            Self::SouthEast => Self::NorthWest,
        }
    }

    /// Returns the kind of line along which this direction runs.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::NorthEast | Self::SouthWest => Axis::Rising,
            Self::NorthWest | Self::SouthEast => Axis::Falling,
        }
    }

    /// Returns the change of row and of number that a step in this direction makes.
    pub(super) const fn offset(self) -> (i8, i8) {
        match self {
            Self::East => (0, 1),
            Self::NorthEast => (1, 1),
            Self::NorthWest => (1, 0),
            Self::West => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (-1, 0),
        }
    }
}

/// Kind of straight line on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Axis {
    /// Line along a row.
    Row,
    /// Line from lower left to upper right.
    Rising,
    /// Line from lower right to upper left, along one number.
    Falling,
}

impl Axis {
    /// All three kinds of line.
    pub const ALL: [Self; 3] = [Self::Row, Self::Rising, Self::Falling];

    /// Returns the direction from the lower end of a line to its upper end. In a row
    /// the smaller number is the lower end.
    #[must_use]
    pub const fn upward(self) -> Direction {
        match self {
            Self::Row => Direction::East,
            Self::Rising => Direction::NorthEast,
            Self::Falling => Direction::NorthWest,
        }
    }

    /// Returns the other two kinds of line.
    #[must_use]
    pub const fn others(self) -> [Self; 2] {
        match self {
            Self::Row => [Self::Rising, Self::Falling],
            Self::Rising => [Self::Row, Self::Falling],
            Self::Falling => [Self::Row, Self::Rising],
        }
    }
}
