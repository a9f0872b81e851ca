//! Transport to a ring that a hub on this computer shares: a Unix socket that only the
//! same user can open.

use super::super::error::{Error, LinkError};
use super::super::hubs;
use super::{Transport, socket};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Timeout of sending.
const SEND_TIMEOUT: Duration = Duration::from_secs(3);

/// Transport to a ring that a hub shares.
#[derive(Debug)]
pub struct Shared {
    path: PathBuf,
    /// Id of the ring, by which a hub that was started again is found; `None` if the hub
    /// had no ring yet.
    ring: Option<String>,
    /// Open socket; `None` after an error, until `reopen`.
    stream: Option<UnixStream>,
}

impl Shared {
    /// Connects to the hub at this socket.
    ///
    /// # Errors
    /// `Error::Link` if no hub listens there.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let mut shared = Self {
            path: path.to_owned(),
            ring: None,
            stream: None,
        };
        match shared.reopen() {
            Ok(()) => Ok(shared),
            Err(fault) => Err(Error::link(&shared.place(), fault)),
        }
    }
}

impl Transport for Shared {
    fn place(&self) -> String {
        hubs::place(&self.path).unwrap_or_else(|| "the hub".to_owned())
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        socket::send(&mut self.stream, bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        socket::receive(&mut self.stream, bytes, wait)
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        self.stream = None;
        if UnixStream::connect(&self.path).is_err()
            && let Some(directory) = self.path.parent()
        {
            // Another hub may share the ring by now.
            let mut hubs = hubs::list(directory).into_iter();
            let again = hubs.rfind(|hub| self.ring.as_ref() == Some(&hub.ring));
            self.path = again.map_or(std::mem::take(&mut self.path), |hub| hub.socket);
        }
        self.ring = hubs::ring(&self.path).or(self.ring.take());
        let stream = UnixStream::connect(&self.path).and_then(|stream| {
            stream
                .set_write_timeout(Some(SEND_TIMEOUT))
                .map(|()| stream)
        });
        self.stream = Some(stream.map_err(|error| LinkError::classify(&error))?);
        Ok(())
    }
}
