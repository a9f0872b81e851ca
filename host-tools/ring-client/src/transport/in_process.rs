//! Transport to a virtual ring in this process, in real time. The ring runs only inside
//! `receive`, where it catches up with the clock.

use super::super::error::LinkError;
use super::Transport;
use crate::clock;
use rules_core::board::BoardId;
use rules_core::ring::HostPresence;
use std::thread;
use std::time::{Duration, Instant};
use virtual_ring::manual::ManualRing;

/// Interval at which `receive` advances the ring while it waits for bytes.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Transport to a virtual ring that this process owns.
#[derive(Debug)]
pub struct InProcess {
    ring: ManualRing,
}

impl InProcess {
    /// Creates a virtual ring with factory settings, and connects to it.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self::with(ManualRing::new(board, clock::monotonic))
    }

    /// Connects to an existing virtual ring.
    #[must_use]
    pub fn with(mut ring: ManualRing) -> Self {
        ring.host(HostPresence::There);
        Self { ring }
    }

    /// Returns the virtual ring, to press its buttons or inject observations.
    pub const fn ring(&mut self) -> &mut ManualRing {
        &mut self.ring
    }
}

impl Transport for InProcess {
    fn place(&self) -> String {
        format!("virtual:{}", self.ring.board())
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        self.ring.receive(bytes);
        Ok(())
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        let until = Instant::now() + wait;
        loop {
            self.ring.catch_up();
            let received = self.ring.transmit();
            bytes.extend(&received);
            if !received.is_empty() || Instant::now() >= until {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        self.ring.host(HostPresence::Gone);
        self.ring.host(HostPresence::There);
        Ok(())
    }
}
