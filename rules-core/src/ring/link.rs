//! The line to a host: what it asked for, and which bytes go out next.
//!
//! Nothing is queued that can be made when the host is ready for it: lines of
//! the journal are found by the number the host has got to, so a slow host costs
//! no memory, and one that comes back gets exactly what it missed.

use super::matches::Walk;
use crate::lights::Host;
use crate::sensing::observation::Observation;
use crate::wire::frame::{FRAME_MAX, PAYLOAD_MAX};
use crate::wire::message::{FromHost, FromRing, Outcome, Refusal, Streams};
use crate::wire::{Counts, Deframer, PROTOCOL, encode};
use heapless::Deque;
use serde::Serialize;

/// Answers that can wait for a host that does not read; the oldest goes first.
const ANSWERS: usize = 8;

/// Observations that can wait for it.
const SEEN: usize = 8;

/// The number of [`FromHost::Ask`] in its table.
const ASK: u8 = 1;

/// The number of [`FromRing::Entry`] in its table.
const ENTRY: u8 = 2;

/// The line to a host.
#[derive(Debug)]
pub(super) struct Link {
    peer: Peer,
    deframer: Deframer,
    frame: [u8; FRAME_MAX],
    /// Which part of `frame` is still to be sent.
    left: core::ops::Range<usize>,
    answers: Deque<(u16, Outcome), ANSWERS>,
    /// The last answer that was final, to be given again.
    settled: Option<(u16, Outcome)>,
    seen: Deque<Observation, SEEN>,
    /// The next line of the journal the host gets.
    pub(super) cursor: Option<u32>,
    pub(super) streams: Streams,
    pub(super) errands: Errands,
    /// The checksum of what it was told last to wait for.
    pub(super) told: Option<[u8; 4]>,
    unread: u32,
    dropped: u32,
}

/// Who is at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    /// Nobody since power-up.
    Never,
    /// Nobody any more.
    Gone,
    /// Somebody who has not said who.
    Silent,
    /// Somebody who speaks another version.
    Stranger,
    /// A host.
    Host,
}

/// What is to be sent once, when the line is free.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Errands {
    pub(super) hello: bool,
    pub(super) info: bool,
    pub(super) proofs: bool,
    pub(super) calibration: bool,
    pub(super) calibrated: bool,
    /// Troubles from this one on.
    pub(super) health: Option<u16>,
    /// Evidence of this line from this byte on.
    pub(super) proof: Option<(u32, u32)>,
    /// How far the matches of the journal are named.
    pub(super) matches: Option<Walk>,
    pub(super) curtain: bool,
    pub(super) hall: bool,
}

impl Link {
    pub(super) const fn new() -> Self {
        Self {
            peer: Peer::Never,
            deframer: Deframer::new(),
            frame: [0; FRAME_MAX],
            left: 0..0,
            answers: Deque::new(),
            settled: None,
            seen: Deque::new(),
            cursor: None,
            streams: Streams::EMPTY,
            errands: Errands {
                hello: false,
                info: false,
                proofs: false,
                calibration: false,
                calibrated: false,
                health: None,
                proof: None,
                matches: None,
                curtain: false,
                hall: false,
            },
            told: None,
            unread: 0,
            dropped: 0,
        }
    }

    /// Whether a host listens, as the lights show it.
    pub(super) const fn host(&self) -> Host {
        match self.peer {
            Peer::Never => Host::Absent,
            Peer::Gone => Host::Lost,
            Peer::Silent | Peer::Stranger | Peer::Host => Host::Connected,
        }
    }

    pub(super) const fn is_host(&self) -> bool {
        matches!(self.peer, Peer::Host)
    }

    pub(super) const fn counts(&self) -> Counts {
        self.deframer.counts()
    }

    pub(super) const fn unread(&self) -> u32 {
        self.unread
    }

    pub(super) const fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Somebody has opened the port. What was under way for somebody else ends.
    pub(super) fn open(&mut self) {
        self.hang_up();
        self.peer = Peer::Silent;
        self.errands.hello = true;
    }

    /// Nobody is there any more.
    pub(super) fn close(&mut self) {
        self.hang_up();
        self.peer = Peer::Gone;
    }

    fn hang_up(&mut self) {
        self.left = 0..0;
        self.answers.clear();
        self.settled = None;
        self.seen.clear();
        self.cursor = None;
        self.streams = Streams::EMPTY;
        self.errands = Errands::default();
        self.told = None;
    }

