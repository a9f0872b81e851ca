//! Transport to rings behind a TCP socket: virtual ones, or real ones that a program
//! forwards.

use super::super::error::{Error, LinkError};
use super::{Transport, socket};
use std::io;
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
        socket::send(&mut self.stream, bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        socket::receive(&mut self.stream, bytes, wait)
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
