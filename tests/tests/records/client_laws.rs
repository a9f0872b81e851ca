//! Laws of the client: whatever the line does, the journal comes whole and in
//! order; whatever happens to a recording, what is read of it was recorded.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::ring_host::plain;
use host_core::recording::{
    DamageKind, MessageRecorder, MessageRecording, Origin, RecordedMessage,
};
use proptest::prelude::*;
use ring_client::transport::InProcess;
use ring_client::{Client, ClientUpdate, Error, LinkError, Transport};
use rules_core::board::BoardId;
use rules_core::referee::Policies;
use rules_core::wire::message::{
    CalibrationCommand, FollowFrom, HostMessage, Request, Streams, WatchStream,
};
use rules_core::wire::{Deframer, FRAME_MAX, RequestError, Response, RingMessage, encode};
use std::time::Duration;
use virtual_ring::manual::ManualRing;

const MOMENT: Duration = Duration::from_millis(10);

/// A line to a ring in this process that breaks after so many bytes from it,
/// again and again.
#[derive(Debug)]
struct Flimsy {
    process: InProcess,
    holds: Vec<usize>,
    left: Option<usize>,
}

impl Flimsy {
    fn new(mut holds: Vec<usize>) -> Self {
        Self {
            process: InProcess::new(BoardId::Ring),
            left: holds.pop(),
            holds,
        }
    }
}

impl Transport for Flimsy {
    fn place(&self) -> String {
        "a flimsy line".into()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        self.process.send(bytes)
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        let mut updates = Vec::new();
        self.process.receive(&mut updates, wait)?;
        if let Some(left) = &mut self.left {
            if updates.len() > *left {
                bytes.extend(&updates[..*left]);
                return Err(LinkError::Lost);
            }
            *left -= updates.len();
        }
        bytes.extend(updates);
        Ok(())
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        self.left = self.holds.pop();
        self.process.reopen()
    }
}

/// Everything that is new, until nothing is for a moment.
fn all<T: Transport>(client: &mut Client<T>) -> Vec<ClientUpdate> {
    client.updates(MOMENT).map(Result::unwrap).collect()
}

fn numbers(updates: &[ClientUpdate]) -> Vec<u32> {
    let lines = updates.iter().filter_map(|it| match it {
        ClientUpdate::Line(followed) => Some(followed.line.seq),
        _ => None,
    });
    lines.collect()
}

/// A client of a new ring on which a match of two has begun.
fn playing() -> Client<InProcess> {
    let mut client = Client::connect(InProcess::with(ManualRing::new(
        BoardId::Ring,
        ring_client::clock::monotonic,
    )))
    .unwrap();
    client.begin(&plain(2), Policies::DEFAULT).unwrap();
    client
}

#[test]
fn a_client_asks_and_is_answered() {
    let mut client = playing();
    assert_eq!(client.hello().unwrap().board, BoardId::Ring);
    let info = client.info().unwrap();
    assert_eq!((info.first, info.unread), (1, 0));
    client.catch_up().unwrap();
    assert!(client.session().unwrap().game().is_some());
    assert_eq!(client.health().unwrap(), []);
    let matches = client.matches().unwrap();
    assert_eq!((matches.len(), matches[0].begin), (1, 1));
    assert_eq!(matches[0].last + 1, client.info().unwrap().next);
}

#[test]
fn a_refusal_is_no_fault_of_the_line() {
    let mut client = playing();
    let refused = client.calibrate(CalibrationCommand::Start);
    assert_eq!(refused, Err(Error::Refused(RequestError::MatchRunning)));
    let again = client.rematch();
    assert_eq!(again, Err(Error::Refused(RequestError::MatchRunning)));
}

#[test]
fn somebody_without_patience_is_told_at_once() {
    let mut client = Client::connect(Flimsy::new(vec![400])).unwrap();
    let broken = loop {
        if let Err(error) = client.info() {
            break error;
        }
    };
    assert!(matches!(
        broken,
        Error::Link {
            fault: LinkError::Lost,
            ..
        }
    ));
}

