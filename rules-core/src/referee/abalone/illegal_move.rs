//! Search for the forbidden move that a player tried: one that leads to the reading if
//! marbles are moved without regard to the rules. Carried or jumping marbles are not
//! moves and are not found here.

use crate::games::abalone::{
    Axis, Board, BoardReading, Cell, Direction, InLine, Length, Move, Position, Sideways,
};

/// Returns the forbidden move that leads to the board `reading`; `None` if there is none.
pub(super) fn attempted(position: &Position, reading: &BoardReading) -> Option<Move> {
    let board = position.board();
    let in_line = board.occupied().into_iter().flat_map(|rear| {
        let ways = Direction::ALL.into_iter();
        ways.filter_map(move |toward| InLine::new(rear, toward))
    });
    for action in in_line {
        let (rear, toward) = (action.rear(), action.toward());
        let outcomes = [
            Some(pushed(board, rear, toward)),
            struck(board, rear, toward),
        ];
        if outcomes
            .iter()
            .flatten()
            .any(|outcome| shows(position, reading, outcome))
            && position.check_move(Move::InLine(action)).is_err()
        {
            return Some(Move::InLine(action));
        }
    }
    for lower in board.occupied() {
        for axis in Axis::ALL {
            for length in [Length::Two, Length::Three] {
                for toward in Direction::ALL {
                    let Some(action) = Sideways::new(lower, axis, length, toward) else {
                        continue;
                    };
                    let outcome = carried(board, action);
                    if outcome.is_some_and(|outcome| shows(position, reading, &outcome))
                        && position.check_move(Move::Sideways(action)).is_err()
                    {
                        return Some(Move::Sideways(action));
                    }
                }
            }
        }
    }
    None
}

fn shows(position: &Position, reading: &BoardReading, outcome: &Board) -> bool {
    outcome != position.board() && reading.distance(outcome) == 0
}

/// Returns the board after every marble in contact ahead of `rear` moved one step; the
/// first leaves the board at its rim.
fn pushed(board: &Board, rear: Cell, toward: Direction) -> Board {
    let mut outcome = *board;
    let mut carried = board.at(rear);
    outcome.put(rear, None);
    let mut next = rear.step(toward);
    while let (Some(cell), Some(marble)) = (next, carried) {
        carried = outcome.at(cell);
        outcome.put(cell, Some(marble));
        next = cell.step(toward);
    }
    outcome
}

/// Returns the board after the marbles of one colour ahead of `rear` moved one step; a
/// marble in their way is removed. `None` at the rim.
fn struck(board: &Board, rear: Cell, toward: Direction) -> Option<Board> {
    let owner = board.at(rear)?;
    let own = |cell: &Cell| board.at(*cell) == Some(owner);
    let mut line = core::iter::successors(Some(rear), |cell| cell.step(toward));
    let ahead = line.find(|cell| !own(cell))?;
    let mut outcome = *board;
    outcome.put(rear, None);
    outcome.put(ahead, Some(owner));
    Some(outcome)
}

/// Returns the board after the marbles of a line moved one step across it; `None` if a
/// point there is not free.
fn carried(board: &Board, action: Sideways) -> Option<Board> {
    let mut outcome = *board;
    for cell in action.cells() {
        outcome.put(cell, None);
    }
    for cell in action.cells() {
        let to = cell.step(action.toward())?;
        if outcome.at(to).is_some() {
            return None;
        }
        outcome.put(to, Some(board.at(cell)?));
    }
    Some(outcome)
}
