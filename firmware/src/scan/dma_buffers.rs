//! DMA buffers: ring buffers of curtain words and ADC readings, in the regions WORDS and
//! READINGS of memory.x.
//!
//! | ring | size | time to fill |
//! |---|---|---|
//! | curtain: 30 words each 400 us | 16 KiB | 54 ms |
//! | ADC: 500 readings each ms | 2 x 16 KiB | 33 ms |
//!
//! The length of a DMA ring is a power of two, 32 KiB at most, and it lies at a multiple
//! of its length. The ADC therefore has two rings, used alternately.
//!
//! The DMA changes these buffers unseen by the compiler, so their elements are atomics.
#![allow(unsafe_code, reason = "a region of RAM is named by its section")]

use core::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use rules_core::board::hall::{DISCARD, INPUTS, OVERSAMPLE};

/// Number of readings at one multiplexer address, a *group*: five of each ADC input.
pub const GROUP: usize = (DISCARD + OVERSAMPLE) as usize * INPUTS;

/// Size of the curtain ring, as a power of two: `1 << 14` bytes.
pub const WORD_RING_BITS: u8 = 14;

/// Size of a ring of the ADC, as a power of two: `1 << 14` bytes.
pub const READING_RING_BITS: u8 = 14;

/// Number of 32-bit words in the curtain ring.
pub const WORDS: u32 = 1 << (WORD_RING_BITS - 2);

/// Number of 16-bit readings in one ring of the ADC.
pub const READINGS: u32 = 1 << (READING_RING_BITS - 1);

/// Ring buffer of 32-bit words, written by the DMA.
#[repr(C, align(16384))]
pub struct WordRing([AtomicU32; WORDS as usize]);

/// Ring buffer of ADC readings, written by the DMA.
#[repr(C, align(16384))]
pub struct ReadingRing([AtomicU16; READINGS as usize]);

// These statics are not initialised at start and hold whatever was in RAM. Only elements
// that the DMA has written are read.

/// Words of the light curtain.
#[unsafe(link_section = ".samples.words")]
pub static CURTAIN: WordRing = WordRing([const { AtomicU32::new(0) }; WORDS as usize]);

/// ADC readings at even multiplexer addresses.
#[unsafe(link_section = ".samples.readings")]
pub static EVEN: ReadingRing = ReadingRing([const { AtomicU16::new(0) }; READINGS as usize]);

/// ADC readings at odd multiplexer addresses.
#[unsafe(link_section = ".samples.readings")]
pub static ODD: ReadingRing = ReadingRing([const { AtomicU16::new(0) }; READINGS as usize]);

impl WordRing {
    /// Returns the address of the first word, for the DMA.
    pub fn address(&'static self) -> u32 {
        self.0.as_ptr() as u32
    }

    /// Copies words into `into`, from index `number` on; indices wrap around.
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

impl ReadingRing {
    /// Returns the address of the first reading, for the DMA.
    pub fn address(&'static self) -> u32 {
        self.0.as_ptr() as u32
    }

    /// Returns the sum of four readings for each ADC input, from the group that starts at
    /// index `number`. Ignores the first reading of each input; indices wrap around.
    ///
    /// A scan has hundreds of readings, so each is loaded only once and at a constant
    /// offset.
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

    /// Returns the sums like `sums`, for a group that wraps around the end of the ring.
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

/// Loads a reading: the lower twelve bits of a half-word.
#[inline(always)]
fn reading(at: &AtomicU16) -> u16 {
    at.load(Ordering::Relaxed) & 0xFFF
}

/// Compile-time check of the group layout for which [`ReadingRing::sums`] is written.
const _: () = assert!(INPUTS == 3 && DISCARD == 1 && OVERSAMPLE == 4);
