//! What lights show of a grid game: which pieces may be lifted, where a lifted
//! one may go, what moved last.

use crate::lights::Cells;
use crate::referee::game::Game;
use crate::referee::table::Table;
use crate::referee::{abalone, sumoo};

/// Cells worth pointing at, numbered as the LEDs of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marks {
    /// Pieces that whoever's turn it is may take part with in a legal play.
    pub lift: Cells,
    /// Where what is in the hand may be put.
    pub put: Cells,
    /// Where the last play took pieces from and to.
    pub last: Cells,
}

/// The marks of a grid game; nothing for a game on the ring.
#[must_use]
pub fn marks(game: &Game, table: &Table) -> Option<Marks> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(game) => Some(abalone::marks(game, table.board())),
        Game::Sumoo(game) => Some(sumoo::marks(game, table.board())),
    }
}
