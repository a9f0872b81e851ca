//! Transport to a ring that a hub on this computer shares, which only the same user can
//! open.

use super::super::error::{Error, LinkError};
use super::super::hub_stream::HubStream;
use super::super::hubs;
use super::{Transport, socket};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Transport to a ring that a hub shares.
#[derive(Debug)]
pub struct Shared {
    path: PathBuf,
    /// Id of the ring, by which a hub that was started again is found; `None` if the hub
    /// had no ring yet.
    ring: Option<String>,
    /// Open socket; `None` after an error, until `reopen`.
    stream: Option<HubStream>,
}

impl Shared {
    /// Connects to the hub that this file stands for.
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
        if HubStream::connect(&self.path).is_err()
            && let Some(directory) = self.path.parent()
        {
            // Another hub may share the ring by now.
            let mut hubs = hubs::list(directory).into_iter();
            let again = hubs.rfind(|hub| self.ring.as_ref() == Some(&hub.ring));
            self.path = again.map_or(std::mem::take(&mut self.path), |hub| hub.socket);
        }
        self.ring = hubs::ring(&self.path).or(self.ring.take());
        let stream = HubStream::connect(&self.path);
        self.stream = Some(stream.map_err(|error| LinkError::classify(&error))?);
        Ok(())
    }
}