    /// Takes bytes off the front of `input` up to the end of the next message.
    pub(super) fn receive(&mut self, input: &mut &[u8]) -> Option<FromHost> {
        loop {
            let payload = self.deframer.next(input)?;
            match postcard::from_bytes(payload) {
                Ok(message) => return Some(message),
                Err(_) => {
                    self.unread = self.unread.saturating_add(1);
                    // The number of a request stands before what it asks.
                    if let Ok((ASK, id)) = postcard::from_bytes::<(u8, u16)>(payload) {
                        self.answer(id, Outcome::Refused(Refusal::Unknown));
                    }
                }
            }
        }
    }

    /// A host says who it is.
    pub(super) fn greet(&mut self, major: u8) {
        self.peer = if major == PROTOCOL.major {
            Peer::Host
        } else {
            Peer::Stranger
        };
        self.errands.hello = true;
    }

    /// The answer that was given to this request before.
    pub(super) fn given(&self, id: u16) -> Option<Outcome> {
        self.settled
            .filter(|(number, _)| *number == id)
            .map(|(_, outcome)| outcome)
    }

    /// Answers a request.
    pub(super) fn answer(&mut self, id: u16, outcome: Outcome) {
        if outcome != Outcome::TouchNeeded {
            self.settled = Some((id, outcome));
        }
        if self.answers.is_full() {
            self.answers.pop_front();
        }
        let _ = self.answers.push_back((id, outcome));
    }

    /// Something was seen.
    pub(super) fn saw(&mut self, observation: &Observation) {
        if !self
            .streams
            .contains(crate::wire::message::Stream::Observations)
        {
            return;
        }
        if self.seen.is_full() {
            self.seen.pop_front();
            self.dropped = self.dropped.saturating_add(1);
        }
        let _ = self.seen.push_back(*observation);
    }

    /// Whether something that was seen is not sent, or not all of it.
    pub(super) fn has_sights(&self) -> bool {
        !self.seen.is_empty() || !self.is_free()
    }

    /// Whether anybody is there to send to.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.peer, Peer::Silent | Peer::Stranger | Peer::Host)
    }

    /// The rest of the frame that is being sent, into `out`; how much it was.
    pub(super) fn send(&mut self, out: &mut [u8]) -> usize {
        let rest = self.frame.get(self.left.clone()).unwrap_or(&[]);
        let count = rest.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.left.start += count;
        count
    }

    /// Whether the next frame can be made.
    pub(super) const fn is_free(&self) -> bool {
        self.left.start >= self.left.end
    }

    /// Makes a message the next frame.
    pub(super) fn load(&mut self, message: &impl Serialize) {
        let mut payload = [0; PAYLOAD_MAX];
        let length = postcard::to_slice(message, &mut payload).map_or(0, |it| it.len());
        self.load_bytes(payload.get(..length).unwrap_or(&[]));
    }

    /// Makes a line of the journal the next frame.
    pub(super) fn load_line(&mut self, seq: u32, line: &[u8]) {
        let mut payload = [0; PAYLOAD_MAX];
        let head = postcard::to_slice(&(ENTRY, seq), &mut payload).map_or(0, |it| it.len());
        let length = head + line.len();
        if let Some(place) = payload.get_mut(head..length) {
            place.copy_from_slice(line);
            self.load_bytes(payload.get(..length).unwrap_or(&[]));
        }
    }

    fn load_bytes(&mut self, payload: &[u8]) {
        let length = encode(payload, &mut self.frame).map_or(0, <[u8]>::len);
        self.left = 0..length;
    }

    /// An answer or something seen that waits to be sent.
    pub(super) fn waiting_message(&mut self) -> Option<FromRing> {
        if let Some((id, outcome)) = self.answers.pop_front() {
            return Some(FromRing::Answer(id, outcome));
        }
        self.seen.pop_front().map(FromRing::Seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::observation::What;
    use crate::time::Instant;
    use crate::wire::message::Stream;

    #[test]
    fn what_was_seen_is_urgent_until_all_of_it_is_sent() {
        let mut link = Link::new();
        link.open();
        let lifted = Observation {
            at: Instant(1_000_000),
            what: What::Lifted,
        };
        link.saw(&lifted);
        assert!(!link.has_sights(), "nobody watches");
        link.streams = Streams::of(Stream::Observations);
        link.saw(&lifted);
        assert!(link.has_sights());
        let message = link.waiting_message().map(|it| link.load(&it));
        assert_eq!(message, Some(()));
        let mut packet = [0; 4];
        while !link.is_free() {
            assert!(link.has_sights());
            link.send(&mut packet);
        }
        assert!(!link.has_sights());
    }
}
