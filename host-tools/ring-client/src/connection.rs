//! Client connection: opens a transport, receives updates, and reconnects after an
//! outage.
//!
//! ```text
//!            connect        Hello
//!  (transport) ----------> greeting ----> listening <------------------+
//!                             |               | connection breaks      | reconnected:
//!               timeout, or   |               v                        | resume at the first
//!               other version |            waiting --patience--> Err   | line missed
//!                             v               +------------------------+
//!                            Err
//! ```
//!
//! Lines missed during the outage are requested by number, so no line is lost and none
//! arrives twice. Lines that the ring does not have any more are reported as void.

use super::error::{Error, LinkError};
use super::transport::Transport;
use host_core::protocol::{ClientEvent, FollowedLine, HostProtocol, VoidLines};
use host_core::ring_state::RingState;
use rules_core::panel::Touch;
use rules_core::referee::{FollowError, Session};
use rules_core::wire::message::{Request, Streams};
use rules_core::wire::{Hello, Response, RingMessage};
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

/// Timeout for the ring's `Hello` after a connection is opened.
const GREETING_TIMEOUT: Duration = Duration::from_secs(3);

/// Interval between two attempts to reopen a broken connection.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Client of one ring, connected through the transport `T`.
#[derive(Debug)]
pub struct Client<T> {
    pub(super) line: T,
    pub(super) side: HostProtocol,
    updates: VecDeque<ClientUpdate>,
    answers: Vec<(u16, Response)>,
    /// Numbers of the requests sent with `send`, whose responses become updates.
    pub(super) sent: Vec<u16>,
    pub(super) streams: Streams,
    patience: Duration,
    pub(super) touch: fn(Touch),
    /// Number of times the connection broke; a changed count tells a waiting request that
    /// its answer is lost.
    pub(super) breaks: u32,
    /// Present outage; `None` while the connection works.
    pub(super) outage: Option<Outage>,
}

/// Outage of the connection that the client is trying to end.
#[derive(Debug)]
pub(super) struct Outage {
    /// Time at which the client gives up: the break plus `patience`; `None` if never.
    until: Option<Instant>,
    /// Cause that is reported when the client gives up.
    fault: LinkError,
    attempt: Attempt,
}

/// Attempt to end an outage.
#[derive(Debug)]
enum Attempt {
    /// The connection is closed; the client opens it at this time.
    Due(Instant),
    /// The connection is open; the ring's `Hello` must arrive before this time.
    Greeting(Instant),
}

/// Update for the program that uses a client: news from the ring or of the connection.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientUpdate {
    /// A journal line arrived and was applied to the session.
    Line(Box<FollowedLine>),
    /// A message arrived that is neither a journal line nor a response.
    Message(Box<RingMessage>),
    /// The request with this number, sent with `send`, got this response.
    Response(u16, Response),
    /// A journal line could not be applied to the session; the client follows again from
    /// a snapshot.
    FollowFailed(FollowError),
    /// Journal lines that arrived before are void; the lines of the ring follow.
    Void(VoidLines),
    /// The connection broke for this reason; the client tries to reopen it.
    Lost(Error),
    /// The connection works again.
    Back,
}

impl<T: Transport> Client<T> {
    /// Connects to the ring at the other end of `line` by exchanging `Hello`.
    ///
    /// # Errors
    /// `Error::Timeout` if no `Hello` arrives within 3 s, `Error::Incompatible` if the
    /// protocol versions differ, `Error::Link` if the transport fails.
    pub fn connect(line: T) -> Result<Self, Error> {
        let mut client = Self {
            line,
            side: HostProtocol::default(),
            updates: VecDeque::new(),
            answers: Vec::new(),
            sent: Vec::new(),
            streams: Streams::EMPTY,
            patience: Duration::ZERO,
            touch: |_| {},
            breaks: 0,
            outage: None,
        };
        client.side.open();
        client.greet()?;
        Ok(client)
    }

