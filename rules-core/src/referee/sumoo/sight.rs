//! Tokens as magnets, and the board as the game sees it.

use super::Match;
use crate::games::seen::Seen;
use crate::games::sumoo::observation::{Look, Observation};
use crate::games::sumoo::{Cell, Colour, Force, Position, Token};
use crate::lights::Cells;
use crate::referee::grid::found::{Support, weakest};
use crate::referee::grid::{Board, Telling};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// The code of a token: the pole is its colour, the strength its force.
#[must_use]
pub const fn magnet_of(token: Token) -> Magnet {
    let polarity = match token.colour {
        Colour::White => Polarity::Plus,
        Colour::Black => Polarity::Minus,
    };
    let strength = match token.force() {
        Force::One => Strength::Weak,
        Force::Two => Strength::Middle,
        Force::Three => Strength::Strong,
    };
    Magnet { polarity, strength }
}

/// What a magnet of this table is.
const fn looks(telling: Telling, magnet: Magnet) -> Seen<Look> {
    let colour = match magnet.polarity {
        Polarity::Plus => Colour::White,
        Polarity::Minus => Colour::Black,
    };
    let force = match magnet.strength {
        Strength::Weak => Force::One,
        Strength::Middle => Force::Two,
        Strength::Strong => Force::Three,
    };
    match telling {
        Telling::Occupancy => Seen::Occupied,
        Telling::Pole => Seen::Looks(Look::Colour(colour)),
        Telling::Class => Seen::Looks(Look::Class(colour, force)),
    }
}

/// The board as the game sees it.
#[must_use]
pub fn observation(game: &Match, board: &Board) -> Observation {
    let mut seen = Observation::unknown();
    for cell in Cell::all() {
        let there = match board.known(cell.into()) {
            None => Seen::Unknown,
            Some(None) => Seen::Empty,
            Some(Some(magnet)) => looks(game.telling(), magnet),
        };
        seen.see(cell, there);
    }
    seen
}

/// Whether nobody could tell the two contents of a cell apart.
fn is_alike(one: Option<Token>, other: Option<Token>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.is_like(other),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// The cells that differ between two positions.
pub(super) fn differences(before: &Position, after: &Position) -> Cells {
    let (old, new) = (before.setup(), after.setup());
    Cell::all()
        .filter(|&cell| old.at(cell) != new.at(cell))
        .map(u8::from)
        .collect()
}

/// How well the cells that actions change bear them out.
pub(super) fn support(
    before: &Position,
    after: &Position,
    (seen, board): (&Observation, &Board),
) -> Support {
    let (old, new) = (before.setup(), after.setup());
    weakest(Cell::all().filter_map(|cell| {
        let (old, new) = (old.at(cell), new.at(cell));
        let by_hand = || match board.is_touched(cell.into()) {
            true => Support::Shown,
            false => Support::Missing,
        };
        (!is_alike(old, new)).then(|| match (seen.at(cell), old) {
            (Seen::Unknown, _) => Support::Open,
            (Seen::Empty | Seen::Looks(Look::Class(..)), _) | (_, None) => Support::Shown,
            (Seen::Looks(Look::Colour(colour)), Some(old)) if old.colour != colour => {
                Support::Shown
            }
            (Seen::Looks(Look::Colour(_)) | Seen::Occupied, Some(_)) => by_hand(),
        })
    }))
}
