//! Which single action somebody tried that the rules forbid: one that leads to
//! what is seen when tokens are moved without regard to the rules.

use crate::games::sumoo::observation::Observation;
use crate::games::sumoo::{
    Action, Attack, Cell, CellSet, Colour, Course, Direction, Game, Grip, Position, Setup, Token,
};

/// The action that was tried, if one leads to what is seen.
pub(super) fn attempted(game: &Game, seen: &Observation) -> Option<Action> {
    let position = game.position();
    let cells = position.setup();
    let changed = seen.differences(position);
    let forbidden = |action: &Action| {
        let outcome = shifts(position, &cells, action)
            // Elsewhere all stays as it is, and is not as it is seen.
            .filter(|shifts| changed.is_within(reach(position, shifts)))
            .and_then(|shifts| carried_out(position, &shifts));
        outcome.is_some_and(|it| shows(seen, &it)) && game.legal(action).is_err()
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
            for grip in [Grip::Push, Grip::Pull] {
                for course in Course::ALL {
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

/// Whether it would be an action of this player's tokens.
pub(super) fn is_by(action: &Action, colour: Colour) -> bool {
    match action {
        Action::Move(token, _) => token.colour == colour,
        Action::Swap(one, other) => one.colour == colour && other.colour == colour,
        Action::Attack(attack) => attack.main.colour == colour,
    }
}

fn shows(seen: &Observation, outcome: &Setup) -> bool {
    use crate::games::sumoo::observation::fits;
    Cell::all().all(|cell| fits(seen.at(cell), outcome.at(cell)))
}

/// The token right behind the main attacker.
fn behind(position: &Position, attack: &Attack) -> Option<Token> {
    let main = position.cell_of(attack.main)?;
    position.at(main.step(attack.axis().opposite())?)
}

/// Tokens and where they go; nothing is out of the arena.
type Shifts = heapless::Vec<(Token, Option<Cell>), 12, u8>;

/// What an action moves if nobody minds the rules.
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

/// The cells that tokens leave or come to.
fn reach(position: &Position, shifts: &Shifts) -> CellSet {
    let mut reach = CellSet::EMPTY;
    for &(token, to) in shifts {
        for cell in position.cell_of(token).into_iter().chain(to) {
            reach.insert(cell);
        }
    }
    reach
}

/// Where these shifts lead; nothing if a token would come to stand upon another.
fn carried_out(position: &Position, shifts: &Shifts) -> Option<Setup> {
    let mut outcome = Setup::empty();
    for (token, cell) in position.tokens() {
        let moved = shifts.iter().find(|it| it.0 == token);
        if let Some(to) = moved.map_or(Some(cell), |it| it.1)
            && outcome.put(to, token).is_some()
        {
            return None;
        }
    }
    Some(outcome)
}
