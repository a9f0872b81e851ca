//! Raw frames to beam states, 32 beams at a time.
//!
//! A beam is *dark* if it reads dark while its own emitter is lit, and
//! *blinded* if it reads lit while all are off: what it says in such a frame is
//! not used, its last word stands. Three frames in a row confirm a change, either
//! way, so that a single bad bit never shows. Nothing here knows what a row is:
//! all beams of all sides lie in six words, as they come from the wire.

use crate::board::curtain::{Bit, Curtain, Phase};
use crate::place::Edge;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::frame::{CurtainFrame, WORDS, mask_of};

/// One bit for every bit of every chain, laid out as in a raw read.
pub(super) type Words = [u32; WORDS];

/// No bit.
pub(super) const NONE: Words = [0; WORDS];

/// One bit of each of the eight places of a lane in a word.
const LANE: u32 = 0x1111_1111;

/// The bits of a lane in any word.
pub(super) const fn lane_mask(lane: Edge) -> u32 {
    LANE << lane.index()
}

/// Whether no bit is set.
pub(super) fn is_empty(words: &Words) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The chain of one lane: its first bit lowest.
pub(super) fn lane_of(words: &Words, lane: Edge) -> u64 {
    let mut chain = 0;
    for (n, &word) in words.iter().enumerate() {
        chain |= u64::from(gather(word, lane)) << (8 * n);
    }
    chain
}

/// The eight bits of a lane in a word.
pub(super) const fn gather(word: u32, lane: Edge) -> u32 {
    let spread = (word >> lane.index()) & LANE;
    let pairs = (spread | spread >> 3) & 0x0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000F_000F;
    (fours | fours >> 12) & 0xFF
}

/// What one frame says, before anything is confirmed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw {
    /// Dark though their own emitter is lit.
    pub dark: Words,
    /// Lit though no emitter is.
    pub blind: Words,
}

/// All beams: what they are, which are looked at, and their state.
#[derive(Debug, Clone)]
pub(super) struct Beams {
    /// All beams lit in each phase.
    phases: [Words; 4],
    /// Those of them that are looked at.
    watched: [Words; 4],
    /// All beams and guards.
    all: Words,
    /// All that are looked at, and all that are not.
    looked_at: Words,
    off: Words,
    /// Dark in the last frame and in the one before.
    before: [Words; 2],
    /// Dark in this frame and the two before it.
    pub solid: Words,
    /// Confirmed dark.
    pub state: Words,
}

impl Beams {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry_words(&mut self.off);
        for n in 0..WORDS {
            self.look_past(n);
        }
        carrier.carry_words(self.before.as_flattened_mut());
        carrier.carry_words(&mut self.solid);
        carrier.carry_words(&mut self.state);
    }

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
            off: NONE,
            before: [NONE; 2],
            solid: NONE,
            state: NONE,
        }
    }

    /// All beams of a phase.
    pub const fn of_phase(&self, phase: Phase) -> &Words {
        match phase {
            Phase::A => &self.phases[0],
            Phase::B => &self.phases[1],
            Phase::C => &self.phases[2],
            Phase::D => &self.phases[3],
        }
    }

    /// All beams and guards.
    pub const fn all(&self) -> &Words {
        &self.all
    }

    /// Beams that are not looked at.
    pub const fn off(&self) -> &Words {
        &self.off
    }

    /// Which beams of a word are looked at, from those that are not.
    fn look_past(&mut self, n: usize) -> u32 {
        let on = !self.off[n];
        self.looked_at[n] = self.all[n] & on;
        for (watched, phase) in self.watched.iter_mut().zip(&self.phases) {
            watched[n] = phase[n] & on;
        }
        on
    }

    /// Looks away from these beams, and at all others. One that is no longer
    /// looked at counts as lit.
    pub fn look_away(&mut self, off: &Words) {
        for n in 0..WORDS {
            self.off[n] = off[n] & self.all[n];
            let on = self.look_past(n);
            for words in [&mut self.state, &mut self.solid] {
                words[n] &= on;
            }
            for words in &mut self.before {
                words[n] &= on;
            }
        }
    }

    /// Whether a frame says nothing at all about the beams that are looked at.
    /// This is all that happens in most frames.
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

    /// What a frame says about the beams that are looked at.
    pub fn read(&self, frame: &CurtainFrame) -> Raw {
        read_through(frame, &self.watched, &self.looked_at)
    }

    /// What it says about all of them.
    pub fn read_all(&self, frame: &CurtainFrame) -> Raw {
        read_through(frame, &self.phases, &self.all)
    }

    /// Takes what a frame says; the word of the beams in `hold`, and of the
    /// blinded ones, is not taken. Says whether anything is dark or was of late.
    pub fn confirm(&mut self, raw: &Raw, hold: &Words) -> bool {
        let mut any = 0;
        for n in 0..WORDS {
            let hold = hold[n] | raw.blind[n];
            let (one, two) = (self.before[0][n], self.before[1][n]);
            let now = (raw.dark[n] & !hold) | (one & hold);
            self.solid[n] = now & one & two;
            self.state[n] = (self.state[n] & (now | one | two)) | self.solid[n];
            self.before[1][n] = one;
            self.before[0][n] = now;
            any |= now | one | self.state[n];
        }
        any != 0
    }
}

fn read_through(frame: &CurtainFrame, phases: &[Words; 4], all: &Words) -> Raw {
    let [none, a, b, c, d] = &frame.reads;
    let [of_a, of_b, of_c, of_d] = phases;
    Raw {
        dark: core::array::from_fn(|n| {
            (a[n] & of_a[n]) | (b[n] & of_b[n]) | (c[n] & of_c[n]) | (d[n] & of_d[n])
        }),
        blind: core::array::from_fn(|n| !none[n] & all[n]),
    }
}

/// The place of a bit in its lane's chain.
pub(super) const fn place_of(word: usize, bit: u32) -> (usize, u8) {
    ((bit % 4) as usize, (word * 8 + (bit / 4) as usize) as u8)
}

/// Every set bit, as lane and place in its chain.
pub(super) fn each(words: Words) -> impl Iterator<Item = (Edge, u8)> {
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

/// The bits that these wires stand for.
pub(super) fn bits_of(curtain: &Curtain, wanted: impl Fn(Edge, Bit) -> bool) -> Words {
    let mut words = NONE;
    for lane in Edge::ALL {
        for place in 0..curtain.bits {
            if let (Some(bit), Some(word)) = (
                curtain.bit(lane, place),
                words.get_mut(usize::from(place / 8)),
            ) && !matches!(bit, Bit::Strap(_))
                && wanted(lane, bit)
            {
                *word |= mask_of(lane, place);
            }
        }
    }
    words
}
