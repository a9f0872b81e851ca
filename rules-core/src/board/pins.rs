//! GPIO allocation of the Pico. All boards share one allocation, so that one image
//! drives them all.
//!
//! 24 of 26 pins are used. One state machine of PIO0 drives the shift registers and
//! emitter phases, another the multiplexer's address, and PIO1 drives the LED strip.

use super::output::{OutputDrive, Outputs};
use super::{Button, ByButton};

/// GPIO number of every signal of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pins {
    /// Pins of the multiplexer address: S0 to S3, then S4, which selects the bank.
    pub mux: [u8; 5],
    /// Pin of the shift registers' load line, low while the inputs are latched.
    pub load: u8,
    /// Pin of the shift registers' clock.
    pub clock: u8,
    /// Pins of the shift registers' data: the chains of the north, east, south and west
    /// side.
    pub lanes: [u8; 4],
    /// Pins of the infrared emitters' gates, phases A to D.
    pub phases: [u8; 4],
    /// Pin of the LED strip's data, through a level shifter.
    pub leds: u8,
    /// Pin of the buzzer.
    pub buzzer: u8,
    /// Pins of the buttons, which connect to ground when pressed.
    pub buttons: ByButton<u8>,
    /// Pins of the three ADC inputs.
    pub adc: [u8; 3],
    /// Unused pins, for a display or an oscilloscope.
    pub spare: [u8; 2],
    /// Electrical settings of the outputs.
    pub outputs: Outputs,
}

impl Pins {
    /// Pin allocation that all boards share.
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
        outputs: Outputs {
            mux: OutputDrive::CABLE,
            load: OutputDrive::CABLE,
            clock: OutputDrive::CABLE,
            phases: OutputDrive::LOCAL,
            leds: OutputDrive::LOCAL,
            buzzer: OutputDrive::LOCAL,
        },
    };

    /// Returns the electrical setting of a signal's pin; `None` for an input.
    #[must_use]
    pub const fn output(&self, signal: Signal) -> Option<OutputDrive> {
        match signal {
            Signal::Mux(_) => Some(self.outputs.mux),
            Signal::Load => Some(self.outputs.load),
            Signal::Clock => Some(self.outputs.clock),
            Signal::Phase(_) => Some(self.outputs.phases),
            Signal::Leds => Some(self.outputs.leds),
            Signal::Buzzer => Some(self.outputs.buzzer),
            Signal::Lane(_) | Signal::Button(_) | Signal::Adc(_) => None,
        }
    }

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

/// Signal on a GPIO pin. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Address line of the multiplexers, S0 to S4.
    Mux(u8),
    /// Load line of the shift registers.
    Load,
    /// Clock of the shift registers.
    Clock,
    /// Data of the shift-register chain of a side: north, east, south, west.
    Lane(u8),
    /// Gate of the infrared emitters of a phase, A to D.
    Phase(u8),
    /// Data of the LED strip.
    Leds,
    /// Drive of the buzzer.
    Buzzer,
    /// Contact of a button.
    Button(Button),
    /// Voltage at an ADC input.
    Adc(u8),
}
