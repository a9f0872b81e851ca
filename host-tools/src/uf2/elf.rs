//! Reader of the loadable segments of an ELF file: 32 bits, little-endian.

use core::fmt;

/// Segment of an ELF file that is loaded to flash.
pub(super) struct LoadSegment<'a> {
    /// Address of the segment's first byte, as the processor sees it.
    pub address: u32,
    /// Contents of the segment.
    pub bytes: &'a [u8],
}

/// Reason why an ELF file cannot be flashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElfError {
    /// The file is not an ELF file of 32 bits, little-endian.
    Other,
    /// The file ends too early.
    Truncated,
    /// The file has no segment to load.
    Empty,
    /// The file loads a segment outside the flash, at this address.
    NotForFlash(u32),
}

impl fmt::Display for ElfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => {
                f.write_str("it is not an ELF file for the chip: give what `cargo fw` built")
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

impl core::error::Error for ElfError {}

const LOAD: u32 = 1;

/// Lists the segments of an ELF file that are loaded to flash.
pub(super) fn segments(file: &[u8]) -> Result<Vec<LoadSegment<'_>>, ElfError> {
    if !file.starts_with(b"\x7fELF\x01\x01") {
        return Err(ElfError::Other);
    }
    let start = word(file, 28)? as usize;
    let (size, count) = (half(file, 42)?, half(file, 44)?);
    let mut segments = Vec::new();
    for n in 0..usize::from(count) {
        let at = start + n * usize::from(size);
        let (offset, length) = (word(file, at + 4)? as usize, word(file, at + 16)? as usize);
        if word(file, at)? == LOAD && length > 0 {
            let bytes = file.get(offset..offset.saturating_add(length));
            segments.push(LoadSegment {
                address: word(file, at + 12)?,
                bytes: bytes.ok_or(ElfError::Truncated)?,
            });
        }
    }
    Ok(segments)
}

fn word(file: &[u8], at: usize) -> Result<u32, ElfError> {
    let bytes = file.get(at..).and_then(|rest| rest.first_chunk());
    bytes
        .map(|bytes| u32::from_le_bytes(*bytes))
        .ok_or(ElfError::Truncated)
}

fn half(file: &[u8], at: usize) -> Result<u16, ElfError> {
    let bytes = file.get(at..).and_then(|rest| rest.first_chunk());
    bytes
        .map(|bytes| u16::from_le_bytes(*bytes))
        .ok_or(ElfError::Truncated)
}
