//! Films of the lights, as eyes without colours see them.

use rules_core::board::Profile;
use rules_core::lights::{CYCLE, LightSettings, LightState, Milliamperes, RGB8, TICK, frame};
use rules_core::time::Instant;

/// The instant a number of ticks after power-up.
pub fn tick(n: u64) -> Instant {
    Instant(n * u64::from(TICK.0))
}

/// The light of an LED without its colour, 0 to 1, with the weights of the usual
/// screen primaries.
pub fn luminance(led: RGB8) -> f64 {
    let [r, g, b] = [led.r, led.g, led.b].map(|duty| f64::from(duty) / 255.0);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// How light it looks, 0 to 100: the CIE lightness of its luminance.
pub fn lightness(luminance: f64) -> f64 {
    if luminance > 0.008_856 {
        116.0 * luminance.cbrt() - 16.0
    } else {
        903.3 * luminance
    }
}

/// One cycle of a showing: for each tick, the luminance of each LED. At full
/// brightness, with current to spare.
pub fn film(profile: &Profile, showing: &LightState) -> Vec<Vec<f64>> {
    let mut showing = showing.clone();
    showing.setting = LightSettings {
        brightness: 255,
        budget: Milliamperes(u16::MAX),
    };
    (0..u64::from(CYCLE))
        .map(|n| {
            let leds = frame(profile, &showing, tick(n));
            leds.into_iter().map(luminance).collect()
        })
        .collect()
}
