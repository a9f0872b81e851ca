//! Formulas against numbers that were found another way: data sheets, circuit simulation,
//! reckoning by hand.

use super::aperture::{self, RAYS};
use super::bore::Bore;
use super::chain::ChainLine;
use super::emitter::{DriveConditions, intensity};
use super::photocurrent::{End, photocurrent};
use super::reflective::{self, ReflectiveSensor};
use super::settling::{Release, needed, time_until_lit};
use super::{lobe, room, strings, threshold};
use glam::DVec3;

const MATT: Bore = Bore {
    radius: 1.5,
    length: 10.0,
    reflectance: 0.1,
};

/// Sensitivities of SFH 309 FA-4/5, in mA per mW/cm².
const GAINS: [f64; 2] = [2.0, 6.4];

fn end(tip: DVec3, axis: DVec3, half_angle: f64, bore: Option<Bore>) -> End {
    End {
        tip,
        bore_axis: axis,
        lobe_axis: axis,
        exponent: lobe::exponent(half_angle),
        bore,
    }
}

/// Current at a detector that faces the emitter over `out` mm and is shifted by `aside` mm.
fn facing(out: f64, aside: f64, half_angles: [f64; 2], bore: Option<Bore>, peak: f64) -> f64 {
    let emitter = end(DVec3::ZERO, DVec3::Y, half_angles[0], bore);
    let tip = DVec3::new(aside, out, 0.0);
    let detector = end(tip, DVec3::NEG_Y, half_angles[1], bore);
    photocurrent(&emitter, peak, &detector, 1.0)
}

#[test]
fn a_lobe_has_halved_at_its_half_angle() {
    for half_angle in [10.0_f64, 12.0, 20.0, 25.0, 60.0] {
        let cosine = libm::cos(half_angle.to_radians());
        let half = lobe::fraction(cosine, lobe::exponent(half_angle));
        assert!((half - 0.5).abs() < 1e-9, "{half_angle}: {half}");
    }
    // By hand: ln 2 / (1 - cos 10°) = 0.6931 / 0.01519, less half of ln 2.
    let narrow = lobe::exponent(10.0);
    assert!((narrow - 45.28).abs() < 0.05, "{narrow}");
    assert!(lobe::fraction(-0.1, 7.0) == 0.0);
}

#[test]
fn pairs_keep_their_current_and_threes_do_not() {
    let pair = |supply, forward: f64| strings::current(supply, 2.0 * forward, 22.0);
    let three = |supply, forward: f64| strings::current(supply, 3.0 * forward, 33.0);
    // 66 to 125 mA, and 0 to 47 mA, from 4.5 to 5.25 V.
    assert!((pair(4.5, 1.475) - 66.0).abs() < 1.0);
    assert!((pair(5.25, 1.2) - 125.0).abs() < 1.0);
    assert!(three(4.5, 1.475) < 0.1);
    assert!((three(5.25, 1.2) - 47.0).abs() < 1.0);
}

#[test]
fn a_warm_old_emitter_is_weaker() {
    let at = |current, temperature, age| {
        let operation = DriveConditions {
            current,
            temperature,
            age,
        };
        intensity(36.0, 100.0, 1.0, operation)
    };
    assert!((at(100.0, 25.0, 1.0) - 36.0).abs() < 1e-9);
    // 6 % less at 35 °C, and half the current gives a little more than half the light.
    assert!((at(100.0, 35.0, 1.0) - 33.84).abs() < 0.01);
    assert!((0.51..0.53).contains(&(at(50.0, 25.0, 1.0) / 36.0)));
    assert!((at(100.0, 25.0, 0.6) - 21.6).abs() < 1e-9);
    assert!(at(0.0, 25.0, 1.0) == 0.0);
}

#[test]
fn two_matt_bores_keep_a_neighbour_out_and_glossy_ones_do_not() {
    let share = |bore| {
        let at = |aside| facing(80.0, aside, [25.0, 12.0], bore, 36.0);
        at(19.0) / at(0.0)
    };
    assert!(share(Some(MATT)) < 0.03, "{}", share(Some(MATT)));
    let glossy = Bore {
        reflectance: 0.4,
        ..MATT
    };
    assert!(share(Some(glossy)) > 0.05, "{}", share(Some(glossy)));
    assert!(share(None) > 0.25, "{}", share(None));
}

#[test]
fn the_overlap_of_two_circles_is_right() {
    let black = Bore {
        reflectance: 0.0,
        ..MATT
    };
    // Circles a radius apart overlap by 2/3 - sqrt(3) / 2 pi = 0.391 of their area.
    let tangent = 1.5 / 10.0;
    assert!((black.passes(tangent) - 0.391).abs() < 0.001);
    // Two radii apart they only touch.
    assert!(black.passes(0.3) < 1e-6);
    // Then everything comes off the wall, steeper light twice.
    assert!((MATT.passes(0.3) - 0.1).abs() < 1e-6);
    assert!((MATT.passes(0.6) - 0.01).abs() < 1e-6);
}

