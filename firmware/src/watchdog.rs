//! Restarts the device when it hangs.
//!
//! The feeder is an ordinary task: if any other task keeps the processor for
//! longer than [`PATIENCE`], nobody feeds.

use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_time::{Duration, Ticker};

/// How long the device may be silent. The longest rightful stall is a sector
/// erase of the flash, at most 400 ms by the data sheet of the W25Q chips.
const PATIENCE: Duration = Duration::from_secs(2);

/// Feeding four times as often as needed.
const FEEDING: Duration = Duration::from_millis(500);

/// Starts it: from now on somebody has to feed it.
pub fn start(watchdog: Peri<'static, WATCHDOG>) -> Watchdog {
    let mut watchdog = Watchdog::new(watchdog);
    // A breakpoint is not a hang.
    watchdog.pause_on_debug(true);
    watchdog.start(PATIENCE);
    watchdog
}

/// Feeds it for ever.
#[embassy_executor::task]
pub async fn run(mut watchdog: Watchdog) -> ! {
    let mut ticker = Ticker::every(FEEDING);
    loop {
        ticker.next().await;
        watchdog.feed(PATIENCE);
    }
}
