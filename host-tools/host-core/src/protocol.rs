//! Host end of the wire protocol without I/O: bytes in, bytes out.

use crate::ring_state::RingState;
use rules_core::referee::{Event, Events, FollowError, Follower, JournalLine, Session};
use rules_core::wire::hello::Incompatible;
use rules_core::wire::message::FollowFrom;
use rules_core::wire::{
    Deframer, FRAME_MAX, Hello, HostHello, HostMessage, PROTOCOL, Request, Response, RingMessage,
    encode,
};
use std::sync::Arc;

/// State of one host's conversation with a ring.
#[derive(Debug, Default)]
pub struct HostProtocol {
    deframer: Deframer,
    next: u16,
    outgoing: Vec<u8>,
    hello: Option<Hello>,
    state: RingState,
    /// Number of the next journal line expected; `None` until the journal is followed.
    cursor: Option<u32>,
    /// Number of the `Follow` request that has no response yet; `None` if there is none.
    following: Option<u16>,
    /// Start of the last `Follow` request; `None` before the first.
    from: Option<FollowFrom>,
    /// Number of the first line that is news: earlier ones only lead to the session.
    past_before: u32,
}

/// Event decoded from a ring's bytes.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientEvent {
    /// Message of the ring, unchanged.
    Message(Box<RingMessage>),
    /// Journal line, with its events and the session after it.
    Line(Box<FollowedLine>),
    /// A journal line does not follow from the session so far; a snapshot is requested.
    FollowFailed(FollowError),
    /// The ring uses an incompatible protocol version.
    Incompatible(Incompatible),
}

/// Journal line with its events and the session after it.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedLine {
    /// Journal line as the ring sent it.
    pub line: JournalLine,
    /// Events of the line, in order.
    pub events: Vec<Event>,
    /// Session after the line; `None` while a snapshot is incomplete.
    pub session: Option<Arc<Session>>,
}

impl HostProtocol {
    /// Starts a connection by queueing `Hello`. Call it whenever a connection was opened.
    /// Following the journal resumes at the first missing line.
    pub fn open(&mut self) {
        self.deframer = Deframer::new();
        self.outgoing.clear();
        // The zero byte ends a partial frame of an earlier connection.
        self.outgoing.push(0);
        self.following = None;
        self.hello = None;
        self.queue(&HostMessage::Hello(HostHello { protocol: PROTOCOL }));
        if let Some(cursor) = self.cursor {
            self.follow(FollowFrom::Line(cursor));
        }
    }

    /// Queues a request and returns its number, which the response will carry.
    pub fn ask(&mut self, ask: Request) -> u16 {
        self.next = self.next.wrapping_add(1);
        if let Request::Follow(from) = ask {
            self.following = Some(self.next);
            self.from = Some(from);
        }
        self.queue(&HostMessage::Request(self.next, ask));
        self.next
    }

    /// Queues a request to follow the journal from `from` on and returns its number.
    pub fn follow(&mut self, from: FollowFrom) -> u16 {
        self.ask(Request::Follow(from))
    }

    fn queue(&mut self, message: &HostMessage) {
        let Ok(payload) = postcard::to_allocvec(message) else {
            return;
        };
        if let Ok(frame) = encode(&payload, &mut [0; FRAME_MAX]) {
            self.outgoing.extend(frame);
        }
    }

    /// Removes and returns the bytes to send.
    pub fn take_outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.outgoing)
    }

    /// Processes bytes from the ring and returns the events they complete.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<ClientEvent> {
        let mut payloads = Vec::new();
        self.deframer
            .push(bytes, |payload| payloads.push(payload.to_vec()));
        let mut events = Vec::new();
        for payload in payloads {
            // Unknown messages are skipped.
            if let Ok(message) = postcard::from_bytes(&payload) {
                self.on_message(message, &mut events);
            }
        }
        events
    }

    fn on_message(&mut self, message: RingMessage, events: &mut Vec<ClientEvent>) {
        match &message {
            RingMessage::Hello(hello) => {
                if let Err(incompatible) = PROTOCOL.meets(hello.protocol) {
                    events.push(ClientEvent::Incompatible(incompatible));
                }
                self.hello = Some(hello.clone());
            }
            RingMessage::Response(id, outcome) if self.following == Some(*id) => {
                self.following = None;
                match outcome {
                    Response::From { seq, idle, next } => {
                        match self.from {
                            Some(FollowFrom::Now) => self.past_before = *next,
                            Some(FollowFrom::Match) => self.past_before = 0,
                            Some(FollowFrom::Line(_)) | None => {}
                        }
                        self.begin_at(*seq, *idle);
                    }
                    // The missed lines are gone: a snapshot of the present state replaces
                    // them.
                    Response::Refused(_) => {
                        self.cursor = None;
                        self.state.restart(Follower::default());
                        self.follow(FollowFrom::Now);
                    }
                    Response::Done | Response::TouchNeeded(_) => {}
                }
            }
            RingMessage::Line(entry) => {
                self.line(entry, events);
                return;
            }
            other => self.state.on_message(other),
        }
        events.push(ClientEvent::Message(Box::new(message)));
    }

    fn begin_at(&mut self, seq: u32, idle: bool) {
        if self.cursor != Some(seq) || self.session().is_none() {
            self.state.restart(if idle {
                Follower::idle(seq.saturating_sub(1))
            } else {
                Follower::default()
            });
        }
        self.cursor = Some(seq);
    }

    fn line(&mut self, entry: &JournalLine, events: &mut Vec<ClientEvent>) {
        let said = match self.state.apply(entry) {
            Ok(said) => said,
            Err(astray) => {
                events.push(ClientEvent::FollowFailed(astray));
                if self.following.is_none() {
                    self.cursor = None;
                    self.follow(FollowFrom::Now);
                }
                return;
            }
        };
        self.cursor = Some(entry.seq.wrapping_add(1));
        let mut line_events = Vec::new();
        // Lines that only lead to the present are no news.
        if !matches!(said, Events::Nothing) && entry.seq >= self.past_before {
            let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
            said.events(seq, at, hash, |event| line_events.push(event));
        }
        events.push(ClientEvent::Line(Box::new(FollowedLine {
            line: entry.clone(),
            events: line_events,
            session: self.session().cloned().map(Arc::new),
        })));
    }

    /// Returns the `Hello` of the ring; `None` until it arrived.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref()
    }

    /// Returns the state of the ring, as far as its messages were received.
    #[must_use]
    pub const fn state(&self) -> &RingState {
        &self.state
    }

    /// Returns the session as far as the journal was followed; `None` before the first
    /// snapshot or match start.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.state.session()
    }

    /// Returns the number of the next journal line expected; `None` until the journal is
    /// followed.
    #[must_use]
    pub const fn cursor(&self) -> Option<u32> {
        self.cursor
    }
}
