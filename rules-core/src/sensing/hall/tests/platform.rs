//! Tests of the platform's load and its pushes.

extern crate std;

use super::{Scene, magnet, without_faults};
use crate::board::BoardId;
use crate::board::hall::Role;
use crate::place::{Facing, Place, Post};
use crate::rng::Rng;
use crate::sensing::body::Body;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Polarity, Strength};
use crate::sensing::observation::{ObservationKind, Push};
use std::vec::Vec;

const POST: Post = Post::Two;
const PLACE: Place = Place::Corner(POST);

/// Lays the platform at the corner and waits for its report.
fn docked(name: BoardId) -> Scene {
    let mut scene = Scene::new(name);
    lay(&mut scene, Facing::Short, 1);
    scene.run(300);
    let heard = scene.heard();
    let [
        ObservationKind::Docked {
            place,
            facing,
            certainty,
        },
    ] = heard[..]
    else {
        panic!("{heard:?}");
    };
    assert_eq!((place, facing), (PLACE, Facing::Short));
    assert!(certainty.is_high());
    scene
}

fn lay(scene: &mut Scene, facing: Facing, sign: i32) {
    let plus = match facing {
        Facing::Short => 1_300,
        Facing::Long => -1_300,
    };
    scene.add(Role::Dock(POST, 0), -plus * sign);
    if scene.profile.name == BoardId::Ring {
        scene.add(Role::Dock(POST, 1), plus * sign);
    }
}

/// Disc on the push line; lengths are in micrometres.
#[derive(Clone, Copy)]
struct Disc {
    /// Position of its middle, outwards from the ring's edge.
    out: i32,
    diameter: i32,
    /// Reading of its magnet right over a sensor, in steps.
    magnet: i32,
}

impl Disc {
    fn of(diameter_mm: i32, out_mm: i32) -> Self {
        Self {
            out: out_mm * 1000,
            diameter: diameter_mm * 1000,
            magnet: 0,
        }
    }
}

/// Returns the reading of a reflective sensor for an object that covers `low..high`: the
/// full reading from 1.5 mm inside its edge on.
fn light(sensor: i32, low: i32, high: i32, full: i32) -> i32 {
    let inside = (sensor - low).min(high - sensor) + 1_500;
    full * inside.clamp(0, 3_000) / 3_000
}

fn set(scene: &mut Scene, disc: Option<Disc>, finger: Option<i32>) {
    for (n, sensor) in [(0_u8, 34_000), (1, 4_000)] {
        let Some(channel) = scene.profile.hall.find(Role::Optic(POST, n)) else {
            continue;
        };
        let wood = disc.map_or(0, |disc| {
            let half = disc.diameter / 2;
            light(sensor, disc.out - half, disc.out + half, 1_700)
        });
        // A finger 14 mm wide, its tip here.
        let finger = finger.map_or(0, |tip| light(sensor, tip, tip + 14_000, 850));
        scene.levels[channel] = 4 * (200 + wood.max(finger));
        if let Some(channel) = scene.profile.hall.find(Role::Element(POST, n)) {
            let felt = disc.map_or(0, |disc| {
                let away = (disc.out - sensor).abs() / 1_000;
                disc.magnet * 400 / (400 + away * away) * 400 / (400 + away * away)
            });
            scene.levels[channel] = 4 * (2048 + felt);
        }
    }
}

/// Lets the disc rest, then pushes it at a speed (mm/s) until its middle is 40 mm on the
/// ring. `wobble` percent of the speed comes and goes.
fn push(
    scene: &mut Scene,
    mut disc: Disc,
    speed: i32,
    finger: bool,
    wobble: i32,
) -> Vec<ObservationKind> {
    set(scene, Some(disc), None);
    scene.run(300);
    let period = scene.profile.hall.period().0 as i32;
    // Micrometres times a thousand, so that slow pushes move as well.
    let mut fine = i64::from(disc.out) * 1_000;
    let mut n = 0_i32;
    while disc.out > -40_000 {
        let swing = (n % 400 - 200).abs() - 100;
        let now = speed + speed * wobble * swing / 10_000;
        fine -= i64::from(now) * i64::from(period);
        disc.out = (fine / 1_000) as i32;
        n += 1;
        let tip = finger.then_some((disc.out + disc.diameter / 2).max(0));
        set(scene, Some(disc), tip);
        scene.scan();
    }
    set(scene, None, None);
    scene.run(400);
    scene.heard()
}

