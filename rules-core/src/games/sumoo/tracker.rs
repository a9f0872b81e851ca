//! Follows lifts and placements, so that tokens keep their names where sensors
//! cannot tell them apart.
//!
//! A swap leaves the same cells occupied. The tracker resolves it in one of
//! three ways:
//!
//! 1. **By order.** With one token in the hand at a time there is never a doubt:
//!    what is put down is what was lifted. (Put the first one on a spare cell,
//!    move the second, then the first.)
//! 2. **By class.** With two in the hand, a board that senses the class of what
//!    is put down tells which one it was.
//! 3. **By touch.** With two in the hand and a board that sees occupancy only,
//!    "both put back" and "swapped" remain. Players may agree that a token
//!    that was lifted counts as moved ([`Touch::Counts`]); else they are asked.
//!
//! Tokens that look alike are kept apart as long as the hands allow, and are one
//! explanation otherwise, as in [`super::inference`].
//!
//! Tokens that are slid against each other swap cells without being lifted; that
//! is no gesture the tracker knows ([`Strange`]). Then start a new one from the
//! last judged position, and let [`super::inference::infer`] judge the board.

use super::cell::{CELLS, Cell};
use super::inference::Explanations;
use super::observation::{Look, fits};
use super::points::Points;
use super::position::Position;
use super::token::{Colour, TokenSet};
use crate::games::seen::Seen;
use core::fmt;

/// Whether a token that was lifted and is back on its cell may count as not
/// moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Touch {
    /// Lifting is free: "both put back" stays possible.
    Free,
    /// A house rule: every token lifted ends the turn on another cell.
    Counts,
}

/// An event that fits no gesture. The tracker is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Strange {
    /// Something left a cell that was empty.
    NothingThere(Cell),
    /// Something came onto a cell that was taken.
    AlreadyTaken(Cell),
    /// Something was put down that nobody had lifted, or that does not look
    /// like anything in the hand.
    NotInHand(Cell),
}

impl fmt::Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingThere(cell) => write!(f, "nothing was on {cell} to be lifted"),
            Self::AlreadyTaken(cell) => write!(f, "{cell} was taken already"),
            Self::NotInHand(cell) => write!(f, "what came onto {cell} was not lifted before"),
        }
    }
}

/// Knows, as far as can be known, which token is where during a turn.
///
/// ```
/// use rules_core::games::seen::Seen;
/// use rules_core::games::sumoo::tracker::{Touch, Tracker};
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// let [front, back, spare] = [(2, 3), (2, 2), (1, 2)].map(|(c, r)| Cell::at(c, r).unwrap());
/// let mut tracker = Tracker::new(&Position::START);
/// for (from, to) in [(front, spare), (back, front), (spare, back)] {
///     tracker.lift(from).unwrap();
///     tracker.place(to, Seen::Occupied).unwrap();
/// }
/// let turns = tracker.explain(Colour::White, Points::TURN, Touch::Free);
/// assert_eq!(turns.only().unwrap().turn[0].to_string(), "1U 2U =");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracker {
    before: Position,
    /// What may stand on each cell; nothing for an empty one.
    cells: [TokenSet; CELLS],
    /// What may be in somebody's hand.
    hand: TokenSet,
    in_hand: u8,
    /// Tokens that were certainly lifted.
    touched: TokenSet,
}

impl Tracker {
    /// Starts a turn at a position that is known.
    #[must_use]
    pub fn new(before: &Position) -> Self {
        let mut cells = [TokenSet::EMPTY; CELLS];
        for (token, cell) in before.tokens() {
            if let Some(set) = cells.get_mut(cell.index()) {
                set.insert(token);
            }
        }
        Self {
            before: *before,
            cells,
            hand: TokenSet::EMPTY,
            in_hand: 0,
            touched: TokenSet::EMPTY,
        }
    }

    /// What may stand on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> TokenSet {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// How many tokens are in somebody's hand.
    #[must_use]
    pub const fn in_hand(&self) -> u8 {
        self.in_hand
    }

    /// A cell has become empty.
    ///
    /// # Errors
    /// If it was empty already.
    pub fn lift(&mut self, cell: Cell) -> Result<(), Strange> {
        let lifted = self.at(cell);
        if lifted.is_empty() {
            return Err(Strange::NothingThere(cell));
        }
        if let Some(token) = lifted.only() {
            self.touched.insert(token);
        }
        self.set(cell, TokenSet::EMPTY);
        self.hand = self.hand.union(lifted);
        self.in_hand += 1;
        Ok(())
    }

    /// Something has been put on a cell; `seen` is what the board says of it.
    ///
    /// # Errors
    /// If the cell was taken, or nothing in the hand looks like this.
    pub fn place(&mut self, cell: Cell, seen: Seen<Look>) -> Result<(), Strange> {
        if !self.at(cell).is_empty() {
            return Err(Strange::AlreadyTaken(cell));
        }
        let suitable: TokenSet = self.hand.iter().filter(|&t| fits(seen, Some(t))).collect();
        if self.in_hand == 0 || suitable.is_empty() {
            return Err(Strange::NotInHand(cell));
        }
        self.set(cell, suitable);
        self.in_hand -= 1;
        if self.in_hand == 0 {
            self.hand = TokenSet::EMPTY;
        }
        self.conclude();
        Ok(())
    }

    /// A token known to be in one place is in no other. Each round settles one
    /// token at least, so twelve are enough.
    fn conclude(&mut self) {
        for _ in 0..super::token::TOKENS {
            let known: TokenSet = self.cells.iter().filter_map(|set| set.only()).collect();
            for set in self.cells.iter_mut().chain([&mut self.hand]) {
                if set.only().is_none() {
                    known.iter().for_each(|token| set.remove(token));
                }
            }
        }
        // One in the hand, and one name for it.
        if let (1, Some(token)) = (self.in_hand, self.hand.only()) {
            for set in &mut self.cells {
                set.remove(token);
            }
        }
    }

    fn set(&mut self, cell: Cell, tokens: TokenSet) {
        if let Some(set) = self.cells.get_mut(cell.index()) {
            *set = tokens;
        }
    }

    /// Whether the tokens may stand as in this position, with what is in the
    /// hand out of the arena.
    #[must_use]
    pub fn allows(&self, position: &Position) -> bool {
        let cells = position.setup();
        Cell::all().all(|cell| match cells.at(cell) {
            None => self.at(cell).is_empty(),
            Some(token) => self.at(cell).contains(token),
        })
    }

    /// The legal turns of `colour` that end as the tokens stand now. As long as
    /// something is in the hand that may still change.
    #[must_use]
    pub fn explain(&self, colour: Colour, points: Points, touch: Touch) -> Explanations {
        let mut found = Explanations::default();
        self.before.each_turn(colour, points, |turn, result| {
            let moved = |token| result.cell_of(token) != self.before.cell_of(token);
            let by_touch = match touch {
                Touch::Free => true,
                Touch::Counts => self.touched.iter().all(moved),
            };
            if by_touch && self.allows(result) {
                found.note(turn, result);
            }
        });
        found
    }
}
