//! Effects of faults on the bits of a curtain frame.
//!
//! Light is applied first, then the faults of detectors, then those of the shift-register
//! chains.

use super::ambient_light::{READ_AT, Wave};
use super::curtain::{Array, Reads};
use super::fault_placement::PlacedFault;
use super::frame_loss::Loss;
use super::noise::{self, RngStream};
use rules_core::place::Edge;
use rules_core::sensing::frame::{CurtainRead, WORDS, bit_of, mask_of};
use rules_core::sensing::sensor::SensorFault;

/// Effects of all active faults on the curtain.
#[derive(Debug, Clone)]
pub(super) struct CurtainFaults {
    /// Bits that are always 1, because their detectors read dark.
    dark: Reads,
    lit: Reads,
    /// Beams that fail one twentieth of the time.
    pub flaky: Vec<usize>,
    /// Beams that fail now and then, each with the number of failures in a thousand
    /// frames.
    pub weak: Vec<(usize, u32)>,
    /// Lamps, each with the beams whose detectors it reaches and the fraction of its
    /// light that they receive.
    pub lamps: Vec<(Vec<(usize, f32)>, Wave)>,
    /// Light of the room, which adds to the light of each lamp.
    room: Wave,
    pub chains: Vec<ChainFault>,
    pub losses: Vec<Loss>,
}

/// Fault of a shift-register chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainFault {
    /// The chain gets one clock too many before it is read: the first bit is lost.
    Lost(Edge),
    /// The chain gets one clock too few: the first bit is read twice.
    Gained(Edge),
    /// The chain is broken at this bit: from it on only ones are read.
    Broken(Edge, u8),
    /// Two chains are plugged into each other's place.
    Swapped(Edge, Edge),
}

impl ChainFault {
    /// Returns the sensor faults that the ring should report for this defect.
    pub fn named(self) -> Vec<(Edge, SensorFault)> {
        match self {
            Self::Lost(lane) | Self::Gained(lane) => vec![(lane, SensorFault::Slipped)],
            Self::Broken(lane, _) => vec![(lane, SensorFault::Broken)],
            Self::Swapped(one, other) => {
                vec![(one, SensorFault::Swapped), (other, SensorFault::Swapped)]
            }
        }
    }

    fn disturb(self, read: &mut CurtainRead, bits: u8) {
        let chain = |read: &CurtainRead, lane| -> Vec<bool> {
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

fn put(read: &mut CurtainRead, lane: Edge, chain: &[bool]) {
    for (place, &high) in (0_u8..).zip(chain) {
        let mask = mask_of(lane, place);
        if let Some(word) = read.get_mut(usize::from(place / 8)) {
            *word = if high { *word | mask } else { *word & !mask };
        }
    }
}

impl CurtainFaults {
    /// Creates the combined effect of these faults in a room with this light.
    pub fn new(faults: &[&PlacedFault], array: &Array, room: Wave) -> Self {
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

    /// Makes these detectors always read dark.
    pub fn darken(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            for read in &mut self.dark {
                read[beam.word] |= beam.mask;
            }
        }
    }

    /// Makes these detectors always read lit.
    pub fn light(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            for read in &mut self.lit {
                read[beam.word] |= beam.mask;
            }
        }
    }

    /// Switches off the emitters of these beams.
    pub fn put_out(&mut self, array: &Array, beams: &[usize]) {
        for beam in beams.iter().filter_map(|&n| array.beams.get(n)) {
            self.dark[beam.own][beam.word] |= beam.mask;
        }
    }

    /// True if the frame that begins at this time in us is lost.
    pub fn loses(&self, at: u64) -> bool {
        self.losses.iter().any(|loss| loss.covers(at))
    }

    /// Applies the faults to the reads of a frame.
    pub fn apply(&self, array: &Array, index: u32, at: u64, seed: u64, reads: &mut Reads) {
        let mut darken = |n: usize| {
            if let Some(beam) = array.beams.get(n) {
                reads[beam.own][beam.word] |= beam.mask;
            }
        };
        for &n in &self.flaky {
            // Fails for four frames at a time: 1.6 ms.
            let moment = u64::from(index / 4) << 16 | n as u64;
            if noise::rng(seed, RngStream::Flicker, moment).below(20) == 0 {
                darken(n);
            }
        }
        for &(n, permille) in &self.weak {
            let moment = u64::from(index) << 16 | n as u64;
            if noise::rng(seed, RngStream::Flicker, moment).below(1000) < permille {
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
