//! Frames that are lost on the way.

use super::fault::Kind;
use super::noise::{self, Purpose};

/// One reason why frames are lost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    /// In µs, the first time at once.
    since: u64,
    /// Every so often, in µs.
    every: u64,
    /// For so long, in µs.
    lasts: u64,
    seed: u64,
}

impl Loss {
    /// What a fault loses of the curtain's frames.
    pub fn of_curtain(kind: Kind, since: u64, period: u64, seed: u64) -> Option<Self> {
        let (every, lasts) = match kind {
            Kind::Dropped { frames } => (1_000_000, u64::from(frames) * period),
            Kind::Stall { millis } => (10_000_000, u64::from(millis) * 1000),
            _ => return None,
        };
        Some(Self {
            since,
            every,
            lasts,
            seed,
        })
    }

    /// What a fault loses of the analog scans.
    pub fn of_hall(kind: Kind, since: u64, seed: u64) -> Option<Self> {
        match kind {
            Kind::Stall { .. } => Self::of_curtain(kind, since, 0, seed),
            _ => None,
        }
    }

    /// Whether what begins at this instant in µs is lost.
    pub fn covers(&self, at: u64) -> bool {
        let Some(since) = at.checked_sub(self.since) else {
            return false;
        };
        let (turn, into) = (since / self.every, since % self.every);
        let begins = if turn == 0 {
            0
        } else {
            let free = self.every.saturating_sub(self.lasts);
            let mut lots = noise::lots(self.seed, Purpose::Moments, turn);
            u64::from(lots.below(free as u32))
        };
        (begins..begins + self.lasts).contains(&into)
    }
}
