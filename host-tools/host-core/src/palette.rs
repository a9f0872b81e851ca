//! Colours of pieces, players and boards in drawings.

use rules_core::piece::{Element, Piece, Size};
use rules_core::player::{Colour, Seat};

/// Colour in sRGB, as a picture file stores it.
pub type Rgb = [u8; 3];

/// Colour of the background.
pub const PAGE: Rgb = [16, 16, 20];
/// Colour of text.
pub const INK: Rgb = [226, 222, 212];
/// Colour of text of lower importance.
pub const SOFT: Rgb = [150, 146, 136];
/// Colour of headings.
pub const HEADING: Rgb = [240, 190, 90];
/// Colour of refusals and open questions.
pub const ALERT: Rgb = [255, 150, 40];
/// Colour of answers.
pub const ANSWER: Rgb = [130, 205, 235];
/// Colour of the frame around the drawing.
pub const FRAME: Rgb = [34, 33, 38];
/// Colour of the ring's gutter.
pub const GUTTER: Rgb = [24, 23, 26];
/// Colour of the ring's surface.
pub const SURFACE: Rgb = [84, 68, 48];
/// Colour of a grid board between its cells: lighter than a black piece.
pub const GRID_BOARD: Rgb = [92, 74, 50];
/// Colour of a grid board's cell.
pub const CELL: Rgb = [150, 122, 84];
/// Colour of the platform.
pub const PLATFORM: Rgb = [122, 112, 98];
/// Colour of a post.
pub const POST: Rgb = [150, 150, 156];
/// Colour of a hand.
pub const HAND: Rgb = [224, 172, 140];
/// Colour of an LED that is off.
pub const DARK_LED: Rgb = [42, 42, 48];

/// Colour of a white piece of a grid game.
pub const WHITE_PIECE: Rgb = [236, 234, 228];
/// Colour of a black piece of a grid game, lighter than the page so that a badge shows on
/// it.
pub const BLACK_PIECE: Rgb = [38, 38, 43];

/// Returns the colour of a player.
#[must_use]
pub const fn rgb(colour: Colour) -> Rgb {
    match colour {
        Colour::Red => [232, 74, 66],
        Colour::Blue => [84, 140, 255],
        Colour::Green => [72, 190, 92],
        Colour::Yellow => [246, 212, 60],
    }
}

/// Returns the text colour that is readable on this background.
#[must_use]
pub fn ink_on(colour: Rgb) -> Rgb {
    let brightness: u16 = colour.into_iter().map(u16::from).sum();
    if brightness > 3 * 90 { PAGE } else { INK }
}

/// Returns the letter of a player, for people who cannot tell the colours apart.
#[must_use]
pub const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Yellow => 'Y',
    }
}

/// Returns the colour of a piece and the letter that stands for it.
#[must_use]
pub fn piece(piece: Piece, colour: impl Fn(Seat) -> Colour) -> (Rgb, char) {
    match piece {
        Piece::Element(Element::Pawn(Size::Small)) => ([240, 222, 180], 's'),
        Piece::Element(Element::Pawn(Size::Medium)) => ([214, 176, 118], 'm'),
        Piece::Element(Element::Pawn(Size::Large)) => ([184, 132, 72], 'l'),
        Piece::Element(Element::Token(_)) => ([206, 208, 226], 't'),
        Piece::Belt => ([202, 120, 214], 'b'),
        Piece::Sumo(seat) => (rgb(colour(seat)), letter(colour(seat))),
    }
}

/// Returns a colour scaled to `share` of its brightness (0 to 1).
#[must_use]
pub fn dimmed(colour: Rgb, share: f32) -> Rgb {
    colour.map(|part| (f32::from(part) * share.clamp(0.0, 1.0)) as u8)
}

/// Returns the mean of two colours.
#[must_use]
pub fn mixed(one: Rgb, other: Rgb) -> Rgb {
    let [a, b, c] = one;
    let [x, y, z] = other;
    [a.midpoint(x), b.midpoint(y), c.midpoint(z)]
}
