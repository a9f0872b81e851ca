//! Port on loopback at which a program must show a token before anything else: in place of
//! a Unix socket on systems without them.

use ring_client::hub_stream::Loopback;
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Time that a program has for its token.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(2);

/// Programs that may be about to show a token; more are not accepted yet.
const MAX_WAITING: usize = 64;

/// Port with a token.
#[derive(Debug)]
pub struct TokenListener {
    listener: TcpListener,
    hub: Loopback,
    waiting: Vec<Waiting>,
}

/// Program that has not shown its token yet.
#[derive(Debug)]
struct Waiting {
    stream: TcpStream,
    shown: Vec<u8>,
    until: Instant,
}

impl TokenListener {
    /// Listens at a free port of loopback, with a token that nobody can guess.
    ///
    /// # Errors
    /// `io::Error` if no port is free, or the system has no randomness.
    pub fn open() -> io::Result<Self> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(io::Error::other)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let hub = Loopback {
            address: listener.local_addr()?,
            token: secret.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Ok(Self {
            listener,
            hub,
            waiting: Vec::new(),
        })
    }

    /// Returns port and token, for those who may connect.
    #[must_use]
    pub const fn hub(&self) -> &Loopback {
        &self.hub
    }

    /// Returns a program that has shown the token; `None` if none has. Others are cut off.
    pub fn accept(&mut self) -> Option<TcpStream> {
        while self.waiting.len() < MAX_WAITING {
            let Ok((stream, _)) = self.listener.accept() else {
                break;
            };
            if stream.set_nonblocking(true).is_ok() && stream.set_nodelay(true).is_ok() {
                self.waiting.push(Waiting {
                    stream,
                    shown: Vec::new(),
                    until: Instant::now() + TOKEN_TIMEOUT,
                });
            }
        }
        let token = self.hub.token.as_bytes();
        let now = Instant::now();
        let mut at = 0;
        while let Some(program) = self.waiting.get_mut(at) {
            match program.read(token.len()) {
                Ok(false) if now < program.until => at += 1,
                Ok(true) if program.shown == token => {
                    return Some(self.waiting.swap_remove(at).stream);
                }
                _ => drop(self.waiting.swap_remove(at)),
            }
        }
        None
    }
}

impl Waiting {
    /// Reads up to `length` bytes, which are the token; true once they are here.
    fn read(&mut self, length: usize) -> io::Result<bool> {
        while self.shown.len() < length {
            let mut buffer = vec![0; length - self.shown.len()];
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.shown.extend(&buffer[..count]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => return Ok(false),
                    _ => return Err(error),
                },
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::TokenListener;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::{Duration, Instant};

    /// Waits until a program is accepted, or `patience` is over.
    fn accepted(listener: &mut TokenListener, patience: Duration) -> Option<TcpStream> {
        let until = Instant::now() + patience;
        loop {
            match listener.accept() {
                None if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                result => return result,
            }
        }
    }

    #[test]
    fn only_who_shows_the_token_gets_in_and_loses_no_byte() {
        let mut listener = TokenListener::open().unwrap();
        let hub = listener.hub().clone();
        assert_eq!(hub.token.len(), 32);
        let call = |words: &str| {
            let mut stream = TcpStream::connect(hub.address).unwrap();
            stream.write_all(words.as_bytes()).unwrap();
            stream
        };
        // A wrong token, half a token, and a silent program keep nobody waiting.
        let wrong = call(&"0".repeat(32));
        let half = call(&hub.token[..16]);
        let silent = call("");
        let mut good = call(&format!("{}first bytes", hub.token));
        let mut stream = accepted(&mut listener, Duration::from_secs(5)).unwrap();
        assert_eq!(stream.local_addr().unwrap(), good.peer_addr().unwrap());
        assert_eq!(stream.peer_addr().unwrap(), good.local_addr().unwrap());
        let mut bytes = [0; 11];
        stream.set_nonblocking(false).unwrap();
        stream.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"first bytes");
        stream.write_all(b"hello").unwrap();
        good.read_exact(&mut bytes[..5]).unwrap();
        assert_eq!(&bytes[..5], b"hello");
        // Nobody else gets in, and all are cut off in the end.
        assert!(accepted(&mut listener, Duration::from_millis(2_500)).is_none());
        for mut refused in [wrong, half, silent] {
            refused
                .set_read_timeout(Some(Duration::from_secs(5)))
                .unwrap();
            assert!(!matches!(refused.read(&mut bytes), Ok(1..)));
        }
    }
}
