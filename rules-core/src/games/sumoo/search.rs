//! Search for the turns that lead to a board reading, without trying all others.
//!
//! A device judges while its sensors continue, and trying all of up to 14,425 turns takes
//! it half a second. An action for one point moves one token or swaps two, so it changes
//! two cells. A turn with one point left and more than two differing cells cannot reach
//! the reading, nor can one with no point left and any differing cell. That leaves some
//! hundreds of positions, and of each only the cells that the last action changed are
//! examined.
//!
//! The turns are visited in the order of [`super::generate`], without those that do not
//! fit.

use super::board_reading::{BoardReading, fits};
use super::cell::CellSet;
use super::generate::{ActionSequence, PositionSequence};
use super::points::Points;
use super::position::Position;
use super::rules::{Arena, Effect};
use super::token::Colour;
use super::transit::TransitCheck;

/// Largest number of cells that an action for one point changes (SU-6, SU-7).
const BY_ONE_POINT: u32 = 2;

/// Calls `visit` with every legal turn that ends in the reading `seen`, and with the
/// position it ends in. Different orders of the same actions are visited separately.
///
/// ```
/// use rules_core::games::cell_reading::CellReading;
/// use rules_core::games::sumoo::board_reading::BoardReading;
/// use rules_core::games::sumoo::search::each_fitting;
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// let mut seen = BoardReading::unknown();
/// for cell in Cell::all() {
///     let token = Position::START.at(cell);
///     seen.set(cell, token.map_or(CellReading::Empty, |_| CellReading::Occupied));
/// }
/// let mut turns = 0;
/// each_fitting(&Position::START, Colour::White, Points::One, &seen, |_, _| turns += 1);
/// assert_eq!(turns, 8); // nothing done, or one of seven swaps
/// ```
pub fn each_fitting(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &BoardReading,
    mut visit: impl FnMut(&ActionSequence, &Position),
) {
    let mut search = Search {
        colour,
        turn: ActionSequence::new(),
        trail: PositionSequence::new(),
        after: |wrong: CellSet, effect: &Effect| differences_after(wrong, effect, seen),
        visit: |turn: &ActionSequence, trail: &PositionSequence| {
            if let Some(end) = trail.last() {
                visit(turn, end);
            }
            Continue::Yes
        },
    };
    search.from(*before, points, seen.differences(before));
}

/// True if some legal turn passes through the reading `seen`, so that the reading need
/// not be the end of a turn. `transit.rs` defines when a turn passes through a reading.
///
/// ```
/// use rules_core::games::cell_reading::CellReading;
/// use rules_core::games::sumoo::board_reading::{BoardReading, TokenAppearance};
/// use rules_core::games::sumoo::search::may_continue;
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position, Token};
///
/// let mut seen = BoardReading::unknown();
/// for cell in Cell::all() {
///     let class = |token: Token| TokenAppearance::Class(token.colour, token.force());
///     let token = Position::START.at(cell).map(class);
///     seen.set(cell, token.map_or(CellReading::Empty, CellReading::Looks));
/// }
/// seen.set(Cell::at(4, 2).unwrap(), CellReading::Empty);
/// // White has a token in hand; Black cannot have it.
/// assert!(may_continue(&Position::START, Colour::White, Points::One, &seen));
/// assert!(!may_continue(&Position::START, Colour::Black, Points::One, &seen));
/// ```
#[must_use]
pub fn may_continue(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &BoardReading,
) -> bool {
    let passing = TransitCheck::new(before, seen);
    let mut found = false;
    let mut search = Search {
        colour,
        turn: ActionSequence::new(),
        trail: PositionSequence::new(),
        after: |unreached: CellSet, effect: &Effect| unreached.without(reach_of(effect)),
        visit: |_: &ActionSequence, trail: &PositionSequence| {
            let end_fits = (trail.last()).is_some_and(|end| seen.differences(end).is_empty());
            found |= passing.through(trail, end_fits);
            if found { Continue::No } else { Continue::Yes }
        },
    };
    search.from(*before, points, seen.differences(before));
    found
}

/// Returns the cells that differ from the reading `seen` after an effect, given those
/// that differed before it.
fn differences_after(mut wrong: CellSet, effect: &Effect, seen: &BoardReading) -> CellSet {
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

/// Returns the cells that tokens leave or arrive on in this effect.
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

/// Answer of a visitor: continue the search, or stop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Continue {
    Yes,
    No,
}

/// Depth-first search for turns after which no cell is open, that is, still to be
/// explained. `after` returns the cells that are open after an effect, from those that
/// were open before it; it may close or open only cells that the effect changes.
struct Search<A, V> {
    colour: Colour,
    turn: ActionSequence,
    trail: PositionSequence,
    after: A,
    visit: V,
}

impl<A, V> Search<A, V>
where
    A: Fn(CellSet, &Effect) -> CellSet,
    V: FnMut(&ActionSequence, &PositionSequence) -> Continue,
{
    // At most three levels deep, because every action costs a point.
    fn from(&mut self, here: Position, points: Points, open: CellSet) -> Continue {
        if self.trail.push(here).is_err() {
            return Continue::Yes;
        }
        let mut onwards = if open.is_empty() {
            (self.visit)(&self.turn, &self.trail)
        } else {
            Continue::Yes
        };
        if onwards == Continue::Yes && is_within_reach(open, points) {
            Arena::new(&here).each_action(self.colour, points, |action, effect| {
                let Some(left) = points.minus(action.cost()) else {
                    return;
                };
                if onwards == Continue::No {
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

/// True if `points` can suffice to explain the open cells.
const fn is_within_reach(open: CellSet, points: Points) -> bool {
    match points {
        Points::Zero => open.is_empty(),
        Points::One => open.len() <= BY_ONE_POINT,
        Points::Two | Points::Three => true,
    }
}
