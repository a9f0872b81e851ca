//! Beams that fail dark while something else goes on: named within a second all
//! the same. And fingers that keep still: no sensor is named for them.

use dohyo_tests::curtain_rig::{Body, Rig, SidePattern, frame};
use rules_core::board::BoardId;
use rules_core::board::curtain::Plane;
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::sensor::{Sensor, SensorFault};

/// Frames of a second.
const SECOND: u32 = 2500;

fn stuck(plane: Plane, beam: u8) -> (Sensor, SensorFault) {
    (
        Sensor::Beam(Edge::North, plane, beam),
        SensorFault::StuckDark,
    )
}

/// What is named when this stands still for a second.
fn named(raster: &str) -> Vec<(Sensor, SensorFault)> {
    let mut rig = Rig::new(BoardId::Ring);
    rig.play(Edge::North, raster);
    assert!(rig.passed().is_empty(), "{:?}", rig.words());
    let mut troubles = rig.faults();
    troubles.sort_by_key(|(sensor, _)| sensor.to_string());
    troubles
}

#[test]
fn neighbours_that_fail_together_are_named_in_either_plane() {
    assert_eq!(
        named("2500 ....##.............. ...................."),
        [stuck(Plane::Upper, 4), stuck(Plane::Upper, 5)]
    );
    assert_eq!(
        named("2500 .................... ....##.............."),
        [stuck(Plane::Lower, 4), stuck(Plane::Lower, 5)]
    );
}

#[test]
fn beams_of_both_planes_that_fail_together_are_named_though_they_are_apart() {
    assert_eq!(
        named("2500 .....##............. ...#................"),
        [
            stuck(Plane::Lower, 3),
            stuck(Plane::Upper, 5),
            stuck(Plane::Upper, 6)
        ]
    );
}

#[test]
fn a_beam_that_fails_in_the_shadow_of_a_fall_is_named_within_a_second() {
    for (beam, push) in (7..=12).flat_map(|beam| (0..4).map(move |push| (beam, push))) {
        let mut rig = Rig::new(BoardId::Ring);
        let body = Body::toppling(Edge::North, 101.0, 30, push, 0.0);
        for n in 0..SECOND {
            let mut pictures = ByEdge::<SidePattern>::default();
            let picture = &mut pictures[Edge::North];
            body.shade(&rig.curtain, f64::from(n) * 0.4, picture);
            if n >= 40 {
                picture.upper |= 1 << beam;
            }
            let frame = frame(&rig.curtain, rig.index, &pictures);
            rig.show_raw(&frame);
        }
        assert_eq!(
            rig.faults(),
            [stuck(Plane::Upper, beam)],
            "push {push}: {:?}",
            rig.words()
        );
    }
}

#[test]
fn one_finger_of_a_hand_that_keeps_still_is_no_failed_beam() {
    let fingers = "
          20 ....#...............  ....................
          20 ....#.#.............  ....................
         100 ....#.##............  ....................
        1800 ....#.##............  ......##............
         100 ....#.##............  ....................
         300 ....................  ....................";
    assert_eq!(named(fingers), []);
}
