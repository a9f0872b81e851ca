//! Limits per address: the actions that one address may take in a time.
//!
//! A household behind one router is one address, and the many addresses of one IPv6
//! network are one, too, because a machine there chooses its addresses as it likes. What
//! one address does costs no other address anything.
//!
//! Callers pass the time in.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

/// Maximum number of addresses that are remembered; a further one replaces the one that
/// was quiet longest.
pub const MAX_PEERS: usize = 1_024;

/// Number of the high bits of an IPv6 address that name its network.
const NETWORK_BITS: u128 = !0 << 64;

/// Address of a peer as limits count it: an IPv4 address, or an IPv6 network (/64).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PeerId(IpAddr);

impl From<IpAddr> for PeerId {
    fn from(address: IpAddr) -> Self {
        // An IPv4 peer of an IPv6 socket has its address in an IPv6 one.
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK_BITS).into(),
            address => address,
        })
    }
}

impl PeerId {
    /// Peer on this machine.
    pub const LOCAL: Self = Self(IpAddr::V4(Ipv4Addr::LOCALHOST));
}

/// Values of at most [`MAX_PEERS`] peers.
#[derive(Debug)]
pub struct PeerTable<T> {
    /// Time of the last use, and the value.
    entries: HashMap<PeerId, (Instant, T)>,
}

impl<T> Default for PeerTable<T> {
    fn default() -> Self {
        Self {
            entries: HashMap::new(),
        }
    }
}

impl<T> PeerTable<T> {
    /// Returns the value of a peer, or a new one made by `fresh`.
    pub fn entry(&mut self, now: Instant, peer: PeerId, fresh: impl FnOnce() -> T) -> &mut T {
        if self.entries.len() >= MAX_PEERS && !self.entries.contains_key(&peer) {
            let quietest = self.entries.iter().min_by_key(|(_, entry)| entry.0);
            if let Some(quietest) = quietest.map(|(peer, _)| *peer) {
                self.entries.remove(&quietest);
            }
        }
        let entry = self.entries.entry(peer).or_insert_with(|| (now, fresh()));
        entry.0 = now;
        &mut entry.1
    }

    /// Returns the value of a peer; `None` if it has none.
    #[must_use]
    pub fn get(&self, peer: PeerId) -> Option<&T> {
        self.entries.get(&peer).map(|entry| &entry.1)
    }

    /// Removes the value of a peer.
    pub fn remove(&mut self, peer: PeerId) {
        self.entries.remove(&peer);
    }

    /// Returns the number of peers with a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if no peer has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Actions that are limited per address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitedAction {
    /// Any request. The page and its files are 13.
    Request,
    /// Command for the referee.
    Command,
    /// View of a capture.
    FetchCapture,
}

impl LimitedAction {
    /// All actions.
    pub const ALL: [Self; 3] = [Self::Request, Self::Command, Self::FetchCapture];

    /// Returns the number of actions allowed at once, and the time after which another is
    /// allowed.
    #[must_use]
    pub const fn limit(self) -> (u32, Duration) {
        match self {
            // Forty phones of one household open the page at once.
            Self::Request => (600, Duration::from_millis(20)),
            Self::Command => (10, Duration::from_millis(500)),
            Self::FetchCapture => (20, Duration::from_secs(1)),
        }
    }
}

/// Token bucket: it fills with time, and actions empty it.
#[derive(Debug, Clone, Copy)]
struct TokenBucket {
    /// Time at which it will be, or was, full.
    full: Instant,
}

impl TokenBucket {
    /// Returns the time until the next action is allowed.
    fn wait(self, now: Instant, (most, each): (u32, Duration)) -> Duration {
        let owed = self.full.saturating_duration_since(now);
        (owed + each).saturating_sub(each * most)
    }

    fn spend(&mut self, now: Instant, (_, each): (u32, Duration)) {
        self.full = self.full.max(now) + each;
    }
}

/// Counts of the limited actions of every address.
#[derive(Debug, Default)]
pub struct RateLimits {
    peers: PeerTable<[TokenBucket; LimitedAction::ALL.len()]>,
}

impl RateLimits {
    /// Counts an action of a peer.
    ///
    /// # Errors
    /// The time to wait, if there were too many; the action is not counted then.
    pub fn spend(
        &mut self,
        now: Instant,
        peer: PeerId,
        action: LimitedAction,
    ) -> Result<(), Duration> {
        let fresh = || [TokenBucket { full: now }; LimitedAction::ALL.len()];
        let bucket = &mut self.peers.entry(now, peer, fresh)[action as usize];
        match bucket.wait(now, action.limit()) {
            Duration::ZERO => {
                bucket.spend(now, action.limit());
                Ok(())
            }
            wait => Err(wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LimitedAction, MAX_PEERS, PeerId, RateLimits};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    fn peer(text: &str) -> PeerId {
        PeerId::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn an_ipv6_network_is_one_peer_and_a_mapped_address_its_ipv4_one() {
        assert_eq!(peer("2001:db8:1:2::7"), peer("2001:db8:1:2:ffff::9"));
        assert_ne!(peer("2001:db8:1:2::7"), peer("2001:db8:1:3::7"));
        assert_eq!(peer("::ffff:192.0.2.7"), peer("192.0.2.7"));
        assert_ne!(peer("192.0.2.7"), peer("192.0.2.8"));
    }

    #[test]
    fn an_action_is_allowed_in_its_number_and_again_with_time() {
        let now = Instant::now();
        for action in LimitedAction::ALL {
            let (most, each) = action.limit();
            let mut limits = RateLimits::default();
            for _ in 0..most {
                assert_eq!(limits.spend(now, PeerId::LOCAL, action), Ok(()));
            }
            assert_eq!(limits.spend(now, PeerId::LOCAL, action), Err(each));
            // Refused actions do not count.
            let later = now + each;
            assert_eq!(limits.spend(later, PeerId::LOCAL, action), Ok(()));
            assert_eq!(limits.spend(later, PeerId::LOCAL, action), Err(each));
            // Other addresses and other actions are not affected.
            assert_eq!(limits.spend(later, peer("192.0.2.7"), action), Ok(()));
        }
    }

    #[test]
    fn memory_is_bounded_and_the_busy_are_remembered() {
        let (mut limits, mut now) = (RateLimits::default(), Instant::now());
        let busy = peer("192.0.2.7");
        let command = LimitedAction::Command;
        while limits.spend(now, busy, command).is_ok() {}
        for n in 0..5_000 {
            now += Duration::from_micros(10);
            let other = IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + n)).into();
            assert_eq!(limits.spend(now, other, command), Ok(()));
            assert!(limits.spend(now, busy, command).is_err());
        }
        assert_eq!(limits.peers.len(), MAX_PEERS);
    }
}
