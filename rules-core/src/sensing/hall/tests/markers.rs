//! Tests of markers in the posts.

use super::{Scene, magnet, without_faults};
use crate::board::BoardId;
use crate::board::hall::Role;
use crate::place::Post;
use crate::rng::Rng;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};
use std::vec::Vec;

extern crate std;

const CHOICES: [Option<Magnet>; 5] = [
    None,
    choice(Polarity::Plus, Strength::Weak),
    choice(Polarity::Minus, Strength::Weak),
    choice(Polarity::Plus, Strength::Strong),
    choice(Polarity::Minus, Strength::Strong),
];

const fn choice(polarity: Polarity, strength: Strength) -> Option<Magnet> {
    Some(Magnet { polarity, strength })
}

fn steps(choice: Option<Magnet>) -> i32 {
    choice.map_or(0, |magnet| {
        let steps = match magnet.strength {
            Strength::Weak => 225,
            _ => 990,
        };
        match magnet.polarity {
            Polarity::Plus => steps,
            Polarity::Minus => -steps,
        }
    })
}

/// Puts magnets into the slots of a post, with their leakage.
fn fill(scene: &mut Scene, post: Post, slots: [i32; 4], sign: i32) {
    // One mT of 53 to those beside, half of it across.
    let leaks = [0, -20, -10, -20];
    for n in 0..4_usize {
        let mut felt = slots[n];
        for (m, &other) in slots.iter().enumerate() {
            felt += other * leaks[m.abs_diff(n)] / 1024;
        }
        scene.add(Role::Slot(post, n as u8), sign * felt);
    }
}

fn markers(heard: &[ObservationKind]) -> Vec<(Post, u8, Option<Magnet>, bool)> {
    let marker = |what: &ObservationKind| match *what {
        ObservationKind::Marker {
            post,
            slot,
            marker,
            certainty,
        } => Some((post, slot, marker, certainty.is_high())),
        _ => None,
    };
    heard.iter().filter_map(marker).collect()
}

#[test]
fn nothing_is_said_about_an_empty_board() {
    for name in BoardId::ALL {
        let mut scene = Scene::new(name);
        scene.run(3_000);
        assert_eq!(scene.heard(), [], "{name}");
    }
}

#[test]
fn markers_there_at_power_up_are_said_not_absorbed() {
    let mut scene = Scene::new(BoardId::Ring);
    fill(&mut scene, Post::Two, [990, 0, -225, 0], 1);
    scene.run(400);
    let strong = magnet(Polarity::Plus, Strength::Strong);
    let weak = magnet(Polarity::Minus, Strength::Weak);
    let expected = [(Post::Two, 0, strong, true), (Post::Two, 2, weak, true)];
    assert_eq!(markers(&scene.heard()), expected);
    scene.run(120_000);
    assert_eq!(scene.heard(), [], "nor absorbed later");
    fill(&mut scene, Post::Two, [990, 0, -225, 0], -1);
    scene.run(400);
    let expected = [(Post::Two, 0, None, true), (Post::Two, 2, None, true)];
    assert_eq!(markers(&scene.heard()), expected);
}

#[test]
fn all_625_states_of_a_post_are_told_apart() {
    let mut scene = Scene::new(BoardId::Ring);
    let mut before = [0; 4];
    let mut shown = [None; 4];
    for state in 0..625_usize {
        // Neighbouring numbers differ in one or more slots.
        let slots = [1, 5, 25, 125].map(|place| CHOICES[state / place % 5]);
        fill(&mut scene, Post::One, before, -1);
        before = slots.map(steps);
        fill(&mut scene, Post::One, before, 1);
        scene.run(160);
        let heard = scene.heard();
        for (post, slot, marker, sure) in markers(&heard) {
            assert!(sure, "state {state}: slot {slot} {marker:?} of {before:?}");
            assert_eq!(post, Post::One);
            shown[usize::from(slot)] = marker;
        }
        assert_eq!(shown, slots, "state {state}");
    }
}

#[test]
fn magnets_that_vary_and_codes_that_are_bad_do_not_confuse() {
    // Half a millimetre of gap: 840 to 1170 and 180 to 280 steps; the converter
    // is off by 9 steps beyond 512.
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut scene = Scene::new(BoardId::Ring);
        scene.noise = 8;
        let state = [0; 4].map(|_| CHOICES[rng.below(5) as usize]);
        let strengths = state.map(|choice| {
            let gap = rng.below(1_000) as i32;
            let steps = match choice {
                None => 0,
                Some(magnet) => {
                    let size = match magnet.strength {
                        Strength::Weak => 180 + gap / 10,
                        _ => 840 + gap * 33 / 100,
                    };
                    size * steps(choice).signum()
                }
            };
            steps + 9 * (steps / 512)
        });
        fill(&mut scene, Post::Three, strengths, 1);
        scene.run(400);
        let mut shown = [None; 4];
        for (_, slot, marker, sure) in markers(&scene.heard()) {
            assert!(sure);
            shown[usize::from(slot)] = marker;
        }
        assert_eq!(shown, state, "{strengths:?}");
    }
}

