//! Sources of a match, and the handle through which they publish it.
//!
//! A source follows one ring over any connection with a client, which computes the state
//! of the ring. It passes journal lines and this state to the [`SourceHandle`], and gets
//! the requests of the page from there. It runs on its own thread, so it may block.

use super::feed::Feed;
use host_core::page::writer::PageWriter;
use host_core::protocol::FollowedLine;
use host_core::ring_state::RingState;
use host_core::sentences::Phrasebook;
use ring_client::Address;
use rules_core::lights::LedFrame;
use rules_core::panel::Touch;
use rules_core::referee::{Command, CommandError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Source of a match.
pub trait Source: Send {
    /// Follows the ring until the handle closes or the ring is gone permanently.
    ///
    /// # Errors
    /// A sentence with the reason why the ring cannot be followed any more, and what to do.
    fn run(&mut self, handle: &mut SourceHandle) -> Result<(), String>;

    /// Returns the address of a ring that a hub shares, for pages that speak its wire;
    /// `None` if there is none.
    fn shared_ring(&self) -> Option<Address> {
        None
    }
}

/// Request of the page.
#[derive(Debug)]
pub enum SourceRequest {
    /// Command for the referee, from a person who has shown the table code.
    Command(Command, oneshot::Sender<Result<RequestResult, SourceError>>),
    /// Capture of this journal line, as SVG.
    Capture(u32, oneshot::Sender<Result<String, SourceError>>),
}

/// Result of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestResult {
    /// Ring executed the command.
    Done,
    /// Ring waits for this touch of its confirm button.
    TouchNeeded(Touch),
}

/// Reason for a refusal, in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError(pub String);

/// Handle through which a source publishes its match.
#[derive(Debug)]
pub struct SourceHandle {
    /// Writer of the spectators' feed.
    pub page: PageWriter<Arc<Feed>>,
    inbox: Receiver<SourceRequest>,
    closed: Arc<AtomicBool>,
    seated: Arc<AtomicUsize>,
    on_link: fn(Option<&str>),
    /// Fault of the connection that was published last; `None` if it works.
    trouble: Option<String>,
}

impl SourceHandle {
    pub(super) const fn new(
        page: PageWriter<Arc<Feed>>,
        inbox: Receiver<SourceRequest>,
        closed: Arc<AtomicBool>,
        seated: Arc<AtomicUsize>,
        on_link: fn(Option<&str>),
    ) -> Self {
        Self {
            page,
            inbox,
            closed,
            seated,
            on_link,
            trouble: None,
        }
    }

    /// Publishes the events of a journal line.
    pub fn line(&self, followed: &FollowedLine) {
        self.page.line(followed);
    }

    /// Publishes the present state of the ring.
    pub fn now(&self, ring: &RingState) {
        self.page.now(ring);
    }

    /// Publishes the fault of the connection to the ring, on the page and in the terminal;
    /// `None` if it works. The terminal shows changes only.
    pub fn link(&mut self, trouble: Option<&str>) {
        self.page.link(trouble);
        if self.trouble.as_deref() != trouble {
            (self.on_link)(trouble);
            self.trouble = trouble.map(Into::into);
        }
    }

    /// Publishes the reason why the source ends, on the page only: the server's caller
    /// receives it as well.
    pub(super) fn publish_end(&self, why: &str) {
        self.page.link(Some(why));
    }

    /// Returns the sentence of a refused command, with the names of the players.
    #[must_use]
    pub fn refusal(&self, ring: &RingState, error: &CommandError) -> SourceError {
        let names = self.page.names(ring.session());
        SourceError(Phrasebook::english(&names).command_error(error))
    }

    /// Publishes an LED frame, if the source knows it.
    pub fn lights(&self, frame: &LedFrame) {
        self.page.lights(frame);
    }

    /// Returns the next request of the page, waiting up to `patience`; `None` if none
    /// arrived.
    pub fn next_request(&self, patience: Duration) -> Option<SourceRequest> {
        match self.inbox.recv_timeout(patience) {
            Ok(request) => Some(request),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.closed.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// True if the server is closing.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// True if a person on the page has shown the table code.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.seated.load(Ordering::Relaxed) > 0
    }
}
