//! GPIO allocation of the Pico. All boards share one allocation, so that one image
//! drives them all.
//!
//! 24 of 26 pins are used. The shift registers and phases hang on one state machine of
//! PIO0, the multiplexer's address on another, the LED strip on PIO1.

use super::{Button, ByButton};

/// GPIO numbers, by signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pins {
    /// Multiplexer address S0 to S3, then S4, which selects the bank.
    pub mux: [u8; 5],
    /// Shift registers: load, low while the inputs are latched.
    pub load: u8,
    /// Shift registers: clock.
    pub clock: u8,
    /// Shift registers: data of the north, east, south and west chain.
    pub lanes: [u8; 4],
    /// Gates of the infrared emitters, phases A to D.
    pub phases: [u8; 4],
    /// LED strip, through a level shifter.
    pub leds: u8,
    /// Buzzer.
    pub buzzer: u8,
    /// Buttons, to ground.
    pub buttons: ByButton<u8>,
    /// Three analog inputs.
    pub adc: [u8; 3],
    /// Free pins, for a display or an oscilloscope.
    pub spare: [u8; 2],
}

impl Pins {
    /// Allocation of every board.
    pub const ALL: Self = Self {
        mux: [0, 1, 2, 3, 4],
        load: 5,
        clock: 6,
        lanes: [7, 8, 9, 10],
        phases: [11, 12, 13, 14],
        leds: 15,
        buzzer: 16,
        buttons: ByButton([17, 18, 19, 20]),
        adc: [26, 27, 28],
        spare: [21, 22],
    };

    /// Iterates over the pins in use, each with its signal.
    pub fn used(&self) -> impl Iterator<Item = (u8, Signal)> {
        let numbered = |pins: &[u8], signal: fn(u8) -> Signal| {
            let mut named: heapless::Vec<(u8, Signal), 5> = heapless::Vec::new();
            for (n, &pin) in (0..).zip(pins) {
                // Five at most: the address lines.
                let _ = named.push((pin, signal(n)));
            }
            named
        };
        let buttons = self.buttons;
        numbered(&self.mux, Signal::Mux)
            .into_iter()
            .chain([(self.load, Signal::Load), (self.clock, Signal::Clock)])
            .chain(numbered(&self.lanes, Signal::Lane))
            .chain(numbered(&self.phases, Signal::Phase))
            .chain([(self.leds, Signal::Leds), (self.buzzer, Signal::Buzzer)])
            .chain(Button::ALL.map(|button| (buttons[button], Signal::Button(button))))
            .chain(numbered(&self.adc, Signal::Adc))
    }
}

/// Signal on a pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Address line of the multiplexers.
    Mux(u8),
    /// Load line of the shift registers.
    Load,
    /// Clock of the shift registers.
    Clock,
    /// Data of a chain of shift registers.
    Lane(u8),
    /// Gate of an emitter phase.
    Phase(u8),
    /// Data of the LED strip.
    Leds,
    /// Buzzer.
    Buzzer,
    /// Button.
    Button(Button),
    /// Analog input.
    Adc(u8),
}
