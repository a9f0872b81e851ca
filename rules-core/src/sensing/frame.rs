//! Raw frames: readings of the beams and the analog channels, as the PIO state machines
//! and the ADC deliver them.
//!
//! Curtain frames and analog scans come at separate rates, each with a separate counter.
//! The counter is the time base: frame `n` began `n` periods after power-up. A counter
//! that jumps shows that frames were lost; nothing replaces them.

use crate::board::curtain::{Curtain, EmitterPhase, MAX_BITS};
use crate::board::hall::{MAX_CHANNELS, ScanPlan};
use crate::place::Edge;
use crate::time::{Instant, Span};

/// Number of 32-bit words in one read of all lanes: eight bits of four lanes in each.
pub const WORDS: usize = MAX_BITS / 8;

/// One read of all lanes, the shift-register chains of the four sides. Bit `b` of lane
/// `l` is bit `4 * (b % 8) + l` of word `b / 8`, as a state machine shifts it in with `in
/// pins, 4`, to the right.
pub type CurtainRead = [u32; WORDS];

/// One frame of the curtain: a dark read and one read per emitter phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurtainFrame {
    /// Number of the frame, counted from power-up.
    pub index: u32,
    /// Five reads: one with all emitters off, then one with the emitters of each phase
    /// on.
    pub reads: [CurtainRead; 5],
}

impl CurtainFrame {
    /// Returns the time at which the frame began.
    #[must_use]
    pub fn at(&self, curtain: &Curtain) -> Instant {
        time_of(self.index, curtain.period)
    }

    /// Returns the read with all emitters off.
    #[must_use]
    pub const fn dark(&self) -> &CurtainRead {
        &self.reads[0]
    }

    /// Returns the read with the emitters of a phase on.
    #[must_use]
    pub const fn lit(&self, phase: EmitterPhase) -> &CurtainRead {
        match phase {
            EmitterPhase::A => &self.reads[1],
            EmitterPhase::B => &self.reads[2],
            EmitterPhase::C => &self.reads[3],
            EmitterPhase::D => &self.reads[4],
        }
    }
}

/// Returns the bit at `place` of a lane's chain, where true is dark; true beyond the end
/// of the read.
#[must_use]
pub fn bit_of(read: &CurtainRead, lane: Edge, place: u8) -> bool {
    let word = read
        .get(usize::from(place / 8))
        .copied()
        .unwrap_or(u32::MAX);
    word >> (4 * u32::from(place % 8) + lane.index() as u32) & 1 == 1
}

/// Returns the mask of the bit at `place` of a lane's chain within its word, which is
/// word `place / 8`.
#[must_use]
pub const fn mask_of(lane: Edge, place: u8) -> u32 {
    1 << (4 * (place % 8) as u32 + lane.index() as u32)
}

/// One scan of all analog channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HallScan {
    /// Number of the scan, counted from power-up.
    pub index: u32,
    /// Sum of four ADC readings for each channel, by channel number: 0 to 16380.
    pub sums: [u16; MAX_CHANNELS],
    /// True if the ADC's FIFO was not emptied in time, so that values may belong to
    /// another channel.
    pub overrun: bool,
}

impl HallScan {
    /// Returns the time at which the scan began.
    #[must_use]
    pub fn at(&self, scan: &ScanPlan) -> Instant {
        time_of(self.index, scan.period())
    }
}

fn time_of(index: u32, period: Span) -> Instant {
    Instant(u64::from(index) * u64::from(period.0))
}
