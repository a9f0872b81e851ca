//! Tracker of lifts and placements on a SUMOO board, so that tokens keep their names
//! where sensors cannot tell them apart.
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
//!    that was lifted counts as moved ([`TouchRule::Counts`]); else they are asked.
//!
//! Tokens that look alike are kept apart as long as the hands allow, and are one
//! explanation otherwise, as in [`crate::sumoo_inference`].
//!
//! Tokens that are slid against each other swap cells without being lifted; that
//! is no gesture the tracker knows ([`TrackError`]). Then start a new one from the
//! last judged position, and let [`crate::sumoo_inference::infer`] judge the board.

use crate::sumoo_inference::Explanations;
use core::fmt;
use rules_core::games::cell_reading::CellReading;
use rules_core::games::sumoo::board_reading::{TokenAppearance, fits};
use rules_core::games::sumoo::cell::CELLS;
use rules_core::games::sumoo::token::TOKENS;
use rules_core::games::sumoo::{Cell, Colour, Points, Position, Token};

/// Treatment of a token that was lifted and is back on its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TouchRule {
    /// A lifted token may be put back on its cell: "both put back" stays possible.
    Free,
    /// Every lifted token must end the turn on another cell; a house rule.
    Counts,
}

/// Event that fits no gesture. The tracker is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackError {
    /// A token left a cell that was empty.
    NothingThere(Cell),
    /// A token came onto a cell that was occupied.
    AlreadyTaken(Cell),
    /// A token was put down that nobody had lifted, or that does not look like any
    /// token in the hand.
    NotInHand(Cell),
}

impl fmt::Display for TrackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingThere(cell) => write!(f, "nothing was on {cell} to be lifted"),
            Self::AlreadyTaken(cell) => write!(f, "{cell} was taken already"),
            Self::NotInHand(cell) => write!(f, "what came onto {cell} was not lifted before"),
        }
    }
}

/// Set of the tokens that may be in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PossibleTokens(u16);

impl PossibleTokens {
    /// Set without tokens.
    pub const EMPTY: Self = Self(0);

    const fn insert(&mut self, token: Token) {
        self.0 |= 1 << token.index();
    }

    const fn remove(&mut self, token: Token) {
        self.0 &= !(1 << token.index());
    }

