//! Faults of the light curtain: each is named within a second, what depends on
//! it is not sound, and it is well again when the fault is gone.

use dohyo_tests::curtain_rig::{Body, Rig, SidePattern, frame};
use rules_core::board::BoardId;
use rules_core::board::curtain::{ChainBit, EmitterPhase, Plane};
use rules_core::place::{ByEdge, Edge};
use rules_core::rng::Rng;
use rules_core::sensing::frame::{CurtainFrame, bit_of, mask_of};
use rules_core::sensing::sensor::{Sensor, SensorFault};

/// Frames of a second.
const SECOND: u32 = 2500;

fn quiet_frame(rig: &Rig) -> CurtainFrame {
    frame(&rig.curtain, rig.index, &ByEdge::default())
}

/// Frames with something done to them.
fn spoil(rig: &mut Rig, frames: u32, mut fault: impl FnMut(&mut CurtainFrame)) {
    for _ in 0..frames {
        let mut frame = quiet_frame(rig);
        fault(&mut frame);
        rig.show_raw(&frame);
    }
}

/// Every read of a lane, rewritten bit by bit: the old bits in, the new out.
fn rewire(
    frame: &mut CurtainFrame,
    lane: Edge,
    bits: u8,
    level: impl Fn(&dyn Fn(i16) -> bool, i16) -> bool,
) {
    for read in &mut frame.reads {
        let old = *read;
        let at = |place: i16| match u8::try_from(place) {
            Ok(place) if place < bits => bit_of(&old, lane, place),
            Ok(_) => true,
            Err(_) => false,
        };
        for place in 0..bits {
            let mask = mask_of(lane, place);
            let word = &mut read[usize::from(place / 8)];
            *word = match level(&at, place.into()) {
                true => *word | mask,
                false => *word & !mask,
            };
        }
    }
}

fn named_and_mended(trouble: SensorFault, level: impl Fn(&dyn Fn(i16) -> bool, i16) -> bool) {
    let mut rig = Rig::new(BoardId::Ring);
    let bits = rig.curtain.bits;
    spoil(&mut rig, 5, |frame| {
        rewire(frame, Edge::South, bits, &level)
    });
    assert_eq!(rig.faults(), [(Sensor::Lane(Edge::South), trouble)]);
    spoil(&mut rig, 500, |frame| {
        rewire(frame, Edge::South, bits, &level)
    });
    rig.quiet(600);
    let expected = [
        format!("south chain: {trouble}"),
        "blind south".to_owned(),
        format!("south chain: no longer {trouble}"),
        "sighted south".to_owned(),
    ];
    assert_eq!(rig.words(), expected);
}

#[test]
fn a_lost_clock_is_a_slip() {
    named_and_mended(SensorFault::Slipped, |old, place| old(place - 1));
}

#[test]
fn a_gained_clock_is_a_slip() {
    named_and_mended(SensorFault::Slipped, |old, place| old(place + 1));
}

#[test]
fn a_chain_that_ends_early_is_broken() {
    named_and_mended(SensorFault::Broken, |old, place| old(place) || place >= 8);
}

#[test]
fn a_shorted_lane_keeps_its_level() {
    named_and_mended(SensorFault::LineStuck, |_, _| false);
}

#[test]
fn swapped_lanes_are_both_named() {
    let mut rig = Rig::new(BoardId::Ring);
    let swap = |frame: &mut CurtainFrame| {
        for read in &mut frame.reads {
            for word in read {
                let (north, east) = (*word & 0x1111_1111, *word & 0x2222_2222);
                *word = *word & !0x3333_3333 | north << 1 | east >> 1;
            }
        }
    };
    spoil(&mut rig, 5, swap);
    let expected = [Edge::North, Edge::East].map(|it| (Sensor::Lane(it), SensorFault::Swapped));
    assert_eq!(rig.faults(), expected);
}

