//! A ring at a serial port, as USB shows it.

use super::super::error::{Error, Fault};
use super::Transport;
use serialport::{SerialPort, SerialPortInfo, SerialPortType};
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// What a ring is called on USB.
pub const PRODUCT: &str = "Dohyo";

/// A serial line over USB has no speed of its own; this one is as good as any.
const BAUD: u32 = 115_200;

/// A serial port.
pub struct Serial {
    name: String,
    port: Option<Box<dyn SerialPort>>,
}

/// A port that may have a ring at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name, to be given as `--ring`.
    pub port: String,
    /// What USB says is there.
    pub product: Option<String>,
}

impl Candidate {
    /// Whether USB says that a ring is there.
    #[must_use]
    pub fn is_ring(&self) -> bool {
        let product = self.product.as_deref().unwrap_or_default();
        product.to_lowercase().contains(&PRODUCT.to_lowercase())
    }
}

/// All serial ports, those with a ring first.
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

/// The one port with a ring at it.
///
/// # Errors
/// If there is none, or more than one.
pub fn only(candidates: &[Candidate]) -> Result<&str, Fault> {
    let mut rings = candidates.iter().filter(|it| it.is_ring());
    match (rings.next(), rings.next()) {
        (None, _) => Err(Fault::NoRing),
        (Some(ring), None) => Ok(&ring.port),
        (Some(_), Some(_)) => Err(Fault::Several(
            candidates
                .iter()
                .filter(|it| it.is_ring())
                .map(|it| it.port.clone())
                .collect(),
        )),
    }
}

/// What an error of the port means.
#[must_use]
pub fn fault_of(error: &serialport::Error) -> Fault {
    match error.kind {
        // Somebody holds the lock, says the crate; else it would be "not found".
        serialport::ErrorKind::NoDevice if error.description.contains("lock") => Fault::Busy,
        serialport::ErrorKind::NoDevice if error.description.contains("busy") => Fault::Busy,
        serialport::ErrorKind::NoDevice => Fault::NotThere,
        serialport::ErrorKind::Io(kind) => Fault::of(&io::Error::from(kind)),
        serialport::ErrorKind::InvalidInput | serialport::ErrorKind::Unknown => {
            Fault::Other(error.description.clone())
        }
    }
}

impl Serial {
    /// Opens the port of the one ring that is plugged in.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn find() -> Result<Self, Error> {
        let ports = candidates();
        match only(&ports) {
            Ok(port) => Self::open(port),
            Err(fault) => Err(Error::link("the ring", fault)),
        }
    }

    /// Opens a port.
    ///
    /// # Errors
    /// Why it cannot.
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

    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let port = self.port.as_mut().ok_or(Fault::Lost)?;
        let sent = port
            .set_timeout(Duration::from_secs(2))
            .map_err(io::Error::from)
            .and_then(|()| port.write_all(bytes));
        sent.map_err(|_| {
            self.port = None;
            Fault::Lost
        })
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault> {
        let port = self.port.as_mut().ok_or(Fault::Lost)?;
        let mut buffer = [0; 4096];
        let read = port
            .set_timeout(wait.max(Duration::from_millis(1)))
            .map_err(io::Error::from)
            .and_then(|()| port.read(&mut buffer));
        match read {
            // An unplugged device reads as nothing, at once and for ever.
            Ok(0) => {
                self.port = None;
                Err(Fault::Lost)
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
                    Err(Fault::Lost)
                }
            },
        }
    }

    fn reopen(&mut self) -> Result<(), Fault> {
        // The old one first: it holds the lock.
        self.port = None;
        let mut port = serialport::new(&self.name, BAUD)
            .timeout(Duration::from_millis(100))
            .open()
            .map_err(|error| fault_of(&error))?;
        // A ring speaks only while the line says that somebody is there; a
        // pseudo-terminal has no such line.
        let _ = port.write_data_terminal_ready(true);
        self.port = Some(port);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Fault, fault_of, only};
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
        assert_eq!(only(&other), Err(Fault::NoRing));
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
        assert_eq!(only(&two), Err(Fault::Several(both)));
    }

    #[test]
    fn what_the_system_says_has_a_name() {
        let of = |kind, text: &str| fault_of(&Error::new(kind, text));
        assert_eq!(
            of(ErrorKind::NoDevice, "Device or resource busy"),
            Fault::Busy
        );
        let io = |kind| of(ErrorKind::Io(kind), "");
        assert_eq!(io(std::io::ErrorKind::PermissionDenied), Fault::Denied);
        assert_eq!(io(std::io::ErrorKind::NotFound), Fault::NotThere);
    }
}
