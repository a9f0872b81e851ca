//! What lights show of Abalone.

use super::Match;
use super::sight::{number_of, sight};
use crate::games::abalone::{Cells as Points, infer};
use crate::lights::{CellMarks, Cells};
use crate::referee::grid::Board;

/// Which marbles may be moved, and where those in the hand may go.
#[must_use]
pub fn marks(game: &Match, board: &Board) -> CellMarks {
    if game.is_over() {
        return CellMarks {
            last: game.last(),
            ..CellMarks::default()
        };
    }
    let position = game.position();
    let sight = sight(game, board);
    let mut put = Points::EMPTY;
    if sight.distance(position.board()) > 0 {
        for action in infer(position, &sight).underway() {
            let mut after = *position;
            if after.play(action).is_ok() {
                put |= after.board().occupied() & sight.differences(after.board());
            }
        }
    }
    CellMarks {
        lift: movable(game),
        put: numbered(put),
        last: game.last(),
    }
}

/// The marbles that can take part in a move.
#[must_use]
pub fn movable(game: &Match) -> Cells {
    let position = game.position();
    let effects = position.moves().filter_map(|it| position.judge(it).ok());
    numbered(effects.fold(Points::EMPTY, |all, effect| all | effect.moved))
}

/// Points as lights number them.
fn numbered(points: Points) -> Cells {
    points.into_iter().map(number_of).collect()
}
