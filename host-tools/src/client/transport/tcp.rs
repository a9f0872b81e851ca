//! A ring at the other end of a socket: a virtual one, or one that a program
//! passes on.

use super::super::error::{Error, Fault};
use super::Transport;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long to wait for somebody to pick up.
const PICK_UP: Duration = Duration::from_secs(3);

/// What who is turned away is told begins like this; no frame does.
pub const TURNED_AWAY: &str = "dohyo: ";

/// A socket.
#[derive(Debug)]
pub struct Tcp {
    address: String,
    stream: Option<TcpStream>,
}

impl Tcp {
    /// Connects to `HOST:PORT`.
    ///
    /// # Errors
    /// Why it cannot.
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

fn connect(address: &str) -> Result<TcpStream, Fault> {
    let mut last = Fault::NoMachine;
    // It has a port, as a number: what is not found is the machine.
    for to in address.to_socket_addrs().map_err(|_| Fault::NoMachine)? {
        match call(&to) {
            Ok(stream) => return Ok(stream),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => last = Fault::NobodyListens,
            Err(error) => last = Fault::of(&error),
        }
    }
    Err(last)
}

fn call(to: &SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(to, PICK_UP)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PICK_UP))?;
    Ok(stream)
}

impl Transport for Tcp {
    fn place(&self) -> String {
        format!("tcp:{}", self.address)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let stream = self.stream.as_mut().ok_or(Fault::Lost)?;
        match stream.write_all(bytes) {
            Ok(()) => Ok(()),
            // What the other end had to say is still to be read.
            Err(error) if Fault::of(&error) == Fault::Lost => Ok(()),
            Err(error) => {
                self.stream = None;
                Err(Fault::of(&error))
            }
        }
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault> {
        let stream = self.stream.as_mut().ok_or(Fault::Lost)?;
        let wait = wait.max(Duration::from_millis(1));
        let mut buffer = [0; 4096];
        let read = stream
            .set_read_timeout(Some(wait))
            .and_then(|()| stream.read(&mut buffer));
        match read {
            Ok(0) => {
                self.stream = None;
                Err(Fault::Lost)
            }
            Ok(count) => {
                let news = &buffer[..count];
                if let Some(rest) = news.strip_prefix(TURNED_AWAY.as_bytes()) {
                    self.stream = None;
                    let sentence = String::from_utf8_lossy(rest).trim().to_owned();
                    return Err(Fault::TurnedAway(sentence));
                }
                bytes.extend(news);
                Ok(())
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock
                | io::ErrorKind::TimedOut
                | io::ErrorKind::Interrupted => Ok(()),
                _ => {
                    self.stream = None;
                    Err(Fault::of(&error))
                }
            },
        }
    }

    fn reopen(&mut self) -> Result<(), Fault> {
        self.stream = None;
        self.stream = Some(connect(&self.address)?);
        Ok(())
    }
}
