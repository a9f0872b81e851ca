//! Access to the players of any game: name, seats, colours, turn and winner.

use super::AnyGame;
use super::refereed::RefereedGame;
use crate::match_game;
use crate::player::{Players, Seat, Side};

impl AnyGame {
    /// Returns the name of the game as on the box.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match_game!(Self, self, game => game.name())
    }

    /// Returns the number of players.
    #[must_use]
    pub fn players(&self) -> Players {
        match_game!(Self, self, game => game.players())
    }

    /// Returns the side a seat belongs to.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Side {
        match_game!(Self, self, game => game.side_of(seat))
    }

    /// Returns the colour of a seat's pieces.
    #[must_use]
    pub fn colour(&self, seat: Seat) -> &'static str {
        match_game!(Self, self, game => game.colour(seat))
    }

    /// Returns the seat whose turn it is, or was when the match ended.
    #[must_use]
    pub fn turn(&self) -> Seat {
        match_game!(Self, self, game => game.turn())
    }

    /// Returns the side that has won; `None` while the match runs and after a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match_game!(Self, self, game => game.winner())
    }
}
