//! From what a board sees back to what was played.
//!
//! The position at the start of the turn is known. Every legal turn of 0 to 3
//! points is tried against what is seen ([`infer`]): those that end in it
//! explain it; if none does, those that end nearest to it are given, with what
//! differs as repair steps.
//!
//! # Whether it is the end
//!
//! A turn *passes through* what is seen if the board can look like this before
//! the turn is done: every token it touches is where it was, where the turn
//! takes it at some moment, or in somebody's hand, every other token is in its
//! place, and all this does not look like the end of the turn. If no turn does,
//! what is seen is final, and that is never said wrongly; in particular a turn
//! whose end fits what is seen may pass through it as well, where a cell is
//! masked or a swap does not show. `MayContinue` can be said of a board that
//! play in good order never shows, because tokens are allowed on their ways
//! independently of each other: two of them on cells of different moments, or
//! one in a hand over a masked cell that no other turn needs.
//!
//! # Tokens that look alike
//!
//! Tokens of equal colour and force are physically alike and have equal rights,
//! so results that differ only in which of them stands where are one
//! explanation: any of the names fits the table, and the rest of the game is
//! the same. The explanation carries the cheapest turn, the first found among
//! equals, and says whether other names are possible ([`Naming`]).
//!
//! # Swaps
//!
//! A swap leaves occupancy and colours as they are. It is told apart by class
//! sensing, or by following lifts and placements with [`super::tracker`].
//!
//! # Work
//!
//! At most [`super::generate::MOST_TURNS`] turns are tried, 14,425. For each,
//! 35 cells are compared once or twice and at most [`MOST_EXPLANATIONS`]
//! results looked through. Tokens are seated to see whether a turn passes
//! through, until one does. The stack holds four positions and three actions.

use super::generate::{Turn, cost};
use super::observation::{Observation, Repair};
use super::passing::Passing;
use super::points::Points;
use super::position::Position;
use super::token::Colour;
use crate::games::seen::Finality;
use heapless::Vec;

/// Explanations that are kept; more are counted as [`Explanations::more`].
pub const MOST_EXPLANATIONS: usize = 16;

/// Whether an explanation stands for one position or for several that look the
/// same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Naming {
    /// Every legal turn that looks like this ends in this very position.
    Unique,
    /// Another legal turn ends with tokens that look alike the other way round.
    Alike,
}

/// A legal turn that ends in, or near, what is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Explanation {
    /// The actions; one order of possibly several.
    pub turn: Turn,
    /// Where it ends.
    pub result: Position,
    /// Whether tokens that look alike could be named otherwise.
    pub naming: Naming,
}

/// Explanations, no two of which look the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanations {
    list: Vec<Explanation, MOST_EXPLANATIONS>,
    more: bool,
}

impl Explanations {
    /// The explanations, up to [`MOST_EXPLANATIONS`].
    #[must_use]
    pub fn list(&self) -> &[Explanation] {
        &self.list
    }

    /// Whether there are more than are listed.
    #[must_use]
    pub const fn more(&self) -> bool {
        self.more
    }

    /// The only one, if there is exactly one.
    #[must_use]
    pub fn only(&self) -> Option<&Explanation> {
        match self.list() {
            [only] if !self.more => Some(only),
            _ => None,
        }
    }

    /// Adds a turn to those of its looks.
    pub(super) fn note(&mut self, turn: &Turn, result: &Position) {
        let looks = result.appearance();
        let same = self
            .list
            .iter_mut()
            .find(|known| known.result.appearance() == looks);
        let Some(known) = same else {
            let explanation = Explanation {
                turn: turn.clone(),
                result: *result,
                naming: Naming::Unique,
            };
            self.more |= self.list.push(explanation).is_err();
            return;
        };
        if known.result != *result {
            known.naming = Naming::Alike;
        }
        if cost(turn) < cost(&known.turn) {
            known.turn = turn.clone();
            known.result = *result;
        }
    }
}

/// What can be said about an observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inference {
    /// The turns that explain it if `distance` is 0, else the nearest ones.
    pub explanations: Explanations,
    /// Repair steps from what is seen to each of the explanations.
    pub distance: u8,
    /// Whether some legal turn passes through what is seen.
    pub finality: Finality,
    /// Turns that were tried.
    pub tried: u32,
}

