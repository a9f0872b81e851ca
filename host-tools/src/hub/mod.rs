//! Hub: one ring, many programs. The hub owns the ring's connection and offers the same
//! wire protocol to any number of programs on this computer, each following the journal
//! from its own line.
//!
//! ```text
//!   ring --USB-- hub --same wire, loopback-- watch, answer, page, bridge ...
//! ```
//!
//! | file | concern |
//! |---|---|
//! | this one | [`Hub`]: the ring's messages and the programs' requests |
//! | [`journal`] | the journal in memory |
//! | [`program`] | one program: its socket, its place in the journal |
//! | [`exchange`] | requests at the ring, and who gets the answers |
//! | [`listener`], [`token_listener`] | sockets, and how programs find them |
//!
//! Nothing changes for the ring: it sees one host. When the connection to it breaks, or its
//! lines are void, the hub ends all connections; programs connect again and compare lines
//! with it as they do with a ring.

pub mod exchange;
pub mod journal;
pub mod listener;
pub mod program;
pub mod token_listener;

use exchange::Exchange;
use host_core::protocol::VoidLines;
use journal::SharedJournal;
use listener::Listeners;
use program::Program;
use ring_client::transport::TURNED_AWAY;
use ring_client::{Address, Client, ClientUpdate, Error, Transport};
use rules_core::referee::Session;
use rules_core::wire::message::{Request, Streams, WatchStream};
use rules_core::wire::{Response, RingMessage};
use std::time::{Duration, Instant};

/// Programs that a hub serves at once.
const MAX_PROGRAMS: usize = 64;

/// Wait for the ring between two looks at the programs.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Longest wait for the journal; a ring that writes all the time is never quite read.
const LOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Interval between two attempts to reach a ring that is not there yet.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Streams that the hub watches for itself, so that it knows the present state.
const OWN_STREAMS: [WatchStream; 2] = [WatchStream::Waiting, WatchStream::Health];

/// Connection to any ring.
type AnyClient = Client<Box<dyn Transport>>;

/// Hub of one ring.
#[derive(Debug)]
pub struct Hub {
    listeners: Listeners,
    journal: SharedJournal,
    programs: Vec<Program>,
    exchange: Exchange,
    /// Number of the next program.
    next: u64,
    /// First line that the flash does not hold; `None` if it holds all.
    provisional: Option<u32>,
    /// Last message of [`WatchStream::Waiting`].
    waiting: Option<RingMessage>,
    /// Messages of the last list of sensor faults.
    health: Vec<RingMessage>,
    /// Streams that the ring was asked for.
    streams: Streams,
    /// Address of the ring, for error messages of programs.
    place: String,
    /// True if the journal must be read again from its first line.
    is_stale: bool,
    /// Line with which the journal begins to come; lines before it are of an earlier
    /// request. `None` if it has come.
    awaited: Option<u32>,
    /// Sentence about why there is no ring; `None` while there is one.
    trouble: Option<String>,
}

impl Hub {
    /// Creates a hub without a ring.
    #[must_use]
    pub fn new(listeners: Listeners) -> Self {
        Self {
            listeners,
            journal: SharedJournal::default(),
            programs: Vec::new(),
            exchange: Exchange::default(),
            next: 0,
            provisional: None,
            waiting: None,
            health: Vec::new(),
            streams: Streams::EMPTY,
            place: String::new(),
            is_stale: false,
            awaited: None,
            trouble: Some("no ring is connected yet".to_owned()),
        }
    }

    /// Shares the ring at an address until `is_closed` returns true; waits for a ring that
    /// is not there. Changes of the connection are reported to `on_link`: a sentence, or
    /// `None` when the ring is there.
    ///
    /// # Errors
    /// [`Error`] if the ring speaks another protocol.
    pub fn run(
        mut self,
        address: &Address,
        is_closed: impl Fn() -> bool,
        mut on_link: impl FnMut(Option<&str>),
    ) -> Result<(), Error> {
        while !is_closed() {
            let opened = address.open_itself().and_then(Client::connect);
            let why = match opened
                .and_then(|mut client| self.share(&mut client, &is_closed, &mut on_link))
            {
                Ok(()) => continue,
                Err(why @ Error::Incompatible(_)) => return Err(why),
                Err(why) => why.to_string(),
            };
            if self.trouble.as_ref() != Some(&why) {
                on_link(Some(&why));
            }
            self.lose(why);
            let until = Instant::now() + RETRY_INTERVAL;
            while !is_closed() && Instant::now() < until {
                self.welcome();
                std::thread::sleep(POLL_INTERVAL * 10);
            }
        }
        Ok(())
    }

