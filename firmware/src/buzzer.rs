//! Buzzer task: plays tunes by PWM.

use crate::channels::TUNE;
use crate::clocks::{self, BUZZER_HERTZ};
use crate::{board, pads};
use embassy_futures::select::{Either, select};
use embassy_rp::pwm::{Config, Pwm};
use embassy_time::{Duration, Timer};
use rules_core::board::pins::Pins;
use rules_core::panel::Tune;

/// Plays each new tune of [`TUNE`]; a newer tune interrupts the current one.
#[embassy_executor::task]
pub async fn run(parts: board::BuzzerResources) -> ! {
    let mut pwm = Pwm::new_output_a(parts.slice, parts.pin, silence());
    pads::apply(Pins::ALL.buzzer, Pins::ALL.outputs.buzzer);
    let mut next = TUNE.wait().await;
    loop {
        next = match select(play(&mut pwm, next), TUNE.wait()).await {
            Either::First(()) => TUNE.wait().await,
            Either::Second(tune) => tune,
        };
    }
}

async fn play(pwm: &mut Pwm<'static>, tune: Tune) {
    for tone in tune.tones() {
        pwm.set_config(&tone.hertz.map_or_else(silence, sound));
        Timer::after(Duration::from_micros(tone.lasts.0.into())).await;
    }
    pwm.set_config(&silence());
}

/// Returns the PWM configuration for a tone of this frequency.
fn sound(hertz: u16) -> Config {
    let period = u16::try_from(BUZZER_HERTZ / u32::from(hertz.max(16))).unwrap_or(u16::MAX);
    let mut config = silence();
    config.top = period.saturating_sub(1);
    config.compare_a = period / 2;
    config
}

/// Returns the PWM configuration for a rest.
fn silence() -> Config {
    let mut config = Config::default();
    config.divider = clocks::divider(BUZZER_HERTZ).into();
    config.compare_a = 0;
    config
}
