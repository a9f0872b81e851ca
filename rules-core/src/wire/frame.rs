//! Encoder of one payload as one frame of the wire.
//!
//! ```text
//! frame = COBS( payload, CRC-32 of ( payload, its length ) ), 0x00
//! ```
//!
//! The length is part of the checksum as 2 bytes and is not sent. Length and checksum are
//! little-endian.
//!
//! COBS (consistent overhead byte stuffing) removes every zero byte, so that a zero can
//! only be the end of a frame: whatever was lost or damaged before, a reader is
//! synchronised again after the next zero. The CRC has 32 bits and not 16, because a
//! damaged length byte of COBS shifts all that follows, or ends the frame early. Then the
//! Hamming distance of the code does not help, only its width: 2 more bytes per frame
//! gain a factor of 65,536.
//!
//! The length is part of the checksum because a flipped bit can end a frame early, so
//! that the front of a payload passes for a whole one. With the length, no realistic
//! payload starts with bytes that are a valid frame. A payload has at least one byte.

use crate::checksum;
use cobs::CobsEncoder;
use core::fmt;

/// Maximum length of a payload, in bytes.
pub const PAYLOAD_MAX: usize = 1024;

/// Maximum length of payload and checksum before COBS encoding, in bytes.
pub(super) const BODY_MAX: usize = PAYLOAD_MAX + checksum::LENGTH;

/// Maximum length of a frame in bytes, including its end byte. COBS adds a byte for every
/// 254.
pub const FRAME_MAX: usize = cobs::max_encoding_length(BODY_MAX) + 1;

/// Byte that ends a frame and occurs nowhere else in it.
pub const END: u8 = 0x00;

/// Maximum number of bytes in one USB packet to the host. A full packet, 64 bytes at full
/// speed, means "more follows", and the host holds it back until a shorter one comes. A
/// packet of 63 bytes is delivered at once, and no empty packet is ever needed.
pub const PACKET_MAX: usize = 63;

/// Error of a payload that no frame can hold, because it is empty or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LengthError {
    /// Length of the payload, in bytes.
    pub length: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a payload of {} bytes does not make a frame: send 1 to {PAYLOAD_MAX} bytes at a time",
            self.length
        )
    }
}

impl core::error::Error for LengthError {}

/// Writes `payload` as a frame into `out` and returns the bytes of the frame.
///
/// ```
/// use rules_core::wire::{FRAME_MAX, encode};
///
/// let mut out = [0; FRAME_MAX];
/// let frame = encode(b"hi", &mut out)?;
/// assert_eq!(frame, [0x07, b'h', b'i', 0xdd, 0x92, 0xe6, 0xaa, 0x00]);
/// # Ok::<(), rules_core::wire::LengthError>(())
/// ```
///
/// # Errors
///
/// [`LengthError`] if the payload is empty or longer than [`PAYLOAD_MAX`].
pub fn encode<'a>(payload: &[u8], out: &'a mut [u8; FRAME_MAX]) -> Result<&'a [u8], LengthError> {
    let refused = LengthError {
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
