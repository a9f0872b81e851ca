//! CRC-32 that protects wire frames and journal records; the only checksum of this crate.
//!
//! The polynomial is that of zlib, PNG and Ethernet, available in every language on a
//! host. It finds every change of up to 3 bits in anything below 11 KiB, every burst of
//! up to 32 bits, and misses one in 4 billion other changes.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// CRC-32 with a table of 1 KiB in flash: one look-up per byte.
static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// Size of a checksum in bytes; stored little-endian everywhere.
pub(crate) const LENGTH: usize = 4;

/// Returns the CRC-32 of `bytes` followed by their number as two bytes.
///
/// Without the length, a prefix of some bytes can pass for all of them: the plain
/// checksum of `ff` is `00 00 00 ff`, so `ff 00 00 00 ff ...` cut after five bytes
/// would be valid.
#[cfg(feature = "wire")]
pub(crate) fn with_length(bytes: &[u8]) -> [u8; LENGTH] {
    let mut digest = CRC.digest();
    digest.update(bytes);
    // All inputs are far shorter than 64 KiB.
    digest.update(&(bytes.len() as u16).to_le_bytes());
    digest.finalize().to_le_bytes()
}

/// Returns the CRC-32 of `bytes`, little-endian.
#[cfg(any(feature = "journal", feature = "ring"))]
pub(crate) fn crc32(bytes: &[u8]) -> [u8; LENGTH] {
    CRC.checksum(bytes).to_le_bytes()
}

/// Starts a CRC-32 over bytes that arrive in parts.
#[cfg(feature = "ring")]
pub(crate) fn digest() -> crc::Digest<'static, u32, Table<1>> {
    CRC.digest()
}