#[test]
fn light_falls_off_with_the_square_of_the_distance() {
    let at = |out| facing(out, 0.0, [25.0, 12.0], None, 36.0);
    assert!((at(60.0) / at(120.0) - 4.0).abs() < 1e-9);
    // 36 mW/sr at 10 cm are 0.36 mW/cm².
    assert!((at(100.0) - 0.36).abs() < 1e-9);
}

#[test]
fn a_guard_over_320_mm_gets_a_tenth_of_the_light_it_needs() {
    // 9 mW/sr reach 14 to 36 uA with parts of the lower bin; 180 to 250 uA are needed.
    let weak = facing(320.0, 0.0, [10.0, 12.0], None, 9.0);
    for gain in [GAINS[0], 4.0] {
        assert!((0.014..0.036).contains(&(weak * gain)), "{}", weak * gain);
    }
    // 170 mW/sr would do: 0.3 to 1 mA.
    let strong = facing(320.0, 0.0, [10.0, 12.0], None, 170.0);
    assert!((0.3..0.4).contains(&(strong * GAINS[0])));
    assert!((0.9..1.1).contains(&(strong * GAINS[1])));
}

#[test]
fn the_thresholds_of_both_registers_are_those_of_their_data_sheets() {
    // 8.2 kilohms at 3.3 V: 1.70 V over the pull-up, and 2.21 V.
    let plain = threshold::current(3.3, 0.485, 8.2);
    assert!((plain - 0.207).abs() < 0.001);
    let schmitt = threshold::current(3.3, 0.33, 8.2);
    assert!((schmitt - 0.270).abs() < 0.001);
}

#[test]
fn a_detector_rises_and_falls_as_its_data_sheet_says() {
    // From 10 to 90 % at 1 kilohm: 7 us, which are 2.2 time constants.
    let fall = |rising| {
        let release = Release {
            supply: 5.0,
            rising,
            pull_up: 1.0,
            capacitance: 3.2,
        };
        release.time_until_dark(0.0)
    };
    let time = fall(0.9) - fall(0.1);
    assert!((6.5..7.5).contains(&time), "{time}");
}

#[test]
fn weak_beams_show_in_the_settle_sweep() {
    let ith = threshold::current(3.3, 0.33, 8.2);
    let least = needed(ith, 8.0, 48.0);
    // Light for 48 us: 0.17 mA for the charge and half of the threshold.
    assert!((least - 0.302).abs() < 0.001, "{least}");
    let time = |margin: f64| time_until_lit(margin * least, ith, 8.0);
    assert!((time(1.0) - 48.0).abs() < 0.01);
    // The sweep's limit of 16 us finds every margin under 1.5, and nearly all under 2.
    assert!(time(1.5) > 16.0 && time(2.0) > 16.0 && time(2.3) < 16.0);
    assert!(time_until_lit(0.9 * ith, ith, 8.0).is_infinite());
}

#[test]
fn a_schmitt_input_reads_dark_in_time_only_below_its_upper_threshold() {
    let release = Release {
        supply: 3.3,
        rising: 0.575,
        pull_up: 8.2,
        capacitance: 3.2,
    };
    // 26 us times ln(3.2 / 1.4).
    let clear = release.time_until_dark(0.0);
    assert!((clear - 21.7).abs() < 0.2, "{clear}");
    // 1.40 V over the pull-up are 171 uA; a little less in 74 us.
    assert!(release.time_until_dark(0.172).is_infinite());
    let permitted = release.permitted(74.0);
    assert!((0.150..0.171).contains(&permitted), "{permitted}");
    assert!((release.time_until_dark(permitted) - 74.0).abs() < 0.01);
}

#[test]
fn a_window_blinds_a_free_detector_and_not_one_in_a_bore() {
    // 5,000 cd/m² are about 1 mW/cm²/sr at 950 nm.
    let current = |solid_angle, gain| room::irradiance(1.0, solid_angle) * gain;
    let behind = GAINS.map(|gain| current(room::OVER_RING_BEHIND_BORE, gain));
    let free = GAINS.map(|gain| current(room::OVER_RING_FREE, gain));
    assert!((0.005..0.006).contains(&behind[0]) && (0.015..0.017).contains(&behind[1]));
    assert!((0.19..0.21).contains(&free[0]) && (0.63..0.65).contains(&free[1]));
    // 4.5 mA at 1,000 lx for a part of 2.7 mA at 0.5 mW/cm².
    let lamp = room::INCANDESCENT_KLX * 2.7 / 0.5;
    assert!((lamp - 4.5).abs() < 0.05, "{lamp}");
}

