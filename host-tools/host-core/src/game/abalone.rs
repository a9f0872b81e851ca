//! Abalone on the host.

use super::{GameEntry, HostGame};
use crate::abalone::picture;
use crate::palette::{self, Rgb};
use crate::scenario::{AbaloneTable, GameDriver};
use rules_core::clause::GameId;
use rules_core::games::abalone::{Cell, DrawRules, Move, Player, StartPosition};
use rules_core::games::cell_reading::GridRepair;
use rules_core::player::{Colour, Players};
use rules_core::referee::AnyGame;
use rules_core::referee::abalone::{Match, Repair, magnet_of, number_of};
use rules_core::referee::game::RefereedGame;
use rules_core::referee::grid::MagnetCoding;
use rules_core::sensing::magnet::Magnet;

/// Static description of Abalone.
pub const ENTRY: GameEntry = GameEntry {
    id: GameId::Abalone,
    word: "abalone",
    name: "Abalone",
    boards: Match::BOARDS,
    players: &Players::ALL,
    has_leagues: false,
    open: |setup, _| Ok(Box::new(AbaloneTable::open(setup)?)),
    begin: Some(begin),
};

/// Begins a match at the usual start for this number of players: the Belgian daisy for
/// two.
fn begin(players: Players) -> AnyGame {
    let start = match players {
        Players::Two => StartPosition::BelgianDaisy,
        Players::Three => StartPosition::ThreePlayers,
        Players::Four => StartPosition::FourPlayers,
    };
    let (position, rules) = (start.position(), DrawRules::default());
    AnyGame::Abalone(Match::new(position, rules, MagnetCoding::Class))
}

impl HostGame for Match {
    fn driver(&self) -> Box<dyn GameDriver> {
        Box::new(AbaloneTable::new(self.game().clone()))
    }

    fn svg(&self) -> String {
        picture(self.position())
    }

    fn repaired_cell(&self, repair: &Repair) -> Option<(u8, Option<Magnet>)> {
        Some(match *repair {
            GridRepair::Remove(cell) => (number_of(cell), None),
            GridRepair::Place(player, cell) => (number_of(cell), Some(magnet_of(player))),
        })
    }

    fn magnets(&self) -> Vec<Option<Magnet>> {
        let board = self.position().board();
        Cell::all()
            .map(|cell| board.at(cell).map(magnet_of))
            .collect()
    }

    fn piece_look(&self, magnet: Magnet) -> Option<(Rgb, char)> {
        let mut players = Player::ALL.into_iter();
        let player = players.find(|&player| magnet_of(player) == magnet)?;
        let colour = match player {
            Player::Black => palette::BLACK_PIECE,
            Player::White => palette::WHITE_PIECE,
            Player::Red => palette::rgb(Colour::Red),
            Player::Green => palette::rgb(Colour::Green),
        };
        Some((colour, player.letter()))
    }

    fn cell_actions(&self) -> Vec<Move> {
        self.position().moves().collect()
    }
}
