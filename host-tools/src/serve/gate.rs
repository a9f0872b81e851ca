//! Who may speak: whoever has read the table code off the terminal.
//!
//! The code is short, so guesses are few: for each address and for all together.
//! Who has shown it gets a *key* that cannot be guessed, and is not bothered by
//! others' guesses any more. Both are new with every start of the server.
//!
//! Time is passed in.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Keys that are good at the same time; the oldest makes room.
const MOST_KEYS: usize = 64;
/// Addresses that are remembered; who was quiet longest makes room.
const MOST_ADDRESSES: usize = 1024;

/// What is counted for each address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A wrong code.
    Guess,
    /// Something said.
    Say,
    /// Evidence looked at.
    Look,
}

impl Deed {
    /// So many at once, and another one after this time.
    const fn limit(self) -> (u32, Duration) {
        match self {
            Self::Guess => (5, Duration::from_secs(12)),
            Self::Say => (10, Duration::from_millis(500)),
            Self::Look => (20, Duration::from_secs(1)),
        }
    }
}

/// Wrong codes of all addresses together: a million codes take three weeks.
const ALL_GUESSES: (u32, Duration) = (30, Duration::from_secs(2));

/// Something that fills up with time and is used up by deeds.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    /// When it will be, or was, full.
    full: Instant,
}

impl Bucket {
    const fn new(now: Instant) -> Self {
        Self { full: now }
    }

    /// How long to wait for the next deed.
    fn wait(self, now: Instant, (most, each): (u32, Duration)) -> Duration {
        let owed = self.full.saturating_duration_since(now);
        (owed + each).saturating_sub(each * most)
    }

    fn take(&mut self, now: Instant, (_, each): (u32, Duration)) {
        self.full = self.full.max(now) + each;
    }
}

/// The table code, the keys given out, and the limits.
#[derive(Debug)]
pub struct Gate {
    code: String,
    keys: VecDeque<String>,
    addresses: HashMap<IpAddr, [Bucket; 3]>,
    guesses: Bucket,
}

/// Why somebody may not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barred {
    /// The code is another one.
    WrongCode,
    /// The key is none, or none any more.
    WrongKey,
    /// Too much in too short a time; wait so long.
    TooOften(Duration),
}

impl Gate {
    /// A gate with this code.
    #[must_use]
    pub fn new(code: String, now: Instant) -> Self {
        Self {
            code,
            keys: VecDeque::new(),
            addresses: HashMap::new(),
            guesses: Bucket::new(now),
        }
    }

    /// Somebody shows a code: gets `key` if it is the right one.
    ///
    /// # Errors
    /// Why not.
    pub fn sit(&mut self, now: Instant, from: IpAddr, code: &str, key: &str) -> Result<(), Barred> {
        let limit = Deed::Guess.limit();
        let mine = self.bucket(now, from, Deed::Guess).wait(now, limit);
        let wait = mine.max(self.guesses.wait(now, ALL_GUESSES));
        if !wait.is_zero() {
            return Err(Barred::TooOften(wait));
        }
        if !same(code, &self.code) {
            self.bucket(now, from, Deed::Guess).take(now, limit);
            self.guesses.take(now, ALL_GUESSES);
            return Err(Barred::WrongCode);
        }
        if self.keys.len() >= MOST_KEYS {
            self.keys.pop_front();
        }
        self.keys.push_back(key.to_owned());
        Ok(())
    }

    /// Somebody does something that is limited.
    ///
    /// # Errors
    /// How long to wait.
    pub fn pass(&mut self, now: Instant, from: IpAddr, deed: Deed) -> Result<(), Barred> {
        let limit = deed.limit();
        let bucket = self.bucket(now, from, deed);
        match bucket.wait(now, limit) {
            Duration::ZERO => {
                bucket.take(now, limit);
                Ok(())
            }
            wait => Err(Barred::TooOften(wait)),
        }
    }

    /// Whether the key is good.
    ///
    /// # Errors
    /// That it is not.
    pub fn check(&self, key: &str) -> Result<(), Barred> {
        match self.keys.iter().any(|it| same(it, key)) {
            true => Ok(()),
            false => Err(Barred::WrongKey),
        }
    }

    /// Keys given out.
    #[must_use]
    pub fn seated(&self) -> usize {
        self.keys.len()
    }

    fn bucket(&mut self, now: Instant, from: IpAddr, deed: Deed) -> &mut Bucket {
        if self.addresses.len() >= MOST_ADDRESSES && !self.addresses.contains_key(&from) {
            let quiet = |it: &[Bucket; 3]| it.iter().map(|it| it.full).max();
            let oldest = (self.addresses.iter())
                .min_by_key(|(_, it)| quiet(it))
                .map(|it| *it.0);
            if let Some(oldest) = oldest {
                self.addresses.remove(&oldest);
            }
        }
        let fresh = [Bucket::new(now); 3];
        &mut self.addresses.entry(from).or_insert(fresh)[deed as usize]
    }
}

/// Whether two words are the same, in a time that does not tell how far.
fn same(one: &str, other: &str) -> bool {
    let differ = (one.bytes().zip(other.bytes())).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::{Barred, Deed, Gate, MOST_ADDRESSES, MOST_KEYS};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    const ME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn other(n: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + n))
    }

    #[test]
    fn the_right_code_gives_a_key_and_the_wrong_one_does_not() {
        let now = Instant::now();
        let mut gate = Gate::new("123456".into(), now);
        assert_eq!(gate.sit(now, ME, "123457", "k"), Err(Barred::WrongCode));
        assert_eq!(gate.sit(now, ME, "12345", "k"), Err(Barred::WrongCode));
        assert_eq!(gate.check("k"), Err(Barred::WrongKey));
        assert_eq!(gate.sit(now, ME, "123456", "k"), Ok(()));
        assert_eq!((gate.check("k"), gate.seated()), (Ok(()), 1));
    }

    #[test]
    fn five_guesses_and_then_one_in_twelve_seconds() {
        let now = Instant::now();
        let mut gate = Gate::new("123456".into(), now);
        for _ in 0..5 {
            assert_eq!(gate.sit(now, ME, "0", "k"), Err(Barred::WrongCode));
        }
        let wait = Duration::from_secs(12);
        // Not even with the right one.
        assert_eq!(
            gate.sit(now, ME, "123456", "k"),
            Err(Barred::TooOften(wait))
        );
        assert_eq!(gate.sit(now, other(1), "0", "k"), Err(Barred::WrongCode));
        assert_eq!(gate.sit(now + wait, ME, "123456", "k"), Ok(()));
    }

    #[test]
    fn many_addresses_guess_no_faster() {
        let now = Instant::now();
        let mut gate = Gate::new("123456".into(), now);
        let guesses = (0..500).filter(|&n| {
            let guess = gate.sit(now, other(n), "0", "k");
            guess == Err(Barred::WrongCode)
        });
        assert_eq!(guesses.count(), 30);
    }

    #[test]
    fn what_is_said_is_limited_and_memory_too() {
        let now = Instant::now();
        let mut gate = Gate::new("1".into(), now);
        let passed = (0..100).filter(|_| gate.pass(now, ME, Deed::Say).is_ok());
        assert_eq!(passed.count(), 10);
        for n in 0..5_000 {
            let _ = gate.pass(now, other(n), Deed::Look);
            let _ = gate.sit(now, other(n), "1", &n.to_string());
        }
        assert!(gate.addresses.len() <= MOST_ADDRESSES);
        assert_eq!(gate.seated(), MOST_KEYS);
    }
}
