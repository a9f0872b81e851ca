//! What people can put right in a game of SUMOO.

use super::{Match, State, sight};
use crate::games::seen::Seen;
use crate::games::sumoo::observation::fits;
use crate::games::sumoo::{Cell, Colour, Phase, Points, Position, Setup, Token};
use crate::lights::Cells;
use crate::referee::grid::Board;
use core::fmt;

/// Something people put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// The tokens stand like this; the turn goes on with the points it has. A
    /// token that stands nowhere is out, and ends the game.
    Shown(Position),
    /// It is the turn of this player, with all points.
    Turn(Colour),
}

impl Correction {
    /// Makes it so.
    pub fn apply(&self, game: &mut Match) {
        let old = *game.game();
        let (colour, left) = match old.phase() {
            Phase::Turn { colour, left } => (colour, left),
            Phase::Won(colour) => (colour.other(), Points::TURN),
            Phase::Drawn => (Colour::White, Points::TURN),
        };
        let new = match *self {
            Self::Shown(position) => old.corrected(position, colour, left),
            Self::Turn(colour) => old.corrected(*old.position(), colour, Points::TURN),
        };
        game.adopt(State {
            game: new,
            last: Cells::EMPTY,
        });
    }
}

/// What the board shows, as a correction; nothing if that changes nothing, if it
/// does not tell which token is which, or if no game can stand like that.
#[must_use]
pub fn shown(game: &Match, board: &Board) -> Option<Correction> {
    let old = game.game().position();
    let new = arranged(old, game, board)?;
    (new != *old).then_some(Correction::Shown(new))
}

/// The tokens as seen: those that can be where they were stay there, the others
/// go where something like them is seen, or are out.
fn arranged(old: &Position, game: &Match, board: &Board) -> Option<Position> {
    let seen = sight::observation(game, board);
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
        if setup.at(cell).is_some() || !matches!(seen.at(cell), Seen::Occupied | Seen::Looks(_)) {
            continue;
        }
        let suits = |token: &Token| fits(seen.at(cell), Some(*token));
        let first = loose.iter().position(suits)?;
        let token = loose.remove(first);
        // Another kind would fit as well: nobody can tell.
        if loose.iter().any(|it| suits(it) && !it.is_like(token)) {
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
