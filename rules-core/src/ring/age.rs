//! Restarts a device that has run for long.
//!
//! Frames and scans are numbered with 32 bits, and their numbers are their times.
//! Of the shortest period, 330 us, they would end after 16.4 days, and then
//! nothing would be seen any more.

use super::Ring;
use crate::time::Instant;

/// From here on it is restarted where nobody notices: between two matches, without
/// a host,
const WORN: Instant = days(14);
/// from here on wherever nothing can be pushed,
const OLD: Instant = days(15);
/// and from here on in any case: the journal goes on with the match.
const WORN_OUT: Instant = days(16);

const fn days(n: u64) -> Instant {
    Instant(n * 24 * 3_600 * 1_000_000)
}

impl Ring {
    /// Whether it is time to count frames anew.
    pub(super) fn is_worn(&self) -> bool {
        let unnoticed = || {
            let is_alone = !self.link.is_open() && self.pending.is_none();
            is_alone && self.guide.is_none() && !self.is_match_running()
        };
        match self.now {
            now if now < WORN => false,
            now if now < OLD => unnoticed(),
            now if now < WORN_OUT => unnoticed() || self.is_safe(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WORN_OUT;
    use crate::board::{Name, Profile};

    #[test]
    fn numbers_outlast_the_device() {
        for name in Name::ALL {
            let profile = Profile::of(name);
            let curtain = profile.curtain.map(|it| it.period);
            for period in curtain.into_iter().chain([profile.hall.period()]) {
                let end = u64::from(u32::MAX) * u64::from(period.0);
                assert!(WORN_OUT.0 < end, "{name}: {period:?}");
            }
        }
    }
}