    const fn contains(self, token: Token) -> bool {
        self.0 & (1 << token.index()) != 0
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the tokens in the order of [`Token::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Token> {
        Token::ALL
            .into_iter()
            .filter(move |&token| self.contains(token))
    }

    /// Returns the token of a set of one, else `None`.
    #[must_use]
    pub fn only(self) -> Option<Token> {
        self.iter().next().filter(|_| self.0.is_power_of_two())
    }
}

impl FromIterator<Token> for PossibleTokens {
    fn from_iter<I: IntoIterator<Item = Token>>(tokens: I) -> Self {
        let mut set = Self::EMPTY;
        tokens.into_iter().for_each(|token| set.insert(token));
        set
    }
}

/// Tracker of the token on each cell during a turn, as far as it can be known.
///
/// ```
/// use dohyo_tests::sumoo_tracker::{TouchRule, Tracker};
/// use rules_core::games::cell_reading::CellReading;
/// use rules_core::games::sumoo::{Cell, Colour, Points, Position};
///
/// let [front, back, spare] = [(2, 3), (2, 2), (1, 2)].map(|(c, r)| Cell::at(c, r).unwrap());
/// let mut tracker = Tracker::new(&Position::START);
/// for (from, to) in [(front, spare), (back, front), (spare, back)] {
///     tracker.lift(from).unwrap();
///     tracker.place(to, CellReading::Occupied).unwrap();
/// }
/// let turns = tracker.explain(Colour::White, Points::TURN, TouchRule::Free);
/// assert_eq!(turns.only().unwrap().turn[0].to_string(), "1U 2U =");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracker {
    before: Position,
    /// Tokens that may stand on each cell; the empty set for an empty cell.
    cells: [PossibleTokens; CELLS],
    /// Tokens that may be in somebody's hand.
    hand: PossibleTokens,
    in_hand: u8,
    /// Tokens that were certainly lifted.
    touched: PossibleTokens,
}

impl Tracker {
    /// Creates a tracker at the start of a turn, in a known position.
    #[must_use]
    pub fn new(before: &Position) -> Self {
        let mut cells = [PossibleTokens::EMPTY; CELLS];
        for (token, cell) in before.tokens() {
            if let Some(set) = cells.get_mut(cell.index()) {
                set.insert(token);
            }
        }
        Self {
            before: *before,
            cells,
            hand: PossibleTokens::EMPTY,
            in_hand: 0,
            touched: PossibleTokens::EMPTY,
        }
    }

    /// Returns the tokens that may stand on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> PossibleTokens {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// Returns the number of tokens in somebody's hand.
    #[must_use]
    pub const fn in_hand(&self) -> u8 {
        self.in_hand
    }

    /// Records that a cell has become empty.
    ///
    /// # Errors
    /// [`TrackError::NothingThere`] if the cell was empty already.
    pub fn lift(&mut self, cell: Cell) -> Result<(), TrackError> {
        let lifted = self.at(cell);
        if lifted.is_empty() {
            return Err(TrackError::NothingThere(cell));
        }
        if let Some(token) = lifted.only() {
            self.touched.insert(token);
        }
        self.set(cell, PossibleTokens::EMPTY);
        self.hand = self.hand.union(lifted);
        self.in_hand += 1;
        Ok(())
    }

    /// Records that a token has been put on a cell; `seen` is the board's reading of
    /// it.
    ///
    /// # Errors
    /// [`TrackError::AlreadyTaken`] if the cell was occupied, [`TrackError::NotInHand`]
    /// if no token in the hand looks like this.
    pub fn place(
        &mut self,
        cell: Cell,
        seen: CellReading<TokenAppearance>,
    ) -> Result<(), TrackError> {
        if !self.at(cell).is_empty() {
            return Err(TrackError::AlreadyTaken(cell));
        }
        let suitable: PossibleTokens = self.hand.iter().filter(|&t| fits(seen, Some(t))).collect();
        if self.in_hand == 0 || suitable.is_empty() {
            return Err(TrackError::NotInHand(cell));
        }
        self.set(cell, suitable);
        self.in_hand -= 1;
        if self.in_hand == 0 {
            self.hand = PossibleTokens::EMPTY;
        }
        self.conclude();
        Ok(())
    }

    /// Removes tokens known to be in one place from all other places. Each round
    /// settles one token at least, so twelve rounds are enough.
    fn conclude(&mut self) {
        for _ in 0..TOKENS {
            let known: PossibleTokens = self.cells.iter().filter_map(|set| set.only()).collect();
            for set in self.cells.iter_mut().chain([&mut self.hand]) {
                if set.only().is_none() {
                    known.iter().for_each(|token| set.remove(token));
                }
            }
        }
        // A single token is in the hand, and its name is known.
        if let (1, Some(token)) = (self.in_hand, self.hand.only()) {
            for set in &mut self.cells {
                set.remove(token);
            }
        }
    }

    fn set(&mut self, cell: Cell, tokens: PossibleTokens) {
        if let Some(set) = self.cells.get_mut(cell.index()) {
            *set = tokens;
        }
    }

    /// True if the tokens may stand as in this position, with those in the hand out of
    /// the arena.
    #[must_use]
    pub fn allows(&self, position: &Position) -> bool {
        let cells = position.setup();
        Cell::all().all(|cell| match cells.at(cell) {
            None => self.at(cell).is_empty(),
            Some(token) => self.at(cell).contains(token),
        })
    }

    /// Returns the legal turns of `colour` that end as the tokens stand now. As long as
    /// a token is in the hand, the result may still change.
    #[must_use]
    pub fn explain(&self, colour: Colour, points: Points, touch: TouchRule) -> Explanations {
        let mut found = Explanations::default();
        self.before.each_turn(colour, points, |turn, result| {
            let moved = |token| result.cell_of(token) != self.before.cell_of(token);
            let by_touch = match touch {
                TouchRule::Free => true,
                TouchRule::Counts => self.touched.iter().all(moved),
            };
            if by_touch && self.allows(result) {
                found.note(turn, result);
            }
        });
        found
    }
}
