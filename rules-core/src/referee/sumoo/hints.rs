//! What lights show of SUMOO.

use super::Match;
use super::sight::observation;
use crate::games::seen::Seen;
use crate::games::sumoo::{Arena, Phase};
use crate::lights::{CellMarks, Cells};
use crate::referee::grid::Board;

/// Which tokens may be moved, and where one in the hand may go with a single
/// action.
#[must_use]
pub fn marks(game: &Match, board: &Board) -> CellMarks {
    let mut marks = CellMarks {
        last: game.state().last,
        ..CellMarks::default()
    };
    let Phase::Turn { colour, left } = game.game().phase() else {
        return marks;
    };
    let seen = observation(game, board);
    let arena = Arena::new(game.game().position());
    arena.each_action(colour, left, |_, effect| {
        for shift in effect {
            if shift.token.colour == colour {
                marks.lift = marks.lift.with(shift.from.into());
            }
            if seen.at(shift.from) == Seen::Empty
                && let Some(to) = shift.to
            {
                marks.put = marks.put.with(to.into());
            }
        }
    });
    marks
}

/// The tokens that can take part in an action.
#[must_use]
pub fn movable(game: &Match) -> Cells {
    marks(game, &Board::default()).lift
}
