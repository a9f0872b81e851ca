//! Laws of evidence: whatever frames come, it never panics, keeps to its memory,
//! lets the oldest go first, and gives back the very frames it was given.

use proptest::prelude::*;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::capture::{AnyFrame, Capture, CaptureBuffer};
use rules_core::place::{Facing, Place, Post};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, ObservationId, ObservationKind};
use rules_core::time::Instant;

/// A small memory, so that it overflows.
type Small = CaptureBuffer<400>;

fn frame() -> impl Strategy<Value = AnyFrame> {
    let bits = prop_oneof![
        4 => Just(0_u32),
        2 => any::<u32>().prop_map(|it| it & it.rotate_left(7) & it.rotate_left(13)),
        1 => any::<u32>(),
    ];
    let reads = proptest::collection::vec(bits, 30);
    let index = prop_oneof![8 => 0_u32..1500, 1 => any::<u32>()];
    let curtain = (index.clone(), reads).prop_map(|(index, bits)| {
        let mut reads = [[u32::MAX; 6]; 5];
        for (word, flips) in reads.iter_mut().flatten().zip(bits) {
            *word ^= flips;
        }
        AnyFrame::Curtain(CurtainFrame { index, reads })
    });
    let sum = prop_oneof![6 => 8180_u16..8200, 2 => 0_u16..16380, 1 => any::<u16>()];
    let sums = proptest::collection::vec(sum, 96);
    let hall = (index, sums, any::<bool>()).prop_map(|(index, sums, overrun)| {
        let sums = sums.try_into().expect("96 of them");
        AnyFrame::Hall(HallScan {
            index,
            sums,
            overrun,
        })
    });
    prop_oneof![curtain, hall]
}

/// Frames in runs: most are the next of their kind.
fn frames() -> impl Strategy<Value = Vec<AnyFrame>> {
    let run = (frame(), 1_u32..60, any::<bool>());
    proptest::collection::vec(run, 1..30).prop_map(|runs| {
        let mut all = Vec::new();
        for (first, count, flicker) in runs {
            for n in 0..count {
                all.push(match first {
                    AnyFrame::Curtain(mut it) => {
                        it.index = it.index.wrapping_add(n);
                        it.reads[1][2] ^= u32::from(flicker) << (n % 32);
                        AnyFrame::Curtain(it)
                    }
                    AnyFrame::Hall(mut it) => {
                        it.index = it.index.wrapping_add(n);
                        it.sums[7] = it.sums[7].wrapping_add((n * n) as u16);
                        AnyFrame::Hall(it)
                    }
                });
            }
        }
        all
    })
}

fn read(proofs: &Small, id: ObservationId) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 61]);
    loop {
        match proofs.read(id, all.len() as u16, &mut piece) {
            0 => return all,
            count => all.extend_from_slice(&piece[..count]),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_read_back_are_the_frames_that_were_given(
        frames in frames(),
        every in 5_usize..80,
    ) {
        let board = Profile::of(BoardId::Ring);
        let dimensions = Dimensions::ASSUMED;
        let calibration = Calibration::nominal(board);
        let mut sensing = Sensing::new(board, &dimensions, &calibration);
        let mut proofs = Box::new(Small::new(board, &dimensions, &calibration));
        let mut seq = 0;
        for (n, frame) in frames.iter().enumerate() {
            match frame {
                AnyFrame::Curtain(it) => {
                    proofs.curtain(it, &mut sensing);
                    sensing.step_curtain(it, &mut |_| {});
                }
                AnyFrame::Hall(it) => {
                    proofs.hall(it, &mut sensing);
                    sensing.step_hall(it, &mut |_| {});
                }
            }
            if n % every != 0 {
                continue;
            }
            // Something that was said about this frame.
            let id = ObservationId(n as u32 + 1);
            let kind = ObservationKind::Docked {
                place: Place::Corner(Post::One),
                facing: Facing::Short,
                certainty: Certainty::FULL,
            };
            let said = Observation { id, at: Instant(n as u64), kind };
            proofs.on_observation(&said, &sensing);
            proofs.finish();
            if !proofs.list().any(|capture| capture.id == id) {
                continue;
            }
            proofs.link_to_line(seq, id);
            seq += 1;
            let bytes = read(&proofs, id);
            let evidence = Capture::parse(&bytes).expect("sound evidence");
            prop_assert_eq!(evidence.header().observation, said);
            let back: Vec<AnyFrame> = evidence.frames().collect();
            let given = frames[..=n].iter().rev().take(back.len()).rev();
            prop_assert!(!back.is_empty());
            let channels: Vec<usize> = evidence.channels().collect();
            prop_assert!(!channels.is_empty());
            for (back, given) in back.iter().zip(given) {
                match (back, given) {
                    (AnyFrame::Hall(back), AnyFrame::Hall(given)) => {
                        prop_assert_eq!(back.index, given.index);
                        prop_assert_eq!(back.overrun, given.overrun);
                        for &channel in &channels {
                            prop_assert_eq!(back.sums[channel], given.sums[channel]);
                        }
                    }
                    (back, given) => prop_assert_eq!(back, given),
                }
            }
            // The oldest goes first: what is there are the last ones.
            let seqs: Vec<u32> = proofs.list().flat_map(|capture| capture.lines()).collect();
            let oldest = seq - seqs.len() as u32;
            prop_assert_eq!(seqs, (oldest..seq).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn bytes_that_are_no_evidence_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Capture::parse(&bytes).is_err());
        let front = [b"DHP\x01", &bytes[..]].concat();
        prop_assert!(Capture::parse(&front).is_err());
    }
}

/// Two observations of one instant, of which only the second is ruled upon.
#[test]
fn a_line_finds_the_capture_of_its_observation_and_not_of_its_time() {
    let board = Profile::of(BoardId::Ring);
    let dimensions = Dimensions::ASSUMED;
    let calibration = Calibration::nominal(board);
    let mut sensing = Sensing::new(board, &dimensions, &calibration);
    let mut captures = Box::new(<CaptureBuffer>::new(board, &dimensions, &calibration));
    for index in 0..200 {
        let scan = HallScan {
            index,
            sums: [8192; 96],
            overrun: false,
        };
        captures.hall(&scan, &mut sensing);
        sensing.step_hall(&scan, &mut |_| {});
        captures.work(&mut sensing);
    }
    let seen = |id, slot| Observation {
        id: ObservationId(id),
        at: Instant(100_000),
        kind: ObservationKind::Marker {
            post: Post::Two,
            slot,
            marker: None,
            certainty: Certainty::FULL,
        },
    };
    let both = [seen(41, 0), seen(42, 1)];
    for observation in &both {
        captures.on_observation(observation, &sensing);
    }
    captures.link_to_line(300, both[1].id);
    captures.link_to_line(302, both[1].id);
    captures.finish();
    for line in [300, 302] {
        let found = captures.of_line(line).expect("a capture");
        let (mut bytes, mut piece) = (Vec::new(), [0; 512]);
        loop {
            match captures.read(found.id, bytes.len() as u16, &mut piece) {
                0 => break,
                count => bytes.extend_from_slice(&piece[..count]),
            }
        }
        let capture = Capture::parse(&bytes).expect("a sound capture");
        assert_eq!(capture.header().observation, both[1]);
    }
    assert!(captures.of_line(301).is_none());
}
