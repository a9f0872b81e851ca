//! The laws of the light language: what holds whatever is shown, and when.

mod anything;
mod film;

use anything::{board, sensible, showing};
use film::{film, lightness, tick};
use proptest::prelude::*;
use rules_core::board::{BoardId, Profile};
use rules_core::lights::{
    CYCLE, Focus, LightSettings, LightState, Milliamperes, RGB8, Scene, Sign, TICK, current, frame,
    next_change,
};
use rules_core::time::Instant;

/// A change of lightness that everybody sees, of 100.
const VISIBLE: f64 = 10.0;

/// Ticks from one flash to the next: a third of a second and not less.
const APART: usize = 17;

/// A change of the luminance of the whole strip that counts as a flash, of the
/// most it can be (WCAG 2.3.1).
const FLASH: f64 = 0.1;

/// The ticks at which a light goes up by so much after it went down by so much.
fn onsets(light: &[f64], change: f64) -> Vec<usize> {
    let (mut low, mut high, mut rising) = (light[0], light[0], false);
    let mut found = Vec::new();
    for (n, &now) in light.iter().enumerate() {
        if rising {
            high = high.max(now);
            if now < high - change {
                (low, rising) = (now, false);
            }
        } else {
            low = low.min(now);
            if now > low + change {
                (high, rising) = (now, true);
                found.push(n);
            }
        }
    }
    found
}

