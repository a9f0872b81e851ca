//! Any bytes into the deframer, in two ways that must agree.

use rules_core::wire::{Counts, Deframer, FRAME_MAX, encode};

/// Deframes `data` at once and byte by byte; whatever comes out is a payload
/// whose frame was in there.
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

fn deframed<'a>(portions: impl Iterator<Item = &'a [u8]>) -> (Vec<Vec<u8>>, Counts) {
    let (mut deframer, mut out) = (Deframer::new(), Vec::new());
    for portion in portions {
        deframer.push(portion, |payload| out.push(payload.to_vec()));
    }
    (out, deframer.counts())
}