    fn share(
        &mut self,
        client: &mut AnyClient,
        is_closed: &impl Fn() -> bool,
        on_link: &mut impl FnMut(Option<&str>),
    ) -> Result<(), Error> {
        self.streams = Streams::EMPTY;
        client.set_patience(Duration::MAX);
        self.is_stale = true;
        while !is_closed() {
            if self.is_stale {
                self.load(client, is_closed, on_link)?;
            }
            self.poll(client, on_link)?;
        }
        Ok(())
    }

    /// Reads the journal from its first line. Programs are greeted once it is here.
    fn load(
        &mut self,
        client: &mut AnyClient,
        is_closed: &impl Fn() -> bool,
        on_link: &mut impl FnMut(Option<&str>),
    ) -> Result<(), Error> {
        self.lose("the hub reads the journal of the ring".to_owned());
        self.journal = SharedJournal::default();
        self.is_stale = false;
        let info = client.info()?;
        self.place = client.line().place();
        self.listeners.announce(&info.identity, &self.place);
        self.awaited = Some(client.follow_match_of(0)?);
        self.streams = Streams::EMPTY;
        self.watch(client);
        let (next, until) = (info.next, Instant::now() + LOAD_TIMEOUT);
        while self.journal.next() < next && !self.is_stale {
            if is_closed() || Instant::now() >= until {
                break;
            }
            if let Some(update) = client.next(POLL_INTERVAL)? {
                self.on_update(update, on_link);
            }
        }
        self.trouble = None;
        on_link(None);
        Ok(())
    }

    /// Handles what the ring and the programs say.
    fn poll(
        &mut self,
        client: &mut AnyClient,
        on_link: &mut impl FnMut(Option<&str>),
    ) -> Result<(), Error> {
        let mut wait = POLL_INTERVAL;
        while let Some(update) = client.next(wait)? {
            self.on_update(update, on_link);
            wait = Duration::ZERO;
        }
        self.welcome();
        // A journal that is about to be read again is shown to nobody.
        if self.trouble.is_some() || self.is_stale {
            return Ok(());
        }
        let hello = client.hello().cloned();
        let is_blank = client.session().and_then(Session::game).is_none();
        let mut gone = Vec::new();
        for at in 0..self.programs.len() {
            let program = &mut self.programs[at];
            if let Some(hello) = &hello {
                program.greet(hello, self.journal.next());
            }
            if program.read().is_err() {
                gone.push(program.id);
                continue;
            }
            while let Some((id, request)) = program.next_request() {
                match request {
                    Request::Follow(from) => {
                        let response = match self.journal.follow(from) {
                            Ok(reply) => {
                                program.follow(reply.seq);
                                Response::From {
                                    seq: reply.seq,
                                    idle: reply.seq >= reply.next && is_blank,
                                    next: reply.next,
                                }
                            }
                            Err(why) => Response::Refused(why),
                        };
                        program.respond(id, response);
                    }
                    Request::Watch(streams) => {
                        program.streams = streams;
                        program.respond(id, Response::Done);
                        if streams.contains(WatchStream::Waiting) {
                            self.waiting.iter().for_each(|it| program.send(it));
                        }
                        if streams.contains(WatchStream::Health) {
                            self.health.iter().for_each(|it| program.send(it));
                        }
                    }
                    request => match self.exchange.queue(program.id, id, request) {
                        Ok(()) => {}
                        Err(request) => {
                            program.put_back(id, request);
                            break;
                        }
                    },
                }
            }
            program.send_lines(&self.journal, self.provisional);
            if program.write().is_err() {
                gone.push(program.id);
            }
        }
        self.programs.retain(|program| !gone.contains(&program.id));
        gone.into_iter().for_each(|id| self.exchange.forget(id));
        self.watch(client);
        self.exchange.send(client);
        Ok(())
    }

    /// Asks the ring for the streams of all programs.
    fn watch(&mut self, client: &mut AnyClient) {
        let mut wanted: Streams = OWN_STREAMS.into_iter().collect();
        for program in &self.programs {
            wanted = program.streams.iter().fold(wanted, Streams::with);
        }
        if wanted != self.streams && !client.is_away() {
            self.streams = wanted;
            client.send(Request::Watch(wanted));
        }
    }

