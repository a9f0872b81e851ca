//! The one checksum of the house, for frames and for records, and the one hash, for
//! states.
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

/// The hash of nothing, which [`fnv1a`] begins with.
pub(crate) const FNV1A: u64 = 0xcbf2_9ce4_8422_2325;

/// Goes on with a hash by these bytes: FNV-1a with 64 bits, the same on every machine.
pub(crate) fn fnv1a(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
