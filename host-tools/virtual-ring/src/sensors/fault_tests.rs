//! Tests that every simulated fault shows from its onset on, in its scope and nowhere
//! else.

use super::{
    Fault, FaultParseError, GridView, LIST, Noise, NoiseLevel, PlacedFault, SensorFaultKind,
    Sensors,
};
use crate::geometry::WorldView;
use rules_core::board::curtain::ChainBit;
use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};
use rules_core::place::{Edge, Post};
use rules_core::sensing::frame::{CurtainFrame, HallScan, bit_of};
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};
use rules_core::sensing::sensor::{Sensor, SensorFault};

const ONSET: &str = "@0.5";

/// Frames and scans of 1.5 s, then some of half an hour later.
struct Seen {
    frames: Vec<Option<CurtainFrame>>,
    scans: Vec<Option<HallScan>>,
    faults: Vec<PlacedFault>,
}

fn view() -> WorldView {
    // A magnet moves a reading off the middle, so that uneven steps show.
    let mut view = WorldView::default();
    view.markers[Post::One][0] = Some(Magnet {
        polarity: Polarity::Plus,
        strength: Strength::Strong,
    });
    view
}

fn see(name: BoardId, faults: &[Fault], seed: u64) -> Seen {
    let noise = Noise::for_level(NoiseLevel::Off);
    let profile = Profile::of(name);
    let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, faults, seed);
    let view = view();
    let period = profile.hall.period().0;
    let later = 1_900_000_000 / period;
    let scans = (0..1_500_000 / period).chain(later..later + 400);
    let grid = GridView {
        cells: vec![view.markers[Post::One][0]; 35],
        ..GridView::default()
    };
    Seen {
        frames: (0..3750).map(|n| sensors.curtain(n, &view)).collect(),
        scans: scans
            .map(|n| match profile.curtain {
                Some(_) => sensors.hall(n, &view),
                None => sensors.hall_grid(n, &grid),
            })
            .collect(),
        faults: sensors.faults().to_vec(),
    }
}

fn early(fault: Fault) -> Fault {
    let text = format!("{}{ONSET}", fault.kind);
    text.parse().expect("what is written can be read")
}

#[test]
fn names_are_read_as_they_are_written() {
    let mut names = Vec::new();
    for fault in Fault::all() {
        assert_eq!(fault.to_string().parse(), Ok(fault));
        names.push(fault.to_string());
    }
    // Every value of every entry, each once.
    let expected: usize = LIST.iter().map(|entry| entry.values.len().max(1)).sum();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), expected);
    assert_eq!(expected, 63);
}

#[test]
fn what_is_no_fault_is_told_in_one_sentence() {
    let told = |text: &str| match text.parse::<Fault>() {
        Ok(fault) => panic!("{fault}"),
        Err(mistake) => mistake.to_string(),
    };
    assert_eq!(
        told("stuck-drak"),
        "unknown fault \"stuck-drak\"; did you mean \"stuck-dark\"?"
    );
    let nonsense = told("nonsense");
    assert!(
        nonsense.starts_with("unknown fault \"nonsense\"; write one of gaussian, e11, "),
        "{nonsense}"
    );
    assert!(nonsense.ends_with(", led-light"), "{nonsense}");
    assert_eq!(
        told("e11:4"),
        "the fault \"e11\" takes no value, leave out \":4\""
    );
    assert_eq!(
        told("stuck-dark:many"),
        "\"many\" is not a value for the fault \"stuck-dark\"; write one like 1, 3, 8"
    );
    for text in [
        "stuck-dark:0",
        "mux-s0:2",
        "hum:-1",
        "gaussian:nan",
        "stall:1e9",
        "flaky:1.5",
    ] {
        assert!(
            matches!(text.parse::<Fault>(), Err(FaultParseError::Value { .. })),
            "{text}"
        );
    }
    for text in ["flaky@soon", "flaky@-1", "flaky@NaN", "flaky@1e30"] {
        assert!(
            matches!(text.parse::<Fault>(), Err(FaultParseError::Onset(_))),
            "{text}"
        );
    }
}

