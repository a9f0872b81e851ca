//! Laws of evidence: whatever frames come, it never panics, keeps to its memory,
//! lets the oldest go first, and gives back the very frames it was given.

use proptest::prelude::*;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::proof::{Evidence, Frame, Proofs};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::Instant;

/// A small memory, so that it overflows.
type Small = Proofs<400>;

fn frame() -> impl Strategy<Value = Frame> {
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
        Frame::Curtain(CurtainFrame { index, reads })
    });
    let sum = prop_oneof![6 => 8180_u16..8200, 2 => 0_u16..16380, 1 => any::<u16>()];
    let sums = proptest::collection::vec(sum, 96);
    let hall = (index, sums, any::<bool>()).prop_map(|(index, sums, overrun)| {
        let sums = sums.try_into().expect("96 of them");
        Frame::Hall(HallScan {
            index,
            sums,
            overrun,
        })
    });
    prop_oneof![curtain, hall]
}

/// Frames in runs: most are the next of their kind.
fn frames() -> impl Strategy<Value = Vec<Frame>> {
    let run = (frame(), 1_u32..60, any::<bool>());
    proptest::collection::vec(run, 1..30).prop_map(|runs| {
        let mut all = Vec::new();
        for (first, count, flicker) in runs {
            for n in 0..count {
                all.push(match first {
                    Frame::Curtain(mut it) => {
                        it.index = it.index.wrapping_add(n);
                        it.reads[1][2] ^= u32::from(flicker) << (n % 32);
                        Frame::Curtain(it)
                    }
                    Frame::Hall(mut it) => {
                        it.index = it.index.wrapping_add(n);
                        it.sums[7] = it.sums[7].wrapping_add((n * n) as u16);
                        Frame::Hall(it)
                    }
                });
            }
        }
        all
    })
}

fn read(proofs: &Small, nth: usize) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 61]);
    loop {
        match proofs.read_nth(nth, all.len() as u16, &mut piece) {
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
        lite in any::<bool>(),
    ) {
        let board = Profile::of(if lite { Name::RingLite } else { Name::Ring });
        let dimensions = Dimensions::ASSUMED;
        let calibration = Calibration::nominal(board);
        let mut sensing = Sensing::new(board, &dimensions, &calibration);
        let mut proofs = Box::new(Small::new(board, &dimensions, &calibration));
        let mut seq = 0;
        for (n, frame) in frames.iter().enumerate() {
            match frame {
                Frame::Curtain(it) => {
                    proofs.curtain(it, &mut sensing);
                    sensing.curtain(it, &mut |_| {});
                }
                Frame::Hall(it) => {
                    proofs.hall(it, &mut sensing);
                    sensing.hall(it, &mut |_| {});
                }
            }
            if n % every != 0 {
                continue;
            }
            // Something that was said about this frame.
            let said = Observation { at: Instant(n as u64), what: What::Lifted };
            let before = proofs.unkept();
            proofs.keep(&said, &sensing);
            proofs.finish();
            if proofs.unkept() > before {
                continue;
            }
            prop_assert!(proofs.decided(seq, &said));
            seq += 1;
            let last = proofs.list().count() - 1;
            let bytes = read(&proofs, last);
            let evidence = Evidence::parse(&bytes).expect("sound evidence");
            prop_assert_eq!(evidence.header().observation, said);
            let back: Vec<Frame> = evidence.frames().collect();
            let given = frames[..=n].iter().rev().take(back.len()).rev();
            prop_assert!(!back.is_empty());
            let channels: Vec<usize> = evidence.channels().collect();
            prop_assert!(!channels.is_empty());
            for (back, given) in back.iter().zip(given) {
                match (back, given) {
                    (Frame::Hall(back), Frame::Hall(given)) => {
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
            let seqs: Vec<u32> = proofs.list().filter_map(|it| it.seq).collect();
            let oldest = seq - seqs.len() as u32;
            prop_assert_eq!(seqs, (oldest..seq).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn bytes_that_are_no_evidence_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Evidence::parse(&bytes).is_err());
        let front = [b"DHP\x01", &bytes[..]].concat();
        prop_assert!(Evidence::parse(&front).is_err());
    }
}
