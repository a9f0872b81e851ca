//! Watchdog: restarts the device when it hangs.
//!
//! The feeding task is an ordinary task. If another task keeps the processor for longer
//! than [`TIMEOUT`], the watchdog is not fed and resets the chip.

use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_time::{Duration, Ticker};

/// Time without feeding after which the watchdog resets the chip: 2 s. The longest
/// legitimate stall is a sector erase of the flash, at most 400 ms according to the data
/// sheet of the W25Q chips.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Time between two feedings of the watchdog: a quarter of [`TIMEOUT`].
const FEED_INTERVAL: Duration = Duration::from_millis(500);

/// Starts the watchdog, which [`run`] must feed from then on.
pub fn start(watchdog: Peri<'static, WATCHDOG>) -> Watchdog {
    let mut watchdog = Watchdog::new(watchdog);
    // A breakpoint is not a hang.
    watchdog.pause_on_debug(true);
    watchdog.start(TIMEOUT);
    watchdog
}

/// Feeds the watchdog until reset.
#[embassy_executor::task]
pub async fn run(mut watchdog: Watchdog) -> ! {
    let mut ticker = Ticker::every(FEED_INTERVAL);
    loop {
        ticker.next().await;
        watchdog.feed(TIMEOUT);
    }
}
