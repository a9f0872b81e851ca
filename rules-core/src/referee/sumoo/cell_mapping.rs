//! Mapping of SUMOO tokens to magnets, and of grid cells to a reading of the arena.

use super::Match;
use crate::board::cells::CellMask;
use crate::games::cell_reading::CellReading;
use crate::games::sumoo::board_reading::{BoardReading, TokenAppearance};
use crate::games::sumoo::{Cell, Colour, Force, Position, Token};
use crate::referee::grid::play_candidates::{Support, weakest};
use crate::referee::grid::{CellStates, MagnetCoding};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// Returns the magnet of a token: the pole is its colour, the strength its force.
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

/// Returns the reading of a cell that holds `magnet`, as far as the coding shows it.
const fn looks(coding: MagnetCoding, magnet: Magnet) -> CellReading<TokenAppearance> {
    let colour = match magnet.polarity {
        Polarity::Plus => Colour::White,
        Polarity::Minus => Colour::Black,
    };
    let force = match magnet.strength {
        Strength::Weak => Force::One,
        Strength::Middle => Force::Two,
        Strength::Strong => Force::Three,
    };
    match coding {
        MagnetCoding::Occupancy => CellReading::Occupied,
        MagnetCoding::Pole => CellReading::Looks(TokenAppearance::Colour(colour)),
        MagnetCoding::Class => CellReading::Looks(TokenAppearance::Class(colour, force)),
    }
}

/// Returns the reading of the arena from the reported cells.
#[must_use]
pub fn observation(game: &Match, board: &CellStates) -> BoardReading {
    let mut seen = BoardReading::unknown();
    for cell in Cell::all() {
        let there = match board.known(cell.into()) {
            None => CellReading::Unknown,
            Some(None) => CellReading::Empty,
            Some(Some(magnet)) => looks(game.coding(), magnet),
        };
        seen.set(cell, there);
    }
    seen
}

/// True if no sensor can distinguish the two contents of a cell; `None` stands for no
/// token.
fn is_alike(one: Option<Token>, other: Option<Token>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.is_like(other),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// Returns the cells that differ between two positions.
pub(super) fn differences(before: &Position, after: &Position) -> CellMask {
    let (old, new) = (before.setup(), after.setup());
    Cell::all()
        .filter(|&cell| old.at(cell) != new.at(cell))
        .map(u8::from)
        .collect()
}

/// Returns the support of actions by the cells that they change.
pub(super) fn support(
    before: &Position,
    after: &Position,
    (seen, board): (&BoardReading, &CellStates),
) -> Support {
    let (old, new) = (before.setup(), after.setup());
    weakest(Cell::all().filter_map(|cell| {
        let (old, new) = (old.at(cell), new.at(cell));
        let by_hand = || {
            if board.is_touched(cell.into()) {
                Support::Shown
            } else {
                Support::Missing
            }
        };
        (!is_alike(old, new)).then(|| match (seen.at(cell), old) {
            (CellReading::Unknown, _) => Support::Open,
            (CellReading::Empty | CellReading::Looks(TokenAppearance::Class(..)), _)
            | (_, None) => Support::Shown,
            (CellReading::Looks(TokenAppearance::Colour(colour)), Some(old))
                if old.colour != colour =>
            {
                Support::Shown
            }
            (CellReading::Looks(TokenAppearance::Colour(_)) | CellReading::Occupied, Some(_)) => {
                by_hand()
            }
        })
    }))
}
