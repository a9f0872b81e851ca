//! Stack frames of the functions in the firmware image, read from their machine code.
//!
//! A Cortex-M0+ reserves stack with three instructions: `push` of a list of registers,
//! `sub sp` with a small constant, and `add sp` with a register that was loaded with a
//! negative constant. The frame of a function is the sum of all of them, so that it is
//! never estimated too small; what the functions that it calls take is not part of it.

use core::fmt;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};
use std::collections::BTreeMap;

/// Stack frame of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackFrame {
    /// Name of the function, without the hash that the compiler adds.
    pub function: String,
    /// Size of the frame in bytes.
    pub bytes: u32,
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7}  {}", self.bytes, self.function)
    }
}

/// Reason why the stack frames of a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameError {
    /// The file is not an ELF file, for this reason.
    NoElf(String),
    /// The file lists no functions.
    NoFunctions,
    /// The function takes a frame whose size its code does not show.
    UnknownSize(String),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoElf(why) => {
                write!(
                    f,
                    "it is not an ELF file ({why}): give what `cargo fw` built"
                )
            }
            Self::NoFunctions => {
                f.write_str("it lists no functions: give what `cargo fw` built, with its symbols")
            }
            Self::UnknownSize(function) => write!(
                f,
                "the frame of {function} is not known: see its code with objdump"
            ),
        }
    }
}

impl core::error::Error for FrameError {}

/// Returns the stack frames of all functions in an ELF file for the chip, the largest
/// first.
///
/// # Errors
/// `FrameError` if the file cannot be read, or a function takes a frame of unknown size.
pub fn stack_frames(file: &[u8]) -> Result<Vec<StackFrame>, FrameError> {
    let elf = object::File::parse(file).map_err(|why| FrameError::NoElf(why.to_string()))?;
    let mut frames = Vec::new();
    for section in elf.sections() {
        let (Ok(bytes), Ok(start)) = (section.data(), u32::try_from(section.address())) else {
            continue;
        };
        let mut code = Code {
            start,
            bytes,
            data_marks: BTreeMap::new(),
        };
        let mut functions = BTreeMap::new();
        let symbols = elf
            .symbols()
            .filter(|symbol| symbol.section_index() == Some(section.index()));
        for symbol in symbols {
            let (Ok(name), Ok(address)) = (symbol.name(), u32::try_from(symbol.address())) else {
                continue;
            };
            if name.starts_with("$d") || name.starts_with("$t") {
                code.data_marks.insert(address, name.starts_with("$d"));
            } else if symbol.kind() == SymbolKind::Text && symbol.size() > 0 {
                // The lowest bit says that the function is Thumb code.
                functions.insert(address & !1, (name, symbol.size() as u32));
            }
        }
        for (address, (name, size)) in functions {
            let function = format!("{:#}", rustc_demangle::demangle(name));
            match code.frame(address, size) {
                Some(bytes) => frames.push(StackFrame { function, bytes }),
                None => return Err(FrameError::UnknownSize(function)),
            }
        }
    }
    if frames.is_empty() {
        return Err(FrameError::NoFunctions);
    }
    frames.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(a.function.cmp(&b.function)));
    Ok(frames)
}

/// Machine code of a section.
struct Code<'a> {
    /// Address of the first byte.
    start: u32,
    bytes: &'a [u8],
    /// Addresses from which on the section contains data (true) or code (false).
    data_marks: BTreeMap<u32, bool>,
}