#[test]
fn lines_long_stored_can_be_asked_for_again() {
    let mut client = playing();
    // Far more lines than the ring keeps in memory, so they come from flash.
    for _ in 0..300 {
        client.line().ring().execute("dock 2 unsure").unwrap();
        client.line().ring().execute("lift platform").unwrap();
        client.line().ring().execute("marker 1 blue").unwrap();
        client.line().ring().execute("take marker 1 blue").unwrap();
    }
    let next = client.info().unwrap().next;
    assert!(next > 500, "only {next} lines");
    for _ in 0..2 {
        client.follow(FollowFrom::Line(1)).unwrap();
        let expected: Vec<u32> = (1..next).collect();
        assert_eq!(numbers(&all(&mut client)), expected);
    }
}

#[test]
fn a_line_that_breaks_before_the_first_followed_line_costs_nothing() {
    let mut client = Client::connect(Flimsy::new(Vec::new())).unwrap();
    client.set_patience(Duration::from_secs(5));
    client.begin(&plain(2), Policies::DEFAULT).unwrap();
    for words in ["marker 1 blue", "dock 2 unsure", "lift platform"] {
        client.line().process.ring().execute(words).unwrap();
    }
    all(&mut client);
    let next = client.info().unwrap().next;
    let expected: Vec<u32> = (1..next).collect();
    client.follow(FollowFrom::Line(1)).unwrap();
    assert_eq!(numbers(&all(&mut client)), expected);
    let mut broke = 0;
    for holds in (0..36).step_by(3) {
        client.line().left = Some(holds);
        client.follow(FollowFrom::Line(1)).unwrap();
        let heard = all(&mut client);
        broke += heard
            .iter()
            .filter(|update| matches!(update, ClientUpdate::Lost(_)))
            .count();
        let came = numbers(&heard);
        assert!(came.ends_with(&expected), "after {holds} bytes: {came:?}");
    }
    assert!(broke > 5, "the line broke {broke} times");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The line breaks in the middle of frames; each line of the journal comes
    /// once, in order.
    #[test]
    fn a_broken_line_costs_nothing(holds in prop::collection::vec(60_usize..500, 0..4)) {
        // It holds until the match has begun.
        let breaks = holds.len();
        let mut holds = holds;
        holds.push(1_500);
        let mut client = Client::connect(Flimsy::new(holds)).unwrap();
        client.set_patience(Duration::from_secs(5));
        client.follow(FollowFrom::Match).unwrap();
        client.watch(Streams::of(WatchStream::Waiting)).unwrap();
        client.begin(&plain(2), Policies::DEFAULT).unwrap();
        let mut heard = Vec::new();
        for round in 0..60 {
            let words = [
                "marker 1 blue",
                "dock 2 unsure",
                "lift platform",
                "take marker 1 blue",
            ];
            client.line().process.ring().execute(words[round % 4]).unwrap();
            heard.extend(all(&mut client));
        }
        let next = client.info().unwrap().next;
        heard.extend(all(&mut client));
        let is_lost = |update: &&ClientUpdate| matches!(update, ClientUpdate::Lost(_));
        let lost = heard.iter().filter(is_lost).count();
        // One that breaks again while it is greeted counts once.
        prop_assert!((1..=breaks + 1).contains(&lost));
        prop_assert_eq!(numbers(&heard), (1..next).collect::<Vec<u32>>());
    }
}

/// What a ring says of a short match, as a recording.
fn recording() -> (Vec<RecordedMessage>, Vec<u8>) {
    let mut client = playing();
    client.follow(FollowFrom::Match).unwrap();
    client.line().ring().execute("marker 1 blue").unwrap();
    let mut items = vec![RecordedMessage {
        at: 0,
        message: RingMessage::Hello(client.hello().unwrap().clone()),
    }];
    for (at, updates) in (1..).zip(all(&mut client)) {
        items.push(RecordedMessage {
            at,
            message: match updates {
                ClientUpdate::Line(followed) => RingMessage::Line(followed.line),
                ClientUpdate::Message(message) => *message,
                other => panic!("{other:?}"),
            },
        });
    }
    let origin = Origin::new(client.hello().unwrap(), "a test");
    let mut recorder = MessageRecorder::begin(Vec::new(), &origin).unwrap();
    for item in &items {
        recorder.push(item).unwrap();
    }
    (items, recorder.finish())
}

