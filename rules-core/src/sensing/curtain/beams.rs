//! Raw frames to beam states, 32 beams at a time.
//!
//! A beam is *dark* if it reads dark while its own emitter is lit, and *blinded* if it
//! reads lit while all emitters are off. A blinded beam's reading is ignored in that
//! frame, and the last one stays valid. Three consecutive frames confirm a change, either
//! way, so that a single bad bit never shows. This module does not know rows: all beams
//! of all sides lie in six words, as they come from the wire.

use crate::board::curtain::{Curtain, EmitterPhase};
use crate::place::Edge;
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::frame::{CurtainFrame, WORDS, mask_of};

/// Set of beams: one bit for every bit of every chain, laid out as in a raw read.
pub(super) type BeamWords = [u32; WORDS];

/// Set without beams.
pub(super) const NONE: BeamWords = [0; WORDS];

/// Mask of the eight bits of the first lane in a word.
const LANE: u32 = 0x1111_1111;

/// Returns the mask of the eight bits of a lane, which is the same in every word.
pub(super) const fn lane_mask(lane: Edge) -> u32 {
    LANE << lane.index()
}

/// True if the set contains no beam.
pub(super) fn is_empty(words: &BeamWords) -> bool {
    words.iter().all(|&word| word == 0)
}

/// Returns the bits of one lane's chain, with its first bit lowest.
pub(super) fn lane_of(words: &BeamWords, lane: Edge) -> u64 {
    let mut chain = 0;
    for (n, &word) in words.iter().enumerate() {
        chain |= u64::from(gather(word, lane)) << (8 * n);
    }
    chain
}

/// Gathers the eight bits of a lane in a word into the low byte.
pub(super) const fn gather(word: u32, lane: Edge) -> u32 {
    let spread = (word >> lane.index()) & LANE;
    let pairs = (spread | spread >> 3) & 0x0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000F_000F;
    (fours | fours >> 12) & 0xFF
}

/// Readings of all beams in one frame, before debouncing.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawBeams {
    /// Beams that are dark though their own emitter is lit.
    pub dark: BeamWords,
    /// Beams that are lit though no emitter is.
    pub blind: BeamWords,
}

/// All beams, with their phases, their mask and their debounced state.
#[derive(Debug, Clone)]
pub(super) struct Beams {
    /// All beams of each phase.
    phases: [BeamWords; 4],
    /// Unmasked beams of each phase.
    watched: [BeamWords; 4],
    /// All beams.
    all: BeamWords,
    /// Beams that are not masked.
    looked_at: BeamWords,
    /// Masked beams, which count as lit.
    off: BeamWords,
    /// Beams dark in the last frame, and in the one before that.
    before: [BeamWords; 2],
    /// Beams dark in this frame and the two before it.
    pub dark_three_frames: BeamWords,
    /// Beams confirmed dark.
    pub state: BeamWords,
}

