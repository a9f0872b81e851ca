//! Lines on their way to a broker, and the cursor that follows their acknowledgements.

use super::broker::{Acknowledgement, Broker};
use super::cursor::BridgeCursor;
use std::collections::VecDeque;

/// Lines that may be on their way at once; further ones wait in the ring.
const WINDOW: usize = 32;

/// Line on its way.
#[derive(Debug)]
struct InFlight {
    tag: u64,
    /// Number of the line; of the last one for lines that are gone.
    seq: u32,
    payload: String,
    is_acknowledged: bool,
}

/// What an acknowledgement means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody has the line, or the acknowledgement is of no concern.
    Fine,
    /// The broker has the line, and nobody reads it.
    NobodyReads,
    /// The broker refuses the line, for this reason.
    Refused(String),
}

/// Publisher of the lines of one journal.
#[derive(Debug)]
pub struct Publisher {
    topic: String,
    cursor: BridgeCursor,
    in_flight: VecDeque<InFlight>,
    next_tag: u64,
    is_connected: bool,
}

impl Publisher {
    /// Creates a publisher that continues after the cursor.
    #[must_use]
    pub const fn new(topic: String, cursor: BridgeCursor) -> Self {
        Self {
            topic,
            cursor,
            in_flight: VecDeque::new(),
            next_tag: 1,
            is_connected: false,
        }
    }

    /// Returns the number of the last line that the broker has acknowledged.
    #[must_use]
    pub const fn acknowledged(&self) -> u32 {
        self.cursor.line()
    }

    /// True if another line may be published.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.is_connected && self.in_flight.len() < WINDOW
    }

    /// True if no line is on its way.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// Publishes the line `seq`, or a gap that ends with it.
    pub fn publish(&mut self, broker: &Broker, seq: u32, payload: String) {
        let tag = self.next_tag;
        self.next_tag += 1;
        broker.publish(tag, &self.topic, payload.clone(), false);
        self.in_flight.push_back(InFlight {
            tag,
            seq,
            payload,
            is_acknowledged: false,
        });
    }

    /// Publishes all lines on their way once more: the connection is new.
    pub fn connected(&mut self, broker: &Broker) {
        self.is_connected = true;
        for line in std::mem::take(&mut self.in_flight) {
            self.publish(broker, line.seq, line.payload);
        }
    }

    /// Notes that the connection is broken.
    pub const fn lost(&mut self) {
        self.is_connected = false;
    }

    /// Forgets the lines on their way, because others are published first.
    pub fn rewind(&mut self) {
        self.in_flight.clear();
    }

    /// Takes an acknowledgement, and moves the cursor over the lines that the broker has.
    ///
    /// # Errors
    /// `io::Error` if the cursor cannot be written.
    pub fn acknowledge(&mut self, tag: u64, reason: Acknowledgement) -> std::io::Result<Outcome> {
        let Some(line) = self.in_flight.iter_mut().find(|line| line.tag == tag) else {
            return Ok(Outcome::Fine);
        };
        let outcome = match reason {
            Acknowledgement::Taken => Outcome::Fine,
            Acknowledgement::Nobody => Outcome::NobodyReads,
            // The next connection publishes it again.
            Acknowledgement::Lost => return Ok(Outcome::Fine),
            Acknowledgement::Refused(why) => return Ok(Outcome::Refused(why)),
        };
        line.is_acknowledged = true;
        let mut last = None;
        while self.in_flight.front().is_some_and(|it| it.is_acknowledged) {
            last = self.in_flight.pop_front().map(|line| line.seq).or(last);
        }
        if let Some(seq) = last {
            self.cursor.advance(seq)?;
        }
        Ok(outcome)
    }
}
