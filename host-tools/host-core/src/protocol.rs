//! Host end of the wire protocol without I/O: bytes in, bytes out.
//!
//! # One history
//!
//! The host keeps no line that the ring does not have:
//!
//! - The ring sends a line once it is in flash. A line that the flash cannot take is
//!   announced as provisional, and counts as void when the connection ends.
//! - After every outage the host requests its last line again. If the ring has another
//!   one under that number, or none, all lines here are void: it is another ring, or its
//!   journal was erased.

use crate::ring_state::RingState;
use crate::withdrawn_board::withdrawn_board;
use rules_core::referee::{Event, Events, FollowError, Follower, JournalLine, Session};
use rules_core::wire::hello::Incompatible;
use rules_core::wire::message::FollowFrom;
use rules_core::wire::{
    Deframer, FRAME_MAX, Hello, HostHello, HostMessage, PROTOCOL, Request, RequestError, Response,
    RingMessage, encode,
};
use std::fmt;
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
    /// Last line that was received and is not void, by which the host knows the ring
    /// again; `None` if there is none.
    last: Option<JournalLine>,
    /// True after an outage, until the ring has sent `last` again.
    verifying: bool,
    /// State before the provisional lines; `None` if there are none.
    safe: Option<Box<SafeState>>,
}

/// State of following before the first provisional line.
#[derive(Debug)]
struct SafeState {
    cursor: u32,
    last: Option<JournalLine>,
    follower: Follower,
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
    /// Lines that were received are void; the lines of the ring follow.
    Void(VoidLines),
    /// The ring uses an incompatible protocol version.
    Incompatible(Incompatible),
}

/// Journal lines that a host received and the ring does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoidLines {
    /// Lines from this number on: the flash could not store them before the connection
    /// ended.
    NotStored {
        /// Number of the first void line.
        from: u32,
    },
    /// All lines: the ring has another journal.
    OtherJournal,
}

impl VoidLines {
    /// Returns the number of the first void line: all lines from it on are void.
    #[must_use]
    pub const fn from(self) -> u32 {
        match self {
            Self::NotStored { from } => from,
            Self::OtherJournal => 0,
        }
    }
}

impl fmt::Display for VoidLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStored { from } => write!(
                f,
                "void: all lines from {from} on; the ring could not store them, and tells \
                 anew what it has"
            ),
            Self::OtherJournal => f.write_str(
                "void: all lines so far; this is another ring, or its journal was erased",
            ),
        }
    }
}

