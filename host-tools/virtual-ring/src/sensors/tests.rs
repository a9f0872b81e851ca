//! Tests of single objects before the sensors, with the expected readings calculated
//! beforehand.

use super::{GridView, Loose, Noise, NoiseLevel, Sensors, Shadows, UNCOVERED};
use crate::geometry::{BodyPose, Dipole, Docking, EdgeRelative, Pose, Shape, Solid, WorldView};
use glam::{Quat, Vec3};
use rules_core::board::curtain::{ChainBit, EmitterPhase, Plane};
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::sensing::frame::{CurtainFrame, HallScan, bit_of};
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};

fn sensors(name: BoardId, level: NoiseLevel, seed: u64) -> Sensors {
    let noise = Noise::for_level(level);
    Sensors::new(Profile::of(name), &Dimensions::ASSUMED, noise, &[], seed)
}

fn ring() -> Sensors {
    sensors(BoardId::Ring, NoiseLevel::Off, 1)
}

fn disc(diameter: f32, at: Vec3, rotation: Quat) -> BodyPose {
    let shape = Shape::Disc {
        radius_x: diameter / 2.0,
        radius_y: diameter / 2.0,
        half_height: 4.5,
    };
    let pose = Pose {
        position: at,
        rotation,
    };
    BodyPose {
        solid: Solid { shape, pose },
        magnet: None,
    }
}

fn view_of(things: Vec<BodyPose>) -> WorldView {
    WorldView {
        things,
        ..WorldView::default()
    }
}

fn beside(edge: Edge, along: f32, out: f32, z: f32) -> Vec3 {
    EdgeRelative { edge, along, out }.at_height(200.0, z)
}

/// Returns the numbers of the blocked beams of one side and plane.
fn row(shadows: &Shadows, edge: Edge, plane: Plane) -> Vec<u8> {
    (0..20).filter(|&n| shadows.beam(edge, plane, n)).collect()
}

/// Returns the reading of the sensor of a role, in ADC steps.
fn steps(name: BoardId, scan: &HallScan, role: Role) -> f32 {
    let channel = Profile::of(name).hall.find(role).expect("the board has it");
    f32::from(scan.sums[channel]) / 4.0
}

#[test]
fn a_disc_lying_in_a_plane_blocks_the_beams_under_it() {
    for edge in Edge::ALL {
        for seed in 0..20 {
            let sensors = sensors(BoardId::Ring, NoiseLevel::Off, seed);
            let at = beside(edge, 100.0, 30.0, -10.0);
            let view = view_of(vec![disc(30.0, at, Quat::IDENTITY)]);
            let shadows = sensors.shadows(&view);
            // 85 to 115 mm; beams at 2.5, 12.5, ... and 0.3 mm of tolerance: 92.5, 102.5,
            // 112.5.
            assert_eq!(row(&shadows, edge, Plane::Upper), [9, 10, 11], "{edge}");
            assert!(row(&shadows, edge, Plane::Lower).is_empty());
            let others = Edge::ALL.into_iter().filter(|&other| other != edge);
            for other in others {
                assert!(row(&shadows, other, Plane::Upper).is_empty());
            }
        }
    }
}

#[test]
fn a_disc_on_edge_is_as_wide_as_its_diameter_along_the_ring_and_thin_across() {
    let sensors = ring();
    // Standing in the gutter with its face to the ring: it reaches from -5 to -45 mm and
    // from 84 to 124 mm along.
    let facing_ring = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
    let at = beside(Edge::North, 104.0, 30.0, -25.0);
    let shadows = sensors.shadows(&view_of(vec![disc(40.0, at, facing_ring)]));
    // At -10 mm, 15 mm above its middle, the chord is 26.5 mm: 90.8 to 117.2. A beam sees
    // it up to 1 mm shorter at each end.
    assert_eq!(row(&shadows, Edge::North, Plane::Upper), [9, 10, 11]);
    // At -22 mm, 3 mm above, 39.5 mm: 84.2 to 123.8; beams at 7.5, 17.5, ...
    assert_eq!(row(&shadows, Edge::North, Plane::Lower), [8, 9, 10, 11]);
    // Turned sideways only its 9 mm are in the way: 101 to 110.
    let at = beside(Edge::North, 105.5, 30.0, -25.0);
    let sideways = Quat::from_rotation_y(core::f32::consts::FRAC_PI_2);
    let shadows = sensors.shadows(&view_of(vec![disc(40.0, at, sideways)]));
    assert_eq!(row(&shadows, Edge::North, Plane::Upper), [10]);
    assert_eq!(row(&shadows, Edge::North, Plane::Lower), [10]);
}

