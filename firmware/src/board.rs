//! Which pin and which peripheral serves what. The one place that names them.
//!
//! | GPIO  | signal                                    | block        |
//! |-------|-------------------------------------------|--------------|
//! | 0-4   | multiplexer address and bank              | PIO0 SM1     |
//! | 5-6   | shift registers: load, clock              | PIO0 SM0     |
//! | 7-10  | shift registers: data north, east, south, west | PIO0 SM0 |
//! | 11-14 | infrared phases A to D                    | PIO0 SM0     |
//! | 15    | LED strip                                 | PIO1 SM0     |
//! | 16    | buzzer                                    | PWM 0A       |
//! | 17-20 | buttons: confirm, undo, mode, calibrate   | GPIO         |
//! | 25    | LED on the Pico                           | GPIO         |
//! | 26-28 | Hall multiplexers                         | ADC 0-2      |
//!
//! A field appears in [`Board`] with the task that uses it; the rest of the
//! table is reserved.

use embassy_rp::peripherals::{DMA_CH0, PIN_15, PIN_25, PIO1, WATCHDOG};
use embassy_rp::{Peri, Peripherals, bind_interrupts, dma, pio};

bind_interrupts!(
    /// Who is called when a peripheral has something to say.
    #[allow(unsafe_code, reason = "the macro names the interrupt vectors")]
    #[derive(Debug)]
    pub struct Irqs {
        PIO1_IRQ_0 => pio::InterruptHandler<PIO1>;
        DMA_IRQ_0 => dma::InterruptHandler<DMA_CH0>;
    }
);

/// LEDs on the strip: 16 along each of the four sides.
pub const LEDS: usize = 64;

/// The peripherals, by what they serve.
pub struct Board {
    /// The LED on the Pico itself.
    pub heartbeat: Peri<'static, PIN_25>,
    /// The strip around the ring.
    pub strip: Strip,
    /// Restarts the device when it hangs.
    pub watchdog: Peri<'static, WATCHDOG>,
}

/// What drives the LED strip.
pub struct Strip {
    /// Data line, through a level shifter.
    pub pin: Peri<'static, PIN_15>,
    /// Makes the waveform.
    pub pio: Peri<'static, PIO1>,
    /// Feeds it.
    pub dma: Peri<'static, DMA_CH0>,
}

impl Board {
    /// Hands out the peripherals of the chip.
    pub fn new(chip: Peripherals) -> Self {
        Self {
            heartbeat: chip.PIN_25,
            strip: Strip {
                pin: chip.PIN_15,
                pio: chip.PIO1,
                dma: chip.DMA_CH0,
            },
            watchdog: chip.WATCHDOG,
        }
    }
}
