//! Tests of sensor faults: reported within a second, without a wrong statement, and
//! cleared.

extern crate std;

use super::{Fault, Scene, magnet, without_faults};
use crate::board::BoardId;
use crate::board::hall::{INPUTS, Role};
use crate::place::{Edge, Post};
use crate::sensing::certainty::Certainty;
use crate::sensing::classifier::MagnetCue;
use crate::sensing::magnet::{Polarity, Strength};
use crate::sensing::observation::{EdgePoint, ObservationKind};
use crate::sensing::sensor::{Sensor, SensorFault};
use std::vec::Vec;

/// True if no report about markers, cells or the platform has high certainty.
fn all_asked(heard: &[ObservationKind]) -> bool {
    heard.iter().all(|what| match what {
        ObservationKind::Marker { certainty, .. }
        | ObservationKind::Cell { certainty, .. }
        | ObservationKind::Docked { certainty, .. } => !certainty.is_high(),
        ObservationKind::FaultRaised(..) | ObservationKind::FaultCleared(..) => true,
        _ => false,
    })
}

fn faults_in(heard: &[ObservationKind]) -> Vec<(Sensor, SensorFault)> {
    let fault = |what: &ObservationKind| match *what {
        ObservationKind::FaultRaised(sensor, fault) => Some((sensor, fault)),
        _ => None,
    };
    heard.iter().filter_map(fault).collect()
}

#[test]
fn every_stuck_address_line_is_named_within_a_second() {
    for name in BoardId::ALL {
        let addresses = super::Profile::of(name).hall.addresses();
        for line in 0..5_u8 {
            for high in [false, true] {
                let harmless = !high && addresses <= 1 << line;
                let mut scene = Scene::new(name);
                scene.run(300);
                scene.fault = Fault::Line(line, high);
                let since = scene.now();
                scene.run(1_000);
                let named = scene.named(Sensor::AddressLine(line), SensorFault::LineStuck, since);
                let context = std::format!("{name} S{line} high: {high}: {:?}", scene.reported);
                if harmless {
                    assert!(scene.reported.is_empty(), "{context}");
                    continue;
                }
                assert!(named.is_some_and(|millis| millis < 1_000), "{context}");
                let heard = scene.heard();
                assert!(all_asked(&heard), "{name} S{line} {high}: {heard:?}");
                let line_named =
                    |(_, fault): &&(Sensor, SensorFault)| *fault == SensorFault::LineStuck;
                let others = faults_in(&heard);
                assert_eq!(others.iter().filter(line_named).count(), 1, "{others:?}");

                scene.fault = Fault::None;
                scene.run(3_000);
                let heard = scene.heard();
                let mended = ObservationKind::FaultCleared(
                    Sensor::AddressLine(line),
                    SensorFault::LineStuck,
                );
                assert!(heard.contains(&mended), "{name} S{line} {high}");
                assert_eq!(scene.watch.faults().count(), 0, "{name} S{line} {high}");
            }
        }
    }
}

#[test]
fn a_stuck_line_with_markers_on_the_posts_is_named_and_they_are_found_again() {
    let mut scene = Scene::new(BoardId::Ring);
    for (post, slot, steps) in [(Post::One, 2, 1_010), (Post::Three, 0, -225)] {
        scene.add(Role::Slot(post, slot), steps);
    }
    scene.run(500);
    scene.heard();
    scene.fault = Fault::Line(0, true);
    scene.run(1_000);
    let heard = scene.heard();
    let named = ObservationKind::FaultRaised(Sensor::AddressLine(0), SensorFault::LineStuck);
    assert!(heard.contains(&named), "{heard:?}");
    assert!(all_asked(&heard), "{heard:?}");
    scene.fault = Fault::None;
    scene.run(2_000);
    let last = |post, slot| {
        let of = scene.reported.iter().rev();
        let mut of = of.filter_map(|(_, what)| match *what {
            ObservationKind::Marker {
                post: p,
                slot: s,
                marker,
                certainty,
            } if (p, s) == (post, slot) => Some((marker, certainty.is_high())),
            _ => None,
        });
        of.next()
    };
    let strong = magnet(Polarity::Plus, Strength::Strong);
    for (post, slot, marker) in [
        (Post::One, 2, strong),
        (Post::Three, 0, magnet(Polarity::Minus, Strength::Weak)),
    ] {
        // No report: it never was in doubt.
        assert!(last(post, slot).is_none_or(|report| report == (marker, true)));
    }
}

