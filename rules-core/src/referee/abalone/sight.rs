//! Marbles as magnets, points as numbered cells, and the board as the game sees
//! it.

use super::Match;
use crate::games::abalone::{Cell, Player, Players, Position, Sight};
use crate::games::seen::Seen;
use crate::lights::Cells;
use crate::referee::grid::found::{Support, weakest};
use crate::referee::grid::{Board, Telling};
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// The code of a player's marbles. The first two are told apart by the pole
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

/// The number sensors and lights give a point.
#[must_use]
pub fn number_of(cell: Cell) -> u8 {
    Cell::all().take_while(|&it| it < cell).count() as u8
}

/// The point with this number.
#[must_use]
pub fn cell_of(number: u8) -> Option<Cell> {
    Cell::all().nth(usize::from(number))
}

/// What a magnet of this table is.
fn looks(players: Players, telling: Telling, magnet: Magnet) -> Seen<Player> {
    let by_pole = match magnet.polarity {
        Polarity::Plus => Player::Black,
        Polarity::Minus => Player::White,
    };
    let by_class = Player::ALL.into_iter().find(|&it| magnet_of(it) == magnet);
    match (telling, players) {
        (Telling::Pole | Telling::Class, Players::Two) => Seen::Looks(by_pole),
        (Telling::Class, _) => by_class.map_or(Seen::Occupied, Seen::Looks),
        (Telling::Occupancy | Telling::Pole, _) => Seen::Occupied,
    }
}

/// The board as the game sees it.
#[must_use]
pub fn sight(game: &Match, board: &Board) -> Sight {
    let players = game.position().players();
    (0..)
        .zip(Cell::all())
        .map(|(number, cell)| {
            let seen = match board.known(number) {
                None => Seen::Unknown,
                Some(None) => Seen::Empty,
                Some(Some(magnet)) => looks(players, game.telling(), magnet),
            };
            (cell, seen)
        })
        .collect()
}

/// The cells that differ between two positions, as lights number them.
pub(super) fn differences(before: &Position, after: &Position) -> Cells {
    let differs = |cell: &Cell| before.board().at(*cell) != after.board().at(*cell);
    let numbered = (0..).zip(Cell::all());
    numbered
        .filter(|(_, cell)| differs(cell))
        .map(|(number, _)| number)
        .collect()
}

/// How well the cells a move changes bear it out.
pub(super) fn support(
    before: &Position,
    after: &Position,
    (sight, board): (&Sight, &Board),
) -> Support {
    weakest((0..).zip(Cell::all()).filter_map(|(number, cell)| {
        let (old, new) = (before.board().at(cell), after.board().at(cell));
        (old != new).then(|| match sight.at(cell) {
            Seen::Unknown => Support::Open,
            Seen::Empty | Seen::Looks(_) => Support::Shown,
            Seen::Occupied if old.is_none() || board.is_touched(number) => Support::Shown,
            Seen::Occupied => Support::Missing,
        })
    }))
}