#[test]
fn one_bad_frame_is_no_trouble_and_no_fall() {
    let mut rig = Rig::new(BoardId::Ring);
    let bits = rig.curtain.bits;
    for n in 0..100 {
        spoil(&mut rig, 1, |frame| {
            rewire(frame, Edge::ALL[n % 4], bits, |_, _| true);
        });
        rig.quiet(7);
    }
    assert!(rig.words().is_empty(), "{:?}", rig.words());
}

#[test]
fn what_a_broken_chain_says_is_not_believed() {
    let mut rig = Rig::new(BoardId::Ring);
    let bits = rig.curtain.bits;
    for _ in 0..100 {
        spoil(&mut rig, 2, |frame| {
            rewire(frame, Edge::South, bits, |_, _| true)
        });
        rig.play(Edge::South, "1 ....###.............");
        rig.quiet(12);
    }
    assert!(rig.words().is_empty(), "{:?}", rig.words());
}

#[test]
fn a_bad_strap_in_one_read_is_no_trouble_for_a_while() {
    let mut rig = Rig::new(BoardId::Ring);
    spoil(&mut rig, 10, |frame| {
        frame.reads[2][5] ^= mask_of(Edge::West, 46)
    });
    rig.quiet(500);
    assert!(rig.words().is_empty(), "{:?}", rig.words());
}

#[test]
fn a_bad_strap_in_one_read_of_every_frame_is_named() {
    let mut rig = Rig::new(BoardId::Ring);
    spoil(&mut rig, SECOND, |frame| {
        frame.reads[2][5] ^= mask_of(Edge::West, 46)
    });
    assert_eq!(
        rig.faults(),
        [(Sensor::Lane(Edge::West), SensorFault::Slipped)]
    );
}

#[test]
fn a_fall_elsewhere_is_seen_while_a_lane_is_broken() {
    let mut rig = Rig::new(BoardId::Ring);
    let bits = rig.curtain.bits;
    for n in 0..700 {
        let mut pictures = ByEdge::<SidePattern>::default();
        let body = Body::toppling(Edge::West, 90.0, 30, 1, 100.0);
        body.shade(&rig.curtain, f64::from(n) * 0.4, &mut pictures[Edge::West]);
        let mut frame = frame(&rig.curtain, rig.index, &pictures);
        rewire(&mut frame, Edge::South, bits, |_, _| true);
        rig.show_raw(&frame);
    }
    assert_eq!(
        rig.words(),
        [
            "south chain: broken",
            "blind south",
            "falling 0",
            "passed 0"
        ]
    );
}

#[test]
fn a_side_with_a_gap_between_its_beams_is_blind() {
    let mut rig = Rig::new(BoardId::Ring);
    let coverage = |rig: &Rig| {
        let words = rig.words().into_iter();
        let mut words =
            words.filter(|word| word.starts_with("blind") || word.starts_with("sighted"));
        (words.next(), words.next())
    };
    rig.kill(Edge::East, Plane::Upper, 7);
    rig.kill(Edge::East, Plane::Lower, 7);
    rig.quiet(300);
    assert_eq!(coverage(&rig), (None, None), "15 mm");
    rig.kill(Edge::East, Plane::Upper, 8);
    rig.quiet(300);
    assert_eq!(coverage(&rig), (Some("blind east".into()), None), "20 mm");
    rig.forget();
    rig.revive(Edge::East, Plane::Lower, 7);
    rig.quiet(5_000);
    assert_eq!(coverage(&rig), (Some("sighted east".into()), None));
}

#[test]
fn a_long_gap_in_the_stream_blinds_all_sides_for_a_moment() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.quiet(100);
    rig.index += 20;
    rig.quiet(300);
    let blind = |word: &String| word.starts_with("blind");
    assert!(!rig.words().iter().any(blind), "8 ms: {:?}", rig.words());
    rig.index += 30;
    rig.quiet(600);
    for edge in Edge::ALL {
        for word in ["blind", "sighted"] {
            assert!(rig.words().contains(&format!("{word} {edge}")), "12 ms");
        }
    }
}