/// Journal line with its events and the session after it.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedLine {
    /// Journal line as the ring sent it.
    pub line: JournalLine,
    /// Events of the line, in order.
    pub events: Vec<Event>,
    /// False if the line only leads to the present session, which is why it has no events.
    pub is_news: bool,
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
        // Provisional lines are void without their connection.
        let (cursor, last) = match &self.safe {
            Some(safe) => (Some(safe.cursor), safe.last.as_ref()),
            None => (self.cursor, self.last.as_ref()),
        };
        let is_known = last.is_some();
        if let Some(seq) = last.map(|line| line.seq).or(cursor) {
            self.follow(FollowFrom::Line(seq));
            self.verifying = is_known;
        }
    }

    /// Queues a request and returns its number, which the response will carry.
    pub fn ask(&mut self, ask: Request) -> u16 {
        self.next = self.next.wrapping_add(1);
        if let Request::Follow(from) = ask {
            self.following = Some(self.next);
            self.from = Some(from);
            self.verifying = false;
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
            } else if let Some(board) = withdrawn_board(&payload) {
                events.push(ClientEvent::Incompatible(Incompatible::Board(board)));
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
                self.void_provisional(events);
                match outcome {
                    // The lines continue here.
                    Response::From { .. } if self.verifying => {}
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
                    Response::Refused(why) => {
                        if self.verifying && matches!(why, RequestError::Ahead { .. }) {
                            self.void_all(events);
                        }
                        self.restart();
                    }
                    Response::Done | Response::TouchNeeded(_) => {}
                }
            }
            RingMessage::Line(entry) if self.verifying => {
                self.verify(entry, events);
                return;
            }
            RingMessage::Line(entry) => {
                self.line(entry, events);
                return;
            }
            RingMessage::Provisional(Some(_)) => {
                self.safe = self.cursor.map(|cursor| {
                    Box::new(SafeState {
                        cursor,
                        last: self.last.clone(),
                        follower: self.state.follower().clone(),
                    })
                });
            }
            RingMessage::Provisional(None) => self.safe = None,
            other => self.state.on_message(other),
        }
        events.push(ClientEvent::Message(Box::new(message)));
    }

    /// Takes the provisional lines back: following has started anew.
    fn void_provisional(&mut self, events: &mut Vec<ClientEvent>) {
        let Some(safe) = self.safe.take() else {
            return;
        };
        if self.cursor != Some(safe.cursor) {
            let from = safe.cursor;
            events.push(ClientEvent::Void(VoidLines::NotStored { from }));
        }
        self.state.restart(safe.follower);
        self.cursor = Some(safe.cursor);
        self.last = safe.last;
        // What comes next is stored until the ring says otherwise, also if no line was void.
        let stored = RingMessage::Provisional(None);
        events.push(ClientEvent::Message(Box::new(stored)));
    }

    /// Compares the first line after an outage with the last one before it.
    fn verify(&mut self, entry: &JournalLine, events: &mut Vec<ClientEvent>) {
        self.verifying = false;
        if self.last.as_ref() != Some(entry) {
            self.void_all(events);
            self.restart();
            return;
        }
        match self.cursor {
            // Before the outage the journal was to be followed from another line, and none
            // had come.
            Some(cursor) if cursor != entry.seq.wrapping_add(1) => {
                self.follow(FollowFrom::Line(cursor));
            }
            Some(_) if self.session().is_some() => {}
            _ => self.restart(),
        }
    }

    /// Takes all lines back: the ring has another journal.
    fn void_all(&mut self, events: &mut Vec<ClientEvent>) {
        self.last = None;
        events.push(ClientEvent::Void(VoidLines::OtherJournal));
    }

    /// Follows again from the present state of the ring.
    fn restart(&mut self) {
        self.cursor = None;
        self.state.restart(Follower::default());
        self.follow(FollowFrom::Now);
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
                    self.restart();
                }
                return;
            }
        };
        self.cursor = Some(entry.seq.wrapping_add(1));
        self.last = Some(entry.clone());
        let mut line_events = Vec::new();
        // Lines that only lead to the present are no news.
        let is_news = entry.seq >= self.past_before;
        if !matches!(said, Events::Nothing) && is_news {
            let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
            said.events(seq, at, hash, |event| line_events.push(event));
        }
        events.push(ClientEvent::Line(Box::new(FollowedLine {
            line: entry.clone(),
            events: line_events,
            is_news,
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

#[cfg(test)]
mod tests {
    use super::{ClientEvent, HostProtocol, Incompatible};
    use rules_core::board::BoardId;
    use rules_core::wire::{BootReason, FRAME_MAX, Hello, PROTOCOL, RingMessage, encode};

    /// A `Hello` of the withdrawn board 1, as its firmware sends it.
    #[test]
    fn a_ring_on_a_withdrawn_board_gets_a_sentence_and_no_silence() {
        let hello = Hello {
            protocol: PROTOCOL,
            firmware: heapless::String::try_from("0.1.0").unwrap(),
            board: BoardId::Ring,
            boot: BootReason::PowerUp,
            next: 1,
        };
        let mut payload = postcard::to_allocvec(&RingMessage::Hello(hello)).unwrap();
        let board = 1 + 2 + 1 + "0.1.0".len();
        assert_eq!(payload[board], 0);
        payload[board] = 1;
        let frame = encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec();
        match HostProtocol::default().receive(&frame).as_slice() {
            [ClientEvent::Incompatible(error @ Incompatible::Board(_))] => {
                assert!(
                    error
                        .to_string()
                        .starts_with("the board ring-lite was withdrawn")
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
