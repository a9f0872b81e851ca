//! A ring in this process: the very type the device runs, in real time. It
//! lives whenever it is looked at, and catches up with the clock then.

use super::super::error::Fault;
use super::Transport;
use crate::live::LiveRing;
use rules_core::board::Name;
use rules_core::ring::Presence;
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked at while somebody waits for it.
const GLANCE: Duration = Duration::from_millis(2);

/// A ring of one's own.
#[derive(Debug)]
pub struct Process {
    ring: LiveRing,
}

impl Process {
    /// A new ring, plugged in.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self::with(LiveRing::new(board))
    }

    /// This ring, plugged in.
    #[must_use]
    pub fn with(mut ring: LiveRing) -> Self {
        ring.host(Presence::There);
        Self { ring }
    }

    /// The ring, to do something to it.
    pub const fn ring(&mut self) -> &mut LiveRing {
        &mut self.ring
    }
}

impl Transport for Process {
    fn place(&self) -> String {
        format!("virtual:{}", self.ring.board())
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.ring.receive(bytes);
        Ok(())
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault> {
        let until = Instant::now() + wait;
        loop {
            self.ring.live();
            let news = self.ring.transmit();
            bytes.extend(&news);
            if !news.is_empty() || Instant::now() >= until {
                return Ok(());
            }
            thread::sleep(GLANCE);
        }
    }

    fn reopen(&mut self) -> Result<(), Fault> {
        self.ring.host(Presence::Gone);
        self.ring.host(Presence::There);
        Ok(())
    }
}
