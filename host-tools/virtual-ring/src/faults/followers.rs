//! Second client of a ring in a fault campaign: it shares the ring's only port with the
//! first host, joins at a random time, loses its connection at random, and keeps the
//! journal lines it received.
//!
//! Only [`SecondClient::on_events`] decides which lines the client holds. A line that the
//! protocol takes back is removed there. A number that arrives twice with different
//! contents is a line that the client showed and that the ring never had.

use super::trial::Trial;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::referee::JournalLine;
use rules_core::ring::{HostPresence, Input};
use rules_core::wire::message::FollowFrom;
use rules_core::wire::{Deframer, RingMessage};
use std::collections::BTreeMap;

/// Number of lines that are compared again in the next round, because a later power cut
/// may change what the ring holds under their numbers.
const RECENT_LINES: usize = 64;

/// Client that follows the ring beside the first host, and the lines it holds.
#[derive(Debug, Default)]
pub(super) struct SecondClient {
    /// Host's end of the protocol, as every client uses it.
    pub side: HostProtocol,
    /// True while this client has the port; false while the first host has it.
    pub is_connected: bool,
    held: BTreeMap<u32, JournalLine>,
    /// Number of lines that arrived again with other contents.
    changed: u64,
}

/// Result of comparing the lines of a client with those of the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LineComparison {
    /// Number of lines of the client that were compared.
    pub compared: u64,
    /// Number of lines that the ring has with other contents, or not at all.
    pub different: u64,
}

