//! Where the DMA writes: rings of words and of readings in RAM of their own,
//! the region SAMPLES of memory.x.
//!
//! | ring | bytes | fills in |
//! |---|---|---|
//! | curtain: 30 words each 400 us | 32 KiB | 109 ms |
//! | converter: 500 readings each ms | 2 x 32 KiB | 65 ms |
//!
//! A ring of the DMA is a power of two long, 32 KiB at most, and lies at a
//! multiple of its length. So the converter has two, in turns.
//!
//! The DMA changes these behind the compiler's back; atomics say so.
#![allow(unsafe_code, reason = "a region of RAM is named by its section")]

use core::sync::atomic::{AtomicU16, AtomicU32, Ordering};

/// The length of a ring, as the DMA wants it: `1 << 15` bytes.
pub const RING_BITS: u8 = 15;

/// Words in the ring of the curtain.
pub const WORDS: u32 = 1 << (RING_BITS - 2);

/// Readings in a ring of the converter.
pub const READINGS: u32 = 1 << (RING_BITS - 1);

/// A ring of words.
#[repr(C, align(32768))]
pub struct Words([AtomicU32; WORDS as usize]);

/// A ring of readings.
#[repr(C, align(32768))]
pub struct Readings([AtomicU16; READINGS as usize]);

// What they hold at start is whatever was in RAM: nothing is read that was not
// written before.
#[unsafe(link_section = ".samples")]
pub static CURTAIN: Words = Words([const { AtomicU32::new(0) }; WORDS as usize]);

#[unsafe(link_section = ".samples")]
pub static EVEN: Readings = Readings([const { AtomicU16::new(0) }; READINGS as usize]);

#[unsafe(link_section = ".samples")]
pub static ODD: Readings = Readings([const { AtomicU16::new(0) }; READINGS as usize]);

impl Words {
    /// Where it starts.
    pub fn address(&'static self) -> u32 {
        self.0.as_ptr() as u32
    }

    /// The word of this number; numbers go round.
    pub fn at(&self, number: u32) -> u32 {
        self.0
            .get((number % WORDS) as usize)
            .map_or(0, |word| word.load(Ordering::Relaxed))
    }
}

impl Readings {
    /// Where it starts.
    pub fn address(&'static self) -> u32 {
        self.0.as_ptr() as u32
    }

    /// So many readings from this number on; numbers go round.
    pub fn from<const N: usize>(&self, number: u32) -> [u16; N] {
        let start = (number % READINGS) as usize;
        match self
            .0
            .get(start..)
            .and_then(<[AtomicU16]>::first_chunk::<N>)
        {
            Some(readings) => readings.each_ref().map(|it| it.load(Ordering::Relaxed)),
            None => core::array::from_fn(|n| {
                let reading = self.0.get((start + n) % READINGS as usize);
                reading.map_or(0, |it| it.load(Ordering::Relaxed))
            }),
        }
    }
}