fn pushed(heard: &[ObservationKind]) -> Push {
    let all: Vec<Push> = (heard.iter())
        .filter_map(|what| match *what {
            ObservationKind::Pushed(pushed) => Some(pushed),
            _ => None,
        })
        .collect();
    assert_eq!(all.len(), 1, "{heard:?}");
    all[0]
}

fn kinds(heard: &[ObservationKind]) -> Vec<&'static str> {
    let kind = |what: &ObservationKind| match what {
        ObservationKind::Loaded(_) => "loaded",
        ObservationKind::Unloaded => "unloaded",
        ObservationKind::PushStarted(_) => "started",
        ObservationKind::Pushed(_) => "pushed",
        ObservationKind::Docked { .. } => "docked",
        ObservationKind::Undocked => "lifted",
        _ => "other",
    };
    without_faults(heard).iter().map(kind).collect()
}

#[test]
fn a_push_is_loaded_started_and_pushed_with_speed_and_body() {
    for finger in [false, true] {
        for (diameter, body) in [(20, Body::Small), (30, Body::Medium), (40, Body::Large)] {
            for speed in [15, 60, 150, 300, 600] {
                let mut scene = docked(BoardId::Ring);
                let heard = push(&mut scene, Disc::of(diameter, 38), speed, finger, 0);
                let context = std::format!("{diameter} mm at {speed} mm/s, finger {finger}");
                assert_eq!(kinds(&heard), ["loaded", "started", "pushed"], "{context}");
                let pushed = pushed(&heard);
                assert_eq!(pushed.body, body, "{context} {pushed:?}");
                assert!(pushed.certainty.is_high(), "{context} {pushed:?}");
                let speed = speed as u16;
                assert!(
                    pushed.speed.abs_diff(speed) <= speed / 10,
                    "{context} {pushed:?}"
                );
                assert_eq!(pushed.place, PLACE);
            }
        }
    }
}

#[test]
fn an_unsteady_hand_makes_it_unsure_not_wrong() {
    let mut rng = Rng::new(11);
    let (mut sure, mut all) = (0, 0);
    for _ in 0..120 {
        let (diameter, body) =
            [(20, Body::Small), (30, Body::Medium), (40, Body::Large)][rng.below(3) as usize];
        let speed = 30 + rng.below(300) as i32;
        let wobble = rng.below(60) as i32;
        let mut scene = docked(BoardId::Ring);
        scene.run(rng.below(200));
        let disc = Disc::of(diameter, 30 + rng.below(30) as i32);
        let heard = push(&mut scene, disc, speed, rng.below(2) == 0, wobble);
        let pushed = pushed(&heard);
        all += 1;
        if pushed.certainty.is_high() {
            sure += 1;
            assert_eq!(pushed.body, body, "{diameter} {speed} {wobble}: {pushed:?}");
        }
    }
    assert!(sure * 10 > all * 7, "{sure} of {all}");
}

#[test]
fn magnets_are_felt_at_rest_and_in_passing() {
    for (steps, diameter, body, strength, polarity) in [
        (190, 24, Body::Token, Strength::Weak, Polarity::Plus),
        (-372, 42, Body::Sumo, Strength::Strong, Polarity::Minus),
    ] {
        let mut scene = docked(BoardId::Ring);
        let disc = Disc {
            magnet: steps,
            ..Disc::of(diameter, 35)
        };
        let heard = push(&mut scene, disc, 120, true, 0);
        let ObservationKind::Loaded(loaded) = heard[0] else {
            panic!("{heard:?}");
        };
        assert_eq!(loaded.magnet, magnet(polarity, strength));
        assert!(loaded.certainty.is_high(), "{loaded:?}");
        let pushed = pushed(&heard);
        assert_eq!(pushed.body, body);
        assert!(pushed.certainty.is_high(), "{pushed:?}");
    }
}

