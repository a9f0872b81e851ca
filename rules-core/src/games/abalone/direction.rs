//! The six directions and the three lines of the hexagonal board.

/// One of the six ways to a neighbouring point, with row a at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Direction {
    /// The same row, number + 1.
    East,
    /// One row up, number + 1.
    NorthEast,
    /// One row up, the same number.
    NorthWest,
    /// The same row, number - 1.
    West,
    /// One row down, number - 1.
    SouthWest,
    /// One row down, the same number.
    SouthEast,
}

impl Direction {
    /// All six, counter-clockwise from the east.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::NorthEast,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// The way back.
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

    /// The line this direction runs along.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            Self::East | Self::West => Axis::Row,
            Self::NorthEast | Self::SouthWest => Axis::Rising,
            Self::NorthWest | Self::SouthEast => Axis::Falling,
        }
    }

    /// Change of row and of number.
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

/// How a straight line lies on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Axis {
    /// Along a row.
    Row,
    /// From lower left to upper right.
    Rising,
    /// From lower right to upper left, along one number.
    Falling,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Row, Self::Rising, Self::Falling];

    /// From the lower end of a line to its upper end. In a row the smaller
    /// number is the lower end.
    #[must_use]
    pub const fn upward(self) -> Direction {
        match self {
            Self::Row => Direction::East,
            Self::Rising => Direction::NorthEast,
            Self::Falling => Direction::NorthWest,
        }
    }

    /// The two other lines.
    #[must_use]
    pub const fn others(self) -> [Self; 2] {
        match self {
            Self::Row => [Self::Rising, Self::Falling],
            Self::Rising => [Self::Row, Self::Falling],
            Self::Falling => [Self::Row, Self::Rising],
        }
    }
}
