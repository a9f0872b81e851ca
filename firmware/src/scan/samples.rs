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
use rules_core::board::hall::{DISCARD, INPUTS, OVERSAMPLE};

/// Readings at one address.
pub const GROUP: usize = (DISCARD + OVERSAMPLE) as usize * INPUTS;

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

    /// Copies the words from this number on; numbers go round.
    pub fn copy(&self, number: u32, into: &mut [u32]) {
        let start = (number % WORDS) as usize;
        let there = self.0.get(start..).unwrap_or_default();
        let around = there.iter().chain(&self.0);
        match there.get(..into.len()) {
            Some(words) => load(words.iter(), into),
            None => load(around, into),
        }
    }
}

impl Readings {
    /// Where it starts.
    pub fn address(&'static self) -> u32 {
        self.0.as_ptr() as u32
    }

    /// The sums of a group of readings from this number on, for each input, without
    /// the first round; numbers go round.
    ///
    /// A scan has hundreds of readings: each is loaded once, from a known place.
    pub fn sums(&self, number: u32) -> [u16; INPUTS] {
        let start = (number % READINGS) as usize;
        let Some(group) = self.0.get(start..).and_then(<[AtomicU16]>::first_chunk) else {
            return self.sums_around(start);
        };
        let [_, _, _, a, b, c, d, e, f, g, h, i, j, k, l]: &[AtomicU16; GROUP] = group;
        [
            reading(a) + reading(d) + reading(g) + reading(j),
            reading(b) + reading(e) + reading(h) + reading(k),
            reading(c) + reading(f) + reading(i) + reading(l),
        ]
    }

    /// The same for a group that goes on at the start of the ring.
    #[cold]
    fn sums_around(&self, start: usize) -> [u16; INPUTS] {
        let mut sums = [0; INPUTS];
        for n in INPUTS..GROUP {
            let here = self.0.get((start + n) % READINGS as usize);
            if let (Some(sum), Some(here)) = (sums.get_mut(n % INPUTS), here) {
                *sum += reading(here);
            }
        }
        sums
    }
}

fn load<'a>(words: impl Iterator<Item = &'a AtomicU32>, into: &mut [u32]) {
    for (to, word) in into.iter_mut().zip(words) {
        *to = word.load(Ordering::Relaxed);
    }
}

/// A reading has twelve bits.
#[inline(always)]
fn reading(at: &AtomicU16) -> u16 {
    at.load(Ordering::Relaxed) & 0xFFF
}

/// [`Readings::sums`] takes groups apart by hand.
const _: () = assert!(INPUTS == 3 && DISCARD == 1 && OVERSAMPLE == 4);
