//! Inference of the SUMOO turn that was played from the sensor readings of a board.
//!
//! The position at the start of the turn is known. Every legal turn of 0 to 3
//! points is tried against what is seen ([`infer`]): those that end in it
//! explain it; if none does, those that end nearest to it are given, with what
//! differs as repair steps.
//!
//! # Finality
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
//! equals, and says whether other names are possible ([`Ambiguity`]).
//!
//! # Swaps
//!
//! A swap leaves occupancy and colours as they are. It is told apart by class
//! sensing, or by following lifts and placements with [`crate::sumoo_tracker`].
//!
//! # Work
//!
//! At most [`MAX_TURNS`](rules_core::games::sumoo::generate::MAX_TURNS) turns are tried, 14,425. For each,
//! 35 cells are compared once or twice and at most [`MAX_EXPLANATIONS`]
//! results looked through. Tokens are seated to see whether a turn passes
//! through, until one does. The stack holds four positions and three actions.

use heapless::Vec;
use rules_core::games::cell_reading::{CellReading, Finality};
use rules_core::games::sumoo::board_reading::{ArenaRepair, BoardReading, fits};
use rules_core::games::sumoo::generate::cost;
use rules_core::games::sumoo::transit::TransitCheck;
use rules_core::games::sumoo::{ActionSequence, Cell, Colour, Points, Position};

/// Greatest number of explanations that are kept; more set [`Explanations::more`].
pub const MAX_EXPLANATIONS: usize = 16;

/// Uniqueness of an explanation: it stands for one position, or for several that look
/// the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ambiguity {
    /// Every legal turn with this appearance ends in this very position.
    Unique,
    /// Another legal turn ends with tokens that look alike the other way round.
    Alike,
}

/// Legal turn that ends in, or near, the observed board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Actions of the turn, in one order of possibly several.
    pub turn: ActionSequence,
    /// Position at the end of the turn.
    pub result: Position,
    /// Uniqueness of the token names in `result`.
    pub naming: Ambiguity,
}

/// List of explanations, no two of which look the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanations {
    list: Vec<Explanation, MAX_EXPLANATIONS>,
    more: bool,
}

impl Explanations {
    /// Returns the explanations, up to [`MAX_EXPLANATIONS`].
    #[must_use]
    pub fn list(&self) -> &[Explanation] {
        &self.list
    }

    /// True if there are more explanations than are listed.
    #[must_use]
    pub const fn more(&self) -> bool {
        self.more
    }

    /// Returns the only explanation, or `None` unless there is exactly one.
    #[must_use]
    pub fn only(&self) -> Option<&Explanation> {
        match self.list() {
            [only] if !self.more => Some(only),
            _ => None,
        }
    }

    /// Adds a turn to the explanation with the same appearance, or as a new one.
    pub(crate) fn note(&mut self, turn: &ActionSequence, result: &Position) {
        let looks = result.appearance();
        let same = self
            .list
            .iter_mut()
            .find(|known| known.result.appearance() == looks);
        let Some(known) = same else {
            let explanation = Explanation {
                turn: turn.clone(),
                result: *result,
                naming: Ambiguity::Unique,
            };
            self.more |= self.list.push(explanation).is_err();
            return;
        };
        if known.result != *result {
            known.naming = Ambiguity::Alike;
        }
        if cost(turn) < cost(&known.turn) {
            known.turn = turn.clone();
            known.result = *result;
        }
    }
}

/// Result of explaining an observed board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inference {
    /// Turns that explain the observation if `distance` is 0, else the nearest ones.
    pub explanations: Explanations,
    /// Number of repair steps from the observed board to each of the explanations.
    pub distance: u8,
    /// Finality of the observation: [`Finality::MayContinue`] if some legal turn passes
    /// through it.
    pub finality: Finality,
    /// Number of turns that were tried.
    pub tried: u32,
}

impl Inference {
    /// Returns the only explanation, or `None` unless there is exactly one and nothing
    /// remains to be repaired.
    #[must_use]
    pub fn only(&self) -> Option<&Explanation> {
        self.explanations.only().filter(|_| self.distance == 0)
    }

    /// Returns the first repair step towards the first of the nearest explanations;
    /// `None` if nothing needs repair.
    #[must_use]
    pub fn next_repair(&self, seen: &BoardReading) -> Option<ArenaRepair> {
        seen.repairs(&self.explanations.list().first()?.result)
            .next()
    }
}

