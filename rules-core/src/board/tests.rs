//! Consistency tests of the board profiles.

use super::chain_timing::{ChainLimit, ChainTiming, READS, ReadRounds, TICK};
use super::curtain::{ChainBit, Curtain, Plane};
use super::hall::{Channel, INPUTS, Role, SensorPart};
use super::mounts::{FieldAxis, Point};
use super::output::{DriveStrength, OutputDrive};
use super::pins::Signal;
use super::{BoardId, Dimensions, Micrometres, Profile};
use crate::place::Edge;
use crate::time::Span;
use std::collections::BTreeSet;
use std::vec::Vec;

extern crate std;

#[test]
fn the_figures_of_every_board() {
    let figures = BoardId::ALL.map(|name| {
        let profile = Profile::of(name);
        let beams = profile.curtain.map_or(0, |curtain| curtain.beams());
        let used = profile.hall.channels.iter();
        let used = used.filter(|channel| channel.role().is_some()).count();
        (beams, used, profile.hall.period().0)
    });
    let expected = [(160, 68, 690), (0, 64, 660), (0, 38, 390)];
    assert_eq!(figures, expected);
}

#[test]
fn no_role_and_no_pin_is_given_twice() {
    for name in BoardId::ALL {
        let profile = Profile::of(name);
        let roles: Vec<Role> = profile
            .hall
            .channels
            .iter()
            .filter_map(|channel| channel.role())
            .filter(|&role| role != Role::Divider)
            .collect();
        for (n, role) in roles.iter().enumerate() {
            assert!(!roles[..n].contains(role), "{name}: {role:?} twice");
        }
        let pins: Vec<u8> = profile.pins.used().map(|(pin, _)| pin).collect();
        let distinct: BTreeSet<u8> = pins.iter().chain(&profile.pins.spare).copied().collect();
        assert_eq!(pins.len(), 24);
        assert_eq!(distinct.len(), 26, "{name}: a pin is used twice");
    }
}

#[test]
fn every_board_has_a_divider_on_each_input() {
    for name in BoardId::ALL {
        let inputs: BTreeSet<usize> = (Profile::of(name).hall.channels.iter().enumerate())
            .filter(|(_, channel)| channel.role() == Some(Role::Divider))
            .map(|(channel, _)| channel % 3)
            .collect();
        assert_eq!(inputs.len(), 3, "{name}");
    }
}

#[test]
fn reflective_sensors_are_read_where_the_multiplexer_settles_longest() {
    let channels = Profile::of(BoardId::Ring).hall.channels.iter().enumerate();
    let reflective =
        channels.filter(|(_, channel)| matches!(channel, Channel::Used(_, SensorPart::Reflective)));
    let inputs: Vec<usize> = reflective.map(|(n, _)| n % INPUTS).collect();
    assert_eq!(inputs, [2; 8]);
}

#[test]
fn chains_are_full_and_end_in_one_zero() {
    let curtain = curtain_of(BoardId::Ring);
    for lane in Edge::ALL {
        let bits: Vec<Option<ChainBit>> =
            (0..curtain.bits).map(|at| curtain.bit(lane, at)).collect();
        assert!(bits.iter().all(Option::is_some), "{lane}: {bits:?}");
        let tail = &bits[bits.len() - 2..];
        assert_eq!(
            tail,
            [Some(ChainBit::Strap(true)), Some(ChainBit::Strap(false))]
        );
        assert_eq!(curtain.bit(lane, curtain.bits), None);
    }
}

#[test]
fn neighbours_are_never_lit_together() {
    let curtain = Profile::of(BoardId::Ring)
        .curtain
        .expect("a ring has a curtain");
    for n in 0..19 {
        for plane in Plane::ALL {
            let phases = [n, n + 1].map(|n| curtain.phase(ChainBit::Beam(plane, n)));
            assert_ne!(phases[0], phases[1]);
        }
        let planes = Plane::ALL.map(|plane| curtain.phase(ChainBit::Beam(plane, n)));
        assert_ne!(planes[0], planes[1]);
    }
}

#[test]
fn every_sensor_has_a_place_of_its_own() {
    let size = &Dimensions::ASSUMED;
    for name in BoardId::ALL {
        let profile = Profile::of(name);
        let roles = profile
            .hall
            .channels
            .iter()
            .filter_map(|channel| channel.role());
        let roles = roles.filter(|&role| role != Role::Divider);
        let points: Vec<Point> = roles
            .map(|role| {
                let mount = profile.mount(role, size);
                mount
                    .unwrap_or_else(|| panic!("{name}: {role} has no place"))
                    .point
            })
            .collect();
        for (n, one) in points.iter().enumerate() {
            for other in &points[n + 1..] {
                let apart = [one.x - other.x, one.y - other.y, one.z - other.z];
                let apart = apart.iter().map(|axis| axis.abs()).max();
                assert!(apart >= Some(4_000), "{name}: {one:?} {other:?}");
            }
        }
        assert_eq!(profile.mount(Role::Divider, size), None);
    }
}

