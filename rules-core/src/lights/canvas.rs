//! Canvas of LEDs, painted from front to back: the first colour painted on an LED stays.
//!
//! An animation paints *all* its LEDs at every moment, also the dark ones. As long as the
//! light state stays the same, every LED therefore follows a single animation and its
//! tempo.

use super::animation::{Held, NEVER};
use super::layout::MAX_LEDS;
use smart_leds::RGB8;

/// Colour and lightness of a painted LED.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pixel {
    /// Colour at full level, as a screen takes it.
    pub ink: RGB8,
    /// Perceived lightness, 0 to 255.
    pub level: u8,
}

/// LEDs painted so far, and the time until any of them may change.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    /// LEDs by number; `None` if not painted yet, which is dark.
    pixels: [Option<Pixel>; MAX_LEDS],
    /// Number of LEDs of the board.
    leds: u8,
    /// Ticks until the first animation on the canvas may change; [`NEVER`] if none does.
    until: u16,
}

impl Canvas {
    pub fn new(leds: u8) -> Self {
        Self {
            pixels: [None; MAX_LEDS],
            leds: leds.min(MAX_LEDS as u8),
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

    /// True if an LED is painted already.
    pub fn is_taken(&self, led: u8) -> bool {
        matches!(self.pixels.get(usize::from(led)), Some(Some(_)))
    }

    /// Returns the present value of an animation, and shortens the time until the canvas
    /// may change to that of the value.
    pub fn follow<T>(&mut self, value: Held<T>) -> T {
        self.until = self.until.min(value.ticks);
        value.now
    }

    /// Returns the LEDs of the board by number; `None` for an LED that is not painted.
    pub fn pixels(&self) -> &[Option<Pixel>] {
        self.pixels
            .get(..usize::from(self.leds))
            .unwrap_or_default()
    }

    /// Returns the number of ticks until the canvas may change; `None` if it does not.
    pub fn until(&self) -> Option<u16> {
        (self.until != NEVER).then_some(self.until)
    }
}
