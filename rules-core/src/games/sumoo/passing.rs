//! Whether a turn passes through what is seen, as [`super::inference`] says it.
//!
//! Tokens that a turn touches never stand on the cell of one that it leaves
//! alone, so cells within reach of the turn concern the former only.

use super::cell::{Cell, CellSet};
use super::generate::Trail;
use super::observation::{Observation, fits};
use super::position::Position;
use super::token::{TOKENS, Token, TokenSet};
use crate::games::seen::Seen;

/// Asks of many turns whether they pass through one observation.
pub(super) struct Passing<'a> {
    seen: &'a Observation,
    occupied: CellSet,
    /// Cells that differ from the position before the turn.
    changed: CellSet,
}

impl<'a> Passing<'a> {
    pub(super) fn new(before: &Position, seen: &'a Observation) -> Self {
        Self {
            seen,
            occupied: seen.occupied(),
            changed: seen.differences(before),
        }
    }

    /// Whether tokens on their way along the trail can look like what is seen
    /// and not like the end of it. `end_fits` says whether the end looks like
    /// what is seen.
    pub(super) fn through(&self, trail: &Trail, end_fits: bool) -> bool {
        let ways: [Way; TOKENS] = Token::ALL.map(|token| Way::of(token, trail));
        let mut reach = CellSet::EMPTY;
        for way in &ways {
            if way.touched {
                reach = reach.union(way.cells);
            }
        }
        // Elsewhere nothing has happened in this turn.
        if !self.changed.is_within(reach) {
            return false;
        }
        let Some(end) = trail.last().filter(|_| end_fits) else {
            return self.seated(&ways, reach, None);
        };
        let end = end.setup();
        // The end fits; something else must fit as well. It differs from the
        // end on some cell: a token that stands there unseen is in a hand, or
        // another token stands there.
        let mut touched = Token::ALL.into_iter().zip(&ways).filter(|(_, w)| w.touched);
        touched.any(|(token, way)| {
            way.cells.iter().any(|cell| {
                let there = end.at(cell);
                let lifted = there == Some(token) && self.seen.at(cell) == Seen::Unknown;
                let alike = there.is_some_and(|other| other.is_like(token));
                lifted
                    || !alike
                        && fits(self.seen.at(cell), Some(token))
                        && self.seated(&ways, reach, Some((token, cell)))
            })
        })
    }

    /// Whether everything that is seen within reach can be one of the tokens on
    /// their way, with one of them on a given cell.
    fn seated(&self, ways: &[Way; TOKENS], reach: CellSet, given: Option<(Token, Cell)>) -> bool {
        let mut seats = Seats {
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
            .all(|cell| seats.take(cell, &mut { fixed }))
    }
}

/// The cells a token can be seen on during a turn.
#[derive(Clone, Copy)]
struct Way {
    cells: CellSet,
    /// Whether the turn moves it, so that it may be in a hand as well.
    touched: bool,
}

impl Way {
    fn of(token: Token, trail: &Trail) -> Self {
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

/// Seats each seen cell with a token of its own (augmenting paths; at most
/// twelve tokens for twelve cells).
struct Seats<'a> {
    ways: &'a [Way; TOKENS],
    seen: &'a Observation,
    holder: [Option<Cell>; TOKENS],
}

impl Seats<'_> {
    /// Finds a token for `cell`, moving others to other cells if need be; each
    /// token is asked once.
    fn take(&mut self, cell: Cell, asked: &mut TokenSet) -> bool {
        for (token, way) in Token::ALL.into_iter().zip(self.ways) {
            let suits = way.cells.contains(cell) && fits(self.seen.at(cell), Some(token));
            if !suits || asked.contains(token) {
                continue;
            }
            asked.insert(token);
            let free = match self.holder.get(token.index()).copied().flatten() {
                None => true,
                Some(other) => self.take(other, asked),
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
