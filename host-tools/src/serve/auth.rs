//! Authentication: commands are accepted from people who know the table code from the
//! terminal.
//!
//! The code is short, so guesses are limited, for each address and for all together. A
//! person who has shown it receives a *key* that cannot be guessed, and is not affected by
//! the guesses of others. Code and keys are new with every start of the server.
//!
//! Callers pass the time in.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Maximum number of valid keys; a further one replaces the oldest.
const MAX_KEYS: usize = 64;
/// Maximum number of addresses with counts; a further one replaces the one that was quiet
/// longest.
const MAX_ADDRESSES: usize = 1024;

/// Actions that are limited per address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitedAction {
    /// Login with a wrong code.
    Guess,
    /// Command for the referee.
    Command,
    /// View of a capture.
    FetchCapture,
}

impl LimitedAction {
    /// Returns the number of actions allowed at once, and the time after which another is
    /// allowed.
    const fn limit(self) -> (u32, Duration) {
        match self {
            Self::Guess => (5, Duration::from_secs(12)),
            Self::Command => (10, Duration::from_millis(500)),
            Self::FetchCapture => (20, Duration::from_secs(1)),
        }
    }
}

/// Limit of wrong codes from all addresses together: trying a million codes takes three
/// weeks.
const ALL_GUESSES: (u32, Duration) = (30, Duration::from_secs(2));

/// Token bucket: it fills with time, and actions empty it.
#[derive(Debug, Clone, Copy)]
struct TokenBucket {
    /// Time at which it will be, or was, full.
    full: Instant,
}

impl TokenBucket {
    const fn new(now: Instant) -> Self {
        Self { full: now }
    }

    /// Returns the time until the next action is allowed.
    fn wait(self, now: Instant, (most, each): (u32, Duration)) -> Duration {
        let owed = self.full.saturating_duration_since(now);
        (owed + each).saturating_sub(each * most)
    }

    fn spend(&mut self, now: Instant, (_, each): (u32, Duration)) {
        self.full = self.full.max(now) + each;
    }
}

/// Table code, keys and limits.
#[derive(Debug)]
pub struct Auth {
    code: String,
    keys: VecDeque<String>,
    addresses: HashMap<IpAddr, [TokenBucket; 3]>,
    guesses: TokenBucket,
}

/// Reason why a login or an action is not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthError {
    /// The table code is wrong.
    WrongCode,
    /// The key is unknown or has been replaced.
    WrongKey,
    /// Too many actions in a short time; wait this long.
    TooOften(Duration),
}

impl Auth {
    /// Creates the state with this table code and without keys.
    #[must_use]
    pub fn new(code: String, now: Instant) -> Self {
        Self {
            code,
            keys: VecDeque::new(),
            addresses: HashMap::new(),
            guesses: TokenBucket::new(now),
        }
    }

    /// Checks a table code and makes `key` valid if it is right.
    ///
    /// # Errors
    /// `AuthError::WrongCode`, or `AuthError::TooOften` if the address or all together
    /// guessed too often.
    pub fn login(
        &mut self,
        now: Instant,
        from: IpAddr,
        code: &str,
        key: &str,
    ) -> Result<(), AuthError> {
        let limit = LimitedAction::Guess.limit();
        let mine = self
            .bucket(now, from, LimitedAction::Guess)
            .wait(now, limit);
        let wait = mine.max(self.guesses.wait(now, ALL_GUESSES));
        if !wait.is_zero() {
            return Err(AuthError::TooOften(wait));
        }
        if !same(code, &self.code) {
            self.bucket(now, from, LimitedAction::Guess)
                .spend(now, limit);
            self.guesses.spend(now, ALL_GUESSES);
            return Err(AuthError::WrongCode);
        }
        if self.keys.len() >= MAX_KEYS {
            self.keys.pop_front();
        }
        self.keys.push_back(key.to_owned());
        Ok(())
    }