#[test]
fn what_lies_on_the_ring_or_on_the_floor_blocks_nothing() {
    let sensors = ring();
    let on_ring = disc(40.0, Vec3::new(0.0, 90.0, 4.5), Quat::IDENTITY);
    let on_floor = disc(40.0, Vec3::new(0.0, 130.0, -40.0), Quat::IDENTITY);
    let far_off = disc(40.0, Vec3::new(0.0, 190.0, -10.0), Quat::IDENTITY);
    let view = view_of(vec![on_ring, on_floor, far_off]);
    assert!(sensors.shadows(&view).is_empty());
}

#[test]
fn a_finger_and_a_sleeve_block_beams() {
    let sensors = ring();
    let pose = |position, rotation| Pose { position, rotation };
    let finger = Solid {
        shape: Shape::Capsule {
            half_length: 30.0,
            radius: 8.0,
        },
        pose: pose(beside(Edge::East, 102.5, 20.0, 12.0), Quat::IDENTITY),
    };
    let sleeve = Solid {
        shape: Shape::Cuboid {
            half: Vec3::new(20.0, 30.0, 5.0),
        },
        pose: pose(beside(Edge::South, 50.0, 20.0, -10.0), Quat::IDENTITY),
    };
    let view = WorldView {
        hands: vec![finger, sleeve],
        ..WorldView::default()
    };
    let shadows = sensors.shadows(&view);
    // 16 mm wide around 102.5, its round tip at -26 mm: 4 mm below the lower plane, where
    // it is 13.9 mm wide.
    assert_eq!(row(&shadows, Edge::East, Plane::Upper), [10]);
    assert_eq!(row(&shadows, Edge::East, Plane::Lower), [9, 10]);
    assert_eq!(row(&shadows, Edge::South, Plane::Upper), [3, 4, 5, 6]);
    assert!(row(&shadows, Edge::South, Plane::Lower).is_empty());
}

#[test]
fn a_clear_frame_is_lit_in_each_own_phase_and_dark_otherwise_with_its_straps() {
    let curtain = Profile::of(BoardId::Ring).curtain.expect("a curtain");
    let mut sensors = sensors(BoardId::Ring, NoiseLevel::Off, 3);
    let frame = sensors.curtain(7, &WorldView::default()).expect("a frame");
    assert_eq!(frame.index, 7);
    for lane in Edge::ALL {
        for place in 0..curtain.bits {
            let bit = curtain.bit(lane, place).expect("the chain is full");
            let level = match bit {
                ChainBit::Strap(level) => level,
                _ => true,
            };
            assert_eq!(bit_of(frame.dark(), lane, place), level);
            for phase in EmitterPhase::ALL {
                let own = curtain.phase(bit) == Some(phase);
                let read = bit_of(frame.lit(phase), lane, place);
                assert_eq!(read, level && !own, "{lane} {place} {phase}");
            }
        }
    }
}

#[test]
fn a_blocked_beam_is_dark_in_its_own_phase_and_nothing_else_changes() {
    let mut sensors = ring();
    let clear = sensors.curtain(0, &WorldView::default()).expect("a frame");
    let at = beside(Edge::West, 62.0, 30.0, -22.0);
    let view = view_of(vec![disc(20.0, at, Quat::IDENTITY)]);
    let frame = sensors.curtain(1, &view).expect("a frame");
    let curtain = Profile::of(BoardId::Ring).curtain.expect("a curtain");
    let mut changed = Vec::new();
    for (read, (before, after)) in clear.reads.iter().zip(&frame.reads).enumerate() {
        for lane in Edge::ALL {
            for place in 0..curtain.bits {
                if bit_of(before, lane, place) != bit_of(after, lane, place) {
                    assert!(bit_of(after, lane, place), "blocked is dark");
                    changed.push((read, lane, curtain.bit(lane, place)));
                }
            }
        }
    }
    // 52 to 72 mm: lower beams at 57.5 and 67.5, phases (5 + 2) % 4 and 0.
    let lower = |n| Some(ChainBit::Beam(Plane::Lower, n));
    let expected = [(1, Edge::West, lower(6)), (4, Edge::West, lower(5))];
    assert_eq!(changed, expected);
}

#[test]
fn an_empty_ring_rests_in_the_middle() {
    let scan = ring().hall(0, &WorldView::default()).expect("a scan");
    for &channel in Profile::of(BoardId::Ring).hall.channels {
        let Some(role) = channel.role() else { continue };
        let expected = match role {
            Role::Divider => 3072.0,
            Role::Optic(..) => UNCOVERED,
            _ => 2048.0,
        };
        assert_eq!(steps(BoardId::Ring, &scan, role), expected, "{role}");
    }
}

