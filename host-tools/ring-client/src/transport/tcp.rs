//! Transport to rings behind a TCP socket: virtual ones, or real ones that a program
//! forwards.

use super::super::error::{Error, LinkError};
use super::{TURNED_AWAY, Transport};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Timeout of connecting, and of sending.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Transport to a ring behind a TCP socket.
#[derive(Debug)]
pub struct Tcp {
    address: String,
    /// Open socket; `None` after an error, until `reopen`.
    stream: Option<TcpStream>,
}

impl Tcp {
    /// Connects to the ring at `HOST:PORT`.
    ///
    /// # Errors
    /// `Error::Link` if the name cannot be resolved or the connection is refused or times
    /// out.
    pub fn open(address: &str) -> Result<Self, Error> {
        let mut tcp = Self {
            address: address.to_owned(),
            stream: None,
        };
        match tcp.reopen() {
            Ok(()) => Ok(tcp),
            Err(fault) => Err(Error::link(&tcp.place(), fault)),
        }
    }
}

/// Connects to the first socket address of `HOST:PORT` that answers.
fn connect(address: &str) -> Result<TcpStream, LinkError> {
    let mut last = LinkError::NoMachine;
    // `Address::parse` has checked the port, so a failure concerns the host name.
    for to in address
        .to_socket_addrs()
        .map_err(|_| LinkError::NoMachine)?
    {
        match call(&to) {
            Ok(stream) => return Ok(stream),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                last = LinkError::ConnectionRefused
            }
            Err(error) => last = LinkError::classify(&error),
        }
    }
    Err(last)
}

/// Connects to one socket address.
fn call(to: &SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(to, CONNECT_TIMEOUT)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(CONNECT_TIMEOUT))?;
    Ok(stream)
}

impl Transport for Tcp {
    fn place(&self) -> String {
        format!("tcp:{}", self.address)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        let stream = self.stream.as_mut().ok_or(LinkError::Lost)?;
        match stream.write_all(bytes) {
            Ok(()) => Ok(()),
            // Not an error yet: a refusal of the server may still wait to be read.
            Err(error) if LinkError::classify(&error) == LinkError::Lost => Ok(()),
            Err(error) => {
                self.stream = None;
                Err(LinkError::classify(&error))
            }
        }
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        let stream = self.stream.as_mut().ok_or(LinkError::Lost)?;
        let wait = wait.max(Duration::from_millis(1));
        let mut buffer = [0; 4096];
        let read = stream
            .set_read_timeout(Some(wait))
            .and_then(|()| stream.read(&mut buffer));
        match read {
            Ok(0) => {
                self.stream = None;
                Err(LinkError::Lost)
            }
            Ok(count) => {
                let received = &buffer[..count];
                if let Some(rest) = received.strip_prefix(TURNED_AWAY.as_bytes()) {
                    self.stream = None;
                    let sentence = String::from_utf8_lossy(rest).trim().to_owned();
                    return Err(LinkError::TurnedAway(sentence));
                }
                bytes.extend(received);
                Ok(())
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock
                | io::ErrorKind::TimedOut
                | io::ErrorKind::Interrupted => Ok(()),
                _ => {
                    self.stream = None;
                    Err(LinkError::classify(&error))
                }
            },
        }
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        self.stream = None;
        self.stream = Some(connect(&self.address)?);
        Ok(())
    }
}
