//! Tests that each scene does what its name says, for every seed tried.

use super::{ALL, Make};
use crate::geometry::Shape;
use crate::scene::Scene;
use crate::truth::{TrueEvent, TrueEventKind};
use glam::Vec3;
use rules_core::sensing::observation::Cause;

/// Plays scenes of the seeds from 0 up to `count` to their end.
fn play(make: Make, count: u64) -> Vec<Scene> {
    let to_end = |seed| {
        let mut scene = make(seed);
        while scene.advance() {}
        scene
    };
    (0..count).map(to_end).collect()
}

fn count(scene: &Scene, what: impl Fn(&TrueEventKind) -> bool) -> usize {
    let events = scene.truth().events.iter();
    events.filter(|event| what(&event.what)).count()
}

/// Returns the number of falls by push, and by accident.
fn falls(scene: &Scene) -> (usize, usize) {
    let by = |cause| {
        scene
            .truth()
            .falls()
            .filter(move |(_, fell)| fell.cause == cause)
    };
    (by(Cause::Push).count(), by(Cause::Accident).count())
}

#[test]
fn every_scene_has_its_name_ends_and_tells_its_events_in_order() {
    for (name, make) in ALL {
        for scene in play(make, 3) {
            assert_eq!(scene.name(), name);
            let seconds = scene.world().now().0 as f64 * 1e-6;
            assert!(seconds < 15.0, "{name}: {seconds} s");
            let events: &[TrueEvent] = &scene.truth().events;
            let sorted = events.windows(2).all(|pair| pair[0].at <= pair[1].at);
            assert!(sorted, "{name}: {events:?}");
            // No piece went through the floor or into the ring's block.
            for thing in scene.view_at(1.0).things {
                let at = thing.solid.pose.position;
                assert!(at.is_finite() && at.z > -1_000.0, "{name}: {at}");
                let within = at.truncate().abs().max_element() < 97.0;
                assert!(!within || at.z > -1.0, "{name}: {at}");
            }
        }
    }
}

#[test]
fn a_push_at_the_edge_makes_two_fall_on_average_and_all_by_push() {
    let scenes = play(super::edge_push, 40);
    let (push, accident) = scenes
        .iter()
        .map(falls)
        .fold((0, 0), |sum, scene| (sum.0 + scene.0, sum.1 + scene.1));
    assert_eq!(accident, 0);
    assert!(push >= 72, "{push} falls in 40 scenes");
    assert!(
        scenes
            .iter()
            .all(|scene| scene.truth().pushes().count() == 1)
    );
}

#[test]
fn a_push_of_a_match_docks_loads_pushes_and_lifts() {
    for make in [super::match_push, super::kabuto_push] {
        for scene in play(make, 6) {
            let order: Vec<u8> = (scene.truth().events.iter())
                .filter_map(|event| match event.what {
                    TrueEventKind::Docked(_) => Some(0),
                    TrueEventKind::Loaded(..) => Some(1),
                    TrueEventKind::PushStarted(..) => Some(2),
                    TrueEventKind::Pushed(_) => Some(3),
                    TrueEventKind::Lifted => Some(4),
                    _ => None,
                })
                .collect();
            assert_eq!(order, [0, 1, 2, 3, 4], "{:?}", scene.truth().events);
            assert_eq!(falls(&scene).1, 0, "{:?}", scene.truth().events);
        }
    }
}

#[test]
fn a_push_that_ends_on_the_ring_drops_nothing_and_is_as_fast_as_the_hand() {
    for scene in play(super::stopped_push, 20) {
        assert_eq!(falls(&scene), (0, 0));
        let speeds: Vec<f32> = scene.truth().pushes().map(|(_, push)| push.speed).collect();
        let [speed] = speeds[..] else {
            panic!("{:?}", scene.truth().events)
        };
        assert!((15.0..=640.0).contains(&speed), "{speed} mm/s");
    }
}

#[test]
fn single_accidents_are_one_fall_each() {
    let makes: [Make; 6] = [
        super::flat,
        super::topple,
        super::nudge,
        super::bounce,
        super::bump_with_fall,
        super::late_accident,
    ];
    for make in makes {
        for scene in play(make, 15) {
            assert_eq!(
                falls(&scene),
                (0, 1),
                "{}: {:?}",
                scene.name(),
                scene.truth().events
            );
        }
    }
}

#[test]
fn most_pushed_at_a_corner_fall_beside_the_post() {
    let scenes = play(super::corner, 20);
    let fallen = scenes.iter().filter(|scene| falls(scene) == (0, 1)).count();
    assert!(fallen >= 14, "{fallen} of 20");
}