#[test]
fn a_bank_that_does_not_let_go_is_named() {
    for name in [BoardId::Ring, BoardId::GridHex] {
        for upper in [false, true] {
            let mut scene = Scene::new(name);
            scene.run(300);
            scene.fault = Fault::BankHeld(upper);
            let since = scene.now();
            scene.run(1_000);
            let named = scene.named(Sensor::AddressLine(4), SensorFault::LineStuck, since);
            assert!(named.is_some(), "{name} {upper}: {:?}", scene.reported);
            assert!(all_asked(&scene.heard()), "{name} {upper}");
        }
    }
}

#[test]
fn a_dead_input_is_named_as_one() {
    for input in 0..INPUTS {
        let mut scene = Scene::new(BoardId::Ring);
        scene.run(300);
        scene.fault = Fault::DeadInput(input);
        scene.run(1_000);
        let heard = scene.heard();
        let named = faults_in(&heard);
        assert!(
            named.contains(&(Sensor::Input(input as u8), SensorFault::Stuck)),
            "{named:?}"
        );
        assert!(
            named.len() <= 2,
            "and its divider, not every channel: {named:?}"
        );
        assert!(all_asked(&heard), "{heard:?}");
        scene.fault = Fault::None;
        scene.run(3_000);
        assert_eq!(scene.watch.faults().count(), 0, "{:?}", scene.reported);
    }
}

#[test]
fn a_frozen_channel_is_named_and_its_slot_asked() {
    let role = Role::Slot(Post::Two, 1);
    for reading in [0, 4095, 2048, 3038] {
        let mut scene = Scene::new(BoardId::Ring);
        scene.run(300);
        let channel = scene.channel(role);
        scene.fault = Fault::Frozen(channel, reading);
        let since = scene.now();
        scene.run(1_000);
        let sensor = Sensor::Channel(channel as u8, role);
        let named = scene.named(sensor, SensorFault::Stuck, since);
        assert!(named.is_some(), "{reading}: {:?}", scene.reported);
        let heard = scene.heard();
        assert_eq!(
            faults_in(&heard),
            [(sensor, SensorFault::Stuck)],
            "{reading}"
        );
        assert!(all_asked(&heard), "{reading}: {heard:?}");
        assert!(!without_faults(&heard).is_empty(), "it is asked");
        assert!(
            scene
                .watch
                .faults()
                .any(|fault| fault == (sensor, SensorFault::Stuck))
        );
        scene.fault = Fault::None;
        scene.run(2_000);
        assert!(
            scene
                .heard()
                .contains(&ObservationKind::FaultCleared(sensor, SensorFault::Stuck))
        );
    }
}

#[test]
fn scans_that_never_change_are_named_as_such() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(300);
    let mut scan = scene.next_scan();
    let mut reported = Vec::new();
    for index in scan.index..scan.index + 1_500 {
        scan.index = index;
        scene.watch.step(&scan, &mut |_, what| reported.push(what));
    }
    assert_eq!(
        faults_in(&reported),
        [(Sensor::HallScans, SensorFault::Stuck)]
    );
    assert!(all_asked(&reported));
}

#[test]
fn flaky_sensors_are_named() {
    let roles = [
        Role::Slot(Post::One, 0),
        Role::Dock(Post::Three, 1),
        Role::Optic(Post::Two, 0),
        Role::Edge(Edge::South, 3),
        Role::Quiet,
    ];
    for role in roles {
        let mut scene = Scene::new(BoardId::Ring);
        scene.run(300);
        let channel = scene.channel(role);
        scene.fault = Fault::Flaky(channel);
        let since = scene.now();
        scene.run(1_000);
        let sensor = Sensor::Channel(channel as u8, role);
        let named = scene.named(sensor, SensorFault::Flaky, since);
        assert!(named.is_some(), "{role}: {:?}", scene.reported);
        assert!(all_asked(&scene.heard()), "{role}");
        scene.fault = Fault::None;
        scene.run(6_000);
        assert!(
            scene
                .heard()
                .contains(&ObservationKind::FaultCleared(sensor, SensorFault::Flaky)),
            "{role}"
        );
    }
}

