//! What things look like, in as many colours as the terminal has.

use ratatui::style::Color;
use rules_core::piece::{Element, Piece, Size};
use rules_core::player::{Colour, Seat};

/// A colour as a picture file stores it.
pub type Rgb = [u8; 3];

/// How many colours there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// None: letters stand for everything.
    None,
    /// The 256 of xterm.
    Indexed,
    /// All.
    True,
}

impl Depth {
    /// What the environment says: `NO_COLOR` wins, then `COLORTERM`.
    #[must_use]
    pub fn of_environment() -> Self {
        let word = |name| std::env::var(name).unwrap_or_default();
        Self::of(&word("NO_COLOR"), &word("COLORTERM"))
    }

    /// The same for these two values.
    #[must_use]
    pub fn of(no_color: &str, colorterm: &str) -> Self {
        if !no_color.is_empty() {
            Self::None
        } else if matches!(colorterm, "truecolor" | "24bit") {
            Self::True
        } else {
            Self::Indexed
        }
    }

    /// A colour as the terminal takes it.
    #[must_use]
    pub fn paint(self, [r, g, b]: Rgb) -> Color {
        match self {
            Self::None => Color::Reset,
            Self::True => Color::Rgb(r, g, b),
            Self::Indexed => Color::Indexed(nearest(r, g, b)),
        }
    }
}

/// The nearest of xterm's 256: the cube of 6 or the ramp of greys.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |one: Rgb, other: Rgb| -> u32 {
        let pairs = one.into_iter().zip(other);
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let level = |it: u8| (0u8..6).min_by_key(|&n| LEVELS[usize::from(n)].abs_diff(it));
    let [i, j, k] = [r, g, b].map(|it| level(it).unwrap_or(0));
    let cube = [i, j, k].map(|n| LEVELS[usize::from(n)]);
    let sum = u32::from(r) + u32::from(g) + u32::from(b);
    let step = (sum / 3).saturating_sub(3) / 10;
    let step = u8::try_from(step.min(23)).unwrap_or(23);
    let grey = [8 + 10 * step; 3];
    if far(grey, [r, g, b]) < far(cube, [r, g, b]) {
        232 + step
    } else {
        16 + 36 * i + 6 * j + k
    }
}

/// What the page is made of.
pub const PAGE: Rgb = [16, 16, 20];
/// Words.
pub const INK: Rgb = [226, 222, 212];
/// Words that matter less.
pub const SOFT: Rgb = [150, 146, 136];
/// Headings.
pub const HEADING: Rgb = [240, 190, 90];
/// Something is not allowed, or a question is open.
pub const ALERT: Rgb = [255, 150, 40];
/// An answer.
pub const ANSWER: Rgb = [130, 205, 235];
/// The frame around everything.
pub const FRAME: Rgb = [34, 33, 38];
/// The gutter.
pub const GUTTER: Rgb = [24, 23, 26];
/// The ring's surface.
pub const SURFACE: Rgb = [84, 68, 48];
/// The platform.
pub const PLATFORM: Rgb = [122, 112, 98];
/// A post.
pub const POST: Rgb = [150, 150, 156];
/// A hand.
pub const HAND: Rgb = [224, 172, 140];
/// An LED that is dark.
pub const DARK_LED: Rgb = [42, 42, 48];

/// A player's colour.
#[must_use]
pub const fn of(colour: Colour) -> Rgb {
    match colour {
        Colour::Red => [232, 74, 66],
        Colour::Blue => [84, 140, 255],
        Colour::Green => [72, 190, 92],
        Colour::Yellow => [246, 212, 60],
    }
}

/// A player's letter: nobody needs to see colours.
#[must_use]
pub const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Yellow => 'Y',
    }
}

/// A piece: its colour, and the letter that stands for it.
#[must_use]
pub fn piece(piece: Piece, colour: impl Fn(Seat) -> Colour) -> (Rgb, char) {
    match piece {
        Piece::Element(Element::Pawn(Size::Small)) => ([240, 222, 180], 's'),
        Piece::Element(Element::Pawn(Size::Medium)) => ([214, 176, 118], 'm'),
        Piece::Element(Element::Pawn(Size::Large)) => ([184, 132, 72], 'l'),
        Piece::Element(Element::Token(_)) => ([206, 208, 226], 't'),
        Piece::Belt => ([202, 120, 214], 'b'),
        Piece::Sumo(seat) => (of(colour(seat)), letter(colour(seat))),
    }
}

/// A colour with less light.
#[must_use]
pub fn dimmed(colour: Rgb, share: f32) -> Rgb {
    colour.map(|it| (f32::from(it) * share.clamp(0.0, 1.0)) as u8)
}

/// Half of each.
#[must_use]
pub fn mixed(one: Rgb, other: Rgb) -> Rgb {
    let [a, b, c] = one;
    let [x, y, z] = other;
    [a.midpoint(x), b.midpoint(y), c.midpoint(z)]
}

#[cfg(test)]
mod tests {
    use super::{Depth, nearest};

    #[test]
    fn no_color_wins() {
        assert_eq!(Depth::of("1", "truecolor"), Depth::None);
        assert_eq!(Depth::of("", "truecolor"), Depth::True);
        assert_eq!(Depth::of("", ""), Depth::Indexed);
    }

    #[test]
    fn xterm_colours_are_the_nearest() {
        assert_eq!(nearest(255, 0, 0), 196);
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(128, 128, 128), 244);
    }
}
