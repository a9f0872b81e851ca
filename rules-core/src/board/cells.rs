//! Sets of cells of a grid board.

/// Set of cells of a grid board, one bit per cell, numbered as its LEDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CellMask(pub u64);

impl CellMask {
    /// Set without cells.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with this cell added; cells beyond 63 do not exist and change
    /// nothing.
    #[must_use]
    pub const fn with(self, cell: u8) -> Self {
        let one: u64 = 1;
        match one.checked_shl(cell as u32) {
            Some(bit) => Self(self.0 | bit),
            None => self,
        }
    }

    /// Returns the set without this cell.
    #[must_use]
    pub const fn without(self, cell: u8) -> Self {
        Self(self.0 & !Self::EMPTY.with(cell).0)
    }

    /// True if the cell is in the set.
    #[must_use]
    pub const fn contains(self, cell: u8) -> bool {
        cell < 64 && (self.0 >> cell) & 1 == 1
    }

    /// Iterates over the cells of the set, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let cell = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (cell < 64).then_some(cell as u8)
        })
    }
}

impl FromIterator<u8> for CellMask {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Cells of a grid board to highlight. `lift` and `put` matter only while the match
/// waits for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CellMarks {
    /// Cells whose piece may be lifted because it can take part in a legal play.
    pub lift: CellMask,
    /// Cells on which the lifted piece may be put.
    pub put: CellMask,
    /// Cells that the last play moved pieces from and to.
    pub last: CellMask,
}