#[test]
fn the_edge_row_looks_outwards_from_the_middle_of_equal_parts() {
    let row = |name, edge, n| {
        let mount = Profile::of(name).mount(Role::Edge(edge, n), &Dimensions::ASSUMED);
        mount.map(|mount| (mount.point.x, mount.point.y, mount.axis))
    };
    let outward = FieldAxis::Outward(Edge::West);
    // West runs from south to north: the first of six parts of 33.3 mm.
    assert_eq!(
        row(BoardId::Ring, Edge::West, 0),
        Some((-98_000, -83_334, outward))
    );
    assert_eq!(row(BoardId::Ring, Edge::West, 6), None);
}

fn curtain_of(name: BoardId) -> Curtain {
    Profile::of(name).curtain.expect("a ring has a curtain")
}

/// Calculated with pencil and paper from the formulas of the module.
#[test]
fn the_chains_keep_every_limit_at_worst_case() {
    let ring = ChainTiming::new(&curtain_of(BoardId::Ring), OutputDrive::CABLE);
    let times = ring.checks.map(|check| (check.needed, check.given));
    let expected = [
        (165, 320),
        (142, 160),
        (142, 480),
        (138, 480),
        (5, 8),
        (43_000, 47_360),
    ];
    assert_eq!((ring.capacitance, ring.edge, times), (325, 108, expected));
    assert_eq!(ring.broken(), None);
}

/// Durations of the reads, in ticks of 80 ns: four of 74 us and one of 104 us.
#[test]
fn a_frame_is_four_lit_reads_and_a_longer_dark_one() {
    let curtain = curtain_of(BoardId::Ring);
    let reads: Vec<u32> = (0..READS)
        .map(|read| ReadRounds::of_read(&curtain, read).read_ticks(&curtain))
        .collect();
    assert_eq!(reads, [1_300, 925, 925, 925, 925]);
    let lit = ReadRounds::of_read(&curtain, 1);
    assert_eq!(lit.light_ticks() * TICK, 48_000);
    for micros in [4, 16, 48, 56, 90] {
        let swept = lit.with_settling(Span::micros(micros));
        assert_eq!(swept.read_ticks(&curtain), 925, "{micros} us");
        assert!(swept.settle >= 1 && swept.rest >= 1);
        let off = (swept.settling_ticks() * TICK).abs_diff(micros * 1_000);
        assert!(off <= 200 || micros == 90, "{micros} us: {off} ns off");
    }
}

#[test]
fn weak_pins_long_cables_and_long_chains_break_a_limit() {
    let broken = |curtain: Curtain, drive| {
        let timing = ChainTiming::new(&curtain, drive);
        timing.broken().map(|check| check.limit)
    };
    let ring = curtain_of(BoardId::Ring);
    let weak = OutputDrive {
        strength: DriveStrength::Ma2,
        ..OutputDrive::CABLE
    };
    assert_eq!(broken(ring, weak), Some(ChainLimit::Sample));
    let cable = |mm| Curtain {
        cable: Micrometres::mm(mm),
        ..ring
    };
    assert_eq!(
        broken(cable(700), OutputDrive::CABLE),
        Some(ChainLimit::ClockPulse)
    );
    assert_eq!(
        broken(cable(1_500), OutputDrive::CABLE),
        Some(ChainLimit::Sample)
    );
    assert_eq!(
        broken(cable(u32::MAX), OutputDrive::CABLE),
        Some(ChainLimit::Sample)
    );
    let long = Curtain {
        bits: 96,
        ..cable(100)
    };
    assert_eq!(broken(long, OutputDrive::CABLE), Some(ChainLimit::Settling));
}

#[test]
fn every_output_has_a_drive_and_lines_over_cables_a_strong_one() {
    for name in BoardId::ALL {
        let pins = &Profile::of(name).pins;
        for (_, signal) in pins.used() {
            let drive = pins.output(signal);
            match signal {
                Signal::Mux(_) | Signal::Load | Signal::Clock => {
                    assert_eq!(drive, Some(OutputDrive::CABLE), "{signal:?}");
                }
                Signal::Lane(_) | Signal::Button(_) | Signal::Adc(_) => {
                    assert_eq!(drive, None, "{signal:?}");
                }
                Signal::Phase(_) | Signal::Leds | Signal::Buzzer => {
                    assert!(drive.is_some(), "{signal:?}");
                }
            }
        }
    }
}
