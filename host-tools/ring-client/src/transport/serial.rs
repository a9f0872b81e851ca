//! Transport to rings at a USB serial port.

use super::super::discovery::Candidate;
use super::super::error::{Error, LinkError};
use super::Transport;
use serialport::{SerialPort, SerialPortInfo, SerialPortType};
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// Baud rate passed to the operating system. USB ignores it.
const BAUD: u32 = 115_200;

/// Transport to a ring at a serial port.
pub struct Serial {
    name: String,
    /// Open port; `None` after an error, until `reopen`.
    port: Option<Box<dyn SerialPort>>,
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
             }| match port_type {
                SerialPortType::UsbPort(usb) => Candidate {
                    port: port_name,
                    product: usb.product,
                    ids: Some((usb.vid, usb.pid)),
                    serial: usb.serial_number,
                },
                _ => Candidate {
                    port: port_name,
                    ..Candidate::default()
                },
            },
        )
        .collect();
    ports.sort_by(|a, b| (!a.is_ring(), &a.port).cmp(&(!b.is_ring(), &b.port)));
    ports
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
    use super::{LinkError, fault_of};
    use serialport::{Error, ErrorKind};

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
