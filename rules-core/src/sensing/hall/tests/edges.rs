//! Tests of magnets that pass an edge.

use super::Scene;
use crate::board::hall::Role;
use crate::board::{BoardId, Micrometres};
use crate::place::Edge;
use crate::sensing::classifier::MagnetCue;
use crate::sensing::magnet::Polarity;
use crate::sensing::observation::EdgePoint;
use crate::time::{Instant, Span};

const SPOT: EdgePoint = EdgePoint {
    edge: Edge::East,
    along: Micrometres::mm(83),
};

/// Drops a magnet past sensor 2: up and a little down again, in 40 ms.
fn fall(scene: &mut Scene, peak: i32) -> (Instant, Instant) {
    let from = scene.now();
    let role = Role::Edge(Edge::East, 2);
    for n in 0..58_i32 {
        let level = match n {
            0..=20 => peak * n / 20,
            21..=40 => peak * (40 - n) / 20 - peak * (n - 21) / 60,
            _ => -peak * (57 - n) / 48,
        };
        scene.add(role, level);
        scene.scan();
        scene.add(role, -level);
    }
    (from, scene.now())
}

#[test]
fn a_passing_magnet_is_seen_with_its_polarity_afterwards() {
    for (peak, polarity) in [
        (30, Polarity::Plus),
        (-30, Polarity::Minus),
        (900, Polarity::Plus),
    ] {
        let mut scene = Scene::new(BoardId::Ring);
        scene.run(2_000);
        let (from, to) = fall(&mut scene, peak);
        scene.run(240);
        let seen = scene.watch.passing(SPOT, from, to);
        let MagnetCue::Seen(passing) = seen else {
            panic!("{peak}: {seen:?}");
        };
        assert_eq!(passing.polarity, polarity);
        let expected = peak.unsigned_abs() as u16;
        assert!(
            passing.peak.abs_diff(expected) <= 4 + expected / 6,
            "{passing:?}"
        );
        assert!(passing.certainty.is_high());
        assert_eq!(scene.heard(), [], "a magnet that passes is no platform");
    }
}

#[test]
fn a_faint_magnet_is_not_taken_for_none() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(2_000);
    let (from, to) = fall(&mut scene, 15);
    let seen = scene.watch.passing(SPOT, from, to);
    assert!(matches!(seen, MagnetCue::Seen(_)), "{seen:?}");
}

#[test]
fn nothing_passed_is_said_as_such() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(20_000);
    let (mut nothing, mut looks) = (0, 0);
    for _ in 0..500 {
        scene.run(137);
        let to = scene.now();
        looks += 1;
        nothing +=
            u32::from(scene.watch.passing(SPOT, to - Span::millis(120), to) == MagnetCue::None);
    }
    assert_eq!(nothing, looks);
}

#[test]
fn a_magnet_elsewhere_or_at_another_time_is_not_seen_here() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(1_000);
    let (from, to) = fall(&mut scene, 400);
    let far = EdgePoint {
        along: Micrometres::mm(180),
        ..SPOT
    };
    assert_eq!(scene.watch.passing(far, from, to), MagnetCue::None);
    let other = EdgePoint {
        edge: Edge::West,
        ..SPOT
    };
    assert_eq!(scene.watch.passing(other, from, to), MagnetCue::None);
    // Shortly after a strong one its end is still faintly visible.
    scene.run(250);
    let later = (to + Span::millis(100), scene.now());
    assert_eq!(scene.watch.passing(SPOT, later.0, later.1), MagnetCue::None);
}

#[test]
fn a_wrestler_standing_at_the_rim_does_not_count() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Edge(Edge::East, 2), 71);
    scene.run(1_000);
    let to = scene.now();
    assert_eq!(
        scene.watch.passing(SPOT, to - Span::millis(150), to),
        MagnetCue::None
    );
    let (from, to) = fall(&mut scene, -60);
    let seen = scene
        .watch
        .passing(SPOT, from, to)
        .magnet()
        .expect("it fell");
    assert_eq!(seen.polarity, Polarity::Minus);
    assert!(seen.peak.abs_diff(60) <= 10, "{seen:?}");
}

/// A wrestler that is shoved to the rim while a disc falls there makes a step, not a
/// swing.
#[test]
fn a_magnet_shoved_along_is_no_passage() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(2_000);
    let from = scene.now();
    for n in 0..160_i32 {
        let level = 60 * n / 160;
        scene.add(Role::Edge(Edge::East, 2), level);
        scene.scan();
        scene.add(Role::Edge(Edge::East, 2), -level);
    }
    let seen = scene.watch.passing(SPOT, from, scene.now());
    assert_eq!(seen, MagnetCue::Moved);
}

#[test]
fn hum_is_taken_off_however_the_sensors_are_turned() {
    for turned in [1, -1] {
        let mut scene = Scene::new(BoardId::Ring);
        scene.hum = 500;
        for edge in Edge::ALL {
            for n in 0..6 {
                let channel = scene.channel(Role::Edge(edge, n));
                scene.turned[channel] = turned;
            }
        }
        scene.run(6_000);
        let mut none = 0;
        for _ in 0..50 {
            scene.run(133);
            let to = scene.now();
            let seen = scene.watch.passing(SPOT, to - Span::millis(100), to);
            none += u32::from(seen == MagnetCue::None);
        }
        assert_eq!(
            none, 50,
            "37 steps of hum are neither a magnet nor in the way"
        );
        let (from, to) = fall(&mut scene, 60);
        let seen = scene.watch.passing(SPOT, from, to).magnet();
        let seen = seen.expect("twice the faintest is seen through the hum");
        assert_eq!(seen.polarity, Polarity::Plus);
        assert_eq!(scene.heard(), []);
    }
}
