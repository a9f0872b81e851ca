//! Mapping of marbles to magnets, of points to numbered cells, and of cells to a reading
//! of the game's board.

use super::Match;
use crate::board::cells::CellMask;
use crate::games::abalone::{BoardReading, Cell, Player, Players, Position};
use crate::games::cell_reading::CellReading;
use crate::referee::grid::play_candidates::{Support, weakest};
use crate::referee::grid::{CellStates, MagnetCoding};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// Returns the magnet of a player's marbles. Those of black and white differ in the pole
/// alone.
#[must_use]
pub const fn magnet_of(player: Player) -> Magnet {
    let (polarity, strength) = match player {
        Player::Black => (Polarity::Plus, Strength::Strong),
        Player::White => (Polarity::Minus, Strength::Strong),
        Player::Red => (Polarity::Plus, Strength::Weak),
        Player::Green => (Polarity::Minus, Strength::Weak),
    };
    Magnet { polarity, strength }
}

/// Returns the number that sensors and lights use for a point, 0 to 60 by row.
#[must_use]
pub fn number_of(cell: Cell) -> u8 {
    Cell::all().take_while(|&other| other < cell).count() as u8
}

/// Returns the reading of a point that holds `magnet`, as far as the coding shows it.
fn looks(players: Players, coding: MagnetCoding, magnet: Magnet) -> CellReading<Player> {
    let by_pole = match magnet.polarity {
        Polarity::Plus => Player::Black,
        Polarity::Minus => Player::White,
    };
    let by_class = Player::ALL
        .into_iter()
        .find(|&player| magnet_of(player) == magnet);
    match (coding, players) {
        (MagnetCoding::Pole | MagnetCoding::Class, Players::Two) => CellReading::Looks(by_pole),
        (MagnetCoding::Class, _) => by_class.map_or(CellReading::Occupied, CellReading::Looks),
        (MagnetCoding::Occupancy | MagnetCoding::Pole, _) => CellReading::Occupied,
    }
}

/// Returns the reading of the board from the reported cells.
#[must_use]
pub fn reading(game: &Match, board: &CellStates) -> BoardReading {
    let players = game.position().players();
    (0..)
        .zip(Cell::all())
        .map(|(number, cell)| {
            let seen = match board.known(number) {
                None => CellReading::Unknown,
                Some(None) => CellReading::Empty,
                Some(Some(magnet)) => looks(players, game.coding(), magnet),
            };
            (cell, seen)
        })
        .collect()
}

/// Returns the cells that differ between two positions, as lights number them.
pub(super) fn differences(before: &Position, after: &Position) -> CellMask {
    let differs = |cell: &Cell| before.board().at(*cell) != after.board().at(*cell);
    let numbered = (0..).zip(Cell::all());
    numbered
        .filter(|(_, cell)| differs(cell))
        .map(|(number, _)| number)
        .collect()
}

/// Returns the support of a move by the cells that it changes.
pub(super) fn support(
    before: &Position,
    after: &Position,
    (reading, board): (&BoardReading, &CellStates),
) -> Support {
    weakest((0..).zip(Cell::all()).filter_map(|(number, cell)| {
        let (old, new) = (before.board().at(cell), after.board().at(cell));
        (old != new).then(|| match reading.at(cell) {
            CellReading::Unknown => Support::Open,
            CellReading::Empty | CellReading::Looks(_) => Support::Shown,
            CellReading::Occupied if old.is_none() || board.is_touched(number) => Support::Shown,
            CellReading::Occupied => Support::Missing,
        })
    }))
}
