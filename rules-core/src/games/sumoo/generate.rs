//! Enumeration of all legal actions of a position, and of all legal turns, without
//! allocation.

use super::action::{Action, Attack, AttackKind, ResisterCourse};
use super::cell::Direction;
use super::points::Points;
use super::position::Position;
use super::rules::{Arena, Effect, effect, shift};
use super::token::{Colour, Token};
use crate::clause::Clause;
use heapless::Vec;

/// Largest number of actions in a turn: each costs at least one point.
pub const MAX_ACTIONS: usize = Points::TURN as usize;

/// Actions of one turn, in order.
pub type ActionSequence = Vec<Action, MAX_ACTIONS>;

/// Upper bound of the number of turns, counted as sequences of actions, from any
/// position.
///
/// Each of the six tokens has four sides; a side is worth one move, half a swap or, with
/// an enemy there, 6 attacks for 2 points and 6 for 3. With `a` actions for one point and
/// enemies on `e` sides, `a + e <= 24`. Therefore one point allows at most `1 + 24`
/// sequences, two points `1 + 25a + 6e <= 601`, and three points `1 + 601a + 25 * 6e +
/// 6e`, largest for `a = 24`.
pub const MAX_TURNS: u32 = 1 + 601 * 24;

/// Returns the cost of a turn: the sum of [`Action::cost`] over its actions.
#[must_use]
pub fn cost(turn: &ActionSequence) -> u8 {
    turn.iter().map(|action| action.cost().number()).sum()
}

impl Arena {
    /// Calls `visit` with every legal action of `colour` that costs at most `points`,
    /// each once, and with its effect.
    pub fn each_action(
        &self,
        colour: Colour,
        points: Points,
        mut visit: impl FnMut(Action, &Effect),
    ) {
        if points == Points::Zero || self.position().winner().is_some() {
            return;
        }
        for (token, from) in self.position().tokens() {
            if token.colour != colour {
                continue;
            }
            for direction in Direction::ALL {
                let Some(to) = from.step(direction) else {
                    continue;
                };
                match self.at(to) {
                    None => visit(
                        Action::Move(token, direction),
                        &effect([shift(token, from, Some(to), Clause::Su6)]),
                    ),
                    Some(other) if other.colour == colour => {
                        // Each pair once, from its lesser token.
                        if token < other {
                            visit(
                                Action::Swap(token, other),
                                &effect([
                                    shift(token, from, Some(to), Clause::Su7),
                                    shift(other, to, Some(from), Clause::Su7),
                                ]),
                            );
                        }
                    }
                    Some(_) => self.each_attack(token, direction, points, &mut visit),
                }
            }
        }
    }

    /// Calls `visit` with every legal attack of `main` on the enemy next to it in
    /// direction `axis`, for at most `points`.
    fn each_attack(
        &self,
        main: Token,
        axis: Direction,
        points: Points,
        visit: &mut impl FnMut(Action, &Effect),
    ) {
        let behind = self
            .position()
            .cell_of(main)
            .and_then(|cell| cell.step(axis.opposite()))
            .and_then(|cell| self.at(cell))
            .filter(|token| token.colour == main.colour);
        for extra in [Some(None), behind.map(Some)].into_iter().flatten() {
            for (grip, along) in [
                (AttackKind::Push, axis),
                (AttackKind::Pull, axis.opposite()),
            ] {
                for course in ResisterCourse::ALL {
                    let attack = Attack {
                        grip,
                        main,
                        extra,
                        along,
                        course,
                    };
                    if attack.cost() > points {
                        continue;
                    }
                    let action = Action::Attack(attack);
                    if let Ok(effect) = self.check_action(main.colour, &action) {
                        visit(action, &effect);
                    }
                }
            }
        }
    }
}

impl Position {
    /// Calls `visit` with every turn of at most `points`: each sequence of legal
    /// actions, the empty one first, with the position it ends in. Different sequences
    /// may end in the same position; at most [`MAX_TURNS`] are visited.
    ///
    /// ```
    /// use rules_core::games::sumoo::{Colour, Points, Position};
    ///
    /// let mut single = 0;
    /// Position::START.each_turn(Colour::White, Points::One, |turn, _| single += turn.len());
    /// assert_eq!(single, 17); // 10 moves and 7 swaps
    /// ```
    pub fn each_turn(
        &self,
        colour: Colour,
        points: Points,
        mut visit: impl FnMut(&ActionSequence, &Position),
    ) {
        self.each_trail(colour, points, &mut |turn, trail| {
            if let Some(end) = trail.last() {
                visit(turn, end);
            }
        });
    }

    /// Calls `visit` like [`Position::each_turn`], but with all positions of the turn,
    /// this one first.
    pub fn each_trail(
        &self,
        colour: Colour,
        points: Points,
        visit: &mut impl FnMut(&ActionSequence, &PositionSequence),
    ) {
        let mut trail = PositionSequence::new();
        trail.push(*self).ok();
        follow(
            &mut ActionSequence::new(),
            &mut trail,
            colour,
            points,
            visit,
        );
    }
}

/// Positions of a turn, from before its first action to after its last.
pub(super) type PositionSequence = Vec<Position, { MAX_ACTIONS + 1 }>;

// At most three levels deep, because every action costs a point.
fn follow(
    turn: &mut ActionSequence,
    trail: &mut PositionSequence,
    colour: Colour,
    points: Points,
    visit: &mut impl FnMut(&ActionSequence, &PositionSequence),
) {
    visit(turn, trail);
    let Some(&here) = trail.last() else {
        return;
    };
    Arena::new(&here).each_action(colour, points, |action, effect| {
        let Some(left) = points.minus(action.cost()) else {
            return;
        };
        if turn.push(action).is_ok() && trail.push(here.after(effect)).is_ok() {
            follow(turn, trail, colour, left, visit);
            trail.pop();
        }
        turn.pop();
    });
}
