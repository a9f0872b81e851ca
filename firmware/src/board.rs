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
//! | DMA | from | to |
//! |-----|------|----|
//! | 0   | LED colours | PIO1 SM0 |
//! | 1   | PIO0 SM0 | ring of the curtain; 2 starts it again |
//! | 3   | commands of a frame | PIO0 SM0; 4 starts it anew |
//! | 5, 7 | converter | rings of readings, in turns |
//! | 6, 8 | a word | PIO0 SM1, after each group of readings |
//!
//! The pins are those of `rules_core::board::pins`, where the wiring plan comes
//! from; the compiler checks that.

use crate::{scan, urgent};
use embassy_rp::gpio::{Input, Pull};
use embassy_rp::peripherals::{
    ADC, DMA_CH0, DMA_CH1, DMA_CH2, DMA_CH3, DMA_CH4, DMA_CH5, DMA_CH6, DMA_CH7, DMA_CH8, FLASH,
    PIN_0, PIN_1, PIN_2, PIN_3, PIN_4, PIN_5, PIN_6, PIN_7, PIN_8, PIN_9, PIN_10, PIN_11, PIN_12,
    PIN_13, PIN_14, PIN_15, PIN_16, PIN_25, PIN_26, PIN_27, PIN_28, PIO0, PIO1, PWM_SLICE0, USB,
    WATCHDOG,
};
use embassy_rp::{Peri, Peripherals, bind_interrupts, dma, pio, usb};
use rules_core::board::ByButton;
use rules_core::board::pins::Pins;

bind_interrupts!(
    /// Who is called when a peripheral has something to say.
    #[allow(unsafe_code, reason = "the macro names the interrupt vectors")]
    #[derive(Debug)]
    pub struct Irqs {
        PIO0_IRQ_0 => pio::InterruptHandler<PIO0>;
        PIO1_IRQ_0 => pio::InterruptHandler<PIO1>;
        DMA_IRQ_0 => dma::InterruptHandler<DMA_CH0>;
        DMA_IRQ_1 => scan::InterruptHandler;
        SWI_IRQ_0 => urgent::InterruptHandler;
        USBCTRL_IRQ => usb::InterruptHandler<USB>;
    }
);

/// Bytes of the flash.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// The peripherals, by what they serve.
pub struct Board {
    /// The LED on the Pico itself.
    pub heartbeat: Peri<'static, PIN_25>,
    /// The sensors.
    pub scan: Scan,
    /// The strip around the ring.
    pub strip: Strip,
    /// The buzzer.
    pub buzzer: Buzzer,
    /// The buttons, to ground.
    pub buttons: ByButton<Input<'static>>,
    /// To the host.
    pub usb: Peri<'static, USB>,
    /// Program, matches and calibrations.
    pub flash: Peri<'static, FLASH>,
    /// Restarts the device when it hangs.
    pub watchdog: Peri<'static, WATCHDOG>,
}

/// What reads the sensors.
pub struct Scan {
    /// Runs both programs.
    pub pio: Peri<'static, PIO0>,
    /// The curtain's part.
    pub curtain: Curtain,
    /// The analog part.
    pub hall: Hall,
}

/// What reads the curtain.
pub struct Curtain {
    /// Latches the chains.
    pub load: Peri<'static, PIN_5>,
    /// Shifts them.
    pub clock: Peri<'static, PIN_6>,
    /// Their ends: north, east, south, west.
    pub lanes: (
        Peri<'static, PIN_7>,
        Peri<'static, PIN_8>,
        Peri<'static, PIN_9>,
        Peri<'static, PIN_10>,
    ),
    /// Emitters, phases A to D.
    pub phases: (
        Peri<'static, PIN_11>,
        Peri<'static, PIN_12>,
        Peri<'static, PIN_13>,
        Peri<'static, PIN_14>,
    ),
    /// Takes the words.
    pub words: Peri<'static, DMA_CH1>,
    /// Lets it take more.
    pub again: Peri<'static, DMA_CH2>,
    /// Gives the commands.
    pub commands: Peri<'static, DMA_CH3>,
    /// Lets it give them again.
    pub anew: Peri<'static, DMA_CH4>,
}

