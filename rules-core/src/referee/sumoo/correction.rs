//! Corrections of a game of SUMOO.

use super::{Match, State, cell_mapping};
use crate::board::cells::CellMask;
use crate::games::cell_reading::CellReading;
use crate::games::sumoo::board_reading::fits;
use crate::games::sumoo::{Cell, Colour, GamePhase, Points, Position, Setup, Token};
use crate::referee::grid::CellStates;
use core::fmt;

/// Correction of a match of SUMOO by the people at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// Sets the tokens as shown; the turn goes on with the points it has. A token that
    /// stands nowhere is out, and ends the game.
    Shown(Position),
    /// Gives the turn to this player, with all points.
    Turn(Colour),
}

impl Correction {
    /// Applies the correction to `game`.
    pub fn apply(&self, game: &mut Match) {
        let old = *game.game();
        let (colour, left) = match old.phase() {
            GamePhase::Turn { colour, left } => (colour, left),
            GamePhase::Won(colour) => (colour.other(), Points::TURN),
            GamePhase::Drawn => (Colour::White, Points::TURN),
        };
        let new = match *self {
            Self::Shown(position) => old.corrected(position, colour, left),
            Self::Turn(colour) => old.corrected(*old.position(), colour, Points::TURN),
        };
        game.adopt(State {
            game: new,
            last: CellMask::EMPTY,
        });
    }
}

/// Returns the reading of the board as a correction; `None` if it changes nothing, does
/// not show which token is which, or is not a possible position.
#[must_use]
pub fn shown(game: &Match, board: &CellStates) -> Option<Correction> {
    let old = game.game().position();
    let new = arranged(old, game, board)?;
    (new != *old).then_some(Correction::Shown(new))
}

/// Returns the position that the board shows. Tokens that can be in their old place stay
/// there, the others go where a token like them is read, or are out. `None` if the
/// reading is ambiguous.
fn arranged(old: &Position, game: &Match, board: &CellStates) -> Option<Position> {
    let seen = cell_mapping::observation(game, board);
    let mut setup = Setup::empty();
    let mut loose = heapless::Vec::<Token, 12, u8>::new();
    for (token, cell) in old.tokens() {
        if fits(seen.at(cell), Some(token)) {
            setup.put(cell, token);
        } else {
            loose.push(token).ok()?;
        }
    }
    for token in old.out() {
        loose.push(token).ok()?;
    }
    for cell in Cell::all() {
        if setup.at(cell).is_some()
            || !matches!(seen.at(cell), CellReading::Occupied | CellReading::Looks(_))
        {
            continue;
        }
        let suits = |token: &Token| fits(seen.at(cell), Some(*token));
        let first = loose.iter().position(suits)?;
        let token = loose.remove(first);
        // A token of another kind would fit as well: the reading is ambiguous.
        if loose
            .iter()
            .any(|other| suits(other) && !other.is_like(token))
        {
            return None;
        }
        setup.put(cell, token);
    }
    Position::new(&setup).ok()
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown(_) => f.write_str("as the table shows"),
            Self::Turn(colour) => write!(f, "turn of {colour}"),
        }
    }
}
