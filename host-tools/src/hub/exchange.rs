//! Requests of many programs at one ring, and who gets the answers.
//!
//! The ring answers requests in order and holds few of them, so that one at a time is on
//! its way, and the programs take turns. A request that waits for a touch does not block
//! the others. Lists that come in many messages, captures and matches, belong to one
//! program until their last message.

use ring_client::{Client, Transport};
use rules_core::wire::message::Request;
use rules_core::wire::{Response, RingMessage};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Requests of one program that may wait here.
const PER_PROGRAM: usize = 2;

/// Longest wait for a response, or for the next message of a list.
const PATIENCE: Duration = Duration::from_secs(4);

/// Kind of message with which the ring answers some requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Info,
    Captures,
    Capture,
    Matches,
    Calibration,
    CalibrationStatus,
}

impl Fact {
    const fn of_request(request: &Request) -> Option<Self> {
        Some(match request {
            Request::Info => Self::Info,
            Request::Captures => Self::Captures,
            Request::Capture { .. } => Self::Capture,
            Request::Matches => Self::Matches,
            Request::Calibration => Self::Calibration,
            Request::Calibrate(_) => Self::CalibrationStatus,
            _ => return None,
        })
    }

    /// Returns the kind of a message, and whether it is the last one of its answer.
    fn of_message(message: &RingMessage) -> Option<(Self, bool)> {
        Some(match message {
            RingMessage::Info(_) => (Self::Info, true),
            RingMessage::Captures(_) => (Self::Captures, true),
            RingMessage::Capture {
                offset,
                total,
                bytes,
                ..
            } => {
                let end = u64::from(*offset).saturating_add(bytes.len() as u64);
                (Self::Capture, bytes.is_empty() || end >= u64::from(*total))
            }
            RingMessage::Match { begin, last } => (Self::Matches, *last < *begin),
            RingMessage::Calibration(_) => (Self::Calibration, true),
            // A calibration reports each step; who started it hears them all.
            RingMessage::CalibrationStatus(_) => (Self::CalibrationStatus, false),
            _ => return None,
        })
    }
}

/// Request of a program.
#[derive(Debug)]
struct Open {
    program: u64,
    /// Number of the request at the program.
    id: u16,
    request: Request,
}

/// Request that the ring has.
#[derive(Debug)]
struct Sent {
    program: u64,
    id: u16,
    /// Number of the request at the ring.
    at_ring: u16,
    fact: Option<Fact>,
    /// True once the ring waits for a touch.
    waits: bool,
}

/// Program that waits for messages.
#[derive(Debug)]
struct Owner {
    program: u64,
    fact: Fact,
    until: Instant,
}

/// Requests of all programs.
#[derive(Debug, Default)]
pub struct Exchange {
    queue: VecDeque<Open>,
    sent: Vec<Sent>,
    owners: Vec<Owner>,
    /// Time at which the request on its way is given up.
    until: Option<Instant>,
}

impl Exchange {
    /// Queues a request of a program.
    ///
    /// # Errors
    /// The request, if the program has too many here already.
    #[allow(clippy::result_large_err, reason = "the caller keeps it")]
    pub fn queue(&mut self, program: u64, id: u16, request: Request) -> Result<(), Request> {
        let own = self.queue.iter().filter(|open| open.program == program);
        if own.count() >= PER_PROGRAM {
            return Err(request);
        }
        self.queue.push_back(Open {
            program,
            id,
            request,
        });
        Ok(())
    }

    /// Sends the next request to the ring, if none is on its way.
    pub fn send<T: Transport>(&mut self, client: &mut Client<T>) {
        let now = Instant::now();
        self.owners
            .retain(|owner| owner.fact == Fact::CalibrationStatus || now < owner.until);
        if self.until.is_some_and(|until| now >= until) {
            self.sent.retain(|sent| sent.waits);
            self.until = None;
        }
        if client.is_away() || self.until.is_some() {
            return;
        }
        let is_free = |open: &Open| match Fact::of_request(&open.request) {
            Some(fact @ (Fact::Capture | Fact::Matches)) => {
                !self.owners.iter().any(|owner| owner.fact == fact)
            }
            _ => true,
        };
        let Some(at) = self.queue.iter().position(is_free) else {
            return;
        };
        let Some(open) = self.queue.remove(at) else {
            return;
        };
        let fact = Fact::of_request(&open.request);
        // Messages can come before the response is read.
        if let Some(fact) = fact {
            if fact == Fact::CalibrationStatus {
                self.owners.retain(|owner| owner.fact != fact);
            }
            self.owners.push(Owner {
                program: open.program,
                fact,
                until: now + PATIENCE,
            });
        }
        let at_ring = client.send(open.request);
        self.until = Some(now + PATIENCE);
        self.sent.push(Sent {
            program: open.program,
            id: open.id,
            at_ring,
            fact,
            waits: false,
        });
    }

    /// Takes a response of the ring and returns who gets it, under which number.
    pub fn on_response(
        &mut self,
        at_ring: u16,
        response: Response,
    ) -> Option<(u64, u16, Response)> {
        let at = self.sent.iter().position(|sent| sent.at_ring == at_ring)?;
        if !self.sent[at].waits {
            self.until = None;
        }
        if let Response::TouchNeeded(_) = response {
            let sent = &mut self.sent[at];
            sent.waits = true;
            return Some((sent.program, sent.id, response));
        }
        let sent = self.sent.swap_remove(at);
        if let (Response::Refused(_), Some(fact)) = (response, sent.fact) {
            let owner = |owner: &Owner| owner.program == sent.program && owner.fact == fact;
            if let Some(at) = self.owners.iter().position(owner) {
                self.owners.remove(at);
            }
        }
        Some((sent.program, sent.id, response))
    }

    /// Takes a message of the ring and returns the programs that get it.
    pub fn on_message(&mut self, message: &RingMessage) -> Vec<u64> {
        let Some((fact, is_last)) = Fact::of_message(message) else {
            return Vec::new();
        };
        let mut programs: Vec<u64> = Vec::new();
        for owner in self.owners.iter_mut().filter(|owner| owner.fact == fact) {
            owner.until = Instant::now() + PATIENCE;
            programs.push(owner.program);
        }
        programs.dedup();
        if is_last {
            self.owners.retain(|owner| owner.fact != fact);
        }
        programs
    }

    /// Forgets a program that has gone. A request that the ring has already goes on.
    pub fn forget(&mut self, program: u64) {
        self.queue.retain(|open| open.program != program);
        self.owners.retain(|owner| owner.program != program);
    }

    /// Forgets all requests: the connection to the ring broke.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
