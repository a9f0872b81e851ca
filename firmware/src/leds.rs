//! Drives the LED strip. Shows that the device booted, until lights come from
//! the match.

use crate::board::{self, Irqs, LEDS};
use crate::selftest::Verdict;
use embassy_rp::peripherals::PIO1;
use embassy_rp::pio::Pio;
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use embassy_time::{Duration, Timer};
use smart_leds::RGB8;

/// Silence after a frame that makes the LEDs show it: at least 280 us on
/// current WS2812B, after up to 240 us still queued when the driver returns.
const LATCH: Duration = Duration::from_micros(600);

/// How long the boot light stays on one LED: once around in 0.64 s.
const PER_LED: Duration = Duration::from_millis(10);

const DARK: RGB8 = RGB8::new(0, 0, 0);
/// Dim: the boot light must not need the strip's full supply.
const BLUE: RGB8 = RGB8::new(0, 4, 24);
const ORANGE: RGB8 = RGB8::new(24, 8, 0);

/// One colour for each LED of the strip.
type Frame = [RGB8; LEDS];

/// Shows the boot light: a blue point runs around once if the self-test
/// passed; all orange, and it stays, if not. Blue and orange are told apart by
/// colour-blind eyes as well.
#[embassy_executor::task]
pub async fn run(strip: board::Strip, verdict: Verdict) {
    let mut strip = Strip::new(strip);
    match verdict {
        Verdict::Sound => {
            for lit in 0..LEDS {
                let frame = core::array::from_fn(|led| if led == lit { BLUE } else { DARK });
                strip.show(&frame).await;
                Timer::after(PER_LED).await;
            }
            strip.show(&[DARK; LEDS]).await;
        }
        Verdict::Faulty => strip.show(&[ORANGE; LEDS]).await,
    }
}

/// The strip, ready for a frame.
struct Strip {
    driver: PioWs2812<'static, PIO1, 0, LEDS, Grb>,
}

impl Strip {
    fn new(parts: board::Strip) -> Self {
        let Pio {
            mut common, sm0, ..
        } = Pio::new(parts.pio, Irqs);
        let program = PioWs2812Program::new(&mut common);
        let driver = PioWs2812::new(&mut common, sm0, parts.dma, Irqs, parts.pin, &program);
        Self { driver }
    }

    /// Sends a frame and waits until the LEDs show it.
    async fn show(&mut self, frame: &Frame) {
        self.driver.write(frame).await;
        Timer::after(LATCH).await;
    }
}
