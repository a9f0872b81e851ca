//! Tests of frames at the limits. The laws over all frames are in the `tests` package.

use super::frame::END;
use super::{Deframer, FRAME_MAX, FrameCounts, LengthError, PACKET_MAX, PAYLOAD_MAX, encode};

/// Decodes bytes. Returns the length of the last payload, and the frame counts.
fn deframed(bytes: &[u8]) -> (Option<usize>, FrameCounts) {
    let (mut deframer, mut last) = (Deframer::new(), None);
    deframer.push(bytes, |payload| last = Some(payload.len()));
    (last, deframer.counts())
}

#[test]
fn the_longest_payload_fits_and_one_byte_more_does_not() {
    for byte in [0, 1, 0xff] {
        let mut out = [0xaa; FRAME_MAX];
        let frame = encode(&[byte; PAYLOAD_MAX], &mut out).unwrap();
        assert_eq!(deframed(frame).0, Some(PAYLOAD_MAX));
        let refused = encode(&[byte; PAYLOAD_MAX + 1], &mut out);
        assert_eq!(
            refused,
            Err(LengthError {
                length: PAYLOAD_MAX + 1
            })
        );
    }
}

#[test]
fn a_frame_without_zeros_fills_the_buffer() {
    // 1024 bytes and a checksum without a zero: 5 blocks of at most 254.
    let mut out = [0; FRAME_MAX];
    let frame = encode(&[1; PAYLOAD_MAX], &mut out).unwrap();
    assert_eq!(frame.len(), FRAME_MAX);
}

#[test]
fn there_is_no_empty_payload() {
    let mut out = [0; FRAME_MAX];
    assert_eq!(encode(&[], &mut out), Err(LengthError { length: 0 }));
}

#[test]
fn zeros_alone_are_nothing() {
    assert_eq!(deframed(&[END; 1000]), (None, FrameCounts::default()));
}

#[test]
fn too_short_for_a_payload_and_a_checksum_is_malformed() {
    let counts = FrameCounts {
        malformed: 1,
        ..FrameCounts::default()
    };
    assert_eq!(deframed(&[4, 1, 2, 3, END]), (None, counts));
    assert_eq!(deframed(&[1, END]), (None, counts));
    // Four zeros: nothing, and the checksum of nothing.
    assert_eq!(deframed(&[1, 1, 1, 1, 1, END]), (None, counts));
}

#[test]
fn a_block_that_ends_early_is_malformed() {
    let counts = FrameCounts {
        malformed: 1,
        ..FrameCounts::default()
    };
    assert_eq!(deframed(&[9, 1, 2, 3, 4, 5, END]), (None, counts));
}

#[test]
fn an_endless_frame_is_oversized_once() {
    let counts = FrameCounts {
        oversized: 1,
        ..FrameCounts::default()
    };
    let (last, found) = deframed(&[1; 100_000]);
    assert_eq!((last, found), (None, counts));
}

#[test]
fn after_an_endless_frame_the_next_one_is_read() {
    let mut deframer = Deframer::new();
    deframer.push(&[0xff; 5000], |_| panic!("no payload in there"));
    deframer.push(&[END], |_| panic!("nor here"));
    let (mut out, mut seen) = ([0; FRAME_MAX], 0);
    deframer.push(encode(b"next", &mut out).unwrap(), |payload| {
        assert_eq!(payload, b"next");
        seen += 1;
    });
    assert_eq!(seen, 1);
}

#[test]
fn no_packet_is_full() {
    // A full packet of 64 bytes would announce another one.
    let mut out = [0; FRAME_MAX];
    for length in 1..=PAYLOAD_MAX {
        let frame = encode(&[7; PAYLOAD_MAX][..length], &mut out).unwrap();
        let mut packets = frame.chunks(PACKET_MAX);
        assert!(packets.all(|packet| (1..64).contains(&packet.len())));
    }
}
