//! Board, pieces and players of a grid game as shown on the screen.

use super::view::{BoardView, CellView, DemoView, GridBoardView, PlayerStatus, PlayerView};
use super::view::{asked, grounds, leds, waiting};
use crate::play::ring_under_test::HostRing;
use host_core::game::host_game::piece_look;
use host_core::lights::led_positions::{places, radius};
use host_core::palette::{self, Rgb};
use host_core::sentences::{Names, Phrasebook};
use rules_core::player::Colour as Paint;
use rules_core::referee::AnyGame;
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

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

/// Returns the view of a grid board at a moment: the magnets that lie on its cells, and
/// what its ring says. The pieces look as in the game `look`; without one, as in the
/// ring's.
pub fn grid_view(
    ring: &mut HostRing,
    at: Instant,
    cells: &[Option<Magnet>],
    look: Option<&AnyGame>,
    names: &Names,
) -> DemoView {
    let showing = ring.showing();
    let ring = ring.ring().ring();
    let profile = ring.profile();
    let referee = ring.referee();
    let game = referee.session().game();
    let look = look.or(game);
    let leds = leds(profile, showing, at);
    let middles = places(profile.name, profile.leds);
    let cells = middles.into_iter().zip(leds).zip(cells);
    let cells = cells.map(|(((x, y), led), magnet)| CellView {
        at: (x as f32, y as f32),
        piece: magnet.and_then(|magnet| piece_look(look?, magnet)),
        led,
    });
    DemoView {
        at,
        board: BoardView::Grid(GridBoardView {
            cells: cells.collect(),
            radius: radius(profile.name) as f32,
            marks: Vec::new(),
        }),
        players: game.map_or_else(Vec::new, |game| seated(game, names)),
        posts: None,
        waiting: waiting(referee, names),
        question: asked(referee, names),
        grounds: grounds(referee, names),
    }
}