#[test]
fn between_weak_and_strong_it_asks() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Slot(Post::One, 1), 618);
    scene.run(400);
    let heard = markers(&scene.heard());
    assert_eq!(heard.len(), 1);
    assert!(!heard[0].3, "{heard:?}");
}

#[test]
fn a_reading_at_a_threshold_does_not_chatter() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.noise = 20;
    scene.add(Role::Slot(Post::One, 1), 620);
    scene.run(20_000);
    assert!(scene.heard().len() <= 2);
}

#[test]
fn what_no_marker_makes_is_asked() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Slot(Post::Four, 3), 1_700);
    scene.run(400);
    let heard = markers(&scene.heard());
    assert_eq!(heard.len(), 1);
    assert!(!heard[0].3);
}

#[test]
fn a_marker_waved_past_is_not_said() {
    let mut scene = Scene::new(BoardId::Ring);
    for n in 0..60_i32 {
        let level = 990 - (n - 30).abs() * 30;
        scene.add(Role::Slot(Post::One, 0), level);
        scene.scan();
        scene.add(Role::Slot(Post::One, 0), -level);
    }
    scene.run(400);
    assert_eq!(without_faults(&scene.heard()), []);
}

#[test]
fn a_marker_is_said_within_150_ms_and_not_before_50() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(500);
    let put = scene.now();
    fill(&mut scene, Post::One, [-990, 0, 0, 0], 1);
    scene.run(500);
    let (at, _) = scene.reported[0];
    let took = at.since(put).as_millis();
    assert!((50..150).contains(&took), "{took} ms");
}

#[test]
fn rests_follow_drift_but_not_far_and_not_under_a_marker() {
    let mut scene = Scene::new(BoardId::Ring);
    fill(&mut scene, Post::One, [225, 0, 0, 0], 1);
    scene.run(400);
    scene.heard();
    drift(&mut scene, 160, false);
    assert_eq!(scene.heard(), []);
    let rest = |scene: &Scene, role| {
        let channel = scene.channel(role) as u8;
        let line = scene.watch.channels.get(channel).expect("on this board");
        i32::from(line.rest.sum()) - 4 * 2048
    };
    let followed = rest(&scene, Role::Slot(Post::Two, 0));
    assert!((120..=165).contains(&followed), "{followed}");
    let frozen = rest(&scene, Role::Slot(Post::One, 1));
    assert!(frozen.abs() <= 2, "{frozen}");
    // Far beyond what drift can be.
    drift(&mut scene, 160, false);
    let followed = rest(&scene, Role::Slot(Post::Two, 0));
    assert!(followed <= 240, "{followed}");
}

#[test]
fn what_all_readings_of_an_input_are_off_by_is_taken_off() {
    let mut scene = Scene::new(BoardId::Ring);
    fill(&mut scene, Post::One, [225, 0, 0, -990], 1);
    scene.run(400);
    scene.heard();
    drift(&mut scene, 160, true);
    assert_eq!(scene.heard(), []);
    // The post's rest levels are frozen all the same.
    let channel = scene.channel(Role::Slot(Post::One, 1)) as u8;
    let away = scene.watch.channels.away(channel);
    let alone = -225 * 20 / 1024 + 990 * 10 / 1024;
    assert!((away - alone).abs() <= 12, "{away} instead of {alone}");
}

/// Drifts by `quarters` quarter steps, one each 2.25 s: 40 steps within six minutes
/// instead of half an hour.
fn drift(scene: &mut Scene, quarters: u32, with_dividers: bool) {
    for _ in 0..quarters {
        for (level, channel) in scene.levels.iter_mut().zip(scene.profile.hall.channels) {
            if with_dividers || channel.role() != Some(Role::Divider) {
                *level += 1;
            }
        }
        scene.run(2_250);
    }
}

#[test]
fn a_stuck_slot_is_asked_and_found_again() {
    let mut scene = Scene::new(BoardId::Ring);
    fill(&mut scene, Post::One, [990, -990, 0, 0], 1);
    scene.run(400);
    scene.heard();
    let channel = scene.channel(Role::Slot(Post::One, 0));
    let role = Role::Slot(Post::One, 0);
    let sensor = Sensor::Channel(channel as u8, role);
    scene.fault = super::Fault::Frozen(channel, scene.levels[channel] as u16);
    scene.run(1_000);
    let heard = scene.heard();
    let stuck = ObservationKind::FaultRaised(sensor, SensorFault::Stuck);
    let strong = magnet(Polarity::Plus, Strength::Strong);
    let asked = ObservationKind::Marker {
        post: Post::One,
        slot: 0,
        marker: strong,
        certainty: Certainty::NONE,
    };
    assert_eq!(heard, [stuck, asked]);
    scene.fault = super::Fault::None;
    scene.run(2_000);
    assert_eq!(markers(&scene.heard()), [(Post::One, 0, strong, true)]);
}
