//! Checks that a request is meant for this server and comes from its own page.
//!
//! A foreign page in the browser of a person at the table must not control the ring.
//! Browsers send the origin of a page with everything it posts. Since a foreign host name
//! may resolve to this machine, only known names are answered: IP addresses, `localhost`,
//! and those given with `--name`.

use std::net::IpAddr;

/// True if the `Host` header of a request is this server, by address or name.
#[must_use]
pub fn is_known_host(host: &str, names: &[String]) -> bool {
    let name = without_port(host);
    let number = name.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// True if a request with this `Origin` comes from the page at this `Host`.
#[must_use]
pub fn is_same_origin(origin: &str, host: &str) -> bool {
    origin
        .strip_prefix("http://")
        .is_some_and(|origin| origin.eq_ignore_ascii_case(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        // Colons within brackets belong to an IPv6 address.
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_known_host, is_same_origin};

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
            assert!(is_known_host(host, &names), "{host}");
        }
        for host in [
            "example.com",
            "127.0.0.1.example.com:80",
            "",
            "::1:x",
            "a:b:c",
        ] {
            assert!(!is_known_host(host, &names), "{host}");
        }
    }

    #[test]
    fn only_the_same_origin_is_own() {
        assert!(is_same_origin("http://127.0.0.1:80", "127.0.0.1:80"));
        for origin in [
            "http://127.0.0.1:81",
            "https://127.0.0.1:80",
            "null",
            "http://evil.example",
            "http://127.0.0.1:80.evil.example",
        ] {
            assert!(!is_same_origin(origin, "127.0.0.1:80"), "{origin}");
        }
    }
}
