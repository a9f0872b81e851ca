//! Depth of the stack: unused words hold a paint, which use removes.
#![allow(unsafe_code, reason = "the stack is memory that no variable names")]

use core::ptr;

/// Word in unused parts of the stack; the emulator paints with the same bytes.
const PAINT: u32 = 0xA5A5_A5A5;

/// Distance that painting keeps from the stack pointer, in bytes.
const MARGIN: usize = 32;

/// Number of words that one call of [`StackGauge::step`] looks at: 1 KB.
const STEP: usize = 256;

unsafe extern "C" {
    static _stack_end: u32;
    static _stack_start: u32;
}

/// Lowest address of the stack.
fn bottom() -> usize {
    (&raw const _stack_end).addr()
}

/// First address above the stack.
fn top() -> usize {
    (&raw const _stack_start).addr()
}

/// Size of the stack, in bytes.
pub fn size() -> u32 {
    bytes(top() - bottom())
}

/// Paints the unused part of the stack.
#[inline(never)]
pub fn paint() {
    cortex_m::interrupt::free(|_| {
        let used = cortex_m::register::msp::read() as usize;
        let mut at = bottom();
        while at + MARGIN < used {
            // SAFETY: below the stack pointer nothing is in use, and no interrupt that
            // would use it can come.
            unsafe { ptr::with_exposed_provenance_mut::<u32>(at).write_volatile(PAINT) };
            at += size_of::<u32>();
        }
    });
}

/// Gauge of the deepest use of the stack since it was painted.
#[derive(Debug)]
pub struct StackGauge {
    /// Lowest address found in use.
    lowest: usize,
    /// Address at which the next step looks; everything below it was unused.
    next: usize,
}

impl StackGauge {
    /// Creates a gauge that has found nothing.
    pub fn new() -> Self {
        Self {
            lowest: top(),
            next: bottom(),
        }
    }

    /// Looks at the next [`STEP`] words; use below an earlier word is found by the next
    /// pass. Returns true if a pass is complete.
    pub fn step(&mut self) -> bool {
        for _ in 0..STEP {
            if self.next >= self.lowest {
                self.next = bottom();
                return true;
            }
            // SAFETY: an aligned word of the stack.
            let word = unsafe { ptr::with_exposed_provenance::<u32>(self.next).read_volatile() };
            if word != PAINT {
                self.lowest = self.next;
            } else {
                self.next += size_of::<u32>();
            }
        }
        false
    }

    /// Returns the deepest use found so far, in bytes.
    pub fn deepest(&self) -> u32 {
        bytes(top() - self.lowest)
    }
}

fn bytes(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
