//! Conversion of colours to those that the terminal has.

use host_core::palette::Rgb;
use ratatui::style::Color;

/// Number of colours of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The terminal has no colours: letters stand for everything.
    None,
    /// The terminal has the 256 colours of xterm.
    Indexed,
    /// The terminal has 24-bit colours.
    True,
}

impl Depth {
    /// Reads the depth from the environment: `NO_COLOR` takes precedence over `COLORTERM`.
    #[must_use]
    pub fn of_environment() -> Self {
        let word = |name| std::env::var(name).unwrap_or_default();
        Self::from_env(&word("NO_COLOR"), &word("COLORTERM"))
    }

    /// Returns the depth for these values of `NO_COLOR` and `COLORTERM`.
    #[must_use]
    pub fn from_env(no_color: &str, colorterm: &str) -> Self {
        if !no_color.is_empty() {
            Self::None
        } else if matches!(colorterm, "truecolor" | "24bit") {
            Self::True
        } else {
            Self::Indexed
        }
    }

    /// Converts a colour to the nearest that the terminal has.
    #[must_use]
    pub fn paint(self, [r, g, b]: Rgb) -> Color {
        match self {
            Self::None => Color::Reset,
            Self::True => Color::Rgb(r, g, b),
            Self::Indexed => Color::Indexed(nearest(r, g, b)),
        }
    }
}

/// Returns the nearest of xterm's 256 colours: in the cube of 6 levels or on the ramp of
/// greys.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |one: Rgb, other: Rgb| -> u32 {
        let pairs = one.into_iter().zip(other);
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let level = |value: u8| (0u8..6).min_by_key(|&n| LEVELS[usize::from(n)].abs_diff(value));
    let [i, j, k] = [r, g, b].map(|value| level(value).unwrap_or(0));
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

#[cfg(test)]
mod tests {
    use super::{Depth, nearest};

    #[test]
    fn no_color_wins() {
        assert_eq!(Depth::from_env("1", "truecolor"), Depth::None);
        assert_eq!(Depth::from_env("", "truecolor"), Depth::True);
        assert_eq!(Depth::from_env("", ""), Depth::Indexed);
    }

    #[test]
    fn xterm_colours_are_the_nearest() {
        assert_eq!(nearest(255, 0, 0), 196);
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(128, 128, 128), 244);
    }
}
