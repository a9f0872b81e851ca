//! Tests of the platform anywhere along an edge.

use super::{Scene, without_faults};
use crate::board::BoardId;
use crate::board::hall::Role;
use crate::place::{Edge, Facing, Place};
use crate::sensing::observation::ObservationKind;

/// Returns the row's reading of a magnet, in steps, at an offset in millimetres.
fn felt(offset: i32) -> i32 {
    // (212 / (212 + x²))^2.5, with the root by hand.
    let ratio = 212_000_000 / (212 + offset * offset);
    let root = (1..1_001)
        .take_while(|n| n * n <= ratio)
        .last()
        .unwrap_or(0);
    let power = i64::from(ratio) * i64::from(ratio) / 1_000_000 * i64::from(root) / 1_000_000;
    i32::try_from(power).expect("small") * 488 / 1_000
}

fn lay(scene: &mut Scene, edge: Edge, at: i32, facing: Facing, sign: i32) {
    let plus = match facing {
        Facing::Short => 1,
        Facing::Long => -1,
    };
    for n in 0..6_u8 {
        let sensor = 200 * (2 * i32::from(n) + 1) / 12;
        let third = match facing {
            Facing::Short => 0,
            Facing::Long => felt(at + 74 - sensor) * 84 / 100,
        };
        let steps = felt(at + 20 - sensor) - felt(at - 20 - sensor) + third;
        scene.add(Role::Edge(edge, n), steps * plus * sign);
    }
}

#[test]
fn the_platform_is_found_anywhere_along_an_edge() {
    assert_eq!(felt(0), 488);
    for edge in [Edge::North, Edge::West] {
        for facing in [Facing::Short, Facing::Long] {
            for at in (60..=170).step_by(5) {
                let mut scene = Scene::new(BoardId::Ring);
                scene.run(200);
                lay(&mut scene, edge, at, facing, 1);
                scene.run(500);
                let heard = scene.heard();
                let [
                    ObservationKind::Docked {
                        place,
                        facing: seen,
                        certainty,
                    },
                ] = heard[..]
                else {
                    panic!("{edge} {at}: {heard:?}");
                };
                let Place::Along { edge: there, at_mm } = place else {
                    panic!("{edge} {at}: {place}");
                };
                assert_eq!((there, seen), (edge, facing), "{at}");
                assert!(
                    i32::from(at_mm).abs_diff(at) <= 2,
                    "{at_mm} instead of {at}"
                );
                assert!(certainty.is_high(), "{at}: {certainty}");
                lay(&mut scene, edge, at, facing, -1);
                scene.run(500);
                assert_eq!(scene.heard(), [ObservationKind::Undocked], "{edge} {at}");
            }
        }
    }
}

#[test]
fn one_magnet_at_the_rim_is_no_platform() {
    let mut scene = Scene::new(BoardId::Ring);
    for (n, steps) in [(2, 71), (1, 8), (3, 8)] {
        scene.add(Role::Edge(Edge::South, n), steps);
    }
    scene.run(500);
    scene.add(Role::Edge(Edge::South, 3), 600);
    scene.run(500);
    assert_eq!(without_faults(&scene.heard()), []);
}

#[test]
fn hum_does_not_hide_the_platform() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.hum = 500;
    scene.run(4_000);
    lay(&mut scene, Edge::East, 110, Facing::Short, 1);
    scene.run(600);
    let heard = scene.heard();
    assert!(
        matches!(heard[..], [ObservationKind::Docked { .. }]),
        "{heard:?}"
    );
}

#[test]
fn at_a_corner_the_docks_decide() {
    let mut scene = Scene::new(BoardId::Ring);
    lay(&mut scene, Edge::East, 40, Facing::Short, 1);
    scene.add(Role::Dock(crate::place::Post::One, 0), -1_300);
    scene.add(Role::Dock(crate::place::Post::One, 1), 1_300);
    scene.run(600);
    let heard = scene.heard();
    let corner = Place::Corner(crate::place::Post::One);
    assert!(
        matches!(heard[..], [ObservationKind::Docked { place, certainty, .. }]
            if place == corner && certainty.is_high()),
        "{heard:?}"
    );
}
