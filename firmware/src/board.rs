//! Assignment of pins and peripherals; the only module that names them.
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
//! | 1   | PIO0 SM0 | curtain ring; restarted by 2 |
//! | 3   | commands of a frame | PIO0 SM0; restarted by 4 |
//! | 5, 7 | ADC | rings of readings, alternating |
//! | 6, 8 | a word | PIO0 SM1, after each group of readings |
//!
//! A compile-time check compares the pins with `rules_core::board::pins`, from which the
//! wiring plan is made.

use crate::{irq_executor, scan};
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
    /// Interrupt handlers of the peripherals in use.
    #[allow(unsafe_code, reason = "the macro names the interrupt vectors")]
    #[derive(Debug)]
    pub struct Irqs {
        PIO0_IRQ_0 => pio::InterruptHandler<PIO0>;
        PIO1_IRQ_0 => pio::InterruptHandler<PIO1>;
        DMA_IRQ_0 => dma::InterruptHandler<DMA_CH0>;
        DMA_IRQ_1 => scan::InterruptHandler;
        SWI_IRQ_0 => irq_executor::InterruptHandler;
        USBCTRL_IRQ => usb::InterruptHandler<USB>;
    }
);

/// Size of the flash in bytes: 2 MiB.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// Peripherals of the chip, grouped by their user.
pub struct Board {
    /// Pin of the LED on the Pico itself.
    pub heartbeat: Peri<'static, PIN_25>,
    /// Peripherals that read the sensors.
    pub scan: ScanResources,
    /// Peripherals of the LED strip around the ring.
    pub strip: StripResources,
    /// Peripherals of the buzzer.
    pub buzzer: BuzzerResources,
    /// Button inputs with pull-ups; the buttons connect to ground.
    pub buttons: ByButton<Input<'static>>,
    /// USB controller, for the connection to the host.
    pub usb: Peri<'static, USB>,
    /// Flash with program, journal, settings and calibration.
    pub flash: Peri<'static, FLASH>,
    /// Watchdog, which restarts the device when it hangs.
    pub watchdog: Peri<'static, WATCHDOG>,
}

/// Peripherals that read the sensors.
pub struct ScanResources {
    /// PIO block whose state machines 0 and 1 run the curtain and multiplexer programs.
    pub pio: Peri<'static, PIO0>,
    /// Peripherals of the light curtain.
    pub curtain: CurtainResources,
    /// Peripherals of the analog channels.
    pub hall: HallResources,
}

/// Peripherals that read the light curtain.
pub struct CurtainResources {
    /// Load line, which latches the inputs of the shift registers.
    pub load: Peri<'static, PIN_5>,
    /// Clock line, which shifts the registers by one bit.
    pub clock: Peri<'static, PIN_6>,
    /// Data lines of the lanes, the shift-register chains of the sides: north, east,
    /// south, west.
    pub lanes: (
        Peri<'static, PIN_7>,
        Peri<'static, PIN_8>,
        Peri<'static, PIN_9>,
        Peri<'static, PIN_10>,
    ),
    /// Outputs that light the emitters of phases A to D.
    pub phases: (
        Peri<'static, PIN_11>,
        Peri<'static, PIN_12>,
        Peri<'static, PIN_13>,
        Peri<'static, PIN_14>,
    ),
    /// DMA channel that writes the received words into the curtain ring.
    pub words: Peri<'static, DMA_CH1>,
    /// DMA channel that restarts `words`.
    pub restart_words: Peri<'static, DMA_CH2>,
    /// DMA channel that feeds the commands of a frame to the state machine.
    pub commands: Peri<'static, DMA_CH3>,
    /// DMA channel that restarts `commands`.
    pub restart_commands: Peri<'static, DMA_CH4>,
}

/// Peripherals that read the analog channels.
pub struct HallResources {
    /// Address and bank lines of the multiplexers.
    #[allow(clippy::type_complexity, reason = "each pin is a type of its own")]
    pub mux: (
        Peri<'static, PIN_0>,
        Peri<'static, PIN_1>,
        Peri<'static, PIN_2>,
        Peri<'static, PIN_3>,
        Peri<'static, PIN_4>,
    ),
    /// Analog-to-digital converter.
    pub adc: Peri<'static, ADC>,
    /// Analog inputs 0 to 2 of the ADC.
    pub inputs: (
        Peri<'static, PIN_26>,
        Peri<'static, PIN_27>,
        Peri<'static, PIN_28>,
    ),
    /// DMA channel that stores the readings at even multiplexer addresses.
    pub even: Peri<'static, DMA_CH5>,
    /// DMA channel that steps the multiplexers after the readings at an even address.
    pub after_even: Peri<'static, DMA_CH6>,
    /// DMA channel that stores the readings at odd multiplexer addresses.
    pub odd: Peri<'static, DMA_CH7>,
    /// DMA channel that steps the multiplexers after the readings at an odd address.
    pub after_odd: Peri<'static, DMA_CH8>,
}

/// Peripherals that drive the LED strip.
pub struct StripResources {
    /// Data line of the strip, through a level shifter.
    pub pin: Peri<'static, PIN_15>,
    /// PIO block that generates the waveform.
    pub pio: Peri<'static, PIO1>,
    /// DMA channel that feeds colours to the PIO.
    pub dma: Peri<'static, DMA_CH0>,
}

/// Peripherals that drive the buzzer.
pub struct BuzzerResources {
    /// Output to the transistor of the buzzer.
    pub pin: Peri<'static, PIN_16>,
    /// PWM slice that generates the tone.
    pub slice: Peri<'static, PWM_SLICE0>,
}

impl Board {
    /// Groups the peripherals of the chip by their user.
    pub fn new(chip: Peripherals) -> Self {
        const { assert!(are_as_planned(&Pins::ALL), "a pin differs from the plan") };
        Self {
            heartbeat: chip.PIN_25,
            scan: ScanResources {
                pio: chip.PIO0,
                curtain: CurtainResources {
                    load: chip.PIN_5,
                    clock: chip.PIN_6,
                    lanes: (chip.PIN_7, chip.PIN_8, chip.PIN_9, chip.PIN_10),
                    phases: (chip.PIN_11, chip.PIN_12, chip.PIN_13, chip.PIN_14),
                    words: chip.DMA_CH1,
                    restart_words: chip.DMA_CH2,
                    commands: chip.DMA_CH3,
                    restart_commands: chip.DMA_CH4,
                },
                hall: HallResources {
                    mux: (chip.PIN_0, chip.PIN_1, chip.PIN_2, chip.PIN_3, chip.PIN_4),
                    adc: chip.ADC,
                    inputs: (chip.PIN_26, chip.PIN_27, chip.PIN_28),
                    even: chip.DMA_CH5,
                    after_even: chip.DMA_CH6,
                    odd: chip.DMA_CH7,
                    after_odd: chip.DMA_CH8,
                },
            },
            strip: StripResources {
                pin: chip.PIN_15,
                pio: chip.PIO1,
                dma: chip.DMA_CH0,
            },
            buzzer: BuzzerResources {
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

/// True if the wiring plan assigns every signal to the pin that `Board::new` takes for
/// it.
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
        outputs: _,
    } = pins
    else {
        return false;
    };
    true
}
