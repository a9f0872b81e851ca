//! The memory map of the image: what runs from RAM, and what is left of it.
//!
//! `memory.x` selects the code in RAM by patterns of names. Each pattern must match a
//! function, and the functions of the path from a sensor to the host must be there:
//! otherwise one that was renamed would run from flash unseen.

use crate::image;
use host_tools::emulator::memory_map::{CODE_SECTION, MemoryMap, RAM_START};

/// Parts of the names of functions that must run from RAM: the path from a complete DMA
/// transfer to the observation and its packet.
const HOT: [&str; 29] = [
    "DMA_IRQ_0",
    "DMA_IRQ_1",
    "TIMER_IRQ_0",
    "SWI_IRQ_0",
    "USBCTRL_IRQ",
    "8Executor4poll",
    "__aeabi_memcpy4",
    "__aeabi_memclr4",
    "__aeabi_lmul",
    "_erphal_unsigned_divmod",
    "8firmware6engine10___run_task",
    "6Engine10feed_frame",
    "7Scanner4next",
    "E4step",
    "E4work",
    "E10on_curtain",
    "E7on_hall",
    "E11after_input",
    "11HallTracker4step",
    "8Channels6update",
    "8EdgeRows4step",
    "14CurtainTracker14process_active",
    "11BlobTracker4step",
    "11BlobTracker11update_side",
    "8BlobList6follow",
    "8to_sliceNtNtNt",
    "cortex_m_rt_HardFault",
    "7Encoder15put_differences",
    "4Pool",
];

/// Largest size of the code in RAM, in bytes.
const CODE_MAX: u64 = 76 * 1024;

/// Least RAM that stays free, in bytes.
const FREE_MIN: u64 = 8 * 1024;

fn map() -> Option<MemoryMap> {
    let file = std::fs::read(image()?).expect("the image");
    Some(MemoryMap::read(&file).expect("an ELF file"))
}

/// Returns the patterns of the section with the code in RAM, without `.text.`.
fn patterns() -> Vec<String> {
    let script = include_str!("../../../memory.x");
    let section = script
        .split(&format!("    {CODE_SECTION} : "))
        .nth(1)
        .and_then(|rest| rest.split("} > RAM").next())
        .expect("the section");
    let words = section.split(|c: char| c.is_whitespace() || "();".contains(c));
    words
        .filter_map(|word| word.strip_prefix(".text."))
        .map(ToOwned::to_owned)
        .collect()
}

/// True if a name matches a pattern with stars.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            let mut tails = (0..=name.len()).filter_map(|at| name.get(at..));
            tails.any(|tail| matches(rest, tail))
        }),
    }
}

#[test]
fn patterns_match_as_the_linker_does() {
    assert!(matches("*4Ring4step", "_RNv4Ring4step"));
    assert!(!matches("*4Ring4step", "_RNv4Ring4step5other"));
    assert!(matches("a*b*", "a1b2b3") && matches("*", "") && !matches("ab", "abc"));
}

#[test]
fn every_pattern_matches_a_function_in_ram() {
    let Some(map) = map() else { return };
    let patterns = patterns();
    assert!(patterns.len() > 20, "{patterns:?}");
    for pattern in patterns {
        let is_used = map.in_ram.iter().any(|name| matches(&pattern, name));
        assert!(is_used, "{pattern} matches no function in RAM");
    }
}

#[test]
fn the_path_of_frames_runs_from_ram() {
    let Some(map) = map() else { return };
    for wanted in HOT {
        let is_there = map.in_ram.iter().any(|name| name.contains(wanted));
        assert!(is_there, "{wanted} does not run from RAM");
    }
}

#[test]
fn code_in_ram_and_free_ram_keep_within_their_bounds() {
    let Some(map) = map() else { return };
    println!("{map}");
    assert!(map.size(CODE_SECTION) <= CODE_MAX, "{map}");
    assert!(map.free() >= FREE_MIN, "{map}");
}

#[test]
fn below_the_stack_is_no_memory() {
    let Some(map) = map() else { return };
    let lowest = map.parts.first().expect("a part");
    assert_eq!((lowest.name.as_str(), lowest.start), ("stack", RAM_START));
    assert_eq!(lowest.bytes, 24 * 1024);
}