impl Beams {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive_words(&mut self.off);
        for n in 0..WORDS {
            self.ignore(n);
        }
        archive.archive_words(self.before.as_flattened_mut());
        archive.archive_words(&mut self.dark_three_frames);
        archive.archive_words(&mut self.state);
    }

    /// Beams of a board without a curtain.
    pub const BLANK: Self = Self {
        phases: [NONE; 4],
        watched: [NONE; 4],
        all: NONE,
        looked_at: NONE,
        off: NONE,
        before: [NONE; 2],
        dark_three_frames: NONE,
        state: NONE,
    };

    pub fn new(curtain: &Curtain) -> Self {
        let mut phases = [NONE; 4];
        let mut all = NONE;
        for lane in Edge::ALL {
            for place in 0..curtain.bits {
                let phase = curtain.bit(lane, place).and_then(|bit| curtain.phase(bit));
                let word = usize::from(place / 8);
                let (Some(phase), true) = (phase, word < WORDS) else {
                    continue;
                };
                phases[phase.index()][word] |= mask_of(lane, place);
                all[word] |= mask_of(lane, place);
            }
        }
        Self {
            phases,
            watched: phases,
            all,
            looked_at: all,
            ..Self::BLANK
        }
    }

    /// Returns all beams of a phase.
    pub const fn of_phase(&self, phase: EmitterPhase) -> &BeamWords {
        match phase {
            EmitterPhase::A => &self.phases[0],
            EmitterPhase::B => &self.phases[1],
            EmitterPhase::C => &self.phases[2],
            EmitterPhase::D => &self.phases[3],
        }
    }

    /// Returns all beams.
    pub const fn all(&self) -> &BeamWords {
        &self.all
    }

    /// Returns the masked beams.
    pub const fn off(&self) -> &BeamWords {
        &self.off
    }

    /// Recomputes the unmasked beams of word `n` from the masked ones, and returns the
    /// mask of all bits that are not masked.
    fn ignore(&mut self, n: usize) -> u32 {
        let on = !self.off[n];
        self.looked_at[n] = self.all[n] & on;
        for (watched, phase) in self.watched.iter_mut().zip(&self.phases) {
            watched[n] = phase[n] & on;
        }
        on
    }

    /// Masks these beams and unmasks all others. A masked beam counts as lit.
    pub fn apply_mask(&mut self, off: &BeamWords) {
        for n in 0..WORDS {
            self.off[n] = off[n] & self.all[n];
            let on = self.ignore(n);
            for words in [&mut self.state, &mut self.dark_three_frames] {
                words[n] &= on;
            }
            for words in &mut self.before {
                words[n] &= on;
            }
        }
    }

    /// True if a frame shows no dark and no blinded beam among those that are not masked.
    /// Most frames need no more than this check.
    pub fn is_quiet(&self, frame: &CurtainFrame) -> bool {
        let [none, a, b, c, d] = &frame.reads;
        let [of_a, of_b, of_c, of_d] = &self.watched;
        (0..WORDS).fold(0, |any, n| {
            any | (a[n] & of_a[n])
                | (b[n] & of_b[n])
                | (c[n] & of_c[n])
                | (d[n] & of_d[n])
                | (!none[n] & self.looked_at[n])
        }) == 0
    }

    /// Returns the readings of the beams that are not masked.
    pub fn read(&self, frame: &CurtainFrame) -> RawBeams {
        read_through(frame, &self.watched, &self.looked_at)
    }

    /// Returns the readings of all beams, masked or not.
    pub fn read_all(&self, frame: &CurtainFrame) -> RawBeams {
        read_through(frame, &self.phases, &self.all)
    }

    /// Debounces the readings of a frame; ignores those of the beams in `hold` and of the
    /// blinded ones. Returns true if a beam is dark or was in the frame before.
    pub fn debounce(&mut self, raw: &RawBeams, hold: &BeamWords) -> bool {
        let mut any = 0;
        for n in 0..WORDS {
            let hold = hold[n] | raw.blind[n];
            let (one, two) = (self.before[0][n], self.before[1][n]);
            let now = (raw.dark[n] & !hold) | (one & hold);
            self.dark_three_frames[n] = now & one & two;
            self.state[n] = (self.state[n] & (now | one | two)) | self.dark_three_frames[n];
            self.before[1][n] = one;
            self.before[0][n] = now;
            any |= now | one | self.state[n];
        }
        any != 0
    }
}

fn read_through(frame: &CurtainFrame, phases: &[BeamWords; 4], all: &BeamWords) -> RawBeams {
    let [none, a, b, c, d] = &frame.reads;
    let [of_a, of_b, of_c, of_d] = phases;
    RawBeams {
        dark: core::array::from_fn(|n| {
            (a[n] & of_a[n]) | (b[n] & of_b[n]) | (c[n] & of_c[n]) | (d[n] & of_d[n])
        }),
        blind: core::array::from_fn(|n| !none[n] & all[n]),
    }
}

/// Returns the lane index of a bit of a word, and the bit's place in the lane's chain.
pub(super) const fn place_of(word: usize, bit: u32) -> (usize, u8) {
    ((bit % 4) as usize, (word * 8 + (bit / 4) as usize) as u8)
}

/// Iterates over the beams of a set, each as its lane and its place in the chain.
pub(super) fn each(words: BeamWords) -> impl Iterator<Item = (Edge, u8)> {
    words.into_iter().enumerate().flat_map(|(n, mut word)| {
        core::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros();
            word &= word - 1;
            let (lane, place) = place_of(n, bit);
            Some((Edge::ALL[lane % 4], place))
        })
    })
}
