//! Authentication: commands are accepted from people who know the table code from the
//! terminal.
//!
//! The code is short, so an address that sends wrong ones must wait ([`wrong_codes`]). A
//! person who has shown it receives a *key* that cannot be guessed, and is not affected by
//! the guesses of others. Code and keys are new with every start of the server.
//!
//! Callers pass the time in.
//!
//! [`wrong_codes`]: super::wrong_codes

use super::limits::PeerId;
use super::wrong_codes::WrongCodes;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Maximum number of valid keys; a further one replaces the oldest.
const MAX_KEYS: usize = 64;

/// Table code, keys, and the addresses that sent wrong codes.
#[derive(Debug)]
pub struct Auth {
    code: String,
    keys: VecDeque<String>,
    wrong: WrongCodes,
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
    pub fn new(code: String) -> Self {
        Self {
            code,
            keys: VecDeque::new(),
            wrong: WrongCodes::default(),
        }
    }

    /// Checks a table code and makes `key` valid if it is right.
    ///
    /// # Errors
    /// `AuthError::WrongCode`, or `AuthError::TooOften` if the address must wait; the code
    /// is not checked then.
    pub fn login(
        &mut self,
        now: Instant,
        from: PeerId,
        code: &str,
        key: &str,
    ) -> Result<(), AuthError> {
        let wait = self.wrong.wait(now, from);
        if !wait.is_zero() {
            return Err(AuthError::TooOften(wait));
        }
        if !same(code, &self.code) {
            self.wrong.count(now, from);
            return Err(AuthError::WrongCode);
        }
        self.wrong.forgive(from);
        if self.keys.len() >= MAX_KEYS {
            self.keys.pop_front();
        }
        self.keys.push_back(key.to_owned());
        Ok(())
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
}

/// True if two strings are equal; takes the same time wherever they differ.
fn same(one: &str, other: &str) -> bool {
    let differ = (one.bytes().zip(other.bytes())).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::{Auth, AuthError, MAX_KEYS};
    use crate::serve::limits::{MAX_PEERS, PeerId};
    use crate::serve::wrong_codes::LONGEST_WAIT;
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    const ME: PeerId = PeerId::LOCAL;

    fn other(n: u32) -> PeerId {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + n)).into()
    }

    #[test]
    fn the_right_code_gives_a_key_and_the_wrong_one_does_not() {
        let now = Instant::now();
        let mut auth = Auth::new("123456".into());
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
    fn an_address_that_guesses_waits_and_no_other_does() {
        let now = Instant::now();
        let mut auth = Auth::new("123456".into());
        for _ in 0..5 {
            assert_eq!(auth.login(now, ME, "0", "k"), Err(AuthError::WrongCode));
        }
        let wait = Duration::from_secs(2);
        // The right code is refused as well, without being looked at.
        let early = auth.login(now, ME, "123456", "k");
        assert_eq!(early, Err(AuthError::TooOften(wait)));
        assert_eq!(auth.login(now, other(1), "123456", "k"), Ok(()));
        assert_eq!(auth.login(now + wait, ME, "123456", "k"), Ok(()));
    }

    /// Guesses without pause for an hour, from one address and then from a thousand.
    #[test]
    fn no_guessing_keeps_the_right_code_out_for_longer_than_the_longest_wait() {
        let start = Instant::now();
        for guessers in [1, 1_000] {
            let mut auth = Auth::new("123456".into());
            let mut checked = 0;
            for second in 0..3_600 {
                let now = start + Duration::from_secs(second);
                for n in 0..guessers {
                    let guess = auth.login(now, other(n), "0", "k");
                    checked += u32::from(guess == Err(AuthError::WrongCode));
                }
            }
            let end = start + Duration::from_secs(3_600);
            // Ten codes in the first 62 s, one a minute afterwards.
            assert!(checked <= guessers * 70, "{checked} codes were looked at");
            assert_eq!(auth.login(end, ME, "123456", "mine"), Ok(()));
            for n in 0..guessers {
                let later = auth.login(end + LONGEST_WAIT, other(n), "123456", "theirs");
                assert_eq!(later, Ok(()));
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        let now = Instant::now();
        let mut auth = Auth::new("1".into());
        for n in 0..5_000 {
            let _ = auth.login(now, other(n), "0", "k");
            let _ = auth.login(now, ME, "1", &n.to_string());
        }
        assert_eq!(auth.wrong.len(), MAX_PEERS);
        assert_eq!(auth.key_count(), MAX_KEYS);
    }
}