#[test]
fn a_contact_that_opens_twice_in_a_second_is_flaky() {
    let role = Role::Slot(Post::One, 0);
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(300);
    let channel = scene.channel(role);
    let sensor = Sensor::Channel(channel as u8, role);
    let since = scene.now();
    let mut open = || {
        scene.fault = Fault::Frozen(channel, 0);
        scene.run(6);
        scene.fault = Fault::None;
        scene.run(800);
        scene.named(sensor, SensorFault::Flaky, since)
    };
    assert_eq!(open(), None, "once is no fault");
    assert!(open().is_some());
}

#[test]
fn crosstalk_is_named() {
    for name in [BoardId::Ring, BoardId::GridHex] {
        for per_mille in [20, 50] {
            let mut scene = Scene::new(name);
            scene.run(300);
            scene.fault = Fault::Crosstalk(per_mille * 1024 / 1000);
            let since = scene.now();
            scene.run(1_000);
            for input in 0..3 {
                let named = scene.named(Sensor::Input(input), SensorFault::Weak, since);
                assert!(named.is_some(), "{name} {per_mille} {:?}", scene.reported);
            }
            let heard = scene.heard();
            let nothing = |what: &ObservationKind| {
                matches!(what, ObservationKind::FaultRaised(..))
                    || matches!(what, ObservationKind::Cell { piece: None, .. })
                    || matches!(what, ObservationKind::Marker { marker: None, .. })
            };
            assert!(heard.iter().all(nothing), "{name} {per_mille}: {heard:?}");
            assert_eq!(faults_in(&heard).len(), 3, "{name} {per_mille}: {heard:?}");
        }
    }
}

#[test]
fn a_little_crosstalk_is_no_trouble() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.fault = Fault::Crosstalk(5);
    scene.run(3_000);
    assert_eq!(scene.heard(), []);
}

#[test]
fn an_ideal_board_without_noise_is_not_stuck() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.noise = 0;
    scene.run(1_000);
    scene.add(Role::Slot(Post::One, 1), -225);
    scene.run(1_000);
    let heard = scene.heard();
    assert!(
        matches!(heard[..], [ObservationKind::Marker { slot: 1, certainty, .. }] if certainty.is_high()),
        "{heard:?}"
    );
}

#[test]
fn a_dropout_is_neither_a_magnet_nor_an_empty_platform() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Dock(Post::One, 0), -1_300);
    scene.add(Role::Dock(Post::One, 1), 1_300);
    scene.add(Role::Optic(Post::One, 0), 1_700);
    scene.run(500);
    assert_eq!(without_faults(&scene.heard()).len(), 2, "docked and loaded");
    let spot = EdgePoint {
        edge: Edge::West,
        along: crate::board::Micrometres::mm(85),
    };
    let edge = Role::Edge(Edge::West, 2);
    for role in [Role::Optic(Post::One, 0), Role::Dock(Post::One, 1), edge] {
        let (channel, from) = (scene.channel(role), scene.now());
        let level = core::mem::take(&mut scene.levels[channel]);
        scene.run(6);
        scene.levels[channel] = level;
        scene.run(60);
        let seen = scene.watch.passing(spot, from, scene.now());
        let expected = if role == edge {
            MagnetCue::Unknown
        } else {
            MagnetCue::None
        };
        assert_eq!(seen, expected, "{role}");
        scene.run(600);
        assert_eq!(scene.heard(), [], "{role}");
    }
}

#[test]
fn a_multiplexer_that_never_opens_is_named() {
    for (input, bank) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] {
        let mut scene = Scene::new(BoardId::Ring);
        scene.add(Role::Slot(Post::Four, 1), 990);
        scene.run(500);
        scene.heard();
        for n in (input..69).step_by(INPUTS) {
            if (n / INPUTS / 16 == 1) == (bank == 1) {
                scene.levels[n] = 4 * 60;
            }
        }
        scene.run(1_000);
        let heard = scene.heard();
        assert!(!faults_in(&heard).is_empty(), "{input} {bank}");
        assert!(all_asked(&heard), "{input} {bank}: {heard:?}");
    }
}

