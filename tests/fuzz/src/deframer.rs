//! Fuzz target of the deframer: any bytes, in two ways that must agree.

use rules_core::wire::{Deframer, FRAME_MAX, FrameCounts, encode};

/// Deframes `data` at once and byte by byte; every payload must come from a frame in
/// `data`.
///
/// # Panics
/// If the two differ, or a payload has no frame.
pub fn run(data: &[u8]) {
    let (whole, counts) = deframed(data.chunks(data.len().max(1)));
    let (bytewise, counts_bytewise) = deframed(data.chunks(1));
    assert_eq!(whole, bytewise);
    assert_eq!(counts, counts_bytewise);
    assert_eq!(whole.len(), counts.good as usize);
    for payload in whole {
        let mut out = [0; FRAME_MAX];
        let frame = encode(&payload, &mut out).expect("a payload fits a frame");
        let mut again = Vec::new();
        Deframer::new().push(frame, |payload| again.push(payload.to_vec()));
        assert_eq!(again, [payload]);
    }
}

fn deframed<'a>(portions: impl Iterator<Item = &'a [u8]>) -> (Vec<Vec<u8>>, FrameCounts) {
    let (mut deframer, mut out) = (Deframer::new(), Vec::new());
    for portion in portions {
        deframer.push(portion, |payload| out.push(payload.to_vec()));
    }
    (out, deframer.counts())
}