#[test]
fn what_is_taken_away_is_unloaded() {
    let mut scene = docked(BoardId::Ring);
    set(&mut scene, Some(Disc::of(30, 45)), None);
    scene.run(300);
    set(&mut scene, None, None);
    scene.run(1_500);
    assert_eq!(kinds(&scene.heard()), ["loaded", "unloaded"]);
}

#[test]
fn a_finger_alone_is_nothing() {
    let mut scene = docked(BoardId::Ring);
    set(&mut scene, None, Some(30_000));
    scene.run(500);
    set(&mut scene, None, Some(0));
    scene.run(500);
    set(&mut scene, None, None);
    scene.run(500);
    assert_eq!(kinds(&scene.heard()), [""; 0]);
}

#[test]
fn a_push_taken_back_is_loaded_again() {
    let mut scene = docked(BoardId::Ring);
    for out in (22..45).rev().chain(22..45) {
        set(&mut scene, Some(Disc::of(40, out)), None);
        scene.run(if out == 44 { 300 } else { 10 });
    }
    assert_eq!(kinds(&scene.heard()), ["loaded", "started", "loaded"]);
}

#[test]
fn lying_over_both_sensors_from_the_start_leaves_the_size_open() {
    let mut scene = docked(BoardId::Ring);
    let heard = push(&mut scene, Disc::of(40, 20), 100, false, 0);
    assert_eq!(kinds(&heard), ["loaded", "started", "pushed"]);
    let pushed = pushed(&heard);
    assert_eq!(pushed.certainty, Certainty::NONE);
    assert!(pushed.costs[Body::Small] > 60, "{pushed:?}");
    assert!(pushed.speed.abs_diff(100) <= 10);
}

#[test]
fn motion_tells_when_a_push_began_and_ended() {
    let mut scene = docked(BoardId::Ring);
    assert_eq!(scene.watch.motion().began, None);
    set(&mut scene, Some(Disc::of(30, 45)), None);
    scene.run(300);
    let before = scene.now();
    let heard = push(&mut scene, Disc::of(30, 45), 100, false, 0);
    let motion = scene.watch.motion();
    let (began, last) = (motion.began.expect("pushed"), motion.last.expect("pushed"));
    assert_eq!(motion.place, Some(PLACE));
    assert!(!motion.under_way);
    assert!(before < began && began < last, "{motion:?}");
    assert_eq!(pushed(&heard).began, began);
    // From clearing the back to clearing the front: 30 mm.
    assert!(
        last.since(began).as_millis().abs_diff(300) < 40,
        "{motion:?}"
    );
}

#[test]
fn nothing_is_loaded_where_no_platform_lies() {
    let mut scene = Scene::new(BoardId::Ring);
    set(&mut scene, Some(Disc::of(30, 45)), None);
    scene.run(500);
    assert_eq!(kinds(&scene.heard()), [""; 0]);
}

#[test]
fn a_platform_lifted_with_its_load_is_unloaded() {
    let mut scene = docked(BoardId::Ring);
    set(&mut scene, Some(Disc::of(30, 45)), None);
    scene.run(300);
    set(&mut scene, None, None);
    lay(&mut scene, Facing::Short, -1);
    scene.run(500);
    assert_eq!(kinds(&scene.heard()), ["loaded", "lifted", "unloaded"]);
}

#[test]
fn the_long_way_round_is_seen() {
    let mut scene = Scene::new(BoardId::Ring);
    lay(&mut scene, Facing::Long, 1);
    scene.run(300);
    let heard = scene.heard();
    assert!(
        matches!(
            heard[..],
            [ObservationKind::Docked {
                place: PLACE,
                facing: Facing::Long,
                ..
            }]
        ),
        "{heard:?}"
    );
}

#[test]
fn one_magnet_alone_is_no_platform() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Dock(POST, 0), -1_300);
    scene.run(500);
    assert_eq!(scene.heard(), []);
}
