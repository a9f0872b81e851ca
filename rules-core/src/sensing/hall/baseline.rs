//! Where a channel rests. Boots from the stored value; follows drift slowly, in
//! RAM only, never far from the stored value, and not while something is there.

#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// Drift beyond this (60 steps) is not drift.
const FURTHEST: i32 = 4 * 60;

/// A change this small (12 steps) is drift even in a quiet channel: steps of 10
/// happen, and the faintest thing that counts makes 30.
const FAINT: i32 = 4 * 12;

/// With one visit each 54 ms the time constant is about a minute.
const SHIFT: u32 = 10;

/// The rest of one channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Baseline {
    /// 65536ths of a sum.
    value: i32,
    stored: u16,
}

impl Baseline {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.value);
    }

    pub(super) fn new(stored: u16) -> Self {
        Self {
            value: i32::from(stored) << 16,
            stored,
        }
    }

    /// How far a level (256ths of a sum) is from the rest, in 256ths of a sum.
    #[inline]
    pub(super) fn away(&self, level: i32) -> i32 {
        level - (self.value >> 8)
    }

    /// The rest as it is now, in sums.
    pub(super) fn sum(&self) -> u16 {
        u16::try_from(self.value >> 16).unwrap_or(self.stored)
    }

    /// Follows a level slowly, if that can be drift. `noise` is one standard
    /// deviation in sums.
    pub(super) fn follow(&mut self, level: i32, noise: u16) {
        let away = self.away(level);
        let still = (4 * i32::from(noise)).max(FAINT);
        if away.abs() > still << 8 {
            return;
        }
        let stored = i32::from(self.stored);
        let (low, high) = (stored - FURTHEST, stored + FURTHEST);
        let value = self.value + ((away << 8) >> SHIFT);
        self.value = value.clamp(low << 16, high << 16);
    }
}