fn never_too_fast(light: &[f64], change: f64) -> Result<(), TestCaseError> {
    let found = onsets(light, change);
    for pair in found.windows(2) {
        let apart = pair[1] - pair[0];
        prop_assert!(apart >= APART, "flashes at ticks {pair:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_strip_never_draws_more_than_its_budget(
        board in board(), showing in showing(), now in any::<u64>(),
    ) {
        let leds = frame(Profile::of(board), &showing, Instant(now));
        let dark = Milliamperes(Profile::of(board).leds);
        let drawn = current(&leds);
        prop_assert!(drawn <= showing.setting.budget.max(dark), "{drawn:?}");
    }

    #[test]
    fn no_light_flashes_more_than_three_times_a_second(board in board(), showing in showing()) {
        let mut film = film(Profile::of(board), &showing);
        // Over the seam where the cycle repeats, too.
        film.extend(film.clone().into_iter().take(usize::from(CYCLE) / 4));
        for led in 0..film[0].len() {
            let one: Vec<f64> = film.iter().map(|leds| lightness(leds[led])).collect();
            never_too_fast(&one, VISIBLE)?;
        }
    }

    #[test]
    fn the_strip_as_a_whole_does_not_flash_either(board in board(), showing in showing()) {
        let mut film = film(Profile::of(board), &sensible(board, showing));
        film.extend(film.clone().into_iter().take(usize::from(CYCLE) / 4));
        let mean = |leds: &Vec<f64>| leds.iter().sum::<f64>() / leds.len() as f64;
        let all: Vec<f64> = film.iter().map(mean).collect();
        never_too_fast(&all, FLASH)?;
    }

    #[test]
    fn a_frame_holds_until_the_next_change(
        board in board(), showing in showing(), now in 0..40_000_000_u64,
    ) {
        let profile = Profile::of(board);
        let now = Instant(now);
        let shown = frame(profile, &showing, now);
        let until = next_change(profile, &showing, now);
        if let Some(until) = until {
            prop_assert!(until > now && until.0.is_multiple_of(u64::from(TICK.0)));
        }
        let end = until.map_or(now.0 + 10_000_000, |until| until.0);
        for micros in (now.0..end).step_by(5_000).chain([end - 1]) {
            prop_assert_eq!(&frame(profile, &showing, Instant(micros)), &shown);
        }
    }

    #[test]
    fn the_same_is_shown_for_the_same(
        board in board(), showing in showing(), now in 0..u64::MAX / 2,
    ) {
        let profile = Profile::of(board);
        let once = frame(profile, &showing, Instant(now));
        prop_assert_eq!(&frame(profile, &showing.clone(), Instant(now)), &once);
        let cycle = u64::from(CYCLE) * u64::from(TICK.0);
        prop_assert_eq!(&frame(profile, &showing, Instant(now + cycle)), &once);
        prop_assert_eq!(once.len(), usize::from(profile.leds));
    }

    #[test]
    fn while_things_move_the_lights_do_not(board in board(), showing in showing(), n in 0..480_u64) {
        let mut showing = showing;
        if let Scene::Playing(play) = &mut showing.scene {
            play.focus = Focus::Settling;
            let profile = Profile::of(board);
            prop_assert_eq!(next_change(profile, &showing, tick(n)), None);
            prop_assert_eq!(frame(profile, &showing, tick(n)), frame(profile, &showing, tick(0)));
        }
    }

    #[test]
    fn dimming_never_changes_which_lights_are_lit(
        board in board(), showing in showing(), n in 0..480_u64,
        brightness in 1_u8.., budget in 80..600_u16,
    ) {
        let lit = |setting: LightSettings| -> Vec<bool> {
            let showing = LightState { setting, ..showing.clone() };
            let leds = frame(Profile::of(board), &showing, tick(n));
            leds.iter().map(|&led| led != RGB8::default()).collect()
        };
        let dimmed = lit(LightSettings { brightness, budget: Milliamperes(budget) });
        prop_assert_eq!(dimmed, lit(LightSettings { brightness: 255, budget: Milliamperes(u16::MAX) }));
    }

    #[test]
    fn any_length_of_strip_is_drawn(
        board in board(), leds in prop_oneof![0..12_u16, 0..300_u16], showing in showing(), now in any::<u64>(),
    ) {
        let profile = Profile { leds, ..*Profile::of(board) };
        let shown = frame(&profile, &showing, Instant(now));
        prop_assert!(shown.len() <= usize::from(leds));
        let _ = next_change(&profile, &showing, Instant(now));
    }
}

#[test]
fn brightness_zero_is_dark() {
    for sign in Sign::ALL {
        let showing = sign.example(BoardId::Ring).dimmed(0);
        let leds = frame(Profile::of(BoardId::Ring), &showing, tick(7));
        assert!(leds.iter().all(|&led| led == RGB8::default()), "{sign}");
    }
}

fn seen(leds: &[f64]) -> Vec<f64> {
    leds.iter().map(|&led| lightness(led)).collect()
}

/// The part of the time for which the two films differ visibly at the LED where
/// they differ most, if the second begins `shift` later.
fn difference(a: &[Vec<f64>], b: &[Vec<f64>], shift: usize) -> f64 {
    let differing = |led: usize| {
        let moments = a.iter().zip(b.iter().cycle().skip(shift));
        moments
            .filter(|(a, b)| (a[led] - b[led]).abs() >= VISIBLE)
            .count()
    };
    let most = (0..a[0].len()).map(differing).max().unwrap_or(0);
    most as f64 / a.len() as f64
}

/// Whoever sees no colours and did not see when it began can still tell any two
/// signs apart: somewhere they differ visibly, in place or in motion, however
/// the one is shifted in time against the other.
#[test]
fn any_two_signs_differ_without_colours() {
    for board in BoardId::ALL {
        let profile = Profile::of(board);
        let films: Vec<(Sign, Vec<Vec<f64>>)> = Sign::ALL
            .into_iter()
            .filter(|sign| sign.is_on(board))
            .map(|sign| (sign, film(profile, &sign.example(board))))
            // Every 80 ms is enough: nothing is shorter than 120 ms.
            .map(|(sign, film)| (sign, film.into_iter().step_by(4)))
            .map(|(sign, film)| (sign, film.map(|leds| seen(&leds)).collect()))
            .collect();
        for (n, (one, a)) in films.iter().enumerate() {
            for (other, b) in &films[..n] {
                let least = (0..b.len())
                    .map(|shift| difference(a, b, shift))
                    .fold(1.0, f64::min);
                assert!(least >= 0.05, "{board}: {one} like {other}, {least:.3}");
            }
        }
    }
}
