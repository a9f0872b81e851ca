//! Hints that the lights show for Abalone.

use super::Match;
use super::cell_mapping::{number_of, reading};
use crate::board::cells::{CellMarks, CellMask};
use crate::games::abalone::{Cells as Points, infer};
use crate::referee::grid::CellStates;

/// Returns the marks that the lights show: the last move, the marbles that may be moved,
/// and the points to which lifted marbles may go.
#[must_use]
pub fn marks(game: &Match, board: &CellStates) -> CellMarks {
    if game.is_over() {
        return CellMarks {
            last: game.last(),
            ..CellMarks::default()
        };
    }
    let position = game.position();
    let reading = reading(game, board);
    let mut put = Points::EMPTY;
    if reading.distance(position.board()) > 0 {
        for action in infer(position, &reading).underway() {
            let mut after = *position;
            if after.play(action).is_ok() {
                put |= after.board().occupied() & reading.differences(after.board());
            }
        }
    }
    CellMarks {
        lift: movable(game),
        put: numbered(put),
        last: game.last(),
    }
}

/// Returns the cells of the marbles that can take part in a move.
#[must_use]
pub fn movable(game: &Match) -> CellMask {
    let position = game.position();
    let effects = position
        .moves()
        .filter_map(|candidate| position.check_move(candidate).ok());
    numbered(effects.fold(Points::EMPTY, |all, effect| all | effect.moved))
}

/// Converts points to the numbers that lights use.
fn numbered(points: Points) -> CellMask {
    points.into_iter().map(number_of).collect()
}
