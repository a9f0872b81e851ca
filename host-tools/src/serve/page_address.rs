//! Addresses of the page that people can type into another device.

use std::net::{IpAddr, SocketAddr};

/// Returns the addresses at which a server that listens at `bound` can be reached, those
/// that a home network uses first. `own` are the addresses of this machine; they matter
/// if the server listens at all of them (0.0.0.0 or `[::]`).
///
/// Addresses that hold within one cable only (link-local) need a zone, which nobody can
/// type into a browser, and are left out.
#[must_use]
pub fn addresses(bound: SocketAddr, own: &[IpAddr]) -> Vec<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let is_reached = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        // A server at [::] is reached over IPv4 as well.
        IpAddr::V6(address) => {
            bound.is_ipv6() && !address.is_loopback() && !address.is_unicast_link_local()
        }
    };
    let rank = |address: &IpAddr| match address {
        IpAddr::V4(address) if address.is_private() => 0,
        IpAddr::V4(_) => 1,
        IpAddr::V6(_) => 2,
    };
    let mut reached: Vec<IpAddr> = own.iter().copied().filter(is_reached).collect();
    reached.sort_by_key(rank);
    reached.dedup();
    reached
        .into_iter()
        .map(|address| SocketAddr::new(address, bound.port()))
        .collect()
}

/// Returns the addresses of this machine; none if the operating system does not tell.
#[must_use]
pub fn own() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.iter().map(if_addrs::Interface::ip).collect()
}

#[cfg(test)]
mod tests {
    use super::addresses;
    use std::net::IpAddr;

    fn own() -> Vec<IpAddr> {
        [
            "127.0.0.1",
            "::1",
            "169.254.7.7",
            "fe80::1",
            "2001:db8::7",
            "203.0.113.7",
            "192.168.0.7",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec()
    }

    fn reached(bound: &str) -> Vec<String> {
        let bound = bound.parse().unwrap();
        let reached = addresses(bound, &own());
        reached.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_server_at_all_addresses_has_those_that_can_be_typed() {
        assert_eq!(
            reached("0.0.0.0:8080"),
            ["192.168.0.7:8080", "203.0.113.7:8080"]
        );
        assert_eq!(
            reached("[::]:80"),
            ["192.168.0.7:80", "203.0.113.7:80", "[2001:db8::7]:80"]
        );
    }

    #[test]
    fn a_server_at_one_address_has_that_one() {
        assert_eq!(reached("127.0.0.1:8080"), ["127.0.0.1:8080"]);
        assert_eq!(reached("192.168.0.9:1"), ["192.168.0.9:1"]);
    }
}
