//! Server of a ring at a TCP socket. Like a ring at a cable it talks to one program at a
//! time; a second one is refused with a message.

use ring_client::transport::TURNED_AWAY;
use rules_core::ring::HostPresence;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use virtual_ring::manual::ManualRing;

/// Interval at which the ring, the host and the listener are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Ring that can be served at a socket.
pub trait ServedRing {
    /// Advances the ring to the present time of the clock.
    fn live(&mut self);

    /// Reports to the ring that a host has connected or gone.
    fn host(&mut self, presence: HostPresence);

    /// Passes bytes from the host to the ring.
    fn receive(&mut self, bytes: &[u8]);

    /// Returns the pending bytes from the ring to the host.
    fn transmit(&mut self) -> Vec<u8>;

    /// Executes a typed command at the ring.
    ///
    /// # Errors
    /// A sentence if the command is not understood or cannot be executed.
    fn execute(&mut self, words: &str) -> Result<(), String>;

    /// True if the ring has had the time to recognise the last command.
    fn is_settled(&self) -> bool {
        true
    }

    /// True if the ring restarted since the last query, which breaks the connection.
    fn has_restarted(&mut self) -> bool {
        false
    }

    /// Returns the reason why the ring has stopped; `None` while it runs.
    fn trouble(&self) -> Option<String> {
        None
    }
}

impl ServedRing for ManualRing {
    fn live(&mut self) {
        Self::catch_up(self);
    }

    fn host(&mut self, presence: HostPresence) {
        Self::host(self, presence);
    }

    fn receive(&mut self, bytes: &[u8]) {
        Self::receive(self, bytes);
    }

    fn transmit(&mut self) -> Vec<u8> {
        Self::transmit(self)
    }

    fn execute(&mut self, words: &str) -> Result<(), String> {
        Self::execute(self, words)
    }
}

/// Server of one ring at a socket.
#[derive(Debug)]
pub struct Server<R> {
    ring: R,
    listener: TcpListener,
    host: Option<Host>,
}

/// Program that is connected to the ring.
#[derive(Debug)]
struct Host {
    stream: TcpStream,
    /// Bytes from the ring that the socket has not accepted yet. The ring is asked for
    /// more only when this is empty.
    outgoing: Vec<u8>,
}

impl<R: ServedRing> Server<R> {
    /// Creates a server of `ring` at a listening socket.
    ///
    /// # Errors
    /// `io::Error` if the socket cannot be configured.
    pub fn new(ring: R, listener: TcpListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        Ok(Self {
            ring,
            listener,
            host: None,
        })
    }

    /// Returns the served ring.
    pub const fn ring(&mut self) -> &mut R {
        &mut self.ring
    }

    /// Closes the server and returns the ring, which no host can reach any more.
    pub fn into_ring(mut self) -> R {
        if self.host.is_some() {
            self.ring.host(HostPresence::Gone);
        }
        self.ring
    }

    /// Advances the ring, serves the host, accepts connections, and sleeps for
    /// `POLL_INTERVAL`.
    pub fn poll(&mut self) {
        self.ring.live();
        self.serve();
        self.welcome();
        thread::sleep(POLL_INTERVAL);
    }

    /// Exchanges bytes with the host; drops it if the connection ended or the ring
    /// restarted.
    fn serve(&mut self) {
        let is_unplugged = self.ring.has_restarted();
        if let Some(mut host) = self.host.take() {
            match host.talk(&mut self.ring) {
                Ok(()) if is_unplugged => {}
                Ok(()) => self.host = Some(host),
                Err(_) => self.ring.host(HostPresence::Gone),
            }
        }
    }

    /// Accepts a waiting connection, or refuses it if a host is connected.
    fn welcome(&mut self) {
        let Ok((mut stream, _)) = self.listener.accept() else {
            return;
        };
        // The present host may have left just now.
        self.serve();
        if self.host.is_some() {
            let sentence = "another program talks to this ring; end that one first";
            // One write, so that the reader gets the whole sentence.
            let _ = stream.write_all(format!("{TURNED_AWAY}{sentence}\n").as_bytes());
            return;
        }
        if stream.set_nonblocking(true).is_ok() && stream.set_nodelay(true).is_ok() {
            self.ring.host(HostPresence::There);
            self.host = Some(Host {
                stream,
                outgoing: Vec::new(),
            });
        }
    }
}

impl Host {
    fn talk(&mut self, ring: &mut impl ServedRing) -> io::Result<()> {
        let mut buffer = [0; 1024];
        while let Some(count) = later(self.stream.read(&mut buffer))? {
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            ring.receive(&buffer[..count]);
        }
        if self.outgoing.is_empty() {
            self.outgoing = ring.transmit();
        }
        if !self.outgoing.is_empty()
            && let Some(count) = later(self.stream.write(&self.outgoing))?
        {
            self.outgoing.drain(..count);
        }
        Ok(())
    }
}

/// Returns `None` instead of an error if the operation would block.
fn later(result: io::Result<usize>) -> io::Result<Option<usize>> {
    match result {
        Ok(count) => Ok(Some(count)),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(None),
            _ => Err(error),
        },
    }
}
