//! Colours and letters of pieces and players in a demo of a grid game.

use super::view::{PlayerStatus, PlayerView};
use host_core::palette::{self, Rgb};
use host_core::sentences::{Names, Phrasebook};
use rules_core::player::Colour as Paint;
use rules_core::referee::AnyGame;

fn colour_of(word: &str) -> Rgb {
    match word {
        "black" => palette::BLACK_PIECE,
        "red" => palette::rgb(Paint::Red),
        "green" => palette::rgb(Paint::Green),
        _ => palette::WHITE_PIECE,
    }
}

/// Returns the players of a grid game as shown on the screen, with the colour and letter
/// of their pieces.
#[must_use]
pub fn seated(game: &AnyGame, names: &Names) -> Vec<PlayerView> {
    let holdings = Phrasebook::english(names).holdings(game);
    let seats = game.players().seats().zip(holdings);
    seats
        .map(|(seat, holding)| {
            let word = game.colour(seat);
            let role = match game.winner() {
                Some(side) if side == game.side_of(seat) => PlayerStatus::Won,
                Some(_) => PlayerStatus::Out,
                None if !game.is_over() && game.turn() == seat => PlayerStatus::Acts,
                None => PlayerStatus::Waits,
            };
            let letter = word.chars().next().unwrap_or('?');
            PlayerView {
                letter: letter.to_ascii_uppercase(),
                colour: colour_of(word),
                name: holding.who,
                holds: holding.what,
                role,
            }
        })
        .collect()
}
