//! A host's side of the line, without any I/O: bytes in, bytes out.

use rules_core::referee::{Astray, Entry, Event, Follower, Said, Session};
use rules_core::wire::hello::Incompatible;
use rules_core::wire::message::From;
use rules_core::wire::{
    Ask, Deframer, FRAME_MAX, FromHost, FromRing, Hello, HostHello, Outcome, PROTOCOL, encode,
};

/// What a host knows of a ring it talks to.
#[derive(Debug, Default)]
pub struct Side {
    deframer: Deframer,
    next: u16,
    outgoing: Vec<u8>,
    hello: Option<Hello>,
    follower: Follower,
    /// The next line that is to come, once the journal is followed.
    cursor: Option<u32>,
    /// The request for lines that is under way.
    following: Option<u16>,
}

/// Something a ring says.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// A message as it is.
    Message(Box<FromRing>),
    /// A line of the journal, and what the referee says with it.
    Line(Box<Entry>, Vec<Event>),
    /// Lines could not be followed; a snapshot is asked for.
    Astray(Astray),
    /// The ring speaks another version.
    Incompatible(Incompatible),
}

impl Side {
    /// Says who this is. To be called whenever a line has been opened; what was
    /// followed is followed on.
    pub fn open(&mut self) {
        self.deframer = Deframer::new();
        self.outgoing.clear();
        // Ends whatever was on the line.
        self.outgoing.push(0);
        self.following = None;
        self.hello = None;
        self.say(&FromHost::Hello(HostHello { protocol: PROTOCOL }));
        if let Some(cursor) = self.cursor {
            self.follow(From::Line(cursor));
        }
    }

    /// Asks for something; the number its answer will have.
    pub fn ask(&mut self, ask: Ask) -> u16 {
        self.next = self.next.wrapping_add(1);
        self.say(&FromHost::Ask(self.next, ask));
        self.next
    }

    /// Follows the journal from there on.
    pub fn follow(&mut self, from: From) -> u16 {
        let id = self.ask(Ask::Follow(from));
        self.following = Some(id);
        id
    }

    fn say(&mut self, message: &FromHost) {
        let Ok(payload) = postcard::to_allocvec(message) else {
            return;
        };
        if let Ok(frame) = encode(&payload, &mut [0; FRAME_MAX]) {
            self.outgoing.extend(frame);
        }
    }

    /// The bytes to send.
    pub fn take_outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.outgoing)
    }

    /// Takes bytes from the ring; what it says with them.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<Heard> {
        let mut payloads = Vec::new();
        self.deframer
            .push(bytes, |payload| payloads.push(payload.to_vec()));
        let mut heard = Vec::new();
        for payload in payloads {
            // A message that this program does not know is passed over.
            if let Ok(message) = postcard::from_bytes(&payload) {
                self.hear(message, &mut heard);
            }
        }
        heard
    }

    fn hear(&mut self, message: FromRing, heard: &mut Vec<Heard>) {
        match &message {
            FromRing::Hello(hello) => {
                if let Err(incompatible) = PROTOCOL.meets(hello.protocol) {
                    heard.push(Heard::Incompatible(incompatible));
                }
                self.hello = Some(hello.clone());
            }
            FromRing::Answer(id, outcome) if self.following == Some(*id) => {
                self.following = None;
                match outcome {
                    Outcome::From { seq, idle } => self.begin_at(*seq, *idle),
                    // What was missed is gone: how it stands now will do.
                    Outcome::Refused(_) => {
                        self.cursor = None;
                        self.follower = Follower::default();
                        self.follow(From::Now);
                    }
                    Outcome::Done | Outcome::TouchNeeded => {}
                }
            }
            FromRing::Entry(entry) => {
                self.line(entry, heard);
                return;
            }
            _ => {}
        }
        heard.push(Heard::Message(Box::new(message)));
    }

    fn begin_at(&mut self, seq: u32, idle: bool) {
        if self.cursor != Some(seq) || self.follower.session().is_none() {
            self.follower = if idle {
                Follower::idle(seq.saturating_sub(1))
            } else {
                Follower::default()
            };
        }
        self.cursor = Some(seq);
    }

    fn line(&mut self, entry: &Entry, heard: &mut Vec<Heard>) {
        let said = match self.follower.take(entry) {
            Ok(said) => said,
            Err(astray) => {
                heard.push(Heard::Astray(astray));
                if self.following.is_none() {
                    self.cursor = None;
                    self.follow(From::Now);
                }
                return;
            }
        };
        self.cursor = Some(entry.seq.wrapping_add(1));
        let mut events = Vec::new();
        if !matches!(said, Said::Nothing) {
            let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
            said.events(seq, at, hash, |event| events.push(event));
        }
        heard.push(Heard::Line(Box::new(entry.clone()), events));
    }

    /// Who the ring is, once it has said so.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref()
    }

    /// The session, as far as the journal was followed.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.follower.session()
    }

    /// The next line that is to come.
    #[must_use]
    pub const fn cursor(&self) -> Option<u32> {
        self.cursor
    }
}
