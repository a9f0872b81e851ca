//! Transport to rings at a USB serial port.

use super::super::error::{Error, LinkError};
use super::Transport;
use serialport::{SerialPort, SerialPortInfo, SerialPortType};
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// Text in the USB product name by which a ring is recognised, in any case of letters.
pub const PRODUCT: &str = "Dohyo";

/// Baud rate passed to the operating system. USB ignores it.
const BAUD: u32 = 115_200;

/// Transport to a ring at a serial port.
pub struct Serial {
    name: String,
    /// Open port; `None` after an error, until `reopen`.
    port: Option<Box<dyn SerialPort>>,
}

/// Serial port of this computer, at which a ring may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Name of the port, as `--ring` accepts it.
    pub port: String,
    /// Product name from USB; `None` for a port that is not on USB or has no name.
    pub product: Option<String>,
}

impl Candidate {
    /// True if the USB product name is that of a ring.
    #[must_use]
    pub fn is_ring(&self) -> bool {
        let product = self.product.as_deref().unwrap_or_default();
        product.to_lowercase().contains(&PRODUCT.to_lowercase())
    }
}

/// Lists all serial ports of this computer, those of rings first.
#[must_use]
pub fn candidates() -> Vec<Candidate> {
    let mut ports: Vec<Candidate> = serialport::available_ports()
        .unwrap_or_default()
        .into_iter()
        .map(
            |SerialPortInfo {
                 port_name,
                 port_type,
             }| Candidate {
                port: port_name,
                product: match port_type {
                    SerialPortType::UsbPort(usb) => usb.product,
                    _ => None,
                },
            },
        )
        .collect();
    ports.sort_by(|a, b| (!a.is_ring(), &a.port).cmp(&(!b.is_ring(), &b.port)));
    ports
}

/// Returns the name of the only port that is a ring's.
///
/// # Errors
/// `LinkError::NoRing` if there is none, `LinkError::Several` with their ports if there
/// are several.
pub fn only(candidates: &[Candidate]) -> Result<&str, LinkError> {
    let mut rings = candidates.iter().filter(|candidate| candidate.is_ring());
    match (rings.next(), rings.next()) {
        (None, _) => Err(LinkError::NoRing),
        (Some(ring), None) => Ok(&ring.port),
        (Some(_), Some(_)) => Err(LinkError::Several(
            candidates
                .iter()
                .filter(|candidate| candidate.is_ring())
                .map(|candidate| candidate.port.clone())
                .collect(),
        )),
    }
}

/// Converts an error of the crate `serialport` into a fault of the connection.
#[must_use]
pub fn fault_of(error: &serialport::Error) -> LinkError {
    match error.kind {
        // The crate reports a locked port as "no device"; only its text tells the two
        // apart.
        serialport::ErrorKind::NoDevice if error.description.contains("lock") => LinkError::Busy,
        serialport::ErrorKind::NoDevice if error.description.contains("busy") => LinkError::Busy,
        serialport::ErrorKind::NoDevice => LinkError::NotThere,
        serialport::ErrorKind::Io(kind) => LinkError::classify(&io::Error::from(kind)),
        serialport::ErrorKind::InvalidInput | serialport::ErrorKind::Unknown => {
            LinkError::Other(error.description.clone())
        }
    }
}

impl Serial {
    /// Opens the port of the only ring that is plugged in.
    ///
    /// # Errors
    /// `Error::Link` if there is no ring, more than one, or its port cannot be opened.
    pub fn find() -> Result<Self, Error> {
        let ports = candidates();
        match only(&ports) {
            Ok(port) => Self::open(port),
            Err(fault) => Err(Error::link("the ring", fault)),
        }
    }

    /// Opens the serial port with this name.
    ///
    /// # Errors
    /// `Error::Link` if the port cannot be opened.
    pub fn open(name: &str) -> Result<Self, Error> {
        let mut serial = Self {
            name: name.to_owned(),
            port: None,
        };
        match serial.reopen() {
            Ok(()) => Ok(serial),
            Err(fault) => Err(Error::link(name, fault)),
        }
    }
}

impl fmt::Debug for Serial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serial").field("name", &self.name).finish()
    }
}

impl Transport for Serial {
    fn place(&self) -> String {
        self.name.clone()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        let port = self.port.as_mut().ok_or(LinkError::Lost)?;
        let sent = port
            .set_timeout(Duration::from_secs(2))
            .map_err(io::Error::from)
            .and_then(|()| port.write_all(bytes));
        sent.map_err(|_| {
            self.port = None;
            LinkError::Lost
        })
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        let port = self.port.as_mut().ok_or(LinkError::Lost)?;
        let mut buffer = [0; 4096];
        let read = port
            .set_timeout(wait.max(Duration::from_millis(1)))
            .map_err(io::Error::from)
            .and_then(|()| port.read(&mut buffer));
        match read {
            // An unplugged device reads zero bytes, immediately and every time.
            Ok(0) => {
                self.port = None;
                Err(LinkError::Lost)
            }
            Ok(count) => {
                bytes.extend(&buffer[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                io::ErrorKind::TimedOut
                | io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted => Ok(()),
                _ => {
                    self.port = None;
                    Err(LinkError::Lost)
                }
            },
        }
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        // Drop the old port first: it holds the lock.
        self.port = None;
        let mut port = serialport::new(&self.name, BAUD)
            .timeout(Duration::from_millis(100))
            .open()
            .map_err(|error| fault_of(&error))?;
        // A ring sends only while DTR says that a host is there. A pseudo-terminal has no
        // DTR, so the error is ignored.
        let _ = port.write_data_terminal_ready(true);
        self.port = Some(port);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, LinkError, fault_of, only};
    use serialport::{Error, ErrorKind};

    fn at(port: &str, product: Option<&str>) -> Candidate {
        Candidate {
            port: port.into(),
            product: product.map(Into::into),
        }
    }

    #[test]
    fn a_ring_is_known_by_its_name_on_usb() {
        let other = [at("/dev/ttyS0", None), at("/dev/ttyUSB0", Some("Modem"))];
        assert_eq!(only(&other), Err(LinkError::NoRing));
        let one = [
            at("/dev/ttyS0", None),
            at("/dev/ttyACM0", Some("Dohyo ring")),
        ];
        assert_eq!(only(&one), Ok("/dev/ttyACM0"));
        let two = [
            at("/dev/ttyACM0", Some("dohyo")),
            at("/dev/ttyACM1", Some("Dohyo")),
        ];
        let both = vec!["/dev/ttyACM0".to_owned(), "/dev/ttyACM1".to_owned()];
        assert_eq!(only(&two), Err(LinkError::Several(both)));
    }

    #[test]
    fn what_the_system_says_has_a_name() {
        let of = |kind, text: &str| fault_of(&Error::new(kind, text));
        assert_eq!(
            of(ErrorKind::NoDevice, "Device or resource busy"),
            LinkError::Busy
        );
        let io = |kind| of(ErrorKind::Io(kind), "");
        assert_eq!(io(std::io::ErrorKind::PermissionDenied), LinkError::Denied);
        assert_eq!(io(std::io::ErrorKind::NotFound), LinkError::NotThere);
    }
}
