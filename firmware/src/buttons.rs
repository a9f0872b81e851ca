//! Looks at the buttons and tells the core when they change.
//!
//! A contact bounces for a few milliseconds. Two looks in a row that agree count.

use crate::inbox::{INBOX, Input};
use embassy_rp::gpio;
use embassy_time::{Duration, Ticker};
use rules_core::board::{Button, Buttons, ByButton};

/// From one look to the next.
const LOOK: Duration = Duration::from_millis(5);

/// Looks for ever.
#[embassy_executor::task]
pub async fn run(pins: ByButton<gpio::Input<'static>>) -> ! {
    let mut ticker = Ticker::every(LOOK);
    let mut last = Buttons::EMPTY;
    let mut told = Buttons::EMPTY;
    loop {
        ticker.next().await;
        let mut down = Buttons::EMPTY;
        for button in Button::ALL {
            // To ground: low is down.
            if pins[button].is_low() {
                down = down.with(button);
            }
        }
        if down == last && down != told {
            told = down;
            INBOX.send(Input::Buttons(down)).await;
        }
        last = down;
    }
}