#[test]
fn what_is_recorded_is_read() {
    let (items, bytes) = recording();
    let read = MessageRecording::parse(&bytes).unwrap();
    assert_eq!(read.items, items);
    assert_eq!(read.damage, []);
    let origin = read.origin.unwrap();
    assert_eq!((origin.board, &*origin.place), (BoardId::Ring, "a test"));
}

#[test]
fn a_recording_cut_anywhere_reads_up_to_the_cut() {
    let (items, bytes) = recording();
    // The header and the origin end with a zero byte each.
    let mut zeros = (0..bytes.len()).filter(|&at| bytes[at] == 0);
    let first = zeros.nth(1).unwrap() + 1;
    for length in first..bytes.len() {
        let read = MessageRecording::parse(&bytes[..length]).unwrap();
        let ends = bytes[first..length].iter().filter(|&&byte| byte == 0);
        assert_eq!(read.items, items[..ends.count()], "cut at {length}");
        let whole = bytes[length - 1] == 0;
        assert_eq!(read.damage.is_empty(), whole, "cut at {length}");
        assert!(read.damage.iter().all(|it| it.kind == DamageKind::CutOff));
    }
}

#[test]
fn a_flipped_bit_costs_at_most_two_messages_and_is_told() {
    let (items, bytes) = recording();
    let first = bytes.iter().position(|&byte| byte == 0).unwrap() + 1;
    for at in first..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let read = MessageRecording::parse(&flipped).unwrap();
            assert!(!read.damage.is_empty(), "byte {at}, bit {bit}");
            assert!(read.items.len() + 2 >= items.len(), "byte {at}, bit {bit}");
            assert!(read.items.iter().all(|it| items.contains(it)));
        }
    }
}

/// A ring in this process that has evidence, which it sends in small pieces.
#[derive(Debug)]
struct Witness {
    process: InProcess,
    proof: Vec<u8>,
    deframer: Deframer,
    outgoing: Vec<u8>,
}

impl Witness {
    fn say(&mut self, message: &RingMessage) {
        let payload = postcard::to_allocvec(message).unwrap();
        let mut buffer = [0; FRAME_MAX];
        self.outgoing.extend(encode(&payload, &mut buffer).unwrap());
    }

    fn hear(&mut self, message: HostMessage) {
        match message {
            HostMessage::Request(id, Request::Captures) => {
                self.say(&RingMessage::Response(id, Response::Done));
                self.say(&RingMessage::Captures([7, 12].into_iter().collect()));
            }
            HostMessage::Request(id, Request::Capture { seq, offset }) => {
                self.say(&RingMessage::Response(id, Response::Done));
                // Piece after piece, up to its end, as a ring does.
                let (mut offset, total) = (offset, self.proof.len() as u32);
                loop {
                    let rest = self.proof[offset as usize..].iter();
                    let bytes = rest.copied().take(500).collect();
                    self.say(&RingMessage::Capture {
                        seq,
                        offset,
                        total,
                        bytes,
                    });
                    offset += 500;
                    if offset >= total {
                        break;
                    }
                }
            }
            other => {
                let payload = postcard::to_allocvec(&other).unwrap();
                let mut buffer = [0; FRAME_MAX];
                let frame = encode(&payload, &mut buffer).unwrap();
                self.process.send(frame).unwrap();
            }
        }
    }
}

impl Transport for Witness {
    fn place(&self) -> String {
        "a witness".into()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
        let mut heard = Vec::new();
        self.deframer.push(bytes, |payload| {
            heard.push(postcard::from_bytes(payload).unwrap());
        });
        heard.into_iter().for_each(|message| self.hear(message));
        Ok(())
    }

    fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
        bytes.append(&mut self.outgoing);
        self.process.receive(bytes, wait)
    }

    fn reopen(&mut self) -> Result<(), LinkError> {
        self.process.reopen()
    }
}

#[test]
fn evidence_is_put_together_from_its_pieces() {
    for length in [0, 1, 499, 500, 501, 12_345] {
        let proof: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let witness = Witness {
            process: InProcess::new(BoardId::Ring),
            proof: proof.clone(),
            deframer: Deframer::new(),
            outgoing: Vec::new(),
        };
        let mut client = Client::connect(witness).unwrap();
        assert_eq!(client.captures(), Ok(vec![7, 12]));
        assert_eq!(client.capture(7), Ok(proof));
    }
}
