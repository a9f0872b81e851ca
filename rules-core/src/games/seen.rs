//! What a grid board reports about its cells, and what people are asked to do
//! about it. Shared by the grid games; each brings its own cells and looks.

/// What is known of one cell. `L` is what a piece looks like to the sensors of
/// this board: a colour, or a colour with a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
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
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repair<Cell, Piece> {
    /// Take what stands on this cell off the board.
    Remove(Cell),
    /// Put this piece on this cell.
    Place(Piece, Cell),
}

/// Whether the board may be on its way to something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Finality {
    /// Nothing legal continues from what is seen: it can be judged now.
    Final,
    /// Somebody may be in the middle of a legal turn that ends otherwise: wait,
    /// or be told. Said in doubt.
    MayContinue,
}