#[test]
fn a_divider_off_its_level_is_named_and_its_input_asked() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.add(Role::Slot(Post::One, 2), 990);
    scene.run(500);
    scene.heard();
    let divider = scene.channel(Role::Divider);
    scene.levels[divider] -= 4 * 200;
    let since = scene.now();
    scene.run(1_000);
    let sensor = Sensor::Channel(divider as u8, Role::Divider);
    assert!(scene.named(sensor, SensorFault::OffLevel, since).is_some());
    let heard = scene.heard();
    assert!(all_asked(&heard));
    let asked = ObservationKind::Marker {
        post: Post::One,
        slot: 2,
        marker: magnet(Polarity::Plus, Strength::Strong),
        certainty: Certainty::NONE,
    };
    assert!(heard.contains(&asked), "{heard:?}");
}

#[test]
fn a_dead_divider_leaves_the_other_inputs_their_say() {
    for name in BoardId::ALL {
        for input in 0..INPUTS {
            let mut scene = Scene::new(name);
            scene.run(300);
            let channels = || scene.profile.hall.channels.iter().enumerate();
            let here = |n: usize| n % INPUTS == input;
            let is_it = |role| matches!(role, Some(Role::Divider));
            let divider = channels().find(|(n, channel)| here(*n) && is_it(channel.role()));
            let is_slot_or_cell = |role| matches!(role, Some(Role::Slot(..) | Role::Cell(_)));
            let other =
                channels().find(|(n, channel)| !here(*n) && is_slot_or_cell(channel.role()));
            let (Some((divider, _)), Some((other, _))) = (divider, other) else {
                continue;
            };
            scene.fault = Fault::Frozen(divider, 2_048);
            scene.run(1_000);
            assert!(!faults_in(&scene.heard()).is_empty(), "{name} {input}");
            // A strong one the other way round reads what a divider does.
            scene.levels[other] -= 4 * 1_000;
            scene.run(500);
            let heard = scene.heard();
            let sure = |what: &ObservationKind| match what {
                ObservationKind::Marker {
                    marker, certainty, ..
                } => marker.is_some() && certainty.is_high(),
                ObservationKind::Cell {
                    piece, certainty, ..
                } => piece.is_some() && certainty.is_high(),
                _ => false,
            };
            assert!(heard.iter().any(sure), "{name} {input}: {heard:?}");
        }
    }
}

#[test]
fn overruns_and_gaps_are_named_and_their_scans_not_used() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(200);
    let mut reported = Vec::new();
    for _ in 0..200 {
        let mut scan = scene.next_scan();
        scan.overrun = true;
        scan.sums = [12_345; 96];
        scene.watch.step(&scan, &mut |_, what| reported.push(what));
    }
    assert_eq!(
        reported,
        [ObservationKind::FaultRaised(
            Sensor::HallScans,
            SensorFault::Overrun
        )]
    );
    scene.run(1_500);
    let mended = ObservationKind::FaultCleared(Sensor::HallScans, SensorFault::Overrun);
    assert_eq!(scene.heard(), [mended]);
    scene.index += 5;
    scene.run(1_500);
    let lost = [
        ObservationKind::FaultRaised(Sensor::HallScans, SensorFault::Lost),
        ObservationKind::FaultCleared(Sensor::HallScans, SensorFault::Lost),
    ];
    assert_eq!(scene.heard(), lost);
}

#[test]
fn an_edge_in_trouble_cannot_know_what_passed() {
    let mut scene = Scene::new(BoardId::Ring);
    scene.run(500);
    let role = Role::Edge(Edge::West, 2);
    let channel = scene.channel(role);
    let spot = EdgePoint {
        edge: Edge::West,
        along: crate::board::Micrometres::mm(85),
    };
    let time = (scene.now() - crate::time::Span::millis(100), scene.now());
    assert_eq!(scene.watch.passing(spot, time.0, time.1), MagnetCue::None);
    scene.fault = Fault::Frozen(channel, 8_200);
    scene.run(3_000);
    assert_eq!(scene.watch.faults().count(), 1);
    assert_eq!(
        scene.watch.passing(spot, time.0, time.1),
        MagnetCue::Unknown
    );
}
