//! Canvas, painted from front to back: the first colour painted on an LED stays.
//!
//! An animation paints *all* its LEDs at every moment, also the dark ones. As long as the
//! light state stays the same, every LED therefore follows a single animation and its
//! tempo.

use super::animation::{Held, NEVER};
use super::layout::MOST_LEDS;
use smart_leds_trait::RGB8;

/// Painted LED.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pixel {
    /// Colour at full level, as duty in 255ths.
    pub ink: RGB8,
    /// Perceived lightness, 0 to 255.
    pub level: u8,
}

/// LEDs painted so far, and the time until the picture may change.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    /// LEDs by number; `None` if not painted yet, which is dark.
    pixels: [Option<Pixel>; MOST_LEDS],
    leds: u8,
    until: u16,
}

impl Canvas {
    pub fn new(leds: u8) -> Self {
        Self {
            pixels: [None; MOST_LEDS],
            leds: leds.min(MOST_LEDS as u8),
            until: NEVER,
        }
    }

    /// Paints an LED, unless it is painted already or does not exist.
    pub fn paint(&mut self, led: u8, ink: RGB8, level: u8) {
        if led < self.leds
            && let Some(pixel @ None) = self.pixels.get_mut(usize::from(led))
        {
            *pixel = Some(Pixel { ink, level });
        }
    }

    pub fn is_taken(&self, led: u8) -> bool {
        matches!(self.pixels.get(usize::from(led)), Some(Some(_)))
    }

    /// Returns the current value and shortens the time until the next change to its own.
    pub fn follow<T>(&mut self, value: Held<T>) -> T {
        self.until = self.until.min(value.ticks);
        value.now
    }

    /// LEDs of the board, in order.
    pub fn pixels(&self) -> &[Option<Pixel>] {
        self.pixels
            .get(..usize::from(self.leds))
            .unwrap_or_default()
    }

    /// Ticks until the picture may change; `None` if it stays.
    pub fn until(&self) -> Option<u16> {
        (self.until != NEVER).then_some(self.until)
    }
}
