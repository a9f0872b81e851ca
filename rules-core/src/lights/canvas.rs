//! Painting from front to back: who paints an LED first keeps it.
//!
//! A motion paints *all* its LEDs at every moment, the dark ones too. So every
//! LED follows one motion as long as nothing else is to be shown, and its tempo
//! is the tempo of that motion.

use super::layout::MOST_LEDS;
use super::motion::{NEVER, Until};
use smart_leds_trait::RGB8;

/// One LED as painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pixel {
    /// Its colour when fully lit.
    pub ink: RGB8,
    /// How light it looks, of 255.
    pub level: u8,
}

/// What is painted, and how long it holds.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    /// Nothing where nobody has painted, which is dark.
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

    /// Paints an LED, unless it is taken or does not exist.
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

    /// Takes the value, and notes how long it holds.
    pub fn follow<T>(&mut self, value: Until<T>) -> T {
        self.until = self.until.min(value.ticks);
        value.now
    }

    /// The LEDs of the board, in order.
    pub fn pixels(&self) -> &[Option<Pixel>] {
        self.pixels
            .get(..usize::from(self.leds))
            .unwrap_or_default()
    }

    /// Ticks until it may look different; none if it stays as it is.
    pub fn until(&self) -> Option<u16> {
        (self.until != NEVER).then_some(self.until)
    }
}
