//! Waits after wrong table codes, for each address on its own.
//!
//! ```text
//!   wrong codes    1 to 4    5     6     7     8      9      10 and more
//!   next code      at once   2 s   4 s   8 s   16 s   32 s   60 s
//! ```
//!
//! During a wait no code of the address is looked at, neither a wrong nor the right one,
//! and none prolongs the wait: the right code of the same address is let in after 60 s at
//! most. Other addresses do not wait. One address tries 1,440 of a million codes a day,
//! and all 254 of a home network together need 2.7 days for all of them; every start of
//! the server has another code.
//!
//! Callers pass the time in.

use super::limits::{PeerId, PeerTable};
use std::time::{Duration, Instant};

/// Number of wrong codes after which an address waits.
const FREE: u32 = 5;
/// First wait; each further wrong code doubles it.
const FIRST_WAIT: Duration = Duration::from_secs(2);
/// Longest wait.
pub const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Time without a wrong code after which the earlier ones are forgotten.
const FORGET: Duration = Duration::from_secs(600);

/// Wrong codes of one address.
#[derive(Debug, Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Wrong {
    /// Returns the time at which the address may try again.
    fn until(self) -> Instant {
        let wait = match self.count.checked_sub(FREE) {
            None => Duration::ZERO,
            Some(doubled) => FIRST_WAIT.saturating_mul(1 << doubled.min(10)),
        };
        self.last + wait.min(LONGEST_WAIT)
    }
}

/// Wrong codes of every address.
#[derive(Debug, Default)]
pub struct WrongCodes {
    peers: PeerTable<Wrong>,
}

impl WrongCodes {
    /// Returns the time that an address must wait before its next code; zero if it need
    /// not.
    #[must_use]
    pub fn wait(&self, now: Instant, peer: PeerId) -> Duration {
        let wrong = self.peers.get(peer);
        wrong.map_or(Duration::ZERO, |wrong| {
            wrong.until().saturating_duration_since(now)
        })
    }

    /// Counts a wrong code.
    pub fn count(&mut self, now: Instant, peer: PeerId) {
        let fresh = || Wrong {
            count: 0,
            last: now,
        };
        let wrong = self.peers.entry(now, peer, fresh);
        if now.saturating_duration_since(wrong.last) >= FORGET {
            wrong.count = 0;
        }
        *wrong = Wrong {
            count: wrong.count.saturating_add(1),
            last: now,
        };
    }

    /// Forgets the wrong codes of an address that has shown the right one.
    pub fn forgive(&mut self, peer: PeerId) {
        self.peers.remove(peer);
    }

    /// Returns the number of addresses that are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.peers.len()
    }

    /// True if no address is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{FORGET, LONGEST_WAIT, PeerId, WrongCodes};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    const ME: PeerId = PeerId::LOCAL;

    #[test]
    fn the_wait_grows_as_the_table_says_and_then_no_more() {
        let (mut codes, mut now) = (WrongCodes::default(), Instant::now());
        let mut waits = Vec::new();
        for _ in 0..40 {
            codes.count(now, ME);
            let wait = codes.wait(now, ME);
            waits.push(wait.as_secs());
            now += wait;
            assert_eq!(codes.wait(now, ME), Duration::ZERO);
        }
        assert_eq!(waits[..12], [0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert!(
            waits[12..]
                .iter()
                .all(|wait| *wait == LONGEST_WAIT.as_secs())
        );
    }

    #[test]
    fn others_do_not_wait_and_time_or_the_right_code_ends_it() {
        let (mut codes, now) = (WrongCodes::default(), Instant::now());
        for _ in 0..20 {
            codes.count(now, ME);
        }
        let other = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)).into();
        assert_eq!(codes.wait(now, other), Duration::ZERO);
        assert_eq!(codes.wait(now, ME), LONGEST_WAIT);
        codes.count(now + FORGET, ME);
        assert_eq!(codes.wait(now + FORGET, ME), Duration::ZERO);
        codes.forgive(ME);
        assert!(codes.is_empty());
    }
}
