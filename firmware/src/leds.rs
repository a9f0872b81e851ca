//! Sends pictures to the LED strip.

use crate::board::{self, Irqs};
use crate::inbox::PICTURE;
use embassy_rp::peripherals::PIO1;
use embassy_rp::pio::Pio;
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use embassy_time::{Duration, Timer};
use rules_core::lights::{MOST_LEDS, RGB8};

/// Silence after a picture that makes the LEDs show it: at least 280 us on
/// current WS2812B, after up to 240 us still queued when the driver returns.
const LATCH: Duration = Duration::from_micros(600);

/// Shows whatever comes, the newest first.
///
/// Every strip is sent as many colours as the longest has: those beyond its end
/// go nowhere.
#[embassy_executor::task]
pub async fn run(parts: board::Strip) -> ! {
    let Pio {
        mut common, sm0, ..
    } = Pio::new(parts.pio, Irqs);
    let program = PioWs2812Program::new(&mut common);
    let mut strip: PioWs2812<'_, PIO1, 0, MOST_LEDS, Grb> =
        PioWs2812::new(&mut common, sm0, parts.dma, Irqs, parts.pin, &program);
    // The first frame after the start carries a few bits too many.
    let mut colours = [RGB8::default(); MOST_LEDS];
    loop {
        strip.write(&colours).await;
        Timer::after(LATCH).await;
        let picture = PICTURE.wait().await;
        colours = [RGB8::default(); MOST_LEDS];
        for (colour, &shown) in colours.iter_mut().zip(&picture) {
            *colour = shown;
        }
    }
}
