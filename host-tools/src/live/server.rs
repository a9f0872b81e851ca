//! A ring at a socket. It talks to one program at a time, as a ring at a cable
//! does; who comes second is told so and turned away.

use super::LiveRing;
use crate::client::transport::tcp::TURNED_AWAY;
use rules_core::ring::Presence;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// How often everything is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// A ring that can be served at a socket.
pub trait Serves {
    /// Catches up with the clock.
    fn live(&mut self);

    /// A host has come or gone.
    fn host(&mut self, presence: Presence);

    /// Takes bytes from the host.
    fn receive(&mut self, bytes: &[u8]);

    /// The bytes for the host.
    fn transmit(&mut self) -> Vec<u8>;

    /// Does what `words` say.
    ///
    /// # Errors
    /// What was not understood, or why it cannot be done.
    fn tell(&mut self, words: &str) -> Result<(), String>;

    /// Whether the ring has had the time to see what was told last.
    fn is_settled(&self) -> bool {
        true
    }

    /// Whether it restarted since this was asked last: then the line broke.
    fn has_restarted(&mut self) -> bool {
        false
    }

    /// Why it does not live any more.
    fn trouble(&self) -> Option<String> {
        None
    }
}

impl Serves for LiveRing {
    fn live(&mut self) {
        Self::live(self);
    }

    fn host(&mut self, presence: Presence) {
        Self::host(self, presence);
    }

    fn receive(&mut self, bytes: &[u8]) {
        Self::receive(self, bytes);
    }

    fn transmit(&mut self) -> Vec<u8> {
        Self::transmit(self)
    }

    fn tell(&mut self, words: &str) -> Result<(), String> {
        Self::tell(self, words)
    }
}

/// A ring at a socket.
#[derive(Debug)]
pub struct Server<R> {
    ring: R,
    listener: TcpListener,
    host: Option<Host>,
}

/// The program the ring talks to.
#[derive(Debug)]
struct Host {
    stream: TcpStream,
    /// What it has not taken yet. Nothing more is made before it has.
    outgoing: Vec<u8>,
}

impl<R: Serves> Server<R> {
    /// Serves `ring` at a socket that listens.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(ring: R, listener: TcpListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        Ok(Self {
            ring,
            listener,
            host: None,
        })
    }

    /// The ring.
    pub const fn ring(&mut self) -> &mut R {
        &mut self.ring
    }

    /// The ring, which nobody reaches any more.
    pub fn into_ring(mut self) -> R {
        if self.host.is_some() {
            self.ring.host(Presence::Gone);
        }
        self.ring
    }

    /// Does what there is to do, and rests a little.
    pub fn turn(&mut self) {
        self.ring.live();
        self.serve();
        self.welcome();
        thread::sleep(GLANCE);
    }

    /// Talks to the host, if there is one still.
    fn serve(&mut self) {
        let is_unplugged = self.ring.has_restarted();
        if let Some(mut host) = self.host.take() {
            match host.talk(&mut self.ring) {
                Ok(()) if is_unplugged => {}
                Ok(()) => self.host = Some(host),
                Err(_) => self.ring.host(Presence::Gone),
            }
        }
    }

    /// Lets somebody in, if somebody knocks.
    fn welcome(&mut self) {
        let Ok((mut stream, _)) = self.listener.accept() else {
            return;
        };
        // The one before may have left just now.
        self.serve();
        if self.host.is_some() {
            let sentence = "another program talks to this ring; end that one first";
            // At once, so that nobody reads half of it.
            let _ = stream.write_all(format!("{TURNED_AWAY}{sentence}\n").as_bytes());
            return;
        }
        if stream.set_nonblocking(true).is_ok() && stream.set_nodelay(true).is_ok() {
            self.ring.host(Presence::There);
            self.host = Some(Host {
                stream,
                outgoing: Vec::new(),
            });
        }
    }
}

impl Host {
    fn talk(&mut self, ring: &mut impl Serves) -> io::Result<()> {
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

/// Nothing, if it is only too early.
fn later(result: io::Result<usize>) -> io::Result<Option<usize>> {
    match result {
        Ok(count) => Ok(Some(count)),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(None),
            _ => Err(error),
        },
    }
}