#[test]
fn markers_read_as_reckoned_and_leak_little() {
    let marker = |polarity, strength| Some(Magnet { polarity, strength });
    let mut view = WorldView::default();
    view.markers[Post::Two][1] = marker(Polarity::Plus, Strength::Strong);
    view.markers[Post::Three][0] = marker(Polarity::Minus, Strength::Weak);
    let scan = ring().hall(0, &view).expect("a scan");
    let above = |role| steps(BoardId::Ring, &scan, role) - 2048.0;
    // 53 and 12 mT at 6 mm, in steps of 0.054 mT: 990 and 225, within 20 %.
    let strong = above(Role::Slot(Post::Two, 1));
    let weak = above(Role::Slot(Post::Three, 0));
    assert!((790.0..1190.0).contains(&strong), "{strong}");
    assert!((-270.0..-180.0).contains(&weak), "{weak}");
    // At 20 mm a neighbour leaks 2 mT at its own height and half of that at the sensor's,
    // 7.5 mm lower, with opposite sign: 18 steps.
    let leak = above(Role::Slot(Post::Two, 0));
    assert!((-22.0..-12.0).contains(&leak), "{leak}");
    assert!(above(Role::Slot(Post::One, 0)).abs() < 2.0);
}

#[test]
fn a_docked_platform_shows_which_way_round_it_lies() {
    for post in Post::ALL {
        let read = |facing| {
            let view = WorldView {
                platform: Some(Docking {
                    place: Place::Corner(post),
                    facing,
                }),
                ..WorldView::default()
            };
            let scan = ring().hall(0, &view).expect("a scan");
            [0, 1].map(|n| steps(BoardId::Ring, &scan, Role::Dock(post, n)) - 2048.0)
        };
        let short = read(Facing::Short);
        let long = read(Facing::Long);
        assert!(short[0] < -600.0 && short[1] > 600.0, "{short:?}");
        assert!(long[0] > 600.0 && long[1] < -600.0, "{long:?}");
    }
}

#[test]
fn a_platform_along_an_edge_is_seen_by_the_edge_row() {
    let view = WorldView {
        platform: Some(Docking {
            place: Place::Along {
                edge: Edge::South,
                at_mm: 103,
            },
            facing: Facing::Short,
        }),
        ..WorldView::default()
    };
    let scan = ring().hall(0, &view).expect("a scan");
    // Magnets at 83 and 123 mm; sensors at 83.3 and 116.7 mm.
    let at = |n| steps(BoardId::Ring, &scan, Role::Edge(Edge::South, n)) - 2048.0;
    assert!(at(2) < -300.0 && at(3) > 300.0, "{} {}", at(2), at(3));
    assert!(at(0).abs() < 60.0);
}

#[test]
fn a_magnet_falling_past_an_edge_is_seen_by_the_nearest_sensor() {
    let mut sensors = ring();
    let dipole = |z| Dipole {
        position: beside(Edge::North, 100.0, 15.0, z),
        moment: Vec3::Z * super::MOMENT_8X3,
    };
    let mut most = 0.0_f32;
    for (index, z) in (0..60).map(|n| (n, 6.0 - n as f32)) {
        let mut thing = disc(40.0, dipole(z).position, Quat::IDENTITY);
        thing.magnet = Some(dipole(z));
        let scan = sensors.hall(index, &view_of(vec![thing])).expect("a scan");
        // 16.7 mm from the nearest sensors: the worst place.
        most = most.max((steps(BoardId::Ring, &scan, Role::Edge(Edge::North, 2)) - 2048.0).abs());
    }
    assert!(most > 30.0, "{most}");
    let gone = sensors.hall(60, &WorldView::default()).expect("a scan");
    assert_eq!(
        steps(BoardId::Ring, &gone, Role::Edge(Edge::North, 2)),
        2048.0
    );
}

#[test]
fn an_optic_sees_what_covers_it() {
    let mut sensors = ring();
    let mut read = |view: WorldView| {
        let scan = sensors.hall(0, &view).expect("a scan");
        [0, 1].map(|n| steps(BoardId::Ring, &scan, Role::Optic(Post::One, n)))
    };
    let element = |out| {
        view_of(vec![disc(
            30.0,
            beside(Edge::East, 40.0, out, 4.5),
            Quat::IDENTITY,
        )])
    };
    // At rest over the rear one; half over it; over none; over the front one.
    assert_eq!(read(element(45.0)), [1900.0, 200.0]);
    let half = read(element(49.0))[0];
    assert!((1000.0..1100.0).contains(&half), "{half}");
    assert_eq!(read(element(51.0)), [200.0, 200.0]);
    assert_eq!(read(element(5.0)), [200.0, 1900.0]);
    let finger = Solid {
        shape: Shape::Capsule {
            half_length: 30.0,
            radius: 8.0,
        },
        pose: Pose {
            position: beside(Edge::East, 40.0, 34.0, 38.0),
            rotation: Quat::IDENTITY,
        },
    };
    let view = WorldView {
        hands: vec![finger],
        ..WorldView::default()
    };
    let [back, _] = read(view);
    assert!((900.0..1100.0).contains(&back), "{back}");
}

