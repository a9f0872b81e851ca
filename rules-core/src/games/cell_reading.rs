//! Readings of the cells of a grid board, and the repairs that people are asked to
//! make. Shared by the grid games, each with its own cells and appearances.

use core::fmt;

/// Reading of one cell of a grid board. `L` is the appearance of a piece to the sensors
/// of this board: a colour, or a colour with a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CellReading<L> {
    /// The sensor is masked or between two levels: the cell may hold anything.
    #[default]
    Unknown,
    /// The cell is empty.
    Empty,
    /// The cell holds a piece that the board cannot classify.
    Occupied,
    /// The cell holds a piece of this appearance.
    Looks(L),
}

/// Repair of a grid board: one step by which a person makes the board match the game.
/// Steps are given one at a time, removals before placements, so that a cell is always
/// free when a piece is to be put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GridRepair<Cell, Piece> {
    /// Take the piece on this cell off the board.
    Remove(Cell),
    /// Put this piece on this cell.
    Place(Piece, Cell),
}

/// Piece of a grid game that can write the requests to remove and to place it.
pub trait GridPiece {
    /// Writes the request to take whatever stands on `cell` off the board.
    ///
    /// # Errors
    /// The error of the writer.
    fn write_removal(cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes the request to put this piece on `cell`.
    ///
    /// # Errors
    /// The error of the writer.
    fn write_placement(&self, cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<Cell: fmt::Display, Piece: GridPiece> fmt::Display for GridRepair<Cell, Piece> {
    /// Writes the repair as a request to the people at the table. Pieces are written in
    /// their long form, `{:#}`, which names their owner.
    ///
    /// ```
    /// use rules_core::games::cell_reading::GridRepair;
    /// use rules_core::games::sumoo::{Cell, Colour, TokenName, Token};
    ///
    /// let cell = Cell::at(2, 3).unwrap();
    /// let token = Colour::White.token(TokenName::OneWest);
    /// let put = GridRepair::Place(token, cell);
    /// assert_eq!(put.to_string(), "put 1U of White on (2,3)");
    /// let take = GridRepair::<Cell, Token>::Remove(cell);
    /// assert_eq!(take.to_string(), "take what stands on (2,3) off");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remove(cell) => Piece::write_removal(cell, f),
            Self::Place(piece, cell) => piece.write_placement(cell, f),
        }
    }
}

/// Verdict on a board reading: the end of a turn, or possibly the middle of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Finality {
    /// The turn is over: no legal turn continues from the reading, so it can be judged
    /// now.
    Final,
    /// A player may be in the middle of a legal turn that ends differently: wait, or
    /// ask. Also returned in doubt.
    MayContinue,
}
