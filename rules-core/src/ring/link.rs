//! Connection to a host: received requests, queued responses, and the frame being sent.
//!
//! Only responses and observations are queued. Journal lines are found by the number that
//! the host has reached, so that a slow host costs no memory, and one that reconnects
//! gets exactly the lines it missed.

use super::matches::MatchScan;
use crate::lights::HostStatus;
use crate::sensing::frame::CurtainRead;
use crate::sensing::observation::Observation;
use crate::wire::frame::{FRAME_MAX, PAYLOAD_MAX};
use crate::wire::message::{HostMessage, RequestError, Response, RingMessage, Streams};
use crate::wire::{Deframer, FrameCounts, PROTOCOL, encode};
use heapless::Deque;
use serde::Serialize;

/// Maximum number of responses that wait for a slow host; the oldest is dropped first.
const MAX_RESPONSES: usize = 8;

/// Maximum number of observations that wait for a slow host; the oldest is dropped first.
const MAX_OBSERVATIONS: usize = 8;

/// Postcard variant index of [`HostMessage::Request`].
const REQUEST_VARIANT: u8 = 1;

/// Postcard variant index of [`RingMessage::Line`].
const LINE_VARIANT: u8 = 2;

/// State of the connection to a host: both directions, queues and subscriptions.
#[derive(Debug)]
pub(super) struct Link {
    peer: Peer,
    deframer: Deframer,
    /// Encoded frame that is being sent.
    frame: [u8; FRAME_MAX],
    /// Range of `frame` that is not sent yet.
    left: core::ops::Range<usize>,
    responses: Deque<(u16, Response), MAX_RESPONSES>,
    /// Last final response and its request's number, repeated if the host sends that
    /// request again.
    last_response: Option<(u16, Response)>,
    seen: Deque<Observation, MAX_OBSERVATIONS>,
    /// Number of the next journal line that the host gets; `None` if it follows none.
    pub(super) cursor: Option<u32>,
    /// Number of the first line that the host must take as provisional; `None` if there
    /// is none.
    pub(super) provisional: Option<u32>,
    pub(super) streams: Streams,
    pub(super) sends: PendingSends,
    /// Checksum of the waiting state last sent to the host; `None` if none was sent.
    pub(super) waiting_crc: Option<[u8; 4]>,
    /// Number of received messages that could not be decoded.
    unread: u32,
    /// Number of observations dropped because the host was slow.
    dropped: u32,
}

/// State of the host at the other end of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    /// No host has connected since power-up.
    Never,
    /// The host has disconnected.
    Gone,
    /// A host is connected but has not sent its greeting.
    Silent,
    /// The host uses another major version of the protocol.
    Stranger,
    /// The host uses a compatible protocol; only then are its requests executed.
    Host,
}

/// Messages that the link must send once, when no other frame is being sent.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PendingSends {
    pub(super) hello: bool,
    pub(super) info: bool,
    pub(super) captures: bool,
    pub(super) calibration: bool,
    pub(super) calibrated: bool,
    /// Index of the first sensor fault to send; `None` if there is none to send.
    pub(super) health: Option<u16>,
    /// Journal line of the capture to send, and the offset of the next byte; `None` if no
    /// capture is being sent.
    pub(super) capture: Option<(u32, u32)>,
    /// Progress of the list of matches; `None` if no list is being sent.
    pub(super) matches: Option<MatchScan>,
    pub(super) curtain: bool,
    pub(super) hall: bool,
    pub(super) device: bool,
    pub(super) stroke: Option<CurtainRead>,
}

impl Link {
    pub(super) const fn new() -> Self {
        Self {
            peer: Peer::Never,
            deframer: Deframer::new(),
            frame: [0; FRAME_MAX],
            left: 0..0,
            responses: Deque::new(),
            last_response: None,
            seen: Deque::new(),
            cursor: None,
            provisional: None,
            streams: Streams::EMPTY,
            sends: PendingSends {
                hello: false,
                info: false,
                captures: false,
                calibration: false,
                calibrated: false,
                health: None,
                capture: None,
                matches: None,
                curtain: false,
                hall: false,
                device: false,
                stroke: None,
            },
            waiting_crc: None,
            unread: 0,
            dropped: 0,
        }
    }

    /// Returns the state of the host for the lights.
    pub(super) const fn host(&self) -> HostStatus {
        match self.peer {
            Peer::Never => HostStatus::Absent,
            Peer::Gone => HostStatus::Lost,
            Peer::Silent | Peer::Stranger | Peer::Host => HostStatus::Connected,
        }
    }

