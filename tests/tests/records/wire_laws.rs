//! Laws of framing: whatever happens on the line, what is handed out was sent,
//! and damage reaches no further than said.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use proptest::collection::vec;
use proptest::prelude::*;
use rules_core::wire::{Deframer, FRAME_MAX, FrameCounts, PAYLOAD_MAX, encode};

/// Payloads of all lengths, rich in the bytes that framing treats specially.
fn payload() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0u8), Just(1), Just(0xfe), Just(0xff), any::<u8>()];
    prop_oneof![
        4 => vec(byte.clone(), 1..40),
        2 => (byte, 1..40usize).prop_map(|(byte, length)| vec![byte; length]),
        1 => vec(1..=255u8, 240..270),
        1 => vec(any::<u8>(), 1..=PAYLOAD_MAX),
    ]
}

fn payloads() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(payload(), 1..8)
}

fn framed(payload: &[u8]) -> Vec<u8> {
    encode(payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
}

/// What a deframer makes of these portions, one after the other.
fn deframed<'a>(portions: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Vec<u8>>, FrameCounts) {
    let (mut deframer, mut out) = (Deframer::new(), Vec::new());
    for portion in portions {
        deframer.push(portion, |payload| out.push(payload.to_vec()));
    }
    (out, deframer.counts())
}

/// How many of `sent` are missing in `got`; `None` if `got` has anything else,
/// or in another order.
fn missing(sent: &[Vec<u8>], got: &[Vec<u8>]) -> Option<usize> {
    let mut rest = sent.iter();
    got.iter()
        .all(|payload| rest.any(|sent| sent == payload))
        .then(|| sent.len() - got.len())
}

/// How many frames the counts speak of.
fn total(counts: FrameCounts) -> u32 {
    counts.good + counts.bad_crc + counts.oversized + counts.malformed
}

