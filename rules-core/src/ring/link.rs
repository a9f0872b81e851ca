//! Connection to a host: its requests, and the bytes that go out next.
//!
//! Messages that can be made when the host is ready for them are not queued: journal
//! lines are found by the number the host has reached, so that a slow host costs no
//! memory, and one that reconnects gets exactly the lines it missed.

use super::matches::MatchScan;
use crate::lights::HostStatus;
use crate::sensing::observation::Observation;
use crate::wire::frame::{FRAME_MAX, PAYLOAD_MAX};
use crate::wire::message::{HostMessage, RequestError, Response, RingMessage, Streams};
use crate::wire::{Deframer, FrameCounts, PROTOCOL, encode};
use heapless::Deque;
use serde::Serialize;

/// Responses that can wait for a host that does not read; the oldest is dropped first.
const MAX_RESPONSES: usize = 8;

/// Observations that can wait for a host that does not read; the oldest is dropped first.
const MAX_OBSERVATIONS: usize = 8;

/// Number of [`HostMessage::Request`] in its table.
const ASK: u8 = 1;

/// Number of [`RingMessage::Line`] in its table.
const ENTRY: u8 = 2;

/// Connection to a host.
#[derive(Debug)]
pub(super) struct Link {
    peer: Peer,
    deframer: Deframer,
    frame: [u8; FRAME_MAX],
    /// Part of `frame` that is still to be sent.
    left: core::ops::Range<usize>,
    answers: Deque<(u16, Response), MAX_RESPONSES>,
    /// Last final response, to be repeated.
    settled: Option<(u16, Response)>,
    seen: Deque<Observation, MAX_OBSERVATIONS>,
    /// Next journal line that the host gets.
    pub(super) cursor: Option<u32>,
    pub(super) streams: Streams,
    pub(super) errands: PendingSends,
    /// Checksum of the waiting state that the host was sent last.
    pub(super) waiting_crc: Option<[u8; 4]>,
    unread: u32,
    dropped: u32,
}

/// Peer at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    /// No host since power-up.
    Never,
    /// Host that has disconnected.
    Gone,
    /// Host that has not sent its greeting.
    Silent,
    /// Host with another major version of the protocol.
    Stranger,
    /// Host with a compatible protocol.
    Host,
}

