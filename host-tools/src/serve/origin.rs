//! Whether a request is meant for this server and comes from its own page.
//!
//! A page of a stranger's, open in the browser of somebody at the table, must
//! not speak to the ring. Browsers name the page's origin with whatever it
//! posts; and since a stranger can let a name of theirs point to this machine,
//! only names this server goes by are answered: numbers, `localhost`, and those
//! given with `--name`.

use std::net::IpAddr;

/// Whether the `Host` of a request is this server, by number or name.
#[must_use]
pub fn is_here(host: &str, names: &[String]) -> bool {
    let name = without_port(host);
    let number = name.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Whether a request with this `Origin` comes from the page at this `Host`.
#[must_use]
pub fn is_own(origin: &str, host: &str) -> bool {
    origin
        .strip_prefix("http://")
        .is_some_and(|it| it.eq_ignore_ascii_case(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        // The colons within brackets are those of a number.
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_here, is_own};

    #[test]
    fn numbers_localhost_and_given_names_are_here() {
        let names = ["table.local".to_owned()];
        for host in [
            "127.0.0.1:8080",
            "[::1]:80",
            "[::1]",
            "192.168.0.7",
            "LocalHost:1",
            "table.local:8080",
        ] {
            assert!(is_here(host, &names), "{host}");
        }
        for host in [
            "example.com",
            "127.0.0.1.example.com:80",
            "",
            "::1:x",
            "a:b:c",
        ] {
            assert!(!is_here(host, &names), "{host}");
        }
    }

    #[test]
    fn only_the_same_origin_is_own() {
        assert!(is_own("http://127.0.0.1:80", "127.0.0.1:80"));
        for origin in [
            "http://127.0.0.1:81",
            "https://127.0.0.1:80",
            "null",
            "http://evil.example",
            "http://127.0.0.1:80.evil.example",
        ] {
            assert!(!is_own(origin, "127.0.0.1:80"), "{origin}");
        }
    }
}
