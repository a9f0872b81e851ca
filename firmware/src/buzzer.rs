//! Plays tones.

use crate::board;
use crate::inbox::{TONE, Tone};
use embassy_futures::select::{Either, select};
use embassy_rp::pwm::{Config, Pwm};
use embassy_time::{Duration, Timer};

/// The counter runs at 1 MHz: 125 MHz by 125.
const HERTZ: u32 = 1_000_000;
const DIVIDER: u8 = 125;

/// Plays whatever comes, the newest first.
#[embassy_executor::task]
pub async fn run(parts: board::Buzzer) -> ! {
    let mut pwm = Pwm::new_output_a(parts.slice, parts.pin, silence());
    let mut next = TONE.wait().await;
    loop {
        pwm.set_config(&sound(next));
        let length = Duration::from_millis(next.length.into());
        next = match select(Timer::after(length), TONE.wait()).await {
            Either::First(()) => {
                pwm.set_config(&silence());
                TONE.wait().await
            }
            Either::Second(tone) => tone,
        };
    }
}

fn sound(tone: Tone) -> Config {
    let period = u16::try_from(HERTZ / u32::from(tone.pitch.max(16))).unwrap_or(u16::MAX);
    let mut config = silence();
    config.top = period.saturating_sub(1);
    config.compare_a = period / 2;
    config
}

fn silence() -> Config {
    let mut config = Config::default();
    config.divider = DIVIDER.into();
    config.compare_a = 0;
    config
}
