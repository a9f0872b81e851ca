//! Raw frames: what the state machines and the converter deliver, untouched.
//!
//! The two kinds come at their own rates, each with its own counter, which is
//! the time base: frame `n` began `n` periods after power-up. A counter that
//! jumps says that frames were lost on the way; nobody makes them up.

use crate::board::curtain::{Curtain, MOST_BITS, Phase};
use crate::board::hall::{MOST_CHANNELS, Scan};
use crate::place::Edge;
use crate::time::{Instant, Span};

/// Words of one read of all lanes: eight bits of four lanes in each.
pub const WORDS: usize = MOST_BITS / 8;

/// One read of all lanes: eight bits of four lanes in each word. Bit `b` of lane
/// `l` is bit `4 * (b % 8) + l` of word `b / 8`: what a state machine shifts in
/// with `in pins, 4`, to the right.
pub type Read = [u32; WORDS];

/// One frame of the curtain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurtainFrame {
    /// Frames since power-up.
    pub index: u32,
    /// With all emitters off, then with those of each phase on.
    pub reads: [Read; 5],
}

impl CurtainFrame {
    /// When the frame began.
    #[must_use]
    pub fn at(&self, curtain: &Curtain) -> Instant {
        time_of(self.index, curtain.period)
    }

    /// The read with all emitters off.
    #[must_use]
    pub const fn dark(&self) -> &Read {
        &self.reads[0]
    }

    /// The read with the emitters of a phase on.
    #[must_use]
    pub const fn lit(&self, phase: Phase) -> &Read {
        match phase {
            Phase::A => &self.reads[1],
            Phase::B => &self.reads[2],
            Phase::C => &self.reads[3],
            Phase::D => &self.reads[4],
        }
    }
}

/// The bit of a lane's chain in a read; dark beyond its end.
#[must_use]
pub fn bit_of(read: &Read, lane: Edge, place: u8) -> bool {
    let word = read
        .get(usize::from(place / 8))
        .copied()
        .unwrap_or(u32::MAX);
    word >> (4 * u32::from(place % 8) + lane.index() as u32) & 1 == 1
}

/// The mask of a lane's bit in its word.
#[must_use]
pub const fn mask_of(lane: Edge, place: u8) -> u32 {
    1 << (4 * (place % 8) as u32 + lane.index() as u32)
}

/// One scan of the analog channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HallScan {
    /// Scans since power-up.
    pub index: u32,
    /// The sum of four readings for each channel, by channel number: 0 to 16380.
    pub sums: [u16; MOST_CHANNELS],
    /// The converter was not emptied in time: values may sit on the wrong
    /// channel.
    pub overrun: bool,
}

impl HallScan {
    /// When the scan began.
    #[must_use]
    pub fn at(&self, scan: &Scan) -> Instant {
        time_of(self.index, scan.period())
    }
}

fn time_of(index: u32, period: Span) -> Instant {
    Instant(u64::from(index) * u64::from(period.0))
}
