//! Consistency tests of the board profiles.

use super::curtain::{ChainBit, Plane};
use super::hall::Role;
use super::mounts::{FieldAxis, Point};
use super::{BoardId, Dimensions, Profile};
use crate::place::Edge;
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
    let expected = [(168, 68, 690), (48, 32, 330), (0, 64, 660), (0, 38, 390)];
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
fn chains_are_full_and_end_in_one_zero() {
    for name in [BoardId::Ring, BoardId::RingLite] {
        let curtain = Profile::of(name).curtain.expect("a ring has a curtain");
        for lane in Edge::ALL {
            let bits: Vec<Option<ChainBit>> =
                (0..curtain.bits).map(|at| curtain.bit(lane, at)).collect();
            assert!(bits.iter().all(Option::is_some), "{name} {lane}: {bits:?}");
            let tail = &bits[bits.len() - 2..];
            assert_eq!(
                tail,
                [Some(ChainBit::Strap(true)), Some(ChainBit::Strap(false))]
            );
            assert_eq!(curtain.bit(lane, curtain.bits), None);
        }
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
    assert_eq!(
        row(BoardId::RingLite, Edge::West, 0),
        Some((-98_000, 0, outward))
    );
}
