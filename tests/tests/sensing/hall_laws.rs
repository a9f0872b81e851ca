//! Laws of the analog channels that hold for any scans whatever.

use proptest::prelude::*;
use rules_core::board::hall::{INPUTS, MAX_CHANNELS, Role};
use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};
use rules_core::place::Edge;
use rules_core::rng::Rng;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::guide::Guide;
use rules_core::sensing::calibration::migration::{CalibrationV1, StoredCalibration};
use rules_core::sensing::calibration::values::ChannelGroup;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::frame::HallScan;
use rules_core::sensing::hall::HallTracker;
use rules_core::sensing::magnet::Strength;
use rules_core::sensing::observation::{EdgePoint, ObservationKind};
use rules_core::time::Instant;

fn board() -> impl Strategy<Value = &'static Profile> {
    prop::sample::select(BoardId::ALL.to_vec()).prop_map(Profile::of)
}

/// A channel of which something is said by itself: a slot of a post, or a cell.
fn speaking() -> impl Strategy<Value = (&'static Profile, u8, Role)> {
    let boards = BoardId::ALL.into_iter().map(Profile::of);
    let all = boards.flat_map(|profile| {
        let channels = (0..).zip(profile.hall.channels);
        channels.filter_map(move |(n, channel)| match channel.role() {
            Some(role @ (Role::Slot(..) | Role::Cell(_))) => Some((profile, n, role)),
            _ => None,
        })
    });
    prop::sample::select(all.collect::<Vec<_>>())
}

/// A stretch of scans: what the channels are drawn from, how long, how the
/// counter runs.
#[derive(Debug, Clone)]
struct Stretch {
    seed: u64,
    scans: u16,
    kind: Kind,
    skip: u32,
    overrun: bool,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// Any sums at all, 16 bits.
    Wild,
    /// Rests and noise.
    Rest,
    /// Each channel keeps a level of its own, with noise.
    Levels,
    /// The same scan again and again.
    Frozen,
    /// A few channels swing widely.
    Swings,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let kind = prop::sample::select(vec![
        Kind::Wild,
        Kind::Rest,
        Kind::Levels,
        Kind::Frozen,
        Kind::Swings,
    ]);
    let skip = prop_oneof![6 => Just(0_u32), 1 => 0..50_u32, 1 => any::<u32>()];
    (
        any::<u64>(),
        1..800_u16,
        kind,
        skip,
        prop::bool::weighted(0.05),
    )
        .prop_map(|(seed, scans, kind, skip, overrun)| Stretch {
            seed,
            scans,
            kind,
            skip,
            overrun,
        })
}

