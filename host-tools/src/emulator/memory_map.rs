//! Memory map of the firmware image: the sections in RAM, and the functions that run from
//! it, read from the ELF file.
//!
//! The linker script `memory.x` selects the code in RAM by patterns of function names. A
//! function that is renamed would fall back into flash unseen, so a test reads the patterns
//! and this map.

use core::fmt;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};

/// First address of RAM.
pub const RAM_START: u64 = 0x2000_0000;

/// First address behind RAM.
pub const RAM_END: u64 = RAM_START + 264 * 1024;

/// Name of the section with the code in RAM.
pub const CODE_SECTION: &str = ".fast";

/// Section of the image in RAM, or the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RamPart {
    /// First address.
    pub start: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Name of the section; "stack" for the stack.
    pub name: String,
}

/// Memory map of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryMap {
    /// Parts of RAM that are in use, lowest first.
    pub parts: Vec<RamPart>,
    /// Symbols of the functions that run from RAM.
    pub in_ram: Vec<String>,
    /// Symbols of the functions that run from flash.
    pub in_flash: Vec<String>,
}

impl MemoryMap {
    /// Reads the map of an ELF file.
    ///
    /// # Errors
    /// A sentence if the file is not an image of the firmware.
    pub fn read(file: &[u8]) -> Result<Self, String> {
        let elf = object::File::parse(file)
            .map_err(|why| format!("it is not an ELF file ({why}): give what `cargo fw` built"))?;
        let symbol = |name: &str| {
            let found = elf.symbols().find(|symbol| symbol.name() == Ok(name));
            found.map(|symbol| symbol.address())
        };
        let (Some(top), Some(bottom)) = (symbol("_stack_start"), symbol("_stack_end")) else {
            return Err("it names no stack: give what `cargo fw` built, with its symbols".into());
        };
        let mut parts = vec![RamPart {
            start: bottom,
            bytes: top.saturating_sub(bottom),
            name: "stack".into(),
        }];
        for section in elf.sections() {
            if (RAM_START..RAM_END).contains(&section.address()) && section.size() > 0 {
                parts.push(RamPart {
                    start: section.address(),
                    bytes: section.size(),
                    name: section.name().unwrap_or("?").into(),
                });
            }
        }
        parts.sort_by_key(|part| part.start);
        let (mut in_ram, mut in_flash) = (Vec::new(), Vec::new());
        for symbol in elf.symbols() {
            let (SymbolKind::Text, Ok(name)) = (symbol.kind(), symbol.name()) else {
                continue;
            };
            let list = match symbol.address() {
                RAM_START..RAM_END => &mut in_ram,
                _ => &mut in_flash,
            };
            list.push(name.to_owned());
        }
        Ok(Self {
            parts,
            in_ram,
            in_flash,
        })
    }

    /// Returns the size of a part in bytes; 0 if there is no such part.
    #[must_use]
    pub fn size(&self, name: &str) -> u64 {
        let named = self.parts.iter().filter(|part| part.name == name);
        named.map(|part| part.bytes).sum()
    }

    /// Returns the number of bytes of RAM that no part uses.
    #[must_use]
    pub fn free(&self) -> u64 {
        let used: u64 = self.parts.iter().map(|part| part.bytes).sum();
        (RAM_END - RAM_START).saturating_sub(used)
    }
}

impl fmt::Display for MemoryMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut next = RAM_START;
        for part in &self.parts {
            if part.start > next {
                writeln!(f, "{next:#010x} {:>7}  free", part.start - next)?;
            }
            writeln!(f, "{:#010x} {:>7}  {}", part.start, part.bytes, part.name)?;
            next = part.start + part.bytes;
        }
        if next < RAM_END {
            writeln!(f, "{next:#010x} {:>7}  free", RAM_END - next)?;
        }
        writeln!(
            f,
            "{:>18}  free of {} bytes, {} functions run from RAM",
            self.free(),
            RAM_END - RAM_START,
            self.in_ram.len()
        )
    }
}