impl SecondClient {
    /// Processes the events of the client.
    pub fn on_events(&mut self, events: Vec<ClientEvent>) {
        for event in events {
            match event {
                ClientEvent::Line(followed) => {
                    let line = followed.line;
                    let before = self.held.insert(line.seq, line.clone());
                    self.changed += u64::from(before.is_some_and(|before| before != line));
                }
                ClientEvent::Void(lines) => {
                    self.held.split_off(&lines.from());
                }
                ClientEvent::Message(_)
                | ClientEvent::FollowFailed(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
    }

    /// Compares the lines that the client holds with those of the ring, whose next line
    /// has the number `next`. A line that the ring no longer stores is not compared.
    fn compare(&mut self, ring: &BTreeMap<u32, JournalLine>, next: u32) -> LineComparison {
        let changed = std::mem::take(&mut self.changed);
        let mut result = LineComparison {
            compared: changed,
            different: changed,
        };
        for (seq, line) in &self.held {
            let is_equal = match ring.get(seq) {
                Some(own) => own == line,
                None if *seq >= next => false,
                None => continue,
            };
            result.compared += 1;
            result.different += u64::from(!is_equal);
        }
        while self.held.len() > RECENT_LINES {
            self.held.pop_first();
        }
        result
    }
}

impl Trial {
    /// Gives the port to the other client. The connection breaks within a packet.
    pub(super) fn hand_over(&mut self) {
        self.receive_last_bytes();
        self.local.step(self.now, Input::Host(HostPresence::Gone));
        let anew = self.rng.below(8) == 0;
        let from = match self.rng.below(2) {
            0 => FollowFrom::Now,
            _ => FollowFrom::Match,
        };
        let Some(paired) = &mut self.paired else {
            return;
        };
        let second = &mut paired.second;
        second.is_connected = !second.is_connected;
        let joins = second.is_connected && (anew || second.side.cursor().is_none());
        if joins {
            // A new program; people remember what the one before it showed.
            second.side = HostProtocol::default();
        }
        self.plug();
        if joins {
            self.connected().follow(from);
        }
        self.talk();
    }

    /// Delivers the pending bytes of a connection that breaks: all, some, or none.
    pub(super) fn receive_last_bytes(&mut self) {
        let bytes = self.local.transmit();
        let kept = match self.rng.below(3) {
            0 => 0,
            1 => bytes.len(),
            _ => self.rng.below(bytes.len() as u32 + 1) as usize,
        };
        self.on_bytes(bytes.get(..kept).unwrap_or(&[]));
    }

    /// Lets both clients follow from now on, after they have asked for anything.
    pub(super) fn restart_clients(&mut self) {
        if let Some(paired) = &mut self.paired {
            paired.second.side = HostProtocol::default();
            paired.second.is_connected = false;
            paired.is_random_follow = false;
        }
        self.line = 0;
        self.plug();
        self.side.follow(FollowFrom::Now);
        self.talk();
    }

    /// Connects the second client once more, compares its lines with the ring's, and
    /// connects the first host again.
    pub(super) fn compare_second(&mut self) -> LineComparison {
        let is_second = |trial: &Self| {
            let paired = trial.paired.as_ref();
            paired.is_some_and(|paired| paired.second.is_connected)
        };
        if !is_second(self) {
            self.hand_over();
        }
        self.talk();
        let first = self.paired.as_ref().and_then(|paired| {
            let first = paired.second.held.first_key_value();
            first.map(|(&seq, _)| seq)
        });
        let mut result = LineComparison::default();
        if let Some(first) = first {
            let (ring, next) = self.ring_lines(first);
            if let Some(paired) = &mut self.paired {
                result = paired.second.compare(&ring, next);
                if result.different > 0 {
                    // Counted once: the client starts again.
                    paired.second = SecondClient {
                        is_connected: true,
                        ..SecondClient::default()
                    };
                }
            }
        }
        self.hand_over();
        result
    }

    /// Reads the ring's lines from `first` on, and the number of its next line.
    fn ring_lines(&mut self, first: u32) -> (BTreeMap<u32, JournalLine>, u32) {
        let mut reader = HostProtocol::default();
        let (mut deframer, mut lines, mut next) = (Deframer::new(), BTreeMap::new(), 0);
        self.local.step(self.now, Input::Host(HostPresence::There));
        reader.open();
        reader.follow(FollowFrom::Line(first));
        loop {
            let (out, back) = (reader.take_outgoing(), self.local.transmit());
            if out.is_empty() && back.is_empty() {
                return (lines, next);
            }
            for packet in out.chunks(64) {
                self.local.step(self.now, Input::Bytes(packet));
            }
            deframer.push(&back, |payload| match postcard::from_bytes(payload) {
                Ok(RingMessage::Hello(hello)) => next = hello.next,
                Ok(RingMessage::Line(line)) => {
                    lines.insert(line.seq, line);
                }
                _ => {}
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineComparison, SecondClient};
    use host_core::protocol::{ClientEvent, FollowedLine};
    use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;
    use std::collections::BTreeMap;

    fn line(seq: u32, hash: u64) -> JournalLine {
        let line = LineContent::Record(Record::Note(Note::PowerUp));
        let at = Instant(0);
        JournalLine {
            seq,
            body: LineBody { at, hash, line },
        }
    }

    /// Returns a client that received these lines.
    fn client(lines: &[(u32, u64)]) -> SecondClient {
        let mut client = SecondClient::default();
        for &(seq, hash) in lines {
            client.on_events(vec![ClientEvent::Line(Box::new(FollowedLine {
                line: line(seq, hash),
                events: Vec::new(),
                is_news: true,
                session: None,
            }))]);
        }
        client
    }

    fn compare(told: &[(u32, u64)], ring: &[(u32, u64)], next: u32) -> LineComparison {
        let ring: BTreeMap<_, _> = ring.iter().map(|it| (it.0, line(it.0, it.1))).collect();
        client(told).compare(&ring, next)
    }

    fn counts(compared: u64, different: u64) -> LineComparison {
        LineComparison {
            compared,
            different,
        }
    }

    #[test]
    fn lines_that_the_ring_has_are_right() {
        let lines = [(7, 1), (8, 2), (9, 3)];
        assert_eq!(compare(&lines, &lines, 10), counts(3, 0));
    }

    #[test]
    fn a_line_with_other_contents_is_wrong() {
        assert_eq!(
            compare(&[(7, 1), (8, 2)], &[(7, 1), (8, 5)], 9),
            counts(2, 1)
        );
    }

    #[test]
    fn a_line_that_the_ring_never_wrote_is_wrong() {
        assert_eq!(compare(&[(7, 1), (8, 2)], &[(7, 1)], 8), counts(2, 1));
    }

    #[test]
    fn a_line_that_the_ring_erased_is_not_compared() {
        assert_eq!(compare(&[(7, 1), (8, 2)], &[(8, 2)], 9), counts(1, 0));
    }

    #[test]
    fn a_line_that_arrives_again_with_other_contents_is_wrong() {
        let told = [(7, 1), (8, 2), (8, 5)];
        assert_eq!(compare(&told, &[(7, 1), (8, 5)], 9), counts(3, 1));
    }
}