/// What reads the analog channels.
pub struct Hall {
    /// Address lines of the multiplexers.
    #[allow(clippy::type_complexity, reason = "each pin is a type of its own")]
    pub mux: (
        Peri<'static, PIN_0>,
        Peri<'static, PIN_1>,
        Peri<'static, PIN_2>,
        Peri<'static, PIN_3>,
        Peri<'static, PIN_4>,
    ),
    /// The converter.
    pub adc: Peri<'static, ADC>,
    /// Its inputs.
    pub inputs: (
        Peri<'static, PIN_26>,
        Peri<'static, PIN_27>,
        Peri<'static, PIN_28>,
    ),
    /// Takes the groups at even places.
    pub even: Peri<'static, DMA_CH5>,
    /// Steps the address after it.
    pub after_even: Peri<'static, DMA_CH6>,
    /// Takes those at odd places.
    pub odd: Peri<'static, DMA_CH7>,
    /// Steps the address after it.
    pub after_odd: Peri<'static, DMA_CH8>,
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

/// What drives the buzzer.
pub struct Buzzer {
    /// To its transistor.
    pub pin: Peri<'static, PIN_16>,
    /// Makes the tone.
    pub slice: Peri<'static, PWM_SLICE0>,
}

impl Board {
    /// Hands out the peripherals of the chip.
    pub fn new(chip: Peripherals) -> Self {
        const { assert!(are_as_planned(&Pins::ALL), "a pin differs from the plan") };
        Self {
            heartbeat: chip.PIN_25,
            scan: Scan {
                pio: chip.PIO0,
                curtain: Curtain {
                    load: chip.PIN_5,
                    clock: chip.PIN_6,
                    lanes: (chip.PIN_7, chip.PIN_8, chip.PIN_9, chip.PIN_10),
                    phases: (chip.PIN_11, chip.PIN_12, chip.PIN_13, chip.PIN_14),
                    words: chip.DMA_CH1,
                    again: chip.DMA_CH2,
                    commands: chip.DMA_CH3,
                    anew: chip.DMA_CH4,
                },
                hall: Hall {
                    mux: (chip.PIN_0, chip.PIN_1, chip.PIN_2, chip.PIN_3, chip.PIN_4),
                    adc: chip.ADC,
                    inputs: (chip.PIN_26, chip.PIN_27, chip.PIN_28),
                    even: chip.DMA_CH5,
                    after_even: chip.DMA_CH6,
                    odd: chip.DMA_CH7,
                    after_odd: chip.DMA_CH8,
                },
            },
            strip: Strip {
                pin: chip.PIN_15,
                pio: chip.PIO1,
                dma: chip.DMA_CH0,
            },
            buzzer: Buzzer {
                pin: chip.PIN_16,
                slice: chip.PWM_SLICE0,
            },
            buttons: ByButton([
                Input::new(chip.PIN_17, Pull::Up),
                Input::new(chip.PIN_18, Pull::Up),
                Input::new(chip.PIN_19, Pull::Up),
                Input::new(chip.PIN_20, Pull::Up),
            ]),
            usb: chip.USB,
            flash: chip.FLASH,
            watchdog: chip.WATCHDOG,
        }
    }
}

/// Whether the plan has every pin where it is taken from above.
const fn are_as_planned(pins: &Pins) -> bool {
    let Pins {
        mux: [0, 1, 2, 3, 4],
        load: 5,
        clock: 6,
        lanes: [7, 8, 9, 10],
        phases: [11, 12, 13, 14],
        leds: 15,
        buzzer: 16,
        buttons: ByButton([17, 18, 19, 20]),
        adc: [26, 27, 28],
        spare: _,
    } = pins
    else {
        return false;
    };
    true
}