#[test]
fn flicks_fall_or_fly_over_the_gutter() {
    for (make, by) in [(super::flick as Make, 1), (super::flick_push, 0)] {
        for scene in play(make, 15) {
            let (push, accident) = falls(&scene);
            let over = count(&scene, |event| matches!(event, TrueEventKind::Overshot(..)));
            assert_eq!([push, accident][by] + over, 1, "{:?}", scene.truth().events);
            assert_eq!([push, accident][1 - by], 0);
        }
    }
}

#[test]
fn a_burst_is_two_to_six_falls_close_together() {
    for scene in play(super::burst, 20) {
        let times: Vec<u64> = scene
            .truth()
            .falls()
            .map(|(_, fell)| fell.crossed.0)
            .collect();
        assert!((2..=6).contains(&times.len()));
        let (Some(first), Some(last)) = (times.iter().min(), times.iter().max()) else {
            panic!("no falls")
        };
        assert!(last - first <= 50_000, "{} us", last - first);
    }
}

#[test]
fn two_abreast_fall_side_by_side() {
    for scene in play(super::abreast, 10) {
        let falls: Vec<_> = scene.truth().falls().map(|(_, fell)| *fell).collect();
        let [a, b] = falls[..] else {
            panic!("{} falls", falls.len())
        };
        assert_eq!(a.edge, b.edge);
        let widths = [a, b].map(|fell| scene.world().catalogue().radius(fell.piece));
        let gap = (a.along - b.along).abs() - widths[0] - widths[1];
        assert!(gap.abs() < 3.0, "{gap} mm apart");
    }
}

/// Returns the height of the highest point of a fallen disc.
fn top(scene: &Scene) -> f32 {
    let view = scene.view_at(1.0);
    let solids = view.things.iter().map(|thing| thing.solid);
    let tops = solids.map(|solid| {
        let Shape::Disc {
            radius_x,
            half_height,
            ..
        } = solid.shape
        else {
            panic!("all pieces are discs")
        };
        let up = (solid.pose.rotation * Vec3::Z).z;
        solid.pose.position.z + half_height * up.abs() + radius_x * (1.0 - up * up).max(0.0).sqrt()
    });
    tops.fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn most_that_should_lean_stay_in_the_beams() {
    let scenes = play(super::leaning, 20);
    let lean = scenes.iter().filter(|scene| top(scene) > -22.0).count();
    assert!(lean >= 14, "{lean} of 20");
}

#[test]
fn hands_come_and_go_and_take_only_what_they_came_for() {
    for (make, taken) in [
        (super::hand_in as Make, 0),
        (super::hand_retrieving, 1),
        (super::sleeve, 0),
    ] {
        for scene in play(make, 10) {
            let (into, out) = (
                count(&scene, |event| matches!(event, TrueEventKind::HandIn(_))),
                count(&scene, |event| matches!(event, TrueEventKind::HandOut(_))),
            );
            assert!(
                into >= 1 && into == out,
                "{}: {:?}",
                scene.name(),
                scene.truth().events
            );
            assert_eq!(falls(&scene), (0, 0));
            assert_eq!(
                count(&scene, |event| matches!(
                    event,
                    TrueEventKind::Retrieved(..)
                )),
                taken
            );
        }
    }
}

#[test]
fn a_bump_moves_pieces_and_drops_none() {
    for seed in 0..5 {
        let mut scene = super::bump(seed);
        let places = |scene: &Scene| -> Vec<Vec3> {
            let view = scene.view_at(1.0);
            view.things
                .iter()
                .map(|thing| thing.solid.pose.position)
                .collect()
        };
        while scene.world().now().0 < 290_000 && scene.advance() {}
        let before = places(&scene);
        while scene.advance() {}
        let pairs = before.into_iter().zip(places(&scene));
        let farthest = pairs.map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!((0.02..4.0).contains(&farthest), "{farthest} mm");
        assert_eq!(falls(&scene), (0, 0));
    }
}

#[test]
fn an_idle_ring_costs_nothing_and_shows_it() {
    let mut scene = super::idle(3);
    while scene.world().now().0 < 1_000_000 && scene.advance() {}
    let (generation, view) = (scene.world().generation(), scene.view_at(0.3));
    while scene.advance() {}
    assert_eq!(scene.world().generation(), generation);
    assert_eq!(scene.view_at(0.8), view);
    assert!(scene.world().is_at_rest() && scene.world().gutter_is_empty());
    assert!(scene.truth().events.is_empty());
}
