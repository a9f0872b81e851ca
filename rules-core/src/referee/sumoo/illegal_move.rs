//! Search for the forbidden single action that a player tried: one that leads to the
//! reading if tokens are moved without regard to the rules.

use crate::games::sumoo::board_reading::BoardReading;
use crate::games::sumoo::{
    Action, Attack, AttackKind, Cell, CellSet, Colour, Direction, Game, Position, ResisterCourse,
    Setup, Token,
};

/// Returns the forbidden action that leads to the reading `seen`; `None` if there is
/// none.
pub(super) fn attempted(game: &Game, seen: &BoardReading) -> Option<Action> {
    let position = game.position();
    let cells = position.setup();
    let changed = seen.differences(position);
    let forbidden = |action: &Action| {
        let outcome = shifts(position, &cells, action)
            // All other cells stay unchanged, and differ from the reading.
            .filter(|shifts| changed.is_within(reach(position, shifts)))
            .and_then(|shifts| carried_out(position, &shifts));
        outcome.is_some_and(|setup| shows(seen, &setup)) && game.legal(action).is_err()
    };
    for token in Token::ALL {
        for direction in Direction::ALL {
            let step = Action::Move(token, direction);
            if forbidden(&step) {
                return Some(step);
            }
        }
        let mut swaps = Token::ALL
            .into_iter()
            .filter(|&other| token < other)
            .map(|other| Action::Swap(token, other));
        if let Some(swap) = swaps.find(forbidden) {
            return Some(swap);
        }
    }
    for main in Token::ALL {
        for along in Direction::ALL {
            for grip in [AttackKind::Push, AttackKind::Pull] {
                for course in ResisterCourse::ALL {
                    let mut attack = Attack {
                        grip,
                        main,
                        extra: None,
                        along,
                        course,
                    };
                    let behind = behind(position, &attack);
                    for extra in [Some(None), behind.map(Some)].into_iter().flatten() {
                        attack.extra = extra;
                        if forbidden(&Action::Attack(attack)) {
                            return Some(Action::Attack(attack));
                        }
                    }
                }
            }
        }
    }
    None
}

/// True if the action is made with tokens of this player.
pub(super) fn is_by(action: &Action, colour: Colour) -> bool {
    match action {
        Action::Move(token, _) => token.colour == colour,
        Action::Swap(one, other) => one.colour == colour && other.colour == colour,
        Action::Attack(attack) => attack.main.colour == colour,
    }
}

fn shows(seen: &BoardReading, outcome: &Setup) -> bool {
    use crate::games::sumoo::board_reading::fits;
    Cell::all().all(|cell| fits(seen.at(cell), outcome.at(cell)))
}

/// Returns the token right behind the main attacker; `None` if there is none.
fn behind(position: &Position, attack: &Attack) -> Option<Token> {
    let main = position.cell_of(attack.main)?;
    position.at(main.step(attack.axis().opposite())?)
}

/// Moved tokens and their destinations; `None` is out of the arena.
type Shifts = heapless::Vec<(Token, Option<Cell>), 12, u8>;

/// Returns the tokens that an action moves without regard to the rules; `None` if one of
/// its tokens is out or would have to leave the arena.
fn shifts(position: &Position, old: &Setup, action: &Action) -> Option<Shifts> {
    let mut shifts = Shifts::new();
    match *action {
        Action::Move(token, direction) => {
            let to = position.cell_of(token)?.step(direction)?;
            shifts.push((token, Some(to))).ok()?;
        }
        Action::Swap(one, other) => {
            shifts.push((one, position.cell_of(other))).ok()?;
            shifts.push((other, position.cell_of(one))).ok()?;
        }
        Action::Attack(attack) => {
            for token in [Some(attack.main), attack.extra].into_iter().flatten() {
                let to = position.cell_of(token)?.step(attack.along)?;
                shifts.push((token, Some(to))).ok()?;
            }
            let axis = attack.axis();
            let main = position.cell_of(attack.main)?;
            let line = core::iter::successors(main.step(axis), |cell| cell.step(axis));
            let resisters = line
                .map_while(|cell| Some((old.at(cell)?, cell)))
                .take_while(|(token, _)| token.colour != attack.main.colour);
            for (token, from) in resisters {
                let along = from.step(attack.along);
                let to = match attack.course.aside(attack.along) {
                    None => along,
                    Some(aside) => along.and_then(|cell| cell.step(aside)),
                };
                shifts.push((token, to)).ok()?;
            }
        }
    }
    Some(shifts)
}

/// Returns the cells that tokens leave or come to.
fn reach(position: &Position, shifts: &Shifts) -> CellSet {
    let mut reach = CellSet::EMPTY;
    for &(token, to) in shifts {
        for cell in position.cell_of(token).into_iter().chain(to) {
            reach.insert(cell);
        }
    }
    reach
}

/// Returns the arrangement after these shifts; `None` if two tokens would stand on one
/// cell.
fn carried_out(position: &Position, shifts: &Shifts) -> Option<Setup> {
    let mut outcome = Setup::empty();
    for (token, cell) in position.tokens() {
        let moved = shifts.iter().find(|&&(moved, _)| moved == token);
        if let Some(to) = moved.map_or(Some(cell), |&(_, to)| to)
            && outcome.put(to, token).is_some()
        {
            return None;
        }
    }
    Some(outcome)
}
