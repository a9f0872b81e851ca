//! A recording that stands in for the ring it was made of. It says again what
//! the ring said, as fast as it is listened to, and refuses to be told anything.

use super::super::error::{Error, Fault};
use super::super::recording::Recording;
use super::Transport;
use rules_core::wire::message::{Ask, From, FromHost};
use rules_core::wire::{Deframer, FRAME_MAX, FromRing, Outcome, Refusal, encode};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A recording that is played.
#[derive(Debug)]
pub struct Playback {
    path: PathBuf,
    messages: Vec<FromRing>,
    deframer: Deframer,
    outgoing: Vec<u8>,
    /// Whether the lines have been sent.
    told: bool,
}

impl Playback {
    /// Opens a recording. What is damaged in it is left out; `dohyo replay`
    /// tells.
    ///
    /// # Errors
    /// If it cannot be read, or nothing in it can.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let place = path.display().to_string();
        let recording =
            Recording::read(path).map_err(|why| Error::link(&place, Fault::NoRecording(why)))?;
        let messages: Vec<_> = recording.items.into_iter().map(|it| it.message).collect();
        if !messages.iter().any(|it| matches!(it, FromRing::Hello(_))) {
            let why = "nothing in it can be read; take an undamaged copy of it".into();
            return Err(Error::link(&place, Fault::NoRecording(why)));
        }
        Ok(Self {
            path: path.to_owned(),
            messages,
            deframer: Deframer::new(),
            outgoing: Vec::new(),
            told: false,
        })
    }

    fn say(&mut self, message: &impl Serialize) {
        let Ok(payload) = postcard::to_allocvec(message) else {
            return;
        };
        if let Ok(frame) = encode(&payload, &mut [0; FRAME_MAX]) {
            self.outgoing.extend(frame);
        }
    }

    fn hear(&mut self, message: FromHost) {
        let (id, ask) = match message {
            FromHost::Hello(_) => {
                self.say_last(|it| matches!(it, FromRing::Hello(_)));
                return;
            }
            FromHost::Ask(id, ask) => (id, ask),
        };
        let outcome = match ask {
            Ask::Follow(from) => return self.follow(id, from),
            Ask::Watch(_) => Outcome::Done,
            Ask::Info if self.messages.iter().any(is_info) => Outcome::Done,
            _ => Outcome::Refused(Refusal::None),
        };
        self.say(&FromRing::Answer(id, outcome));
        match ask {
            Ask::Watch(_) => {
                self.say_last(|it| matches!(it, FromRing::Waiting(_)));
                self.say_last(|it| matches!(it, FromRing::Health { .. }));
            }
            Ask::Info => self.say_last(is_info),
            _ => {}
        }
    }

    /// Says the last message of a kind again.
    fn say_last(&mut self, is_it: fn(&FromRing) -> bool) {
        if let Some(message) = self.messages.iter().rev().find(|it| is_it(it)).cloned() {
            self.say(&message);
        }
    }

    /// Says all lines from there on, once.
    fn follow(&mut self, id: u16, from: From) {
        let lines = self.messages.iter().filter_map(|it| match it {
            FromRing::Entry(entry) => Some(entry),
            _ => None,
        });
        let first = match from {
            From::Line(seq) => seq,
            From::Match | From::Now => 0,
        };
        let wanted = lines.filter(|it| !self.told && it.seq >= first);
        let wanted: Vec<_> = wanted.cloned().collect();
        let end = self.messages.iter().rev().find_map(|it| match it {
            FromRing::Entry(entry) => Some(entry.seq.saturating_add(1)),
            _ => None,
        });
        let seq = wanted.first().map_or(end.unwrap_or(1), |it| it.seq);
        let idle = end.is_none();
        self.say(&FromRing::Answer(id, Outcome::From { seq, idle }));
        for entry in wanted {
            self.say(&FromRing::Entry(entry));
        }
        self.told = true;
    }
}

const fn is_info(message: &FromRing) -> bool {
    matches!(message, FromRing::Info(_))
}

impl Transport for Playback {
    fn place(&self) -> String {
        self.path.display().to_string()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut heard = Vec::new();
        self.deframer.push(bytes, |payload| {
            heard.extend(postcard::from_bytes::<FromHost>(payload).ok());
        });
        for message in heard {
            self.hear(message);
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, _: Duration) -> Result<(), Fault> {
        bytes.append(&mut self.outgoing);
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.told && self.outgoing.is_empty()
    }
}