/// Explains the observed board after `colour`, with `points` to spend, has played from
/// `before`.
///
/// ```
/// use rules_core::games::cell_reading::{CellReading, Finality};
/// use dohyo_tests::sumoo_inference::infer;
/// use dohyo_tests::sumoo_play::{SensorDetail, ideal_reading};
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// // White's 2E stands one cell further east than at the start.
/// let mut seen = ideal_reading(&Position::START, SensorDetail::Colour);
/// let moved = seen.at(Cell::at(4, 2).unwrap());
/// seen.set(Cell::at(4, 2).unwrap(), CellReading::Empty);
/// seen.set(Cell::at(5, 2).unwrap(), moved);
///
/// let inference = infer(&Position::START, Colour::White, Points::One, &seen);
/// assert_eq!(inference.only().unwrap().turn[0].to_string(), "2E E");
/// assert_eq!(inference.finality, Finality::Final);
/// // With all its points the turn may go on from there.
/// let inference = infer(&Position::START, Colour::White, Points::TURN, &seen);
/// assert_eq!(inference.finality, Finality::MayContinue);
/// ```
#[must_use]
pub fn infer(before: &Position, colour: Colour, points: Points, seen: &BoardReading) -> Inference {
    let mut found = Inference {
        explanations: Explanations::default(),
        distance: u8::MAX,
        finality: Finality::Final,
        tried: 0,
    };
    let passing = TransitCheck::new(before, seen);
    before.each_trail(colour, points, &mut |turn, trail| {
        let Some(result) = trail.last() else {
            return;
        };
        found.tried += 1;
        // A turn that ends farther away than the best so far need not be
        // measured to the end.
        let limit = found.distance.saturating_add(1);
        let distance = distance_to(seen, result, limit);
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

/// Calls `visit` with every legal turn that explains the observed board, and its
/// result. Returns the distance of them all as in [`Inference::distance`]. Nothing is
/// left out and nothing kept: turns that end alike, such as different orders of the same
/// actions, are visited separately. [`infer`] merges them, and keeps the first
/// [`MAX_EXPLANATIONS`]. All turns are tried twice.
///
/// ```
/// use dohyo_tests::sumoo_inference::each_explanation;
/// use dohyo_tests::sumoo_play::{SensorDetail, ideal_reading};
/// use rules_core::games::sumoo::{Colour, Points, Position};
///
/// let seen = ideal_reading(&Position::START, SensorDetail::Occupancy);
/// let mut turns = 0;
/// let count = |_: &_, _: &_| turns += 1;
/// let distance = each_explanation(&Position::START, Colour::White, Points::One, &seen, count);
/// assert_eq!((distance, turns), (0, 8)); // nothing done, or one of seven swaps
/// ```
pub fn each_explanation(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &BoardReading,
    mut visit: impl FnMut(&ActionSequence, &Position),
) -> u8 {
    let mut least = u8::MAX;
    before.each_turn(colour, points, |_, result| {
        least = distance_to(seen, result, least);
    });
    let limit = least.saturating_add(1);
    before.each_turn(colour, points, |turn, result| {
        if distance_to(seen, result, limit) == least {
            visit(turn, result);
        }
    });
    least
}

/// Calls `visit` with every legal turn that passes through the observed board, and
/// its result: the turns that a player with tokens in hand may be making. Different
/// orders of the same actions are visited separately.
pub fn each_passing(
    before: &Position,
    colour: Colour,
    points: Points,
    seen: &BoardReading,
    mut visit: impl FnMut(&ActionSequence, &Position),
) {
    let passing = TransitCheck::new(before, seen);
    before.each_trail(colour, points, &mut |turn, trail| {
        if let Some(result) = trail.last()
            && passing.through(trail, seen.differences(result).is_empty())
        {
            visit(turn, result);
        }
    });
}

/// Returns the number of repair steps from `seen` to `position`, or `limit` if there
/// are at least that many.
fn distance_to(seen: &BoardReading, position: &Position, limit: u8) -> u8 {
    let cells = position.setup();
    let mut steps = 0_u8;
    for cell in Cell::all() {
        let (reading, content) = (seen.at(cell), cells.at(cell));
        if !fits(reading, content) {
            steps += u8::from(reading != CellReading::Empty) + u8::from(content.is_some());
            if steps >= limit {
                return limit;
            }
        }
    }
    steps
}
