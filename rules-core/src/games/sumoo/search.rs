//! The turns that lead to what is seen, without trying all others.
//!
//! A device judges while its sensors go on: to try all 14,425 turns takes it
//! half a second. But an action for one point moves one token or swaps two, so
//! it changes two cells. Whoever has one point left and more than two cells to
//! put right will not get there, nor will whoever has none left and any cell.
//! That leaves some hundreds of positions, and of each only the cells that the
//! last action changed are looked at.
//!
//! Which turns come, and in which order, is as in [`super::generate`]; only
//! those that do not fit are left out.

use super::cell::CellSet;
use super::generate::{Trail, Turn};
use super::observation::{Observation, fits};
use super::passing::Passing;
use super::points::Points;
use super::position::Position;
use super::rules::{Arena, Effect};
use super::token::Colour;

/// Cells that an action for one point changes at most (SU-6, SU-7).
const BY_ONE_POINT: u32 = 2;

/// Visits every legal turn that ends in what is seen, with its result.
/// Different orders of the same actions are visited separately.
///
/// ```
/// use rules_core::games::sumoo::observation::{Observation, Sight};
/// use rules_core::games::sumoo::search::each_fitting;
/// use rules_core::games::sumoo::{Colour, Points, Position};
///
/// let seen = Observation::of(&Position::START, Sight::Occupancy);
/// let mut turns = 0;
/// each_fitting(&Position::START, Colour::White, Points::One, &seen, |_, _| turns += 1);
/// assert_eq!(turns, 8); // nothing done, or one of seven swaps
/// ```
pub fn each_fitting(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &Observation,
    mut visit: impl FnMut(&Turn, &Position),
) {
    let mut search = Search {
        colour,
        turn: Turn::new(),
        trail: Trail::new(),
        after: |wrong: CellSet, effect: &Effect| differences_after(wrong, effect, seen),
        visit: |turn: &Turn, trail: &Trail| {
            if let Some(end) = trail.last() {
                visit(turn, end);
            }
            Onwards::Yes
        },
    };
    search.from(*before, points, seen.differences(before));
}

/// Whether some legal turn passes through what is seen, as
/// [`super::inference`] says it: then what is seen need not be the end.
///
/// ```
/// use rules_core::games::seen::Seen;
/// use rules_core::games::sumoo::observation::{Observation, Sight};
/// use rules_core::games::sumoo::search::may_continue;
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// let mut seen = Observation::of(&Position::START, Sight::Class);
/// seen.see(Cell::at(4, 2).unwrap(), Seen::Empty);
/// // White has a token in hand; Black cannot have it.
/// assert!(may_continue(&Position::START, Colour::White, Points::One, &seen));
/// assert!(!may_continue(&Position::START, Colour::Black, Points::One, &seen));
/// ```
#[must_use]
pub fn may_continue(before: &Position, colour: Colour, points: Points, seen: &Observation) -> bool {
    let passing = Passing::new(before, seen);
    let mut found = false;
    let mut search = Search {
        colour,
        turn: Turn::new(),
        trail: Trail::new(),
        after: |unreached: CellSet, effect: &Effect| unreached.without(reach_of(effect)),
        visit: |_: &Turn, trail: &Trail| {
            let end_fits = (trail.last()).is_some_and(|end| seen.differences(end).is_empty());
            found |= passing.through(trail, end_fits);
            match found {
                true => Onwards::No,
                false => Onwards::Yes,
            }
        },
    };
    search.from(*before, points, seen.differences(before));
    found
}

/// The cells that differ after an effect, from those that differed before it.
fn differences_after(mut wrong: CellSet, effect: &Effect, seen: &Observation) -> CellSet {
    wrong = wrong.without(reach_of(effect));
    for shift in effect {
        let is_taken = effect.iter().any(|other| other.to == Some(shift.from));
        if !is_taken && !fits(seen.at(shift.from), None) {
            wrong.insert(shift.from);
        }
        if let Some(to) = shift.to
            && !fits(seen.at(to), Some(shift.token))
        {
            wrong.insert(to);
        }
    }
    wrong
}

/// The cells that tokens leave or come to.
fn reach_of(effect: &Effect) -> CellSet {
    let mut reach = CellSet::EMPTY;
    for shift in effect {
        reach.insert(shift.from);
        if let Some(to) = shift.to {
            reach.insert(to);
        }
    }
    reach
}

/// Whether to search on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Onwards {
    Yes,
    No,
}

/// A search for turns after which no cell is open: `after` says which cells are
/// open after an effect, from those that were open before it. It may close, or
/// open, only cells that the effect changes.
struct Search<A, V> {
    colour: Colour,
    turn: Turn,
    trail: Trail,
    after: A,
    visit: V,
}

impl<A, V> Search<A, V>
where
    A: Fn(CellSet, &Effect) -> CellSet,
    V: FnMut(&Turn, &Trail) -> Onwards,
{
    // Three levels deep at most: every action costs a point.
    fn from(&mut self, here: Position, points: Points, open: CellSet) -> Onwards {
        if self.trail.push(here).is_err() {
            return Onwards::Yes;
        }
        let mut onwards = match open.is_empty() {
            true => (self.visit)(&self.turn, &self.trail),
            false => Onwards::Yes,
        };
        if onwards == Onwards::Yes && is_within_reach(open, points) {
            Arena::new(&here).each_action(self.colour, points, |action, effect| {
                let Some(left) = points.minus(action.cost()) else {
                    return;
                };
                if onwards == Onwards::No {
                    return;
                }
                let open = (self.after)(open, effect);
                if !is_within_reach(open, left) {
                    return;
                }
                if self.turn.push(action).is_ok() {
                    onwards = self.from(here.after(effect), left, open);
                }
                self.turn.pop();
            });
        }
        self.trail.pop();
        onwards
    }
}

/// Whether so many points can close these cells.
const fn is_within_reach(open: CellSet, points: Points) -> bool {
    match points {
        Points::Zero => open.is_empty(),
        Points::One => open.len() <= BY_ONE_POINT,
        Points::Two | Points::Three => true,
    }
}
