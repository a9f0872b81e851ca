//! Model of the periodic loss of frames and scans.

use super::fault::SensorFaultKind;
use super::noise::{self, RngStream};

/// Periodic intervals in which nothing is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    /// Start of the first loss, in us.
    since: u64,
    /// Length of an interval in which one loss occurs, in us.
    every: u64,
    /// Duration of a loss, in us.
    lasts: u64,
    seed: u64,
}

impl Loss {
    /// Returns the loss of curtain frames that a fault causes; `None` if it causes none.
    pub fn of_curtain(kind: SensorFaultKind, since: u64, period: u64, seed: u64) -> Option<Self> {
        let (every, lasts) = match kind {
            SensorFaultKind::Dropped { frames } => (1_000_000, u64::from(frames) * period),
            SensorFaultKind::Stall { millis } => (10_000_000, u64::from(millis) * 1000),
            _ => return None,
        };
        Some(Self {
            since,
            every,
            lasts,
            seed,
        })
    }

    /// Returns the loss of analog scans that a fault causes; `None` if it causes none.
    pub fn of_hall(kind: SensorFaultKind, since: u64, seed: u64) -> Option<Self> {
        match kind {
            SensorFaultKind::Stall { .. } => Self::of_curtain(kind, since, 0, seed),
            _ => None,
        }
    }

    /// True if a frame or scan that begins at this time in us is lost.
    pub fn covers(&self, at: u64) -> bool {
        let Some(since) = at.checked_sub(self.since) else {
            return false;
        };
        let (turn, into) = (since / self.every, since % self.every);
        let begins = if turn == 0 {
            0
        } else {
            let free = self.every.saturating_sub(self.lasts);
            let mut rng = noise::rng(self.seed, RngStream::Moments, turn);
            u64::from(rng.below(free as u32))
        };
        (begins..begins + self.lasts).contains(&into)
    }
}