/// Plays stretches and hands each scan to `add_scan`.
fn play(profile: &Profile, stretches: &[Stretch], mut take: impl FnMut(&HallScan)) {
    let rests = Calibration::nominal(profile).rests;
    let mut index = 0_u32;
    for stretch in stretches {
        let mut lots = Rng::new(stretch.seed);
        let levels: [u16; MAX_CHANNELS] = core::array::from_fn(|_| lots.below(16_381) as u16);
        index = index.wrapping_add(stretch.skip);
        for n in 0..stretch.scans {
            let sums = core::array::from_fn(|channel| {
                let rest = rests.get(channel).map_or(0, |rest| rest.sum);
                let noise = lots.below(9) as u16;
                match stretch.kind {
                    Kind::Wild => lots.next_u64() as u16,
                    Kind::Rest => rest.saturating_add(noise).saturating_sub(4),
                    Kind::Levels => levels[channel].saturating_add(noise),
                    Kind::Frozen => levels[channel],
                    Kind::Swings if channel % 7 == 0 => {
                        (i32::from(rest) + (i32::from(n) * 37 % 4_000) - 2_000) as u16
                    }
                    Kind::Swings => rest.saturating_add(noise),
                }
            });
            take(&HallScan {
                index,
                sums,
                overrun: stretch.overrun,
            });
            index = index.wrapping_add(1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_scan_panics_and_times_never_run_backwards(
        profile in board(),
        stretches in prop::collection::vec(stretch(), 1..6),
    ) {
        let calibration = Calibration::nominal(profile);
        let mut watch = HallTracker::new(profile, &Dimensions::ASSUMED, &calibration);
        let mut last = Instant::ZERO;
        let mut backwards = 0;
        play(profile, &stretches, |scan| {
            watch.step(scan, &mut |at, _| {
                backwards += u32::from(at < last);
                last = at;
            });
            if scan.index % 64 == 0 {
                let at = scan.at(&profile.hall);
                let spot = EdgePoint { edge: Edge::South, along: Micrometres(u32::from(scan.sums[3]) * 20) };
                let _ = watch.passing(spot, Instant(at.0 / 2), at);
                let _ = watch.passing(spot, at, Instant(at.0.saturating_sub(90_000)));
                let _ = (watch.faults().count(), watch.motion());
            }
        });
        prop_assert_eq!(backwards, 0);
    }

    #[test]
    fn every_trouble_named_is_listed_until_it_is_mended(
        profile in board(),
        stretches in prop::collection::vec(stretch(), 1..6),
    ) {
        let calibration = Calibration::nominal(profile);
        let mut watch = HallTracker::new(profile, &Dimensions::ASSUMED, &calibration);
        let mut open = Vec::new();
        let mut unfounded = Vec::new();
        play(profile, &stretches, |scan| {
            watch.step(scan, &mut |_, what| match what {
                ObservationKind::FaultRaised(sensor, trouble) => open.push((sensor, trouble)),
                ObservationKind::FaultCleared(sensor, trouble) => {
                    match open.iter().position(|it| *it == (sensor, trouble)) {
                        Some(place) => { open.swap_remove(place); }
                        None => unfounded.push((sensor, trouble)),
                    }
                }
                _ => {}
            });
        });
        prop_assert_eq!(unfounded, vec![]);
        let mut listed: Vec<String> = watch.faults().map(|it| format!("{it:?}")).collect();
        let mut open: Vec<String> = open.iter().map(|it| format!("{it:?}")).collect();
        listed.sort();
        open.sort();
        prop_assert_eq!(listed, open);
    }

    #[test]
    fn after_anything_a_quiet_board_is_well_again(
        profile in board(),
        stretches in prop::collection::vec(stretch(), 1..4),
    ) {
        let calibration = Calibration::nominal(profile);
        let mut watch = HallTracker::new(profile, &Dimensions::ASSUMED, &calibration);
        let scans = 20_000_000 / profile.hall.period().0;
        let quiet = Stretch {
            seed: 1,
            scans: u16::try_from(scans.min(60_000)).expect("fits"),
            kind: Kind::Rest,
            skip: 0,
            overrun: false,
        };
        let all: Vec<Stretch> = stretches.into_iter().chain([quiet]).collect();
        play(profile, &all, |scan| watch.step(scan, &mut |_, _| {}));
        let left: Vec<_> = watch.faults().collect();
        prop_assert_eq!(left, vec![]);
    }

    #[test]
    fn a_sensor_that_never_moves_makes_no_sure_statement(
        (profile, channel, role) in speaking(),
        strength in prop::sample::select(vec![Strength::Weak, Strength::Strong]),
        turned in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let calibration = Calibration::nominal(profile);
        let group = if matches!(role, Role::Cell(_)) { ChannelGroup::Cells } else { ChannelGroup::Slots };
        // A magnet is put there; then anything happens, to all channels.
        let magnet = 4 * calibration.steps(group, strength);
        let stretch = |kind, scans, seed| Stretch { seed, scans, kind, skip: 0, overrun: false };
        let quiet = [stretch(Kind::Rest, 400, 1), stretch(Kind::Rest, 800, seed)];
        let wild = [stretch(Kind::Levels, 800, seed)];
        let rest = calibration.rests[usize::from(channel)].sum;
        let with_magnet = if turned { rest - magnet } else { rest + magnet };
        let surest = |stuck: bool| {
            let mut watch = HallTracker::new(profile, &Dimensions::ASSUMED, &calibration);
            let (mut surest, mut count) = ([Certainty::NONE; 2], 0);
            let mut step = |scan: &HallScan, part: usize| watch.step(scan, &mut |_, what| {
                let certainty = match (what, role) {
                    (ObservationKind::Marker { post, slot, certainty, .. }, Role::Slot(p, s))
                        if (post, slot) == (p, s) => certainty,
                    (ObservationKind::Cell { cell, certainty, .. }, Role::Cell(c)) if cell == c => certainty,
                    _ => return,
                };
                surest[part] = surest[part].max(certainty);
            });
            play(profile, &quiet, |scan| {
                let mut scan = *scan;
                let sum = &mut scan.sums[usize::from(channel)];
                if stuck {
                    *sum = with_magnet;
                } else if count >= 400 {
                    *sum = if turned { sum.saturating_sub(magnet) } else { *sum + magnet };
                }
                count += 1;
                step(&scan, 0);
            });
            play(profile, &wild, |scan| {
                let mut scan = HallScan { index: scan.index + 1_200, ..*scan };
                if stuck {
                    scan.sums[usize::from(channel)] = with_magnet;
                }
                step(&scan, 1);
            });
            surest
        };
        prop_assert!(surest(false)[0].is_high());
        prop_assert_eq!(surest(true), [Certainty::NONE; 2]);
    }

    #[test]
    fn a_guide_takes_any_scans(
        profile in board(),
        stretches in prop::collection::vec(stretch(), 1..8),
    ) {
        let mut guide = Guide::new(profile, &Calibration::nominal(profile));
        play(profile, &stretches, |scan| {
            if scan.index % 2_000 == 0 {
                guide.ready();
            }
            let _ = guide.add_scan(scan);
        });
        if let Some(set) = guide.finish() {
            prop_assert!(StoredCalibration::V2(set.clone()).open(profile).is_ok());
        }
    }
}

#[test]
fn a_set_fits_into_a_kibibyte_and_comes_back_the_same() {
    for name in BoardId::ALL {
        let profile = Profile::of(name);
        let set = Calibration::nominal(profile);
        let bytes =
            postcard::to_allocvec(&StoredCalibration::V2(set.clone())).expect("it has a form");
        assert!(bytes.len() < 1_024, "{name}: {} bytes", bytes.len());
        assert_eq!(bytes[0], 1, "the version");
        let back: StoredCalibration = postcard::from_bytes(&bytes).expect("it comes back");
        assert_eq!(back.open(profile), Ok(set));
    }
}

/// The bytes of version 1 as they lie in old flash: they may never change.
#[test]
fn bytes_of_version_1_still_open() {
    let ring = Profile::of(BoardId::Ring);
    // Version, board and number of channels.
    let mut bytes = vec![0, 0, 69];
    for channel in ring.hall.channels {
        let reading: u16 = match channel.role() {
            Some(Role::Divider) => 3_072,
            Some(Role::Optic(..)) => 210,
            _ => 2_050,
        };
        bytes.extend([(reading & 0x7f) as u8 | 0x80, (reading >> 7) as u8]);
    }
    bytes.extend([0xe6, 0x01, 0xca, 0x07]);
    let stored: StoredCalibration = postcard::from_bytes(&bytes).expect("it comes back");
    assert!(
        matches!(
            &stored,
            StoredCalibration::V1(CalibrationV1 {
                markers: [230, 970],
                ..
            })
        ),
        "{stored:?}"
    );
    let set = stored.open(ring).expect("it fits");
    assert_eq!(set.rests.len(), ring.hall.channels.len());
    assert_eq!(
        set.rests.iter().filter(|it| it.sum == 4 * 2_050).count(),
        69 - INPUTS - 8
    );
}

/// Numbers of boards in flash and on the wire: they may never change.
#[test]
fn a_board_keeps_its_number_and_that_of_a_withdrawn_one_opens_nothing() {
    for (board, number) in [
        (BoardId::Ring, 0),
        (BoardId::GridHex, 2),
        (BoardId::GridSquare, 3),
    ] {
        assert_eq!(postcard::to_allocvec(&board), Ok(vec![number]));
        assert_eq!(postcard::from_bytes(&[number]), Ok(board));
    }
    assert!(postcard::from_bytes::<BoardId>(&[1]).is_err());
}

#[test]
fn bytes_of_a_version_to_come_are_refused() {
    assert!(postcard::from_bytes::<StoredCalibration>(&[2, 0, 0]).is_err());
}
