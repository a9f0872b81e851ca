//! What a grid board reports about its cells, and what people are asked to do
//! about it. Shared by the grid games; each brings its own cells and looks.

use core::fmt;

/// What is known of one cell. `L` is what a piece looks like to the sensors of
/// this board: a colour, or a colour with a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Seen<L> {
    /// The sensor is masked or between two levels: anything may be there.
    #[default]
    Unknown,
    /// Nothing is there.
    Empty,
    /// Something is there; the board cannot tell what.
    Occupied,
    /// Something that looks like this is there.
    Looks(L),
}

/// One thing for a person to do so that board and game agree again. Steps are
/// given one at a time, removals before placements, so that a cell is always
/// free when something is to be put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repair<Cell, Piece> {
    /// Take what stands on this cell off the board.
    Remove(Cell),
    /// Put this piece on this cell.
    Place(Piece, Cell),
}

impl<Cell: fmt::Display, Piece: fmt::Display> fmt::Display for Repair<Cell, Piece> {
    /// A request to somebody at the table. Pieces are written in their long
    /// form, `{:#}`, which says whose they are.
    ///
    /// ```
    /// use rules_core::games::seen::Repair;
    /// use rules_core::games::sumoo::{Cell, Colour, Post, Token};
    ///
    /// let cell = Cell::at(2, 3).unwrap();
    /// let token = Colour::White.token(Post::OneWest);
    /// let put = Repair::Place(token, cell);
    /// assert_eq!(put.to_string(), "put 1U of White on (2,3)");
    /// let take = Repair::<Cell, Token>::Remove(cell);
    /// assert_eq!(take.to_string(), "take what stands on (2,3) off");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remove(cell) => write!(f, "take what stands on {cell} off"),
            Self::Place(piece, cell) => write!(f, "put {piece:#} on {cell}"),
        }
    }
}

/// Whether the board may be on its way to something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Finality {
    /// Nothing legal continues from what is seen: it can be judged now.
    Final,
    /// Somebody may be in the middle of a legal turn that ends otherwise: wait,
    /// or be told. Said in doubt.
    MayContinue,
}
