//! Where a match comes from, and the desk at which it is handed in.
//!
//! A source follows one ring, whatever the line: it hands everything it hears
//! to the [`Desk`], and takes from there what people on the page want. It runs
//! on a thread of its own, so it may wait.
//!
//! A ring on a wire is followed with [`crate::client::Side`]: everything that
//! `Side::receive` gives back goes to [`Desk::hear`], as it is.

use super::scribe::Scribe;
use crate::client::Heard;
use rules_core::lights::Frame;
use rules_core::referee::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Something that follows a ring.
pub trait Source: Send {
    /// Follows it until the desk closes or the ring is gone for good.
    ///
    /// # Errors
    /// In one sentence, why it cannot be followed any more and what to do.
    fn run(&mut self, desk: &mut Desk) -> Result<(), String>;
}

/// What people on the page want.
#[derive(Debug)]
pub enum Request {
    /// To say this to the referee. They have shown the table code.
    Say(Command, oneshot::Sender<Result<Followed, Refused>>),
    /// To see the evidence of this line, as SVG.
    Proof(u32, oneshot::Sender<Result<String, Refused>>),
}

/// What became of what people said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// It is done.
    Done,
    /// Somebody has to press confirm on the ring first.
    TouchNeeded,
}

/// Why not, in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(pub String);

/// Where a source hands in what it hears.
#[derive(Debug)]
pub struct Desk {
    /// Writes it down for the spectators.
    pub scribe: Scribe,
    inbox: Receiver<Request>,
    closed: Arc<AtomicBool>,
    seated: Arc<AtomicUsize>,
}

impl Desk {
    pub(super) const fn new(
        scribe: Scribe,
        inbox: Receiver<Request>,
        closed: Arc<AtomicBool>,
        seated: Arc<AtomicUsize>,
    ) -> Self {
        Self {
            scribe,
            inbox,
            closed,
            seated,
        }
    }

    /// Something the ring said.
    pub fn hear(&mut self, heard: &Heard) {
        self.scribe.hear(heard);
    }

    /// What its lights show, if the source can know.
    pub fn lights(&self, frame: &Frame) {
        self.scribe.lights(frame);
    }

    /// The next thing people want, waiting at most so long.
    pub fn wanted(&self, patience: Duration) -> Option<Request> {
        match self.inbox.recv_timeout(patience) {
            Ok(request) => Some(request),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.closed.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Whether nobody wants to hear more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether somebody on the page has shown the table code.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.seated.load(Ordering::Relaxed) > 0
    }
}