    /// Counts a limited action.
    ///
    /// # Errors
    /// `AuthError::TooOften` with the time to wait.
    pub fn check_rate(
        &mut self,
        now: Instant,
        from: IpAddr,
        action: LimitedAction,
    ) -> Result<(), AuthError> {
        let limit = action.limit();
        let bucket = self.bucket(now, from, action);
        match bucket.wait(now, limit) {
            Duration::ZERO => {
                bucket.spend(now, limit);
                Ok(())
            }
            wait => Err(AuthError::TooOften(wait)),
        }
    }

    /// Checks a key.
    ///
    /// # Errors
    /// `AuthError::WrongKey` if it is not valid.
    pub fn check(&self, key: &str) -> Result<(), AuthError> {
        match self.keys.iter().any(|known| same(known, key)) {
            true => Ok(()),
            false => Err(AuthError::WrongKey),
        }
    }

    /// Returns the number of valid keys.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    fn bucket(&mut self, now: Instant, from: IpAddr, action: LimitedAction) -> &mut TokenBucket {
        if self.addresses.len() >= MAX_ADDRESSES && !self.addresses.contains_key(&from) {
            let quiet = |buckets: &[TokenBucket; 3]| buckets.iter().map(|bucket| bucket.full).max();
            let oldest = (self.addresses.iter())
                .min_by_key(|(_, buckets)| quiet(buckets))
                .map(|found| *found.0);
            if let Some(oldest) = oldest {
                self.addresses.remove(&oldest);
            }
        }
        let fresh = [TokenBucket::new(now); 3];
        &mut self.addresses.entry(from).or_insert(fresh)[action as usize]
    }
}

/// True if two strings are equal; takes the same time wherever they differ.
fn same(one: &str, other: &str) -> bool {
    let differ = (one.bytes().zip(other.bytes())).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::{Auth, AuthError, LimitedAction, MAX_ADDRESSES, MAX_KEYS};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    const ME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn other(n: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + n))
    }

    #[test]
    fn the_right_code_gives_a_key_and_the_wrong_one_does_not() {
        let now = Instant::now();
        let mut auth = Auth::new("123456".into(), now);
        assert_eq!(
            auth.login(now, ME, "123457", "k"),
            Err(AuthError::WrongCode)
        );
        assert_eq!(auth.login(now, ME, "12345", "k"), Err(AuthError::WrongCode));
        assert_eq!(auth.check("k"), Err(AuthError::WrongKey));
        assert_eq!(auth.login(now, ME, "123456", "k"), Ok(()));
        assert_eq!((auth.check("k"), auth.key_count()), (Ok(()), 1));
    }

    #[test]
    fn five_guesses_and_then_one_in_twelve_seconds() {
        let now = Instant::now();
        let mut auth = Auth::new("123456".into(), now);
        for _ in 0..5 {
            assert_eq!(auth.login(now, ME, "0", "k"), Err(AuthError::WrongCode));
        }
        let wait = Duration::from_secs(12);
        // The right code is refused as well.
        assert_eq!(
            auth.login(now, ME, "123456", "k"),
            Err(AuthError::TooOften(wait))
        );
        assert_eq!(
            auth.login(now, other(1), "0", "k"),
            Err(AuthError::WrongCode)
        );
        assert_eq!(auth.login(now + wait, ME, "123456", "k"), Ok(()));
    }

    #[test]
    fn many_addresses_guess_no_faster() {
        let now = Instant::now();
        let mut auth = Auth::new("123456".into(), now);
        let guesses = (0..500).filter(|&n| {
            let guess = auth.login(now, other(n), "0", "k");
            guess == Err(AuthError::WrongCode)
        });
        assert_eq!(guesses.count(), 30);
    }

    #[test]
    fn what_is_said_is_limited_and_memory_too() {
        let now = Instant::now();
        let mut auth = Auth::new("1".into(), now);
        let passed = (0..100).filter(|_| auth.check_rate(now, ME, LimitedAction::Command).is_ok());
        assert_eq!(passed.count(), 10);
        for n in 0..5_000 {
            let _ = auth.check_rate(now, other(n), LimitedAction::FetchCapture);
            let _ = auth.login(now, other(n), "1", &n.to_string());
        }
        assert!(auth.addresses.len() <= MAX_ADDRESSES);
        assert_eq!(auth.key_count(), MAX_KEYS);
    }
}
