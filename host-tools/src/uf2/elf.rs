//! What an ELF file for the chip wants loaded: 32 bits, little-endian.

use core::fmt;

/// Bytes and where they go.
pub(super) struct Segment<'a> {
    /// Where, as the processor sees it.
    pub address: u32,
    /// What.
    pub bytes: &'a [u8],
}

/// Why a file cannot be flashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoElf {
    /// It is something else.
    Other,
    /// It ends too early.
    Truncated,
    /// It has nothing to load.
    Empty,
    /// It loads something elsewhere.
    NotForFlash(u32),
}

impl fmt::Display for NoElf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => {
                f.write_str("it is no ELF file for the chip: give what `cargo fw` built")
            }
            Self::Truncated => f.write_str("it ends too early: build it again with `cargo fw`"),
            Self::Empty => f.write_str("it has nothing to load: give what `cargo fw` built"),
            Self::NotForFlash(address) => write!(
                f,
                "it loads to {address:#010x}, which is not the flash of a Pico: give what `cargo fw` built"
            ),
        }
    }
}

impl core::error::Error for NoElf {}

const LOAD: u32 = 1;

/// The segments to load.
pub(super) fn segments(file: &[u8]) -> Result<Vec<Segment<'_>>, NoElf> {
    if !file.starts_with(b"\x7fELF\x01\x01") {
        return Err(NoElf::Other);
    }
    let start = word(file, 28)? as usize;
    let (size, count) = (half(file, 42)?, half(file, 44)?);
    let mut segments = Vec::new();
    for n in 0..usize::from(count) {
        let at = start + n * usize::from(size);
        let (offset, length) = (word(file, at + 4)? as usize, word(file, at + 16)? as usize);
        if word(file, at)? == LOAD && length > 0 {
            let bytes = file.get(offset..offset.saturating_add(length));
            segments.push(Segment {
                address: word(file, at + 12)?,
                bytes: bytes.ok_or(NoElf::Truncated)?,
            });
        }
    }
    Ok(segments)
}

fn word(file: &[u8], at: usize) -> Result<u32, NoElf> {
    let bytes = file.get(at..).and_then(|rest| rest.first_chunk());
    bytes
        .map(|it| u32::from_le_bytes(*it))
        .ok_or(NoElf::Truncated)
}

fn half(file: &[u8], at: usize) -> Result<u16, NoElf> {
    let bytes = file.get(at..).and_then(|rest| rest.first_chunk());
    bytes
        .map(|it| u16::from_le_bytes(*it))
        .ok_or(NoElf::Truncated)
}
