//! Transport that plays a recording back in place of the ring it was made of. Playback
//! answers requests with the recorded messages, as fast as the client reads them, and
//! refuses every request that would change the ring.

use super::super::error::{Error, LinkError};
use super::Transport;
use crate::recording;
use rules_core::referee::JournalLine;
use rules_core::wire::message::{FollowFrom, HostMessage, Request};
use rules_core::wire::{Deframer, FRAME_MAX, RequestError, Response, RingMessage, encode};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Transport that plays a recording back in place of a ring.
#[derive(Debug)]
pub struct Playback {
    path: PathBuf,
    /// All messages of the recording, in order.
    messages: Vec<RingMessage>,
    /// Journal lines of the recording, without those that were recorded again.
    lines: Vec<JournalLine>,
    deframer: Deframer,
    /// Encoded messages that the client has not received yet.
    outgoing: Vec<u8>,
    /// True if the journal lines of the recording have been queued.
    lines_sent: bool,
}

impl Playback {
    /// Opens a recording. Damaged parts are left out; `dohyo replay` reports them.
    ///
    /// # Errors
    /// `LinkError::NoRecording` if the file cannot be read or holds no `Hello`.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let place = path.display().to_string();
        let recording = recording::read(path)
            .map_err(|why| Error::link(&place, LinkError::NoRecording(why)))?;
        let lines = recording.journal().lines;
        let messages: Vec<_> = recording
            .items
            .into_iter()
            .map(|item| item.message)
            .collect();
        if !messages
            .iter()
            .any(|message| matches!(message, RingMessage::Hello(_)))
        {
            let why = "nothing in it can be read; take an undamaged copy of it".into();
            return Err(Error::link(&place, LinkError::NoRecording(why)));
        }
        Ok(Self {
            path: path.to_owned(),
            messages,
            lines,
            deframer: Deframer::new(),
            outgoing: Vec::new(),
            lines_sent: false,
        })
    }

    /// Queues a message for the client.
    fn queue(&mut self, message: &impl Serialize) {
        let Ok(payload) = postcard::to_allocvec(message) else {
            return;
        };
        if let Ok(frame) = encode(&payload, &mut [0; FRAME_MAX]) {
            self.outgoing.extend(frame);
        }
    }

    /// Answers a message of the client.
    fn on_message(&mut self, message: HostMessage) {
        let (id, request) = match message {
            HostMessage::Hello(_) => {
                self.queue_last(|message| matches!(message, RingMessage::Hello(_)));
                return;
            }
            HostMessage::Request(id, request) => (id, request),
        };
        let response = match request {
            Request::Follow(from) => return self.follow(id, from),
            Request::Watch(_) => Response::Done,
            Request::Info if self.messages.iter().any(is_info) => Response::Done,
            _ => Response::Refused(RequestError::None),
        };
        self.queue(&RingMessage::Response(id, response));
        match request {
            Request::Watch(_) => {
                self.queue_last(|message| matches!(message, RingMessage::Waiting(_)));
                self.queue_last(|message| matches!(message, RingMessage::Health { .. }));
            }
            Request::Info => self.queue_last(is_info),
            _ => {}
        }
    }

    /// Queues the last recorded message that `wanted` accepts.
    fn queue_last(&mut self, wanted: fn(&RingMessage) -> bool) {
        if let Some(message) = self
            .messages
            .iter()
            .rev()
            .find(|message| wanted(message))
            .cloned()
        {
            self.queue(&message);
        }
    }

    /// Queues all recorded journal lines from `from` on. Later calls queue no lines.
    fn follow(&mut self, id: u16, from: FollowFrom) {
        let first = match from {
            FollowFrom::Line(seq) => seq,
            FollowFrom::Match | FollowFrom::Now => 0,
        };
        let lines = self.lines.iter();
        let wanted = lines.filter(|line| !self.lines_sent && line.seq >= first);
        let wanted: Vec<_> = wanted.cloned().collect();
        let end = self.lines.last().map(|line| line.seq.saturating_add(1));
        let seq = wanted.first().map_or(end.unwrap_or(1), |line| line.seq);
        let idle = end.is_none();
        // Everything in a recording is news.
        let next = seq;
        self.queue(&RingMessage::Response(
            id,
            Response::From { seq, idle, next },
        ));
        for entry in wanted {
            self.queue(&RingMessage::Line(entry));
        }
        self.lines_sent = true;
    }
}

const fn is_info(message: &RingMessage) -> bool {
    matches!(message, RingMessage::Info(_))
}

impl Transport for Playback {
    fn place(&self) -> String {
        self.path.display().to_string()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        let mut heard = Vec::new();
        self.deframer.push(bytes, |payload| {
            heard.extend(postcard::from_bytes::<HostMessage>(payload).ok());
        });
        for message in heard {
            self.on_message(message);
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, _: Duration) -> Result<(), LinkError> {
        bytes.append(&mut self.outgoing);
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.lines_sent && self.outgoing.is_empty()
    }
}