#[test]
fn every_fault_shows_after_its_onset_and_never_before() {
    for name in BoardId::ALL {
        let well = see(name, &[], 8);
        for fault in Fault::all().map(early) {
            let ill = see(name, &[fault], 8);
            if !fault.concerns(Profile::of(name)) {
                assert!(ill.faults.is_empty());
                continue;
            }
            let onset = 500_000_usize;
            let frames = onset / 400;
            let scans = onset.div_ceil(Profile::of(name).hall.period().0 as usize);
            assert_eq!(
                ill.frames[..frames],
                well.frames[..frames],
                "{name} {fault}"
            );
            assert_eq!(ill.scans[..scans], well.scans[..scans], "{name} {fault}");
            let shows = ill.frames != well.frames || ill.scans != well.scans;
            // A line whose level no address needs to differ does no harm.
            let harmless = matches!(fault.kind, SensorFaultKind::MuxLine { .. })
                && ill.faults[0].affected.names.is_empty();
            assert_eq!(shows, !harmless, "{name} {fault}");
        }
    }
}

#[test]
fn a_fault_changes_only_what_it_says_it_touches() {
    let curtain = Profile::of(BoardId::Ring).curtain.expect("a curtain");
    let channels = Profile::of(BoardId::Ring).hall.channels;
    for seed in 0..4 {
        let well = see(BoardId::Ring, &[], seed);
        for fault in Fault::all().map(early) {
            let ill = see(BoardId::Ring, &[fault], seed);
            let affected = &ill.faults[0].affected;
            let named = |sensor: Sensor| {
                let mut all = affected.names.iter().flatten().chain(&affected.also);
                all.any(|report| report.0 == sensor)
            };
            for (well, ill) in well
                .frames
                .iter()
                .flatten()
                .zip(ill.frames.iter().flatten())
            {
                if well.index != ill.index || well.reads == ill.reads {
                    continue;
                }
                for (lane, place) in (Edge::ALL.into_iter())
                    .flat_map(|lane| (0..curtain.bits).map(move |place| (lane, place)))
                {
                    let differs = (well.reads.iter().zip(&ill.reads))
                        .any(|(well, ill)| bit_of(well, lane, place) != bit_of(ill, lane, place));
                    let sensor = match curtain.bit(lane, place) {
                        Some(ChainBit::Beam(plane, n)) => Sensor::Beam(lane, plane, n),
                        _ => Sensor::Lane(lane),
                    };
                    let told = named(sensor) || named(Sensor::Lane(lane));
                    assert!(!differs || told, "{fault}: {sensor}");
                }
            }
            // Faults of the surroundings affect every sensor equally.
            let outside = matches!(
                fault.kind,
                SensorFaultKind::Gaussian { .. }
                    | SensorFaultKind::E11
                    | SensorFaultKind::Hum { .. }
                    | SensorFaultKind::Drift { .. }
                    | SensorFaultKind::Step { .. }
            );
            for (well, ill) in well.scans.iter().flatten().zip(ill.scans.iter().flatten()) {
                if well.index != ill.index || outside {
                    continue;
                }
                for (n, channel) in channels.iter().enumerate() {
                    if let Some(role) = channel.role() {
                        let same = well.sums[n] == ill.sums[n];
                        assert!(same || affected.roles.contains(&role), "{fault}: {role}");
                    }
                }
            }
        }
    }
}

#[test]
fn stuck_beams_read_as_they_are_named() {
    let curtain = Profile::of(BoardId::Ring).curtain.expect("a curtain");
    for (word, read_own, read_dark) in [
        ("stuck-dark:8", true, true),
        ("stuck-lit:8", false, false),
        ("dead-led:8", true, true),
    ] {
        let seen = see(
            BoardId::Ring,
            &[word.parse::<Fault>().map(early).expect("a fault")],
            2,
        );
        let frame = seen.frames.last().copied().flatten().expect("a frame");
        let names = &seen.faults[0].affected.names;
        assert_eq!(names.len(), 8, "{word}");
        for name in names {
            let (lane, bit) = match name[0].0 {
                Sensor::Beam(lane, plane, n) => (lane, ChainBit::Beam(plane, n)),
                other => panic!("{other}"),
            };
            let place = (0..curtain.bits).find(|&at| curtain.bit(lane, at) == Some(bit));
            let place = place.expect("it has a bit");
            let phase = curtain.phase(bit).expect("it has a phase");
            assert_eq!(bit_of(frame.lit(phase), lane, place), read_own, "{word}");
            assert_eq!(bit_of(frame.dark(), lane, place), read_dark, "{word}");
        }
    }
}

