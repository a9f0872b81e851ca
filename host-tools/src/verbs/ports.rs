//! `dohyo ports`: lists the serial ports, rings first.

use super::VerbResult;
use super::ring::DEFAULT_LISTEN;
use host_core::printable::printable;
use ring_client::discovery::Candidate;
use ring_client::transport::serial::candidates;
use std::io::Write;
use std::process::ExitCode;

/// List serial ports, rings first.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints the list of ports.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(_: &Args, out: &mut impl Write) -> VerbResult {
    print(&candidates(), out)?;
    Ok(ExitCode::SUCCESS)
}

fn print(ports: &[Candidate], out: &mut impl Write) -> std::io::Result<()> {
    for candidate in ports {
        let product = printable(candidate.product.as_deref().unwrap_or("not on USB"));
        let mark = if candidate.is_ring() { "ring" } else { "    " };
        let serial = match &candidate.serial {
            Some(serial) if candidate.is_ring() => format!(", serial:{}", printable(serial)),
            _ => String::new(),
        };
        writeln!(out, "{mark} {} ({product}{serial})", candidate.port)?;
    }
    if !ports.iter().any(Candidate::is_ring) {
        writeln!(
            out,
            "no ring is plugged in; to try without one, start `dohyo ring` in another terminal \
             and add --ring tcp:{DEFAULT_LISTEN} here"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Candidate, print};

    #[test]
    fn a_ring_is_marked_and_its_absence_is_told() {
        let port = |port: &str, product: Option<&str>| Candidate {
            port: port.into(),
            product: product.map(Into::into),
            ids: None,
            serial: product.map(|_| "e6614c311b7f5a2c".into()),
        };
        let said = |ports: &[Candidate]| {
            let mut out = Vec::new();
            assert!(print(ports, &mut out).is_ok());
            String::from_utf8_lossy(&out).into_owned()
        };
        let ring = port("/dev/ttyACM0", Some("Dohyo ring"));
        let other = port("/dev/ttyS0", None);
        assert_eq!(
            said(&[ring, other.clone()]),
            "ring /dev/ttyACM0 (Dohyo ring, serial:e6614c311b7f5a2c)\n     /dev/ttyS0 (not on USB)\n"
        );
        assert!(said(&[other]).contains("no ring is plugged in"));
    }
}
