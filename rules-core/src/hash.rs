//! State hash: 64-bit FNV-1a, identical on every machine.

/// FNV-1a hash of no bytes: the value from which a chain of [`fnv1a`] calls starts.
pub(crate) const FNV1A: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the FNV-1a hash `hash` with these bytes.
pub(crate) fn fnv1a(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