    /// Waits for the ring's `Hello`, at most `GREETING_TIMEOUT`.
    fn greet(&mut self) -> Result<(), Error> {
        let until = Instant::now() + GREETING_TIMEOUT;
        while self.side.hello().is_none() {
            if Instant::now() >= until {
                return Err(self.timeout("to a greeting"));
            }
            self.exchange(Duration::from_millis(50))?;
        }
        Ok(())
    }

    /// Sets the longest outage that the client bridges by reconnecting. With zero, the
    /// initial value, the first break is an error; with `Duration::MAX` none is.
    pub const fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Sets the function that is called when the ring waits for a touch of its buttons.
    pub fn on_touch(&mut self, tell: fn(Touch)) {
        self.touch = tell;
    }

    /// Returns the transport, for example to cut it in a test.
    pub const fn line(&mut self) -> &mut T {
        &mut self.line
    }

    /// Returns the `Hello` of the ring; `None` until it arrived.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.side.hello()
    }

    /// Returns the state of the ring, as far as its messages were received.
    #[must_use]
    pub const fn state(&self) -> &RingState {
        self.side.state()
    }

    /// Returns the session that follows from the journal lines received so far; `None`
    /// before the first snapshot or match start.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.side.session()
    }

    /// Returns the number of the journal line that the client expects next; `None` until
    /// it follows the journal.
    #[must_use]
    pub const fn cursor(&self) -> Option<u32> {
        self.side.cursor()
    }

    /// True during an outage, in which requests are lost.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        self.outage.is_some()
    }

    /// True if no further update can arrive: the transport has ended and all updates are
    /// taken.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.updates.is_empty() && self.line.is_over()
    }

    /// Returns the next update, waiting up to `wait`; `None` if none arrived or none can
    /// arrive.
    ///
    /// # Errors
    /// `Error::Link` if an outage lasts longer than the patience set with `set_patience`.
    pub fn next(&mut self, wait: Duration) -> Result<Option<ClientUpdate>, Error> {
        let until = Instant::now() + wait;
        loop {
            if let Some(update) = self.updates.pop_front() {
                return Ok(Some(update));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.is_over() {
                return Ok(None);
            }
            self.pump(left)?;
        }
    }

    /// Iterates over updates until none arrives for `wait`.
    pub fn updates(&mut self, wait: Duration) -> impl Iterator<Item = Result<ClientUpdate, Error>> {
        std::iter::from_fn(move || self.next(wait).transpose())
    }

    /// Removes and returns the first queued message that `pick` accepts; `None` if there
    /// is none.
    pub(super) fn take_message<R>(
        &mut self,
        pick: impl Fn(&RingMessage) -> Option<R>,
    ) -> Option<R> {
        let (at, found) = self.updates.iter().enumerate().find_map(|(at, update)| {
            let ClientUpdate::Message(message) = update else {
                return None;
            };
            pick(message).map(|found| (at, found))
        })?;
        self.updates.remove(at);
        Some(found)
    }

    /// Removes and returns the response to request `id`; `None` if it has not arrived.
    pub(super) fn take_answer(&mut self, id: u16) -> Option<Response> {
        let at = self.answers.iter().position(|answer| answer.0 == id)?;
        Some(self.answers.remove(at).1)
    }

    /// Exchanges bytes with the ring for up to `wait`, or, during an outage, tries to
    /// reconnect.
    pub(super) fn pump(&mut self, wait: Duration) -> Result<(), Error> {
        if let Some(outage) = self.outage.take() {
            return self.reconnect(outage, wait);
        }
        match self.exchange(wait) {
            Err(Error::Link { place, fault }) if !self.patience.is_zero() => {
                self.breaks += 1;
                self.answers.clear();
                self.sent.clear();
                let now = Instant::now();
                self.outage = Some(Outage {
                    until: now.checked_add(self.patience),
                    fault: fault.clone(),
                    attempt: Attempt::Due(now + RETRY_INTERVAL),
                });
                let error = Error::Link { place, fault };
                self.updates.push_back(ClientUpdate::Lost(error));
                Ok(())
            }
            other => other,
        }
    }

    fn exchange(&mut self, wait: Duration) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let outgoing = self.side.take_outgoing();
        let sent = match outgoing.is_empty() {
            true => Ok(()),
            false => self.line.send(&outgoing),
        };
        sent.and_then(|()| self.line.receive(&mut bytes, wait))
            .map_err(|fault| self.broken(fault))?;
        for event in self.side.receive(&bytes) {
            self.on_event(event)?;
        }
        Ok(())
    }

    fn on_event(&mut self, event: ClientEvent) -> Result<(), Error> {
        let update = match event {
            ClientEvent::Incompatible(incompatible) => {
                return Err(Error::Incompatible(incompatible));
            }
            ClientEvent::Message(message) => match *message {
                RingMessage::Response(id, outcome) if self.sent.contains(&id) => {
                    // Another response follows the touch.
                    if !matches!(outcome, Response::TouchNeeded(_)) {
                        self.sent.retain(|sent| *sent != id);
                    }
                    ClientUpdate::Response(id, outcome)
                }
                RingMessage::Response(id, outcome) => {
                    self.answers.push((id, outcome));
                    return Ok(());
                }
                message => ClientUpdate::Message(Box::new(message)),
            },
            ClientEvent::Line(followed) => ClientUpdate::Line(followed),
            ClientEvent::FollowFailed(astray) => ClientUpdate::FollowFailed(astray),
            ClientEvent::Void(lines) => ClientUpdate::Void(lines),
        };
        self.updates.push_back(update);
        Ok(())
    }

    /// Tries to end an outage, for up to `wait`: reopens the connection when it is time,
    /// then waits for the ring's `Hello`.
    fn reconnect(&mut self, mut outage: Outage, wait: Duration) -> Result<(), Error> {
        let now = Instant::now();
        let tried = match outage.attempt {
            Attempt::Due(_) if outage.until.is_some_and(|until| now >= until) => {
                return Err(self.broken(outage.fault));
            }
            Attempt::Due(at) => {
                let early = at.saturating_duration_since(now);
                thread::sleep(early.min(wait));
                match early > wait {
                    true => Ok(()),
                    false => self.reopen(&mut outage),
                }
            }
            Attempt::Greeting(until) => match self.exchange(wait) {
                Ok(()) if self.side.hello().is_some() => {
                    self.updates.push_back(ClientUpdate::Back);
                    return Ok(());
                }
                Ok(()) if now < until => Ok(()),
                Ok(()) => Err(LinkError::Lost),
                Err(Error::Link { fault, .. }) => Err(fault),
                Err(error) => return Err(error),
            },
        };
        if let Err(fault) = tried {
            outage.attempt = Attempt::Due(Instant::now() + RETRY_INTERVAL);
            // People need to know that the ring is gone, not how an attempt failed: keep
            // the first cause unless the new one tells them what to do.
            if let LinkError::TurnedAway(_) | LinkError::Denied | LinkError::Busy = fault {
                outage.fault = fault;
            }
        }
        self.outage = Some(outage);
        Ok(())
    }

    /// Reopens the connection, and resumes following and watching where it broke.
    fn reopen(&mut self, outage: &mut Outage) -> Result<(), LinkError> {
        self.line.reopen()?;
        self.side.open();
        if !self.streams.is_empty() {
            self.side.ask(Request::Watch(self.streams));
        }
        outage.attempt = Attempt::Greeting(Instant::now() + GREETING_TIMEOUT);
        Ok(())
    }

    /// Creates the error of a broken connection.
    pub(super) fn broken(&self, fault: LinkError) -> Error {
        Error::link(&self.line.place(), fault)
    }

    pub(super) fn timeout(&self, to: &'static str) -> Error {
        Error::Timeout {
            place: self.line.place(),
            to,
        }
    }
}