impl Code<'_> {
    /// Returns the frame of the function at an address; `None` if its code does not show
    /// the size.
    fn frame(&self, address: u32, size: u32) -> Option<u32> {
        // Constant that each register was loaded with last.
        let mut constants = [None; 16];
        let mut frame = 0;
        let (mut at, end) = (address, address.saturating_add(size));
        while at < end {
            if self.is_data(at) {
                at += 2;
                continue;
            }
            let Some(instruction) = self.half(at) else {
                break;
            };
            match instruction {
                // push {r0-r7, lr}
                0xB400..=0xB5FF => frame += 4 * (instruction & 0x1FF).count_ones(),
                // sub sp, #4n
                0xB080..=0xB0FF => frame += 4 * u32::from(instruction & 0x7F),
                // ldr rX, [pc, #4n]
                0x4800..=0x4FFF => {
                    let place = ((at + 4) & !3) + 4 * u32::from(instruction & 0xFF);
                    constants[usize::from(instruction >> 8 & 7)] = self.word(place);
                }
                // add sp, rX; a positive constant gives the frame back.
                _ if instruction & 0xFF87 == 0x4485 => {
                    let constant = constants[usize::from(instruction >> 3 & 15)]?;
                    frame += 0_u32.saturating_sub_signed((constant as i32).min(0));
                }
                _ => {}
            }
            // An instruction of 32 bits begins with 0b11101, 0b11110 or 0b11111.
            at += if instruction >= 0xE800 { 4 } else { 2 };
        }
        Some(frame)
    }

    /// True if there is data between the instructions at this address.
    fn is_data(&self, address: u32) -> bool {
        let before = self.data_marks.range(..=address).next_back();
        before.is_some_and(|(_, &is_data)| is_data)
    }

    fn half(&self, address: u32) -> Option<u16> {
        let offset = address.checked_sub(self.start)? as usize;
        let bytes = self.bytes.get(offset..)?.first_chunk()?;
        Some(u16::from_le_bytes(*bytes))
    }

    fn word(&self, address: u32) -> Option<u32> {
        let offset = address.checked_sub(self.start)? as usize;
        let bytes = self.bytes.get(offset..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, FrameError, stack_frames};
    use std::collections::BTreeMap;

    /// Returns the frame of a function that consists of these half-words, the last
    /// `data` of which are not code.
    fn frame(halves: &[u16], data: usize) -> Option<u32> {
        let bytes: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
        let size = bytes.len() as u32;
        let start = 0x1000_0100;
        let code = Code {
            start,
            bytes: &bytes,
            data_marks: BTreeMap::from([(start, false), (start + size - 2 * data as u32, true)]),
        };
        code.frame(start, size)
    }

    #[test]
    fn registers_and_small_constants_add_up() {
        // push {r4-r7, lr}; sub sp, #16; add sp, #16; pop {r4-r7, pc}
        assert_eq!(frame(&[0xB5F0, 0xB084, 0xB004, 0xBDF0], 0), Some(20 + 16));
    }

    #[test]
    fn a_large_frame_is_a_negative_constant_in_a_register() {
        // push {r7, lr}; ldr r7, [pc, #4]; add sp, r7; nop; bx lr; nop; .word -4096
        let code = [0xB580, 0x4F01, 0x44BD, 0x4770, 0xF000, 0xFFFF];
        assert_eq!(frame(&code, 2), Some(8 + 4096));
    }

    #[test]
    fn a_positive_constant_gives_the_frame_back() {
        // ldr r6, [pc, #0]; add sp, r6; .word 4096
        assert_eq!(frame(&[0x4E00, 0x44B5, 0x1000, 0x0000], 2), Some(0));
    }

    #[test]
    fn constants_between_the_code_are_not_instructions() {
        // bx lr; nop; .word 0xB5F0_B5F0
        assert_eq!(frame(&[0x4770, 0x46C0, 0xB5F0, 0xB5F0], 2), Some(0));
    }

    #[test]
    fn the_second_half_of_a_long_instruction_is_not_an_instruction() {
        // bl with an offset whose second half looks like a push
        assert_eq!(frame(&[0xF000, 0xB5F0, 0x4770], 0), Some(0));
    }

    #[test]
    fn a_frame_from_an_unknown_register_is_not_taken_for_none() {
        assert_eq!(frame(&[0x44AD], 0), None);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(stack_frames(b"UF2"), Err(FrameError::NoElf(_))));
    }
}
