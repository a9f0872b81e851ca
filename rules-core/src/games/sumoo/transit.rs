//! Check that a turn may pass through a board reading.
//!
//! A turn passes through a reading if the board can read like this before the turn is
//! done: every token that the turn touches is where it was, where the turn takes it at
//! some moment, or in a player's hand, every other token is in its place, and the whole
//! does not look like the end of the turn.
//!
//! Tokens that a turn touches never stand on the cell of one that it leaves alone, so
//! cells within reach of the turn concern the former only.

use super::board_reading::{BoardReading, fits};
use super::cell::{Cell, CellSet};
use super::generate::PositionSequence;
use super::position::Position;
use super::token::{TOKENS, Token, TokenSet};
use crate::games::cell_reading::CellReading;

/// Check of many turns against one board reading.
#[derive(Debug)]
pub struct TransitCheck<'a> {
    seen: &'a BoardReading,
    occupied: CellSet,
    /// Cells that differ from the position before the turn.
    changed: CellSet,
}

impl<'a> TransitCheck<'a> {
    /// Prepares the check of turns from `before` against `seen`.
    #[must_use]
    pub fn new(before: &Position, seen: &'a BoardReading) -> Self {
        Self {
            seen,
            occupied: seen.occupied(),
            changed: seen.differences(before),
        }
    }

    /// Returns true if tokens on their way along the trail can look like the reading and
    /// not like the end of the trail. `end_fits` is true if the end looks like the
    /// reading.
    #[must_use]
    pub fn through(&self, trail: &PositionSequence, end_fits: bool) -> bool {
        let ways: [TokenPath; TOKENS] = Token::ALL.map(|token| TokenPath::new(token, trail));
        let mut reach = CellSet::EMPTY;
        for way in &ways {
            if way.touched {
                reach = reach.union(way.cells);
            }
        }
        // Outside its reach the turn changes no cell.
        if !self.changed.is_within(reach) {
            return false;
        }
        let Some(end) = trail.last().filter(|_| end_fits) else {
            return self.seated(&ways, reach, None);
        };
        let end = end.setup();
        // The end fits, and a different state must fit as well. That state differs from
        // the end on some cell: a token that stands there unseen is in a hand, or
        // another token stands there.
        let mut touched = Token::ALL.into_iter().zip(&ways).filter(|(_, w)| w.touched);
        touched.any(|(token, way)| {
            way.cells.iter().any(|cell| {
                let there = end.at(cell);
                let lifted = there == Some(token) && self.seen.at(cell) == CellReading::Unknown;
                let alike = there.is_some_and(|other| other.is_like(token));
                lifted
                    || !alike
                        && fits(self.seen.at(cell), Some(token))
                        && self.seated(&ways, reach, Some((token, cell)))
            })
        })
    }

    /// True if each token read on the cells in `reach` can be one of the tokens on their
    /// way, with the token of `given` on its cell.
    fn seated(
        &self,
        ways: &[TokenPath; TOKENS],
        reach: CellSet,
        given: Option<(Token, Cell)>,
    ) -> bool {
        let mut seats = BipartiteMatching {
            ways,
            seen: self.seen,
            holder: [None; TOKENS],
        };
        let mut fixed = TokenSet::EMPTY;
        if let Some((token, _)) = given {
            fixed.insert(token);
        }
        let taken = given.map(|(_, cell)| cell);
        reach
            .iter()
            .filter(|&cell| self.occupied.contains(cell) && taken != Some(cell))
            .all(|cell| seats.augment(cell, &mut { fixed }))
    }
}

/// Cells on which a token can be read during a turn.
#[derive(Clone, Copy)]
struct TokenPath {
    cells: CellSet,
    /// True if the turn moves the token, so that it may be in a hand as well.
    touched: bool,
}

impl TokenPath {
    fn new(token: Token, trail: &PositionSequence) -> Self {
        let mut cells = CellSet::EMPTY;
        let mut touched = false;
        let start = trail.first().and_then(|position| position.cell_of(token));
        for position in trail {
            let place = position.cell_of(token);
            touched |= place != start;
            if let Some(cell) = place {
                cells.insert(cell);
            }
        }
        Self { cells, touched }
    }
}

/// Matching of each occupied cell with a separate token, by augmenting paths, for at most
/// twelve cells.
struct BipartiteMatching<'a> {
    ways: &'a [TokenPath; TOKENS],
    seen: &'a BoardReading,
    holder: [Option<Cell>; TOKENS],
}

impl BipartiteMatching<'_> {
    /// Finds a token for `cell`, moving others to other cells if necessary. Each token
    /// is tried once. Returns true if it found one.
    fn augment(&mut self, cell: Cell, asked: &mut TokenSet) -> bool {
        for (token, way) in Token::ALL.into_iter().zip(self.ways) {
            let suits = way.cells.contains(cell) && fits(self.seen.at(cell), Some(token));
            if !suits || asked.contains(token) {
                continue;
            }
            asked.insert(token);
            let free = match self.holder.get(token.index()).copied().flatten() {
                None => true,
                Some(other) => self.augment(other, asked),
            };
            if free {
                if let Some(slot) = self.holder.get_mut(token.index()) {
                    *slot = Some(cell);
                }
                return true;
            }
        }
        false
    }
}
