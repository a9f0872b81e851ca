//! Restart of the device before its 32-bit frame counters wrap, after 14 to 16 days.
//!
//! Frames and scans are numbered with 32 bits, and their numbers are their times. With
//! the shortest period, 330 us, the numbers would end after 16.4 days, and sensing would
//! stop.

use super::Ring;
use crate::time::Instant;

/// Uptime from which the ring restarts while nobody notices it: between two matches,
/// without a host and without a calibration.
const IDLE_RESTART: Instant = days(14);
/// Uptime from which the ring restarts also during a match, whenever no element can be
/// pushed.
const SAFE_RESTART: Instant = days(15);
/// Uptime at which the ring restarts in any case: the match continues from the journal.
const FORCED_RESTART: Instant = days(16);

const fn days(n: u64) -> Instant {
    Instant(n * 24 * 3_600 * 1_000_000)
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// True if the ring must restart now, before the frame counters wrap.
    pub(super) fn counters_near_wrap(&self) -> bool {
        let unnoticed = || {
            let is_alone = !self.link.is_open() && self.pending.is_none();
            is_alone && self.guide.is_none() && !self.is_match_running()
        };
        match self.now {
            now if now < IDLE_RESTART => false,
            now if now < SAFE_RESTART => unnoticed(),
            now if now < FORCED_RESTART => unnoticed() || self.may_erase(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FORCED_RESTART;
    use crate::board::{BoardId, Profile};

    #[test]
    fn numbers_outlast_the_device() {
        for name in BoardId::ALL {
            let profile = Profile::of(name);
            let curtain = profile.curtain.map(|curtain| curtain.period);
            for period in curtain.into_iter().chain([profile.hall.period()]) {
                let end = u64::from(u32::MAX) * u64::from(period.0);
                assert!(FORCED_RESTART.0 < end, "{name}: {period:?}");
            }
        }
    }
}
