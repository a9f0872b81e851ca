//! The bytes of frames as they are written down.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use rules_core::wire::{Deframer, FRAME_MAX, encode};

const FRAMES: &str = include_str!("../../wire/frames.txt");

fn bytes(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2), "half a byte in {hex}");
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

/// Payload and frame of each line that is no comment.
fn golden() -> Vec<(Vec<u8>, Vec<u8>)> {
    FRAMES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (payload, frame) = line.split_once(" -> ").unwrap();
            (bytes(payload), bytes(frame))
        })
        .collect()
}

#[test]
fn payloads_become_the_frames_written_down() {
    assert_eq!(golden().len(), 12);
    for (payload, frame) in golden() {
        assert_eq!(encode(&payload, &mut [0; FRAME_MAX]).unwrap(), frame);
    }
}

#[test]
fn frames_become_the_payloads_written_down() {
    for (payload, frame) in golden() {
        let mut got = Vec::new();
        Deframer::new().push(&frame, |payload| got.push(payload.to_vec()));
        assert_eq!(got, [payload]);
    }
}
