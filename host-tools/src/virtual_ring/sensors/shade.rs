//! What faults make of the bits of a frame.
//!
//! Light comes first, then what detectors make of it, then what the chains of
//! shift registers do to their bits.

use super::curtain::{Array, Reads};
use super::light::{READ_AT, Wave};
use super::noise::{self, Purpose};
use super::placed::Placed;
use super::timing::Loss;
use rules_core::place::Edge;
use rules_core::sensing::frame::{Read, WORDS, bit_of, mask_of};
use rules_core::sensing::sensor::Trouble;

/// All that is wrong with the curtain.
#[derive(Debug, Clone)]
pub(super) struct Shade {
    /// Bits that are always 1, and always 0.
    dark: Reads,
    lit: Reads,
    /// Beams that fail one twentieth of the time.
    pub flaky: Vec<usize>,
    /// Beams that fail for so many frames in a thousand.
    pub weak: Vec<(usize, u32)>,
    /// Lights, and how much of them each beam's detector gets.
    pub lamps: Vec<(Vec<(usize, f32)>, Wave)>,
    /// What the room adds to each of them.
    room: Wave,
    pub chains: Vec<Chain>,
    pub losses: Vec<Loss>,
}

/// What is wrong with a chain of shift registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chain {
    /// A clock too many before it is read: the first bit is lost.
    Lost(Edge),
    /// A clock too few: the first bit comes twice.
    Gained(Edge),
    /// From this bit on only what is fed in behind the break.
    Broken(Edge, u8),
    /// Plugged the wrong way round.
    Swapped(Edge, Edge),
}

impl Chain {
    /// What is rightly said of it.
    pub fn named(self) -> Vec<(Edge, Trouble)> {
        match self {
            Self::Lost(lane) | Self::Gained(lane) => vec![(lane, Trouble::Slipped)],
            Self::Broken(lane, _) => vec![(lane, Trouble::Broken)],
            Self::Swapped(one, other) => vec![(one, Trouble::Swapped), (other, Trouble::Swapped)],
        }
    }

    fn disturb(self, read: &mut Read, bits: u8) {
        let chain = |read: &Read, lane| -> Vec<bool> {
            (0..bits).map(|place| bit_of(read, lane, place)).collect()
        };
        let (lane, was): (Edge, Vec<bool>) = match self {
            Self::Swapped(one, other) => {
                let (first, second) = (chain(read, one), chain(read, other));
                put(read, one, &second);
                (other, first)
            }
            Self::Lost(lane) => {
                let was = chain(read, lane);
                (lane, was.into_iter().skip(1).chain([true]).collect())
            }
            Self::Gained(lane) => {
                let was = chain(read, lane);
                let first = was.first().copied();
                (
                    lane,
                    first
                        .into_iter()
                        .chain(was)
                        .take(usize::from(bits))
                        .collect(),
                )
            }
            Self::Broken(lane, from) => {
                let mut was = chain(read, lane);
                was.iter_mut()
                    .skip(usize::from(from))
                    .for_each(|bit| *bit = true);
                (lane, was)
            }
        };
        put(read, lane, &was);
    }
}

fn put(read: &mut Read, lane: Edge, chain: &[bool]) {
    for (place, &high) in (0_u8..).zip(chain) {
        let mask = mask_of(lane, place);
        if let Some(word) = read.get_mut(usize::from(place / 8)) {
            *word = if high { *word | mask } else { *word & !mask };
        }
    }
}

impl Shade {
    /// What these faults do together in a room with this light.
    pub fn of(faults: &[&Placed], array: &Array, room: Wave) -> Self {
        let mut shade = Self {
            dark: [[0; WORDS]; 5],
            lit: [[0; WORDS]; 5],
            flaky: Vec::new(),
            weak: Vec::new(),
            lamps: Vec::new(),
            room,
            chains: Vec::new(),
            losses: Vec::new(),
        };
        for fault in faults {
            fault.shade(array, &mut shade);
        }
        shade
    }

    /// These detectors read dark whatever comes.
    pub fn darken(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            for read in &mut self.dark {
                read[beam.word] |= beam.mask;
            }
        }
    }

    /// These detectors read lit whatever comes.
    pub fn light(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            for read in &mut self.lit {
                read[beam.word] |= beam.mask;
            }
        }
    }

    /// The emitters of these beams give no light.
    pub fn put_out(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            self.dark[beam.own][beam.word] |= beam.mask;
        }
    }

    /// Whether the frame that begins at this instant in µs is lost.
    pub fn loses(&self, at: u64) -> bool {
        self.losses.iter().any(|loss| loss.covers(at))
    }

    /// What is left of a frame.
    pub fn apply(&self, array: &Array, index: u32, at: u64, seed: u64, reads: &mut Reads) {
        let mut darken = |n: usize| {
            if let Some(beam) = array.beams.get(n) {
                reads[beam.own][beam.word] |= beam.mask;
            }
        };
        for &n in &self.flaky {
            // For four frames at a time: 1.6 ms.
            let moment = u64::from(index / 4) << 16 | n as u64;
            if noise::lots(seed, Purpose::Flicker, moment).below(20) == 0 {
                darken(n);
            }
        }
        for &(n, permille) in &self.weak {
            let moment = u64::from(index) << 16 | n as u64;
            if noise::lots(seed, Purpose::Flicker, moment).below(1000) < permille {
                darken(n);
            }
        }
        for (beams, wave) in &self.lamps {
            for (read, after) in reads.iter_mut().zip(READ_AT) {
                let (light, room) = (wave.at(at + after), self.room.at(at + after));
                if light + room < 1.0 {
                    continue;
                }
                for &(n, gain) in beams {
                    if gain * light + room >= 1.0
                        && let Some(beam) = array.beams.get(n)
                    {
                        read[beam.word] &= !beam.mask;
                    }
                }
            }
        }
        for ((read, dark), lit) in reads.iter_mut().zip(&self.dark).zip(&self.lit) {
            for ((word, dark), lit) in read.iter_mut().zip(dark).zip(lit) {
                *word = (*word | dark) & !lit;
            }
        }
        for chain in &self.chains {
            for read in reads.iter_mut() {
                chain.disturb(read, array.curtain.bits);
            }
        }
    }
}