impl Inference {
    /// The only explanation, if there is exactly one and nothing remains to be
    /// repaired.
    #[must_use]
    pub fn only(&self) -> Option<&Explanation> {
        self.explanations.only().filter(|_| self.distance == 0)
    }

    /// The first thing to do towards the first of the nearest explanations;
    /// `None` if nothing needs repair.
    #[must_use]
    pub fn next_repair(&self, seen: &Observation) -> Option<Repair> {
        seen.repairs(&self.explanations.list().first()?.result)
            .next()
    }
}

/// Explains what is seen after `colour`, with `points` to spend, has played
/// from `before`.
///
/// ```
/// use rules_core::games::seen::{Finality, Seen};
/// use rules_core::games::sumoo::inference::infer;
/// use rules_core::games::sumoo::observation::{Observation, Sight};
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// // White's 2E stands one cell further east than at the start.
/// let mut seen = Observation::of(&Position::START, Sight::Colour);
/// let moved = seen.at(Cell::at(4, 2).unwrap());
/// seen.see(Cell::at(4, 2).unwrap(), Seen::Empty);
/// seen.see(Cell::at(5, 2).unwrap(), moved);
///
/// let inference = infer(&Position::START, Colour::White, Points::One, &seen);
/// assert_eq!(inference.only().unwrap().turn[0].to_string(), "2E E");
/// assert_eq!(inference.finality, Finality::Final);
/// // With all its points the turn may go on from there.
/// let inference = infer(&Position::START, Colour::White, Points::TURN, &seen);
/// assert_eq!(inference.finality, Finality::MayContinue);
/// ```
#[must_use]
pub fn infer(before: &Position, colour: Colour, points: Points, seen: &Observation) -> Inference {
    let mut found = Inference {
        explanations: Explanations::default(),
        distance: u8::MAX,
        finality: Finality::Final,
        tried: 0,
    };
    let passing = Passing::new(before, seen);
    before.each_trail(colour, points, &mut |turn, trail| {
        let Some(result) = trail.last() else {
            return;
        };
        found.tried += 1;
        // A turn that ends farther away than the best so far need not be
        // measured to the end.
        let limit = found.distance.saturating_add(1);
        let distance = seen.distance(&result.setup(), limit);
        if found.finality == Finality::Final && passing.through(trail, distance == 0) {
            found.finality = Finality::MayContinue;
        }
        if distance < found.distance {
            found.distance = distance;
            found.explanations = Explanations::default();
        }
        if distance == found.distance {
            found.explanations.note(turn, result);
        }
    });
    found
}

/// Visits every legal turn that explains what is seen, with its result, and
/// gives back the distance of them all as in [`Inference::distance`]. Nothing is
/// left out and nothing kept: turns that end alike, such as different orders of
/// the same actions, are visited separately. [`infer`] sorts them out, and keeps
/// the first [`MOST_EXPLANATIONS`]. All turns are tried twice.
///
/// ```
/// use rules_core::games::sumoo::inference::each_explanation;
/// use rules_core::games::sumoo::observation::{Observation, Sight};
/// use rules_core::games::sumoo::{Colour, Points, Position};
///
/// let seen = Observation::of(&Position::START, Sight::Occupancy);
/// let mut turns = 0;
/// let count = |_: &_, _: &_| turns += 1;
/// let distance = each_explanation(&Position::START, Colour::White, Points::One, &seen, count);
/// assert_eq!((distance, turns), (0, 8)); // nothing done, or one of seven swaps
/// ```
pub fn each_explanation(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &Observation,
    mut visit: impl FnMut(&Turn, &Position),
) -> u8 {
    let mut least = u8::MAX;
    before.each_turn(colour, points, |_, result| {
        least = seen.distance(&result.setup(), least);
    });
    let limit = least.saturating_add(1);
    before.each_turn(colour, points, |turn, result| {
        if seen.distance(&result.setup(), limit) == least {
            visit(turn, result);
        }
    });
    least
}

/// Visits every legal turn that passes through what is seen, with its result:
/// what somebody with tokens in hand may be doing.
/// Different orders of the same actions are visited separately.
pub fn each_passing(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &Observation,
    mut visit: impl FnMut(&Turn, &Position),
) {
    let passing = Passing::new(before, seen);
    before.each_trail(colour, points, &mut |turn, trail| {
        if let Some(result) = trail.last()
            && passing.through(trail, seen.differences(result).is_empty())
        {
            visit(turn, result);
        }
    });
}
