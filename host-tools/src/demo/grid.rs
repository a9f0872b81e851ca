//! A grid board from above: cells, what lies on them, and the light under each.

use super::canvas::{Canvas, Point};
use super::colours::{self, Rgb};
use super::view::{Cell, Grid, Role, Seated};
use rules_core::games::abalone::Player;
use rules_core::games::sumoo::{Colour, Force, Token};
use rules_core::player::Colour as Paint;
use rules_core::referee::{Game, abalone, sumoo};
use rules_core::sensing::magnet::Magnet;

/// How much of a cell its piece covers.
const PIECE: f32 = 0.72;

/// Draws it in so many columns and rows.
#[must_use]
pub fn draw(grid: &Grid, columns: u16, rows: u16) -> Canvas {
    let mut canvas = Canvas::new(columns, rows, |x, y| point(grid, x, y));
    for cell in &grid.cells {
        if let Some((colour, letter)) = cell.piece {
            canvas.label(cell.at, letter, [colours::PAGE, colour]);
        }
    }
    canvas
}

fn point(grid: &Grid, x: f32, y: f32) -> Point {
    let far = |cell: &Cell| (cell.at.0 - x).hypot(cell.at.1 - y);
    let cells = grid.cells.iter().map(|cell| (cell, far(cell)));
    let Some((cell, far)) = cells.min_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Point {
            colour: colours::PAGE,
            letter: ' ',
        };
    };
    let dark = Point {
        colour: colours::GUTTER,
        letter: '.',
    };
    match (cell.piece, cell.led) {
        (Some((colour, letter)), _) if far < grid.radius * PIECE => Point { colour, letter },
        (_, Some(colour)) if far < grid.radius => Point {
            colour,
            letter: '*',
        },
        (_, None) if far < grid.radius => dark,
        _ => Point {
            colour: colours::FRAME,
            letter: ' ',
        },
    }
}

/// White pieces.
const WHITE: Rgb = [236, 234, 228];
/// Black pieces, as the lights show them: on a dark page black is nothing.
const BLACK: Rgb = [128, 92, 200];

/// How the piece with this magnet looks in a game.
#[must_use]
pub fn look_of(game: &Game, magnet: Magnet) -> Option<(Rgb, char)> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(_) => {
            let mut players = Player::ALL.into_iter();
            let player = players.find(|&it| abalone::magnet_of(it) == magnet)?;
            Some((colour_of(player.name()), player.letter()))
        }
        Game::Sumoo(_) => {
            let mut tokens = Colour::ALL.into_iter().flat_map(Token::of);
            let token = tokens.find(|&it| sumoo::magnet_of(it) == magnet)?;
            let force = match token.force() {
                Force::One => '1',
                Force::Two => '2',
                Force::Three => '3',
            };
            let colour = match token.colour {
                Colour::White => WHITE,
                Colour::Black => BLACK,
            };
            Some((colour, force))
        }
    }
}

fn colour_of(word: &str) -> Rgb {
    match word {
        "black" => BLACK,
        "red" => colours::of(Paint::Red),
        "green" => colours::of(Paint::Green),
        _ => WHITE,
    }
}

/// Who plays, and how they stand.
#[must_use]
pub fn seated(game: &Game) -> Vec<Seated> {
    let seats = game.players().seats();
    seats
        .map(|seat| {
            let word = game.colour(seat);
            let role = match game.winner() {
                Some(side) if side == game.side_of(seat) => Role::Won,
                Some(_) => Role::Out,
                None if !game.is_over() && game.turn() == seat => Role::Acts,
                None => Role::Waits,
            };
            let holds = match game {
                Game::Abalone(game) => {
                    let lost = game.position().ejected(Player::ALL[seat.index()]);
                    format!("{lost} marbles lost")
                }
                Game::Sumoo(_) | Game::Kabuto(_) => format!("plays {word}"),
            };
            let letter = word.chars().next().unwrap_or('?');
            Seated {
                letter: letter.to_ascii_uppercase(),
                colour: colour_of(word),
                name: format!("player {seat}, {word}"),
                holds,
                role,
            }
        })
        .collect()
}