#[test]
fn lost_frames_are_named_and_leave_a_fall_in_doubt() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.play(Edge::North, "40 ....##..............");
    rig.index += 10;
    rig.play(
        Edge::North,
        "
         40 ....##..............  ....##..............
         40 ....................  ....##..............
        400 ....................  ....................",
    );
    let expected = [
        "falling 0",
        "curtain frames: frames lost",
        "passed 0?",
        "curtain frames: no longer frames lost",
    ];
    assert_eq!(rig.words(), expected);
}

#[test]
fn a_fall_that_began_in_a_gap_is_in_doubt() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.index += 10;
    rig.fall(&[Body::toppling(Edge::North, 101.0, 30, 1, 0.0)]);
    assert_eq!(rig.passed().len(), 1, "{:?}", rig.words());
    assert!(!rig.passed()[0].pattern.sound);
}

#[test]
fn a_fall_half_of_which_was_lost_is_asked() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.index += 110;
    rig.play(
        Edge::North,
        "
         20 ....................  ....................
         60 ....................  ....##..............
        100 ....................  ....................",
    );
    assert_eq!(rig.passed().len(), 1, "{:?}", rig.words());
    assert!(!rig.passed()[0].pattern.sound);
}

#[test]
fn frames_out_of_order_are_ignored() {
    let mut rig = Rig::new(BoardId::Ring);
    let mut old = quiet_frame(&rig);
    old.index = 3;
    let mut twice = quiet_frame(&rig);
    twice.index -= 1;
    twice.reads = [[u32::MAX; 6]; 5];
    for frame in [old, twice, twice, twice, twice] {
        rig.show_raw(&frame);
    }
    assert!(rig.words().is_empty());
}

fn beam(bit: ChainBit) -> (Sensor, ChainBit) {
    match bit {
        ChainBit::Beam(plane, n) => (Sensor::Beam(Edge::East, plane, n), bit),
        ChainBit::Strap(_) => unreachable!("a strap is no beam"),
    }
}

fn place_of(rig: &Rig, bit: ChainBit) -> u8 {
    let mut places = 0..rig.curtain.bits;
    places
        .find(|&it| rig.curtain.bit(Edge::East, it) == Some(bit))
        .expect("a beam of the board")
}

const EXAMPLES: [ChainBit; 5] = [
    ChainBit::Beam(Plane::Upper, 0),
    ChainBit::Beam(Plane::Upper, 7),
    ChainBit::Beam(Plane::Upper, 19),
    ChainBit::Beam(Plane::Lower, 0),
    ChainBit::Beam(Plane::Lower, 12),
];

fn named_within_a_second(trouble: SensorFault, fault: impl Fn(&mut CurtainFrame, u8, &mut Rng)) {
    for (sensor, bit) in EXAMPLES.map(beam) {
        let mut rig = Rig::new(BoardId::Ring);
        let place = place_of(&rig, bit);
        let mut lots = Rng::new(7);
        spoil(&mut rig, SECOND, |frame| fault(frame, place, &mut lots));
        assert_eq!(rig.faults(), [(sensor, trouble)], "{:?}", rig.words());
        assert!(rig.passed().is_empty());
        assert!(rig.watch.faults().eq([(sensor, trouble)]));
        rig.forget();
        rig.quiet(4 * SECOND);
        assert_eq!(rig.words(), [format!("{sensor}: no longer {trouble}")]);
    }
}

#[test]
fn a_beam_stuck_dark_is_named_and_mended() {
    named_within_a_second(SensorFault::StuckDark, |frame, place, _| {
        for read in &mut frame.reads {
            read[usize::from(place / 8)] |= mask_of(Edge::East, place);
        }
    });
}