/// A lamp that alone does not make a detector read lit does so together with the light of
/// the room.
#[test]
fn the_light_of_the_room_adds_to_that_of_a_lamp() {
    let fault: Fault = "ambient-100:50@0".parse().expect("a fault");
    for (level, lit) in [(NoiseLevel::Off, false), (NoiseLevel::Nominal, true)] {
        // Only the light of the room.
        let noise = Noise {
            ambient: Noise::for_level(level).ambient,
            ..Noise::for_level(NoiseLevel::Off)
        };
        let ring = Profile::of(BoardId::Ring);
        let board = |faults: &[Fault]| Sensors::new(ring, &Dimensions::ASSUMED, noise, faults, 4);
        let (mut well, mut ill) = (board(&[]), board(&[fault]));
        let view = WorldView::default();
        let differs = (0..100).any(|n| well.curtain(n, &view) != ill.curtain(n, &view));
        assert_eq!(differs, lit);
        assert_eq!(!ill.faults()[0].affected.stretches.is_empty(), lit);
    }
}

#[test]
fn chains_end_as_the_board_says_they_would() {
    let last = |frame: &CurtainFrame, lane| [46, 47].map(|at| bit_of(frame.dark(), lane, at));
    for seed in 0..8 {
        for word in ["chain-slip", "chain-broken"] {
            let fault = word.parse::<Fault>().map(early).expect("a fault");
            let seen = see(BoardId::Ring, &[fault], seed);
            let frame = seen.frames.last().copied().flatten().expect("a frame");
            let (sensor, trouble) = seen.faults[0].affected.names[0][0];
            for lane in Edge::ALL {
                let hit = sensor == Sensor::Lane(lane);
                assert_eq!(last(&frame, lane)[1], hit, "{word} {lane}");
            }
            let expected = match word {
                "chain-slip" => SensorFault::Slipped,
                _ => SensorFault::Broken,
            };
            assert_eq!(trouble, expected);
        }
    }
}

#[test]
fn lost_frames_leave_a_gap_of_the_length_asked_for() {
    let gaps = |word: &str| {
        let seen = see(
            BoardId::Ring,
            &[word.parse::<Fault>().map(early).expect("a fault")],
            3,
        );
        let lost = |missing: Vec<bool>| missing.into_iter().filter(|&lost| lost).count();
        (
            lost(seen.frames.iter().map(Option::is_none).collect()),
            lost(seen.scans[..2173].iter().map(Option::is_none).collect()),
        )
    };
    // From 0.5 to 1.5 s: once.
    assert_eq!(gaps("dropped-frames:10"), (10, 0));
    assert_eq!(gaps("stall:45").0, 113);
    assert_eq!(gaps("stall:400"), (1000, 580));
}

#[test]
fn a_stretch_touches_what_is_wide_enough_to_reach_it() {
    let fault: Fault = "sun-step".parse().expect("a fault");
    let seen = see(BoardId::Ring, &[fault], 5);
    let affected = &seen.faults[0].affected;
    let first = affected
        .stretches
        .iter()
        .min_by_key(|stretch| stretch.from)
        .expect("one");
    let before = |um: u32| Micrometres(first.from.0.saturating_sub(um));
    let width = Micrometres::mm(20);
    if first.from.0 > 11_000 {
        assert!(!affected.touches(first.edge, before(11_000), width));
        assert!(affected.touches(first.edge, before(9_000), width));
    }
    assert!(affected.touches(first.edge, first.to, width));
}
