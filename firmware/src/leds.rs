//! LED task: sends frames to the LED strip.

use crate::board::{self, Irqs};
use crate::channels::LED_FRAME;
use crate::pads;
use embassy_rp::peripherals::PIO1;
use embassy_rp::pio::Pio;
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use embassy_time::{Duration, Timer};
use rules_core::board::pins::Pins;
use rules_core::lights::{MAX_LEDS, RGB8};

/// Pause after a frame, which makes the LEDs show it. Current WS2812B need at least 280
/// us, after up to 240 us of data that is still queued when the driver returns.
const LATCH: Duration = Duration::from_micros(600);

/// Sends each new frame of [`LED_FRAME`] to the LED strip; a newer frame replaces one not
/// sent yet.
///
/// Every strip receives as many colours as the longest strip has LEDs; colours beyond its
/// end have no effect.
#[embassy_executor::task]
pub async fn run(parts: board::StripResources) -> ! {
    let Pio {
        mut common, sm0, ..
    } = Pio::new(parts.pio, Irqs);
    let program = PioWs2812Program::new(&mut common);
    let mut strip: PioWs2812<'_, PIO1, 0, MAX_LEDS, Grb> =
        PioWs2812::new(&mut common, sm0, parts.dma, Irqs, parts.pin, &program);
    pads::apply(Pins::ALL.leds, Pins::ALL.outputs.leds);
    // The first frame after the start carries a few surplus bits; a dark one hides them.
    let mut colours = [RGB8::default(); MAX_LEDS];
    loop {
        strip.write(&colours).await;
        Timer::after(LATCH).await;
        let frame = LED_FRAME.wait().await;
        colours = [RGB8::default(); MAX_LEDS];
        for (colour, &shown) in colours.iter_mut().zip(&frame) {
            *colour = shown;
        }
    }
}