#[test]
fn grid_pieces_read_by_strength_and_polarity() {
    for name in [BoardId::GridHex, BoardId::GridSquare] {
        for magnet in Magnet::all() {
            let mut view = GridView {
                cells: vec![None; 35],
                units: Vec::new(),
                loose: Vec::new(),
            };
            view.cells[17] = Some(magnet);
            let scan = sensors(name, NoiseLevel::Off, 1)
                .hall_grid(0, &view)
                .expect("a scan");
            let at = |cell| steps(name, &scan, Role::Cell(cell)) - 2048.0;
            let sign = if magnet.polarity == Polarity::Plus {
                1.0
            } else {
                -1.0
            };
            let expected = match magnet.strength {
                Strength::Strong => 31.0,
                Strength::Middle => 14.0,
                Strength::Weak => 6.0,
            };
            let wanted = sign * expected / 0.027;
            assert!(
                (at(17) - wanted).abs() < 2.0,
                "{magnet}: {} {wanted}",
                at(17)
            );
            if magnet.strength == Strength::Strong {
                let leak = at(16) / at(17);
                assert!((-0.016..-0.003).contains(&leak), "{magnet}: {leak}");
            }
            // Lifted by 40 mm it is practically gone.
            view.cells[17] = None;
            view.loose = vec![Loose {
                magnet,
                unit: 0,
                x: 0.0,
                y: 0.0,
                lift: 40.0,
            }];
            let scan = sensors(name, NoiseLevel::Off, 1)
                .hall_grid(1, &view)
                .expect("a scan");
            assert!((steps(name, &scan, Role::Cell(17)) - 2048.0).abs() < 10.0);
        }
    }
}

fn stream(level: NoiseLevel, seed: u64, count: u32) -> (Vec<CurtainFrame>, Vec<HallScan>) {
    let mut sensors = sensors(BoardId::Ring, level, seed);
    let view = WorldView::default();
    let frames = (0..count)
        .filter_map(|n| sensors.curtain(n, &view))
        .collect();
    let scans = (0..count).filter_map(|n| sensors.hall(n, &view)).collect();
    (frames, scans)
}

#[test]
fn a_seed_decides_everything() {
    for level in NoiseLevel::ALL {
        assert_eq!(stream(level, 5, 500), stream(level, 5, 500));
    }
    assert_ne!(
        stream(NoiseLevel::Nominal, 5, 500),
        stream(NoiseLevel::Nominal, 6, 500)
    );
}

#[test]
fn beams_read_wrong_as_often_as_the_level_says() {
    let clear = stream(NoiseLevel::Off, 1, 1).0[0].reads;
    let flips = |read: &[u32; 6], clean: &[u32; 6]| -> u32 {
        (read.iter().zip(clean))
            .map(|(a, b)| (a ^ b).count_ones())
            .sum()
    };
    let count = 200_000;
    let (mut lit, mut dark) = (0, 0);
    let mut sensors = sensors(BoardId::Ring, NoiseLevel::High, 9);
    let view = WorldView::default();
    for index in 0..count {
        let frame = sensors.curtain(index, &view).expect("a frame");
        let mut wrong = frame.reads.iter().zip(&clear).map(|(a, b)| flips(a, b));
        dark += wrong.next().unwrap_or(0);
        lit += wrong.sum::<u32>();
    }
    let rate = |flips: u32| f64::from(flips) / f64::from(count) / 160.0;
    assert!((0.97e-3..1.03e-3).contains(&rate(lit)), "{}", rate(lit));
    assert!((0.23e-3..0.27e-3).contains(&rate(dark)), "{}", rate(dark));
}

#[test]
fn readings_scatter_as_much_as_the_level_says() {
    let scans = stream(NoiseLevel::Nominal, 4, 20_000).1;
    let channel = Profile::of(BoardId::Ring)
        .hall
        .find(Role::Divider)
        .expect("one");
    let sums = || scans.iter().map(|scan| f64::from(scan.sums[channel]));
    let mean = sums().sum::<f64>() / scans.len() as f64;
    let variance = sums().map(|sum| (sum - mean) * (sum - mean)).sum::<f64>() / scans.len() as f64;
    // Four readings of 1.4 steps, and a little from rounding.
    let sigma = variance.sqrt() / 2.0;
    assert!((1.35..1.5).contains(&sigma), "{sigma}");
}

#[test]
fn a_frame_is_the_same_whether_or_not_those_before_it_were_asked_for() {
    let board = || sensors(BoardId::Ring, NoiseLevel::Severe, 6);
    let (mut all, mut some) = (board(), board());
    let view = WorldView::default();
    for n in 0..300 {
        let frame = all.curtain(n, &view);
        if n % 3 == 1 {
            assert_eq!(some.curtain(n, &view), frame, "frame {n}");
        }
    }
}
