//! What lights show of a grid game: which pieces may be lifted, where a lifted
//! one may go, what moved last.

use crate::lights::CellMarks;
use crate::referee::game::Game;
use crate::referee::table::Table;
use crate::referee::{abalone, sumoo};

/// The marks of a grid game; nothing for a game on the ring.
#[must_use]
pub fn marks(game: &Game, table: &Table) -> Option<CellMarks> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(game) => Some(abalone::marks(game, table.board())),
        Game::Sumoo(game) => Some(sumoo::marks(game, table.board())),
    }
}
