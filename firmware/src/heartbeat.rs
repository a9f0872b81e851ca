//! Heartbeat LED: the LED on the Pico blinks as long as tasks are scheduled.

use embassy_rp::Peri;
use embassy_rp::gpio::{Level, Output};
use embassy_rp::peripherals::PIN_25;
use embassy_time::{Duration, Ticker};

/// Time between two changes of the LED: 500 ms, one blink a second.
const HALF_PERIOD: Duration = Duration::from_millis(500);

/// Toggles the LED on the Pico until reset.
#[embassy_executor::task]
pub async fn run(pin: Peri<'static, PIN_25>) -> ! {
    let mut led = Output::new(pin, Level::High);
    let mut ticker = Ticker::every(HALF_PERIOD);
    loop {
        ticker.next().await;
        led.toggle();
    }
}