#[test]
fn the_slack_of_a_chain_is_as_reckoned() {
    let slack = |window, resistance, capacitance, delay| {
        let line = ChainLine {
            window,
            resistance,
            capacitance,
            delay,
        };
        line.slack()
    };
    // Clock 80 ns before the sample, pins of 2 mA: 74HC165 typical, and at worst.
    assert!((slack(80.0, 150.0, 264.0, 27.0) - 10.0).abs() < 1.0);
    assert!((slack(80.0, 150.0, 496.0, 80.0) + 67.0).abs() < 1.0);
    // Twice the time, 8 mA and 33 ohms: both families at worst.
    assert!((slack(160.0, 70.5, 264.0, 80.0) - 50.0).abs() < 3.0);
    assert!((slack(160.0, 70.5, 264.0, 25.0) - 105.0).abs() < 3.0);
}

#[test]
fn a_late_bit_is_read_wrong_as_often_as_the_noise_decides() {
    let rate = |delay| {
        let line = ChainLine {
            window: 80.0,
            resistance: 0.0,
            capacitance: 0.0,
            delay,
        };
        line.error_rate()
    };
    assert!((rate(64.0) - 0.5).abs() < 1e-9);
    // One standard deviation, 3 ns, either way.
    assert!((rate(61.0) - 0.1587).abs() < 0.001);
    assert!((rate(67.0) - 0.8413).abs() < 0.001);
    assert!(rate(40.0) < 1e-12);
}

/// A knife halfway across the gutter: the edge that a beam of margin `m` sees lies inside
/// the true one by as much as Monte Carlo found.
#[test]
fn a_strong_beam_sees_an_edge_further_inside_the_shadow() {
    let rays = aperture::rays();
    for turn in (0..12).map(|n| f64::from(n) * core::f64::consts::TAU / 12.0) {
        let (cos, sin) = (libm::cos(turn), libm::sin(turn));
        let mut places: Vec<f64> = (rays.iter())
            .map(|ray| {
                let half = [0, 1].map(|n| (ray.emitter[n] + ray.detector[n]) / 2.0);
                half[0] * cos + half[1] * sin
            })
            .collect();
        places.sort_by(f64::total_cmp);
        let middle = places.iter().sum::<f64>() / RAYS as f64;
        assert!(middle.abs() < 0.1, "{turn}: {middle}");
        for (margin, edge) in [(4, 0.4), (6, 0.6), (12, 0.8)] {
            // All but one part in `margin` are covered.
            let at = RAYS - RAYS / margin;
            let seen = (places[at - 1] + places[at]) / 2.0;
            assert!(
                (seen - edge).abs() < 0.2,
                "{turn}: margin {margin}: {seen:.2}"
            );
        }
    }
}

#[test]
fn a_lamp_over_a_reflective_sensor_looks_like_a_disc() {
    // 300 lx of halogen light give 0.07 to 0.25 mA.
    let lamp = 0.3 * room::INCANDESCENT_KLX;
    let sensor = |coupling, gain, current| ReflectiveSensor {
        coupling,
        gain,
        current,
        resistor: 1.0,
    };
    let dark = [0.3, 1.0].map(|gain| sensor(0.45, gain, 0.0).output(0.0, 5.0, lamp));
    assert!((0.07..0.08).contains(&dark[0]) && (0.24..0.26).contains(&dark[1]));
    // A disc of 55 % at 1 mm gives 0.165 to 0.33 mA.
    let disc = [0.3, 0.6].map(|coupling| sensor(coupling, 1.0, 20.0).output(0.55, 1.0, 0.0));
    assert!((disc[0] - 0.165).abs() < 1e-9 && (disc[1] - 0.33).abs() < 1e-9);
    assert_eq!(sensor(0.6, 1.0, 20.0).output(0.9, 1.0, 50.0), 3.1);
}

#[test]
fn reflected_light_falls_with_the_height() {
    for (height, wanted) in [(0.5, 1.0), (1.0, 1.0), (2.5, 0.5), (5.0, 0.2)] {
        let found = reflective::at_height(height);
        assert!((found - wanted).abs() < 0.005, "{height}: {found}");
    }
}

/// A scan takes 0.69 ms; lamps swing 100 times a second.
#[test]
fn dark_lit_dark_leaves_a_tenth_of_a_lamp_and_one_difference_nearly_half() {
    let (one, two) = (
        reflective::left_by_one_difference(100.0, 0.69e-3),
        reflective::left_by_dark_lit_dark(100.0, 0.69e-3),
    );
    assert!((one - 0.43).abs() < 0.005, "{one}");
    assert!((two - 0.09).abs() < 0.005, "{two}");
}