proptest! {
    #[test]
    fn what_is_sent_arrives_in_any_portions(
        sent in payloads(),
        portion in 1..200usize,
    ) {
        let bytes: Vec<u8> = sent.iter().flat_map(|p| framed(p)).collect();
        let (got, counts) = deframed(bytes.chunks(portion));
        prop_assert_eq!(&got, &sent);
        prop_assert_eq!(counts, FrameCounts { good: sent.len() as u32, ..FrameCounts::default() });
    }

    #[test]
    fn a_frame_has_one_zero_at_its_end(payload in payload()) {
        let frame = framed(&payload);
        prop_assert_eq!(frame.iter().position(|&byte| byte == 0), Some(frame.len() - 1));
    }

    #[test]
    fn garbage_between_frames_costs_at_most_the_next_frame(
        before in payloads(),
        garbage in vec(any::<u8>(), 0..3000),
        after in payloads(),
    ) {
        let mut bytes: Vec<u8> = before.iter().flat_map(|p| framed(p)).collect();
        bytes.extend(&garbage);
        bytes.extend(after.iter().flat_map(|p| framed(p)));
        let (got, _) = deframed([&bytes[..]]);
        prop_assert_eq!(&got[..before.len()], &before[..]);
        let rest = &got[before.len()..];
        prop_assert!(rest == after || rest == &after[1..]);
    }

    #[test]
    fn garbage_that_is_ended_costs_nothing(
        garbage in vec(any::<u8>(), 0..3000),
        sent in payloads(),
    ) {
        let mut bytes = garbage;
        bytes.push(0);
        bytes.extend(sent.iter().flat_map(|p| framed(p)));
        prop_assert_eq!(deframed([&bytes[..]]).0, sent);
    }

    #[test]
    fn a_frame_cut_short_costs_itself_and_the_next(
        sent in vec(payload(), 2..6),
        at in any::<prop::sample::Index>(),
        keep in any::<prop::sample::Index>(),
    ) {
        let at = at.index(sent.len() - 1);
        let bytes: Vec<u8> = sent.iter().enumerate().flat_map(|(index, payload)| {
            let mut frame = framed(payload);
            if index == at {
                frame.truncate(keep.index(frame.len()));
            }
            frame
        }).collect();
        let lost = missing(&sent, &deframed([&bytes[..]]).0);
        prop_assert!(matches!(lost, Some(1..=2)));
    }

    #[test]
    fn a_lost_end_costs_two_frames(
        sent in vec(payload(), 2..6),
        at in any::<prop::sample::Index>(),
    ) {
        let at = at.index(sent.len() - 1);
        let bytes: Vec<u8> = sent.iter().enumerate().flat_map(|(index, payload)| {
            let mut frame = framed(payload);
            if index == at {
                frame.pop();
            }
            frame
        }).collect();
        prop_assert_eq!(missing(&sent, &deframed([&bytes[..]]).0), Some(2));
    }

    #[test]
    fn an_end_with_a_flipped_bit_costs_two_frames(
        sent in vec(payload(), 2..6),
        at in any::<prop::sample::Index>(),
        bit in 0..8u32,
    ) {
        let at = at.index(sent.len() - 1);
        let bytes: Vec<u8> = sent.iter().enumerate().flat_map(|(index, payload)| {
            let mut frame = framed(payload);
            if index == at {
                *frame.last_mut().unwrap() ^= 1 << bit;
            }
            frame
        }).collect();
        prop_assert_eq!(missing(&sent, &deframed([&bytes[..]]).0), Some(2));
    }

    /// All of them, one by one, up to the end of the frame. A checksum of 32
    /// bits lets one in 4 billion pass where chance decides.
    #[test]
    fn every_flipped_bit_is_caught(payload in payload(), next in payload()) {
        let (frame, next_frame) = (framed(&payload), framed(&next));
        let body = frame.len() - 1;
        for bit in 0..body * 8 {
            let mut flipped = frame.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let (got, _) = deframed([&flipped[..], &next_frame]);
            prop_assert_eq!(got, [&next[..]]);
        }
    }

    #[test]
    fn every_lost_byte_is_caught(payload in payload(), next in payload()) {
        let (frame, next_frame) = (framed(&payload), framed(&next));
        for at in 0..frame.len() - 1 {
            // Of equal neighbours it does not matter which one is lost.
            let mut short = frame.clone();
            short.remove(at);
            let (got, _) = deframed([&short[..], &next_frame]);
            prop_assert_eq!(got, [&next[..]]);
        }
    }

    /// No fuzzer, but the same question: frames, halves of frames and noise in
    /// any order and any portions.
    #[test]
    fn soup_yields_only_what_was_sent(
        soup in vec((0..5u8, payload(), any::<prop::sample::Index>()), 0..30),
        portion in 1..100usize,
    ) {
        let (mut bytes, mut sent) = (Vec::new(), Vec::new());
        for (kind, payload, at) in soup {
            let frame = framed(&payload);
            match kind {
                0 => bytes.extend(&payload),
                1 => bytes.extend(&frame[..at.index(frame.len())]),
                2 => bytes.extend(&frame[at.index(frame.len())..]),
                _ => bytes.extend(frame),
            }
            sent.push(payload);
        }
        let (got, counts) = deframed(bytes.chunks(portion));
        prop_assert!(missing(&sent, &got).is_some());
        prop_assert_eq!(counts.good as usize, got.len());
        let stretches = bytes.split(|&byte| byte == 0).filter(|s| !s.is_empty()).count();
        // The last stretch may not have ended yet; too long it can be before.
        prop_assert!([stretches, stretches.saturating_sub(1)].contains(&(total(counts) as usize)));
    }

    #[test]
    fn portions_make_no_difference(
        bytes in vec(prop_oneof![Just(0u8), any::<u8>()], 0..3000),
        portion in 1..100usize,
    ) {
        prop_assert_eq!(deframed(bytes.chunks(portion)), deframed([&bytes[..]]));
    }
}

/// Where chance decides nothing: rows of one byte, and of a byte after zeros. Every
/// 17th byte, 0 and 255 among them: each pattern of four bits comes in both halves,
/// and framing treats no other byte specially.
#[test]
fn every_flipped_bit_in_a_row_of_one_byte_is_caught() {
    let next = framed(b"next");
    for byte in (0..=255u8).step_by(17) {
        for (zeros, length) in (0..12).flat_map(|zeros| (1..16).map(move |length| (zeros, length)))
        {
            let mut payload = vec![0; zeros];
            payload.extend(vec![byte; length]);
            let frame = framed(&payload);
            for bit in 0..(frame.len() - 1) * 8 {
                let mut flipped = frame.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                let (got, _) = deframed([&flipped[..], &next]);
                assert_eq!(got, [b"next"], "bit {bit} of {payload:?}");
            }
        }
    }
}

/// Payloads made of the bytes that a checksum of structured bytes may have.
#[test]
fn no_short_payload_of_special_bytes_has_a_frame_in_front() {
    let special = [0, 1, 0xfe, 0xff];
    let next = framed(b"next");
    for code in 0..4_usize.pow(7) {
        let payload: Vec<u8> = (0..7).map(|at| special[code >> (2 * at) & 3]).collect();
        let frame = framed(&payload);
        for cut in 1..frame.len() - 1 {
            let mut bytes = frame.clone();
            bytes[cut] = 0;
            assert_eq!(deframed([&bytes[..], &next]).0, [b"next"], "{payload:?}");
        }
    }
}
