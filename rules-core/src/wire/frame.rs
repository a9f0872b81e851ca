//! One payload as one frame.
//!
//! ```text
//! frame = COBS( payload, CRC-32 of ( payload, its length ) ), 0x00
//! ```
//!
//! The length counts in the checksum as 2 bytes and is not sent; both are
//! little-endian.
//!
//! COBS (consistent overhead byte stuffing) removes every zero byte, so that a
//! zero can only be the end of a frame: whatever was lost or damaged before, a
//! reader is back in step after the next zero. The CRC has 32 bits and not 16,
//! because a damaged length byte of COBS shifts all that follows, or ends the
//! frame early: no distance of the code helps then, only its width, and 2 bytes
//! a frame buy a factor of 65,536.
//!
//! The length is there because a frame that ends early by a flipped bit is the
//! front of another: with it, no payload that people think of is a frame
//! followed by something. A payload has at least one byte.

use crate::checksum;
use cobs::CobsEncoder;
use core::fmt;
use core::slice::Chunks;

/// The longest payload, in bytes.
pub const PAYLOAD_MAX: usize = 1024;

/// Payload and checksum, as COBS gets them.
pub(super) const BODY_MAX: usize = PAYLOAD_MAX + checksum::LENGTH;

/// The longest frame, its end included: COBS adds a byte for every 254.
pub const FRAME_MAX: usize = cobs::max_encoding_length(BODY_MAX) + 1;

/// The end of a frame, and never anything else.
pub const END: u8 = 0x00;

/// The most bytes to put into one USB packet. A full packet, 64 bytes at full
/// speed, says "more follows" and the host keeps it to itself until a shorter
/// one comes; a packet of 63 is delivered at once, and no empty packet is ever
/// needed.
pub const PACKET_MAX: usize = 63;

/// A payload that no frame can hold: empty, or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BadLength {
    /// Its length in bytes.
    pub length: usize,
}

impl fmt::Display for BadLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a payload of {} bytes does not make a frame: send 1 to {PAYLOAD_MAX} bytes at a time",
            self.length
        )
    }
}

impl core::error::Error for BadLength {}

/// Writes `payload` as a frame into `out` and returns the part that is it.
///
/// ```
/// use rules_core::wire::{FRAME_MAX, encode};
///
/// let mut out = [0; FRAME_MAX];
/// let frame = encode(b"hi", &mut out)?;
/// assert_eq!(frame, [0x07, b'h', b'i', 0xdd, 0x92, 0xe6, 0xaa, 0x00]);
/// # Ok::<(), rules_core::wire::BadLength>(())
/// ```
///
/// # Errors
///
/// [`BadLength`] if the payload is empty or longer than [`PAYLOAD_MAX`].
pub fn encode<'a>(payload: &[u8], out: &'a mut [u8; FRAME_MAX]) -> Result<&'a [u8], BadLength> {
    let refused = BadLength {
        length: payload.len(),
    };
    if payload.is_empty() || payload.len() > PAYLOAD_MAX {
        return Err(refused);
    }
    let mut encoder = CobsEncoder::new(out);
    encoder
        .push(payload)
        .and_then(|()| encoder.push(&checksum::with_length(payload)))
        .map_err(|_| refused)?;
    let length = encoder.finalize();
    *out.get_mut(length).ok_or(refused)? = END;
    out.get(..=length).ok_or(refused)
}

/// A frame, or several in a row, in portions for one USB packet each.
///
/// ```
/// let lengths: Vec<usize> = rules_core::wire::packets(&[1; 64]).map(<[u8]>::len).collect();
/// assert_eq!(lengths, [63, 1]);
/// ```
pub fn packets(frames: &[u8]) -> Chunks<'_, u8> {
    frames.chunks(PACKET_MAX)
}
