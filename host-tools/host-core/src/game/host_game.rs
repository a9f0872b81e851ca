//! Operations of a host on a match: drawings, scenario drivers, and the pieces on the
//! cells of a grid board.

use crate::palette::Rgb;
use crate::scenario::GameDriver;
use rules_core::match_game;
use rules_core::referee::game::{GamePart, RefereedGame};
use rules_core::referee::{AnyAction, AnyGame, AnyRepair};
use rules_core::sensing::magnet::Magnet;

/// Operations on a match that a host needs besides its rules.
///
/// The defaults are those of a game on the ring, which has no cells.
pub trait HostGame: RefereedGame {
    /// Returns a scenario driver that continues from the present state of the match.
    fn driver(&self) -> Box<dyn GameDriver>;

    /// Draws the match as SVG.
    fn svg(&self) -> String;

    /// Returns the number of the cell that a repair is about, and the magnet on it after
    /// the repair; `None` for a game on the ring.
    fn repaired_cell(&self, _repair: &Self::Repair) -> Option<(u8, Option<Magnet>)> {
        None
    }

    /// Returns the magnet of the piece on every cell; `None` for an empty cell. Empty for
    /// a game on the ring.
    fn magnets(&self) -> Vec<Option<Magnet>> {
        Vec::new()
    }

    /// Returns colour and letter of the piece with this magnet; `None` if the game has no
    /// such piece.
    fn piece_look(&self, _magnet: Magnet) -> Option<(Rgb, char)> {
        None
    }

    /// Returns the legal actions that move pieces on the cells.
    fn cell_actions(&self) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Returns the action that declares the end of the turn; `None` if that is not legal
    /// now, or if turns of this game end automatically.
    fn turn_end(&self) -> Option<Self::Action> {
        None
    }

    /// True if the player can do nothing more, so that the turn ends without a
    /// declaration.
    fn is_turn_spent(&self) -> bool {
        false
    }
}

/// Returns a scenario driver that continues from the present state of a match.
#[must_use]
pub fn driver(game: &AnyGame) -> Box<dyn GameDriver> {
    match_game!(AnyGame, game, game => game.driver())
}

/// Draws a match as SVG.
#[must_use]
pub fn svg(game: &AnyGame) -> String {
    match_game!(AnyGame, game, game => game.svg())
}

/// Returns the number of the cell that a repair is about, and the magnet on it after the
/// repair; `None` for a game on the ring.
#[must_use]
pub fn repaired_cell(game: &AnyGame, repair: &AnyRepair) -> Option<(u8, Option<Magnet>)> {
    match_game!(AnyGame, game, game => game.repaired_cell(repair.get()?))
}

/// Returns the magnet of the piece on every cell; `None` for an empty cell. Empty for a
/// game on the ring.
#[must_use]
pub fn magnets(game: &AnyGame) -> Vec<Option<Magnet>> {
    match_game!(AnyGame, game, game => game.magnets())
}

/// Returns colour and letter of the piece with this magnet; `None` if the game has no
/// such piece.
#[must_use]
pub fn piece_look(game: &AnyGame, magnet: Magnet) -> Option<(Rgb, char)> {
    match_game!(AnyGame, game, game => game.piece_look(magnet))
}

/// Returns the legal actions that move pieces on the cells.
#[must_use]
pub fn cell_actions(game: &AnyGame) -> Vec<AnyAction> {
    fn actions<G: HostGame>(game: &G) -> Vec<AnyAction> {
        let all = game.cell_actions().into_iter();
        all.map(GamePart::into_any).collect()
    }
    match_game!(AnyGame, game, game => actions(game))
}

/// Returns the action that declares the end of the turn; `None` if that is not legal
/// now.
#[must_use]
pub fn turn_end(game: &AnyGame) -> Option<AnyAction> {
    match_game!(AnyGame, game, game => game.turn_end().map(GamePart::into_any))
}

/// True if the player can do nothing more, so that the turn ends without a declaration.
#[must_use]
pub fn is_turn_spent(game: &AnyGame) -> bool {
    match_game!(AnyGame, game, game => game.is_turn_spent())
}
