//! Transport to rings behind a TCP socket: virtual ones, or real ones that a program
//! forwards.

use super::super::error::{Error, LinkError};
use super::{TURNED_AWAY, Transport};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Timeout of connecting, and of sending.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Longest wait for the next piece of the sentence with which a server turns a client
/// away.
const SENTENCE_TIMEOUT: Duration = Duration::from_millis(500);

/// Maximum length of that sentence, in bytes.
const SENTENCE_MAX: usize = 1024;

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

/// Reads a sentence that begins with `start` up to the end of its line. It may come in
/// several pieces; a server that stops within it is not waited for.
fn read_sentence(stream: &mut TcpStream, start: &[u8]) -> String {
    let mut sentence = start.to_vec();
    let mut buffer = [0; 256];
    let is_timed = stream.set_read_timeout(Some(SENTENCE_TIMEOUT)).is_ok();
    while is_timed && !sentence.contains(&b'\n') && sentence.len() < SENTENCE_MAX {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => sentence.extend_from_slice(&buffer[..count]),
        }
    }
    let line = sentence.split(|&byte| byte == b'\n').next();
    String::from_utf8_lossy(line.unwrap_or_default())
        .trim()
        .to_owned()
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
                if let Some(start) = received.strip_prefix(TURNED_AWAY.as_bytes()) {
                    let sentence = read_sentence(stream, start);
                    self.stream = None;
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

#[cfg(test)]
mod tests {
    use super::{LinkError, Tcp, Transport};
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;
    use std::time::Duration;

    /// Connects to a server that sends these pieces one after the other, and returns the
    /// failure that the client reports.
    fn turned_away(pieces: &'static [&str]) -> LinkError {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.set_nodelay(true).unwrap();
            for piece in pieces {
                stream.write_all(piece.as_bytes()).unwrap();
                thread::sleep(Duration::from_millis(30));
            }
            // Stays open: the end of the line ends the sentence.
            thread::sleep(Duration::from_secs(5));
        });
        let mut tcp = Tcp::open(&address).unwrap();
        tcp.receive(&mut Vec::new(), Duration::from_secs(5))
            .unwrap_err()
    }

    #[test]
    fn a_refusal_in_pieces_is_one_sentence() {
        let fault = turned_away(&["dohyo: the ring ", "is in ", "use\n"]);
        assert_eq!(fault, LinkError::TurnedAway("the ring is in use".into()));
    }

    #[test]
    fn what_follows_the_line_is_not_of_the_sentence() {
        let fault = turned_away(&["dohyo: the ring is in use\r\nignored"]);
        assert_eq!(fault, LinkError::TurnedAway("the ring is in use".into()));
    }
}