#[test]
fn a_beam_stuck_lit_is_named_and_mended() {
    named_within_a_second(SensorFault::StuckLit, |frame, place, _| {
        for read in &mut frame.reads {
            read[usize::from(place / 8)] &= !mask_of(Edge::East, place);
        }
    });
}

#[test]
fn a_flaky_beam_is_named_and_mended() {
    named_within_a_second(SensorFault::Flaky, |frame, place, lots| {
        if lots.below(20) == 0 {
            for read in &mut frame.reads {
                read[usize::from(place / 8)] |= mask_of(Edge::East, place);
            }
        }
    });
}

#[test]
fn sun_on_a_side_blinds_each_beam_it_reaches() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.play(Edge::North, "2500 ....********........");
    let expected: Vec<_> = (4..12)
        .map(|n| {
            (
                Sensor::Beam(Edge::North, Plane::Upper, n),
                SensorFault::Blinded,
            )
        })
        .collect();
    assert_eq!(rig.faults(), expected, "{:?}", rig.words());
    rig.forget();
    rig.quiet(SECOND);
    assert_eq!(rig.words().len(), 8, "all are mended: {:?}", rig.words());
}

#[test]
fn a_dead_driver_is_named_as_one() {
    for phase in EmitterPhase::ALL {
        let mut rig = Rig::new(BoardId::Ring);
        let curtain = rig.curtain;
        let dead = |frame: &mut CurtainFrame| {
            for lane in Edge::ALL {
                for place in 0..curtain.bits {
                    let bit = curtain.bit(lane, place).expect("a full chain");
                    if curtain.phase(bit) == Some(phase) {
                        frame.reads[phase.index() + 1][usize::from(place / 8)] |=
                            mask_of(lane, place);
                    }
                }
            }
        };
        spoil(&mut rig, SECOND, dead);
        rig.quiet(SECOND);
        let expected = [
            format!("emitters of phase {phase}: stuck dark"),
            format!("emitters of phase {phase}: no longer stuck dark"),
        ];
        assert_eq!(rig.words(), expected);
    }
}

#[test]
fn a_blocked_beam_at_boot_is_stuck_and_no_fall() {
    let mut rig = Rig::cold(BoardId::Ring);
    rig.play(Edge::North, "2500 ....#...............");
    assert_eq!(rig.words(), ["north upper beam 5: stuck dark"]);
}

#[test]
fn a_piece_in_the_gutter_at_boot_leans_and_no_fall() {
    let mut rig = Rig::cold(BoardId::Ring);
    rig.play(
        Edge::North,
        "
        2500 ....####............  ....####............
         500 ....................  ....................",
    );
    assert_eq!(rig.words(), ["leaning north", "cleared north"]);
}

#[test]
fn beside_a_dead_beam_a_fall_is_seen_and_not_sound() {
    for beam in 8..12 {
        let mut rig = Rig::new(BoardId::Ring);
        rig.kill(Edge::East, Plane::Upper, beam);
        rig.forget();
        rig.fall(&[Body::toppling(Edge::East, 101.0, 20, 1, 4.0)]);
        assert_eq!(rig.passed().len(), 1, "beam {beam}: {:?}", rig.words());
    }
    let mut rig = Rig::new(BoardId::Ring);
    rig.kill(Edge::East, Plane::Upper, 10);
    rig.forget();
    rig.fall(&[Body::toppling(Edge::East, 101.0, 30, 1, 4.0)]);
    // The dying beam began like a fall, too.
    assert_eq!(rig.words(), ["falling 1", "passed 1?"]);
}

#[test]
fn where_the_lower_row_is_dead_a_fall_is_asked() {
    let mut rig = Rig::new(BoardId::Ring);
    for beam in 0..20 {
        rig.kill(Edge::East, Plane::Lower, beam);
    }
    rig.forget();
    rig.fall(&[Body::toppling(Edge::East, 101.0, 30, 1, 4.0)]);
    assert_eq!(rig.words(), ["falling 0", "sensor fault 0"]);
}
