//! The one checksum of the house, for frames and for records.
//!
//! CRC-32 as in zlib, PNG and Ethernet: every language on a host has it at
//! hand. It finds every change of up to 3 bits in anything below 11 KiB, every
//! burst of up to 32 bits, and lets one of 4 billion other changes pass.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// One table of 1 KiB in flash: a look-up a byte.
static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// How many bytes it takes; little-endian wherever it is stored.
pub(crate) const LENGTH: usize = 4;

/// The checksum of `bytes`, and of how many they are.
///
/// Without the length, the front of some bytes can pass for all of them: the
/// plain checksum of `ff` is `00 00 00 ff`, so `ff 00 00 00 ff ...` cut after
/// five bytes would be sound.
pub(crate) fn with_length(bytes: &[u8]) -> [u8; LENGTH] {
    let mut digest = CRC.digest();
    digest.update(bytes);
    // What is summed here is far shorter than 64 KiB.
    digest.update(&(bytes.len() as u16).to_le_bytes());
    digest.finalize().to_le_bytes()
}

/// The checksum of `bytes`.
pub(crate) fn of(bytes: &[u8]) -> [u8; LENGTH] {
    CRC.checksum(bytes).to_le_bytes()
}

/// The checksum of bytes that come one after the other.
#[cfg(feature = "ring")]
pub(crate) fn digest() -> crc::Digest<'static, u32, Table<1>> {
    CRC.digest()
}