    fn on_update(&mut self, update: ClientUpdate, on_link: &mut impl FnMut(Option<&str>)) {
        match update {
            ClientUpdate::Line(followed) => {
                let seq = followed.line.seq;
                if self.awaited.is_none_or(|first| first == seq) {
                    self.awaited = None;
                    // Lines are missing: read them all again.
                    self.is_stale |= !self.journal.push(&followed.line);
                }
            }
            ClientUpdate::Response(id, response) => {
                let answered = self.exchange.on_response(id, response);
                if let Some((program, id, response)) = answered
                    && let Some(program) = self.program(program)
                {
                    program.respond(id, response);
                }
            }
            ClientUpdate::Message(message) => self.on_message(*message),
            ClientUpdate::Lost(why) => {
                let why = why.to_string();
                on_link(Some(&why));
                self.lose(why);
            }
            ClientUpdate::Back => {
                self.trouble = None;
                self.streams = Streams::EMPTY;
                // The request for the journal may be lost: ask once more.
                self.is_stale |= self.awaited.is_some();
                on_link(None);
            }
            // Every program compares its last line when it connects again.
            ClientUpdate::Void(VoidLines::NotStored { from }) => {
                self.journal.truncate(from);
                self.programs.clear();
                self.exchange.clear();
            }
            ClientUpdate::Void(VoidLines::OtherJournal) | ClientUpdate::FollowFailed(_) => {
                self.is_stale = true;
            }
        }
    }

    fn on_message(&mut self, message: RingMessage) {
        let stream = match &message {
            RingMessage::Waiting(_) => {
                self.waiting = Some(message.clone());
                WatchStream::Waiting
            }
            RingMessage::Health { before, .. } => {
                if *before == 0 {
                    self.health.clear();
                }
                self.health.push(message.clone());
                WatchStream::Health
            }
            RingMessage::Device(_) => WatchStream::Device,
            RingMessage::Observation(_) => WatchStream::Observations,
            RingMessage::Curtain(_) => WatchStream::Curtain,
            RingMessage::Hall { .. } => WatchStream::Hall,
            RingMessage::Provisional(first) => {
                self.provisional = *first;
                return;
            }
            other => {
                if let RingMessage::Info(info) = other {
                    self.listeners.announce(&info.identity, &self.place);
                }
                for program in self.exchange.on_message(other) {
                    if let Some(program) = self.program(program) {
                        program.send(&message);
                    }
                }
                return;
            }
        };
        let watching = self
            .programs
            .iter_mut()
            .filter(|it| it.streams.contains(stream));
        match stream {
            WatchStream::Waiting | WatchStream::Health => {
                watching.for_each(|program| program.send(&message));
            }
            _ => watching.for_each(|program| program.offer(&message)),
        }
    }

    fn program(&mut self, id: u64) -> Option<&mut Program> {
        self.programs.iter_mut().find(|program| program.id == id)
    }

    /// Ends all connections: the ring has gone for this reason.
    fn lose(&mut self, why: String) {
        self.trouble = Some(why);
        self.programs.clear();
        self.exchange.clear();
        // Without their connection these lines are void, and nobody may take them for stored
        // until the ring says what it has.
        if let Some(first) = self.provisional.take() {
            self.journal.truncate(first);
        }
        self.waiting = None;
        self.health.clear();
    }

    /// Accepts programs, or tells them why not.
    fn welcome(&mut self) {
        while let Some(mut socket) = self.listeners.accept() {
            let refusal = match &self.trouble {
                Some(why) => Some(why.clone()),
                None if self.programs.len() >= MAX_PROGRAMS => {
                    Some("too many programs use this ring: end one".to_owned())
                }
                None => None,
            };
            match refusal {
                // One write, so that the reader gets the whole sentence.
                Some(why) => drop(socket.write(format!("{TURNED_AWAY}{why}\n").as_bytes())),
                None => {
                    self.programs.push(Program::new(self.next, socket));
                    self.next += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Hub;
    use super::listener::Listeners;
    use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;

    /// A program that connects before the ring has said what it holds must not take a line
    /// for stored that went with the power.
    #[test]
    fn lines_that_were_not_stored_are_gone_with_the_ring() {
        let mut hub = Hub::new(Listeners::default());
        for seq in 1..6 {
            let line = LineContent::Record(Record::Note(Note::PowerUp));
            let body = LineBody {
                at: Instant(0),
                hash: 0,
                line,
            };
            assert!(hub.journal.push(&JournalLine { seq, body }));
        }
        hub.provisional = Some(4);
        hub.lose("the cable is out".into());
        assert_eq!((hub.journal.next(), hub.provisional), (4, None));
    }
}
