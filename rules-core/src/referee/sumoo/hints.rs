//! Hints that the lights show for SUMOO.

use super::Match;
use super::cell_mapping::observation;
use crate::board::cells::{CellMarks, CellMask};
use crate::games::cell_reading::CellReading;
use crate::games::sumoo::{Arena, GamePhase};
use crate::referee::grid::CellStates;

/// Returns the marks that the lights show: the last action, the tokens that may be moved,
/// and the cells to which a lifted token may go with a single action.
#[must_use]
pub fn marks(game: &Match, board: &CellStates) -> CellMarks {
    let mut marks = CellMarks {
        last: game.state().last,
        ..CellMarks::default()
    };
    let GamePhase::Turn { colour, left } = game.game().phase() else {
        return marks;
    };
    let seen = observation(game, board);
    let arena = Arena::new(game.game().position());
    arena.each_action(colour, left, |_, effect| {
        for shift in effect {
            if shift.token.colour == colour {
                marks.lift = marks.lift.with(shift.from.into());
            }
            if seen.at(shift.from) == CellReading::Empty
                && let Some(to) = shift.to
            {
                marks.put = marks.put.with(to.into());
            }
        }
    });
    marks
}

/// Returns the cells of the tokens that can take part in an action.
#[must_use]
pub fn movable(game: &Match) -> CellMask {
    marks(game, &CellStates::default()).lift
}
