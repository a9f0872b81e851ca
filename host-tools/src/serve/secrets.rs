//! Secrets from the randomness of the operating system.

/// Creates a table code of six digits for people to type.
///
/// # Panics
/// If the operating system has no randomness, without which there are no secrets.
#[must_use]
pub fn code() -> String {
    // Largest multiple of a million that fits, so that all codes are equally likely.
    const FAIR: u32 = u32::MAX - u32::MAX % 1_000_000;
    loop {
        let number = u32::from_le_bytes(bytes());
        if number < FAIR {
            return format!("{:06}", number % 1_000_000);
        }
    }
}

/// Creates a key of 128 bits in hexadecimal digits, for programs.
#[must_use]
pub fn key() -> String {
    hex(&bytes::<16>())
}

/// Creates an epoch of 48 bits, which tells one run of the server from another.
#[must_use]
pub fn epoch() -> String {
    hex(&bytes::<6>())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[allow(
    clippy::expect_used,
    reason = "without randomness there are no secrets, and none may be made up"
)]
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

#[cfg(test)]
mod tests {
    use super::{code, epoch, key};

    #[test]
    fn codes_have_six_digits_and_differ() {
        let codes: std::collections::BTreeSet<String> = (0..100).map(|_| code()).collect();
        let fit = |code: &String| code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit());
        assert!(codes.iter().all(fit) && codes.len() > 95);
        assert_eq!((key().len(), epoch().len()), (32, 12));
        assert_ne!(key(), key());
    }
}