    /// True if a host with a compatible protocol has sent its greeting.
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
        self.sends.hello = true;
    }

    /// Ends the connection and drops everything queued for the host.
    pub(super) fn close(&mut self) {
        self.reset();
        self.peer = Peer::Gone;
    }

    fn reset(&mut self) {
        self.left = 0..0;
        self.responses.clear();
        self.last_response = None;
        self.seen.clear();
        self.cursor = None;
        self.provisional = None;
        self.streams = Streams::EMPTY;
        self.sends = PendingSends::default();
        self.waiting_crc = None;
    }

    /// Removes bytes from the front of `input` up to the end of the next message, and
    /// returns it; `None` if `input` completes no further message. Refuses a request that
    /// cannot be decoded.
    pub(super) fn receive(&mut self, input: &mut &[u8]) -> Option<HostMessage> {
        loop {
            let payload = self.deframer.next(input)?;
            match postcard::from_bytes(payload) {
                Ok(message) => return Some(message),
                Err(_) => {
                    self.unread = self.unread.saturating_add(1);
                    // The number of a request precedes its contents.
                    if let Ok((REQUEST_VARIANT, id)) = postcard::from_bytes::<(u8, u16)>(payload) {
                        self.answer(id, Response::Refused(RequestError::Unknown));
                    }
                }
            }
        }
    }

    /// Handles the greeting of a host with this major version of the protocol, and greets
    /// back.
    pub(super) fn greet(&mut self, major: u8) {
        self.peer = if major == PROTOCOL.major {
            Peer::Host
        } else {
            Peer::Stranger
        };
        self.sends.hello = true;
    }

    /// Returns the last final response if it answered the request with this number;
    /// `None` if the request is new.
    pub(super) fn cached_response(&self, id: u16) -> Option<Response> {
        self.last_response
            .filter(|(number, _)| *number == id)
            .map(|(_, response)| response)
    }

    /// Queues the response to the request with this number.
    pub(super) fn answer(&mut self, id: u16, response: Response) {
        if !matches!(response, Response::TouchNeeded(_)) {
            self.last_response = Some((id, response));
        }
        if self.responses.is_full() {
            self.responses.pop_front();
        }
        let _ = self.responses.push_back((id, response));
    }

    /// Queues an observation if the host watches observations.
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

    /// True if an observation waits, or a frame is not completely sent.
    pub(super) fn has_observations(&self) -> bool {
        !self.seen.is_empty() || !self.is_free()
    }

    /// True if a host is connected, with or without a compatible protocol.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.peer, Peer::Silent | Peer::Stranger | Peer::Host)
    }

    /// Copies the next bytes of the frame that is being sent into `out`; returns their
    /// number.
    pub(super) fn send(&mut self, out: &mut [u8]) -> usize {
        let rest = self.frame.get(self.left.clone()).unwrap_or(&[]);
        let count = rest.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.left.start += count;
        count
    }

    /// True if no frame is being sent, so that the next can be loaded.
    pub(super) const fn is_free(&self) -> bool {
        self.left.start >= self.left.end
    }

    /// Encodes a message as the next frame to send.
    pub(super) fn load(&mut self, message: &impl Serialize) {
        let mut payload = [0; PAYLOAD_MAX];
        let length = postcard::to_slice(message, &mut payload).map_or(0, |bytes| bytes.len());
        self.load_bytes(payload.get(..length).unwrap_or(&[]));
    }

    /// Encodes a journal line as the next frame to send.
    pub(super) fn load_line(&mut self, seq: u32, line: &[u8]) {
        let mut payload = [0; PAYLOAD_MAX];
        let head =
            postcard::to_slice(&(LINE_VARIANT, seq), &mut payload).map_or(0, |bytes| bytes.len());
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

    /// Removes and returns the next queued response, or else the next queued observation;
    /// `None` if there is neither.
    pub(super) fn waiting_message(&mut self) -> Option<RingMessage> {
        if let Some((id, response)) = self.responses.pop_front() {
            return Some(RingMessage::Response(id, response));
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
        assert!(!link.has_observations(), "nobody watches");
        link.streams = Streams::of(WatchStream::Observations);
        link.queue_observation(&lifted);
        assert!(link.has_observations());
        let message = link.waiting_message().map(|message| link.load(&message));
        assert_eq!(message, Some(()));
        let mut packet = [0; 4];
        while !link.is_free() {
            assert!(link.has_observations());
            link.send(&mut packet);
        }
        assert!(!link.has_observations());
    }
}