/// Messages to be sent once, when the connection is free.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PendingSends {
    pub(super) hello: bool,
    pub(super) info: bool,
    pub(super) proofs: bool,
    pub(super) calibration: bool,
    pub(super) calibrated: bool,
    /// Index of the first sensor fault to send.
    pub(super) health: Option<u16>,
    /// Journal line of the capture to send, and its first byte.
    pub(super) proof: Option<(u32, u32)>,
    /// Progress of the list of matches.
    pub(super) matches: Option<MatchScan>,
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
            errands: PendingSends {
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
            waiting_crc: None,
            unread: 0,
            dropped: 0,
        }
    }

    /// Returns the state of the host, as the lights show it.
    pub(super) const fn host(&self) -> HostStatus {
        match self.peer {
            Peer::Never => HostStatus::Absent,
            Peer::Gone => HostStatus::Lost,
            Peer::Silent | Peer::Stranger | Peer::Host => HostStatus::Connected,
        }
    }

    pub(super) const fn is_host(&self) -> bool {
        matches!(self.peer, Peer::Host)
    }

    pub(super) const fn counts(&self) -> FrameCounts {
        self.deframer.counts()
    }

    pub(super) const fn unread(&self) -> u32 {
        self.unread
    }

    pub(super) const fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Starts a new connection: drops the half-sent frame, queued responses and watches
    /// of the previous host.
    pub(super) fn open(&mut self) {
        self.reset();
        self.peer = Peer::Silent;
        self.errands.hello = true;
    }

    /// Ends the connection.
    pub(super) fn close(&mut self) {
        self.reset();
        self.peer = Peer::Gone;
    }

    fn reset(&mut self) {
        self.left = 0..0;
        self.answers.clear();
        self.settled = None;
        self.seen.clear();
        self.cursor = None;
        self.streams = Streams::EMPTY;
        self.errands = PendingSends::default();
        self.waiting_crc = None;
    }

    /// Consumes bytes from the front of `input` up to the end of the next message; `None`
    /// if there is no further one.
    pub(super) fn receive(&mut self, input: &mut &[u8]) -> Option<HostMessage> {
        loop {
            let payload = self.deframer.next(input)?;
            match postcard::from_bytes(payload) {
                Ok(message) => return Some(message),
                Err(_) => {
                    self.unread = self.unread.saturating_add(1);
                    // The number of a request precedes its contents.
                    if let Ok((ASK, id)) = postcard::from_bytes::<(u8, u16)>(payload) {
                        self.answer(id, Response::Refused(RequestError::Unknown));
                    }
                }
            }
        }
    }

    /// Handles the greeting of a host with this major version.
    pub(super) fn greet(&mut self, major: u8) {
        self.peer = if major == PROTOCOL.major {
            Peer::Host
        } else {
            Peer::Stranger
        };
        self.errands.hello = true;
    }

    /// Returns the response that this request got before; `None` if it is new.
    pub(super) fn cached_response(&self, id: u16) -> Option<Response> {
        self.settled
            .filter(|(number, _)| *number == id)
            .map(|(_, outcome)| outcome)
    }

    /// Queues the response to a request.
    pub(super) fn answer(&mut self, id: u16, outcome: Response) {
        if outcome != Response::TouchNeeded {
            self.settled = Some((id, outcome));
        }
        if self.answers.is_full() {
            self.answers.pop_front();
        }
        let _ = self.answers.push_back((id, outcome));
    }

    /// Queues an observation, if the host watches them.
    pub(super) fn queue_observation(&mut self, observation: &Observation) {
        if !self
            .streams
            .contains(crate::wire::message::WatchStream::Observations)
        {
            return;
        }
        if self.seen.is_full() {
            self.seen.pop_front();
            self.dropped = self.dropped.saturating_add(1);
        }
        let _ = self.seen.push_back(*observation);
    }

    /// True if an observation is not sent, or not completely.
    pub(super) fn has_sights(&self) -> bool {
        !self.seen.is_empty() || !self.is_free()
    }

    /// True if a host is connected.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.peer, Peer::Silent | Peer::Stranger | Peer::Host)
    }

    /// Writes the rest of the frame that is being sent into `out`; returns the number of
    /// bytes.
    pub(super) fn send(&mut self, out: &mut [u8]) -> usize {
        let rest = self.frame.get(self.left.clone()).unwrap_or(&[]);
        let count = rest.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.left.start += count;
        count
    }

    /// True if the next frame can be made.
    pub(super) const fn is_free(&self) -> bool {
        self.left.start >= self.left.end
    }

    /// Makes a message the next frame.
    pub(super) fn load(&mut self, message: &impl Serialize) {
        let mut payload = [0; PAYLOAD_MAX];
        let length = postcard::to_slice(message, &mut payload).map_or(0, |bytes| bytes.len());
        self.load_bytes(payload.get(..length).unwrap_or(&[]));
    }

    /// Makes a journal line the next frame.
    pub(super) fn load_line(&mut self, seq: u32, line: &[u8]) {
        let mut payload = [0; PAYLOAD_MAX];
        let head = postcard::to_slice(&(ENTRY, seq), &mut payload).map_or(0, |bytes| bytes.len());
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

    /// Returns the next response or observation that waits to be sent.
    pub(super) fn waiting_message(&mut self) -> Option<RingMessage> {
        if let Some((id, outcome)) = self.answers.pop_front() {
            return Some(RingMessage::Response(id, outcome));
        }
        self.seen.pop_front().map(RingMessage::Observation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::observation::{ObservationId, ObservationKind};
    use crate::time::Instant;
    use crate::wire::message::WatchStream;

    #[test]
    fn what_was_seen_is_urgent_until_all_of_it_is_sent() {
        let mut link = Link::new();
        link.open();
        let lifted = Observation {
            id: ObservationId(7),
            at: Instant(1_000_000),
            kind: ObservationKind::Undocked,
        };
        link.queue_observation(&lifted);
        assert!(!link.has_sights(), "nobody watches");
        link.streams = Streams::of(WatchStream::Observations);
        link.queue_observation(&lifted);
        assert!(link.has_sights());
        let message = link.waiting_message().map(|message| link.load(&message));
        assert_eq!(message, Some(()));
        let mut packet = [0; 4];
        while !link.is_free() {
            assert!(link.has_sights());
            link.send(&mut packet);
        }
        assert!(!link.has_sights());
    }
}
