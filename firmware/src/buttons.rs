//! Button task: polls the buttons and reports changes to the engine.
//!
//! A contact bounces for a few milliseconds, so a state counts once two polls in a row
//! agree.

use crate::channels::{ENGINE_INPUTS, EngineInput};
use embassy_rp::gpio;
use embassy_time::{Duration, Ticker};
use rules_core::board::{Button, Buttons, ByButton};

/// Time between two polls of the buttons: 5 ms.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Polls the buttons until reset.
#[embassy_executor::task]
pub async fn run(pins: ByButton<gpio::Input<'static>>) -> ! {
    let mut ticker = Ticker::every(POLL_INTERVAL);
    let mut last = Buttons::EMPTY;
    let mut reported = Buttons::EMPTY;
    loop {
        ticker.next().await;
        let mut down = Buttons::EMPTY;
        for button in Button::ALL {
            // The buttons connect to ground: a low level means pressed.
            if pins[button].is_low() {
                down = down.with(button);
            }
        }
        if down == last && down != reported {
            reported = down;
            ENGINE_INPUTS.send(EngineInput::Buttons(down)).await;
        }
        last = down;
    }
}
