//! Firmware images for the boot loader of the Pico in UF2 format: blocks of 512 bytes,
//! each with the flash address of its 256 bytes of payload.
//!
//! The format is small and stable, so the project writes it itself, from the loadable
//! segments of an ELF file.

mod elf;

pub use elf::ElfError;

use std::collections::BTreeMap;

/// Family identifier of the RP2040.
const FAMILY: u32 = 0xe48b_ff56;

/// Flag of a block with the family identifier in place of a file size.
const HAS_FAMILY: u32 = 0x2000;

const FIRST: u32 = 0x0a32_4655;
const SECOND: u32 = 0x9e5d_5157;
const LAST: u32 = 0x0ab1_6f30;

/// Size of a block's payload, in bytes: a page of the flash.
const PAGE: usize = 256;

/// Size of a block, in bytes.
const BLOCK: usize = 512;

/// Address range of the flash, as the processor sees it: 2 MiB on a Pico.
const FLASH: core::ops::Range<u32> = 0x1000_0000..0x1020_0000;

/// Converts an ELF file to a UF2 file.
///
/// # Errors
/// [`ElfError`] if the file is not an ELF file, ends too early, is empty, or loads
/// outside the flash.
pub fn from_elf(file: &[u8]) -> Result<Vec<u8>, ElfError> {
    let mut pages: BTreeMap<u32, [u8; PAGE]> = BTreeMap::new();
    for segment in elf::segments(file)? {
        for (address, &byte) in (segment.address..).zip(segment.bytes) {
            if !FLASH.contains(&address) {
                return Err(ElfError::NotForFlash(segment.address));
            }
            let at = address % PAGE as u32;
            // Bytes that are not in the image stay erased.
            let page = pages.entry(address - at).or_insert([0xff; PAGE]);
            if let Some(place) = page.get_mut(at as usize) {
                *place = byte;
            }
        }
    }
    if pages.is_empty() {
        return Err(ElfError::Empty);
    }
    let count = pages.len() as u32;
    let mut out = Vec::with_capacity(pages.len() * BLOCK);
    for (number, (address, page)) in (0..).zip(&pages) {
        let head = [
            FIRST,
            SECOND,
            HAS_FAMILY,
            *address,
            PAGE as u32,
            number,
            count,
            FAMILY,
        ];
        out.extend(head.into_iter().flat_map(u32::to_le_bytes));
        out.extend(page);
        out.resize(out.len() + BLOCK - 4 * head.len() - PAGE - 4, 0);
        out.extend(LAST.to_le_bytes());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, ElfError, FAMILY, from_elf};

    /// Builds an ELF file with these segments: address and bytes.
    fn elf(segments: &[(u32, &[u8])]) -> Vec<u8> {
        let mut file = vec![0; 52];
        file[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
        file[28..32].copy_from_slice(&52_u32.to_le_bytes());
        file[42..44].copy_from_slice(&32_u16.to_le_bytes());
        file[44..46].copy_from_slice(&(segments.len() as u16).to_le_bytes());
        let mut data = 52 + 32 * segments.len() as u32;
        for (address, bytes) in segments {
            let length = bytes.len() as u32;
            for word in [1, data, 0, *address, length, length, 5, 4] {
                file.extend(word.to_le_bytes());
            }
            data += length;
        }
        for (_, bytes) in segments {
            file.extend(*bytes);
        }
        file
    }

    fn word(block: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(block[4 * at..4 * at + 4].try_into().unwrap())
    }

    #[test]
    fn pages_are_filled_from_segments_wherever_they_begin() {
        let file = elf(&[(0x1000_0000, &[1; 256]), (0x1000_01fe, &[2; 4])]);
        let uf2 = from_elf(&file).unwrap();
        let blocks: Vec<&[u8]> = uf2.chunks(BLOCK).collect();
        assert_eq!(blocks.len(), 3);
        for (n, block) in blocks.iter().enumerate() {
            assert_eq!(word(block, 0), 0x0a32_4655);
            assert_eq!(word(block, 1), 0x9e5d_5157);
            assert_eq!(word(block, 3), 0x1000_0000 + 256 * n as u32);
            assert_eq!((word(block, 5), word(block, 6)), (n as u32, 3));
            assert_eq!(word(block, 7), FAMILY);
            assert_eq!(word(block, 127), 0x0ab1_6f30);
        }
        assert_eq!(blocks[0][32..288], [1; 256]);
        assert_eq!(blocks[1][32 + 253..288], [0xff, 2, 2]);
        assert_eq!(blocks[2][32..32 + 3], [2, 2, 0xff]);
    }

    #[test]
    fn what_is_not_for_flash_is_refused() {
        let ram = elf(&[(0x2000_0000, &[1])]);
        assert_eq!(from_elf(&ram), Err(ElfError::NotForFlash(0x2000_0000)));
        assert_eq!(from_elf(&elf(&[])), Err(ElfError::Empty));
        assert_eq!(from_elf(b"hello"), Err(ElfError::Other));
        let whole = elf(&[(0x1000_0000, &[1; 256])]);
        assert_eq!(from_elf(&whole[..300]), Err(ElfError::Truncated));
    }
}
