//! Archive of a hall: takes the lines of all rings from a broker, asks for what it misses,
//! and verifies by itself what it has.

use host_core::events::reader::{LineReader, Reading};
use host_core::events::{SCHEMA, verify};
use host_tools::club::broker::{Broker, BrokerEvent};
use rules_core::referee::Follower;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Shortest time between two questions for the same ring: a bridge repeats as often.
const ASK_INTERVAL: Duration = Duration::from_secs(2);

/// Schema of all that is said on the topics `line` and `tail`.
static VALIDATOR: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::validator_for(&schema).unwrap()
});

/// Archive of all rings; it outlives the connection to the broker, as a disk does.
#[derive(Default)]
pub struct Archive {
    rings: BTreeMap<String, RingArchive>,
}

/// Archive of one ring.
#[derive(Default)]
pub struct RingArchive {
    reader: LineReader,
    /// Lines in the order in which they were taken.
    pub lines: Vec<Value>,
    /// Lines that came once more and were passed over.
    pub doubled: u32,
    /// Times that lines were asked for again.
    pub asked: u32,
    /// Last contents of every retained topic, by its last word.
    pub retained: BTreeMap<String, String>,
    next_ask: Option<Instant>,
}

impl Archive {
    /// Returns the archive of a ring.
    pub fn ring(&mut self, ring: &str) -> &mut RingArchive {
        self.rings.entry(ring.to_owned()).or_default()
    }

    /// Reads for a while.
    pub fn read(&mut self, broker: &Broker, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            match broker.next(Duration::from_millis(10)) {
                Some(BrokerEvent::Connected) => broker.subscribe("dohyo/1/#"),
                Some(BrokerEvent::Message { topic, payload }) => {
                    let mut words = topic.split('/').skip(2);
                    let (ring, word) = (words.next().unwrap(), words.next().unwrap());
                    let text = String::from_utf8(payload).unwrap();
                    self.ring(ring).take(word, text);
                }
                _ => {}
            }
            for (ring, archive) in &mut self.rings {
                archive.ask(ring, broker);
            }
        }
    }
}

impl RingArchive {
    fn take(&mut self, word: &str, text: String) {
        if word == "line" || word == "tail" {
            let object: Value = serde_json::from_str(&text).unwrap();
            let fault = VALIDATOR.iter_errors(&object).next();
            assert!(fault.is_none(), "{text}: {}", fault.unwrap());
            match self.reader.read(&object) {
                Reading::Taken => self.lines.push(object),
                Reading::Known if word == "line" => self.doubled += 1,
                Reading::Gone { from, to } => panic!("lines {from} to {to} are gone"),
                _ => {}
            }
        }
        self.retained.insert(word.to_owned(), text);
    }

    /// Asks for what is missing, again and again: a question can be lost as well.
    fn ask(&mut self, ring: &str, broker: &Broker) {
        if self.next_ask.is_some_and(|at| Instant::now() < at) {
            return;
        }
        let Some((journal, from)) = self.reader.missing().next() else {
            return;
        };
        let ask = json!({ "v": 1, "journal": journal, "from": from });
        broker.publish(0, &format!("dohyo/1/{ring}/again"), ask.to_string(), false);
        self.asked += 1;
        self.next_ask = Some(Instant::now() + ASK_INTERVAL);
    }

    /// Checks that lines 1 to `last` are here, each once and in order, and folds them to
    /// verify the state hash of every line without the ring.
    pub fn verify(&self, last: u32) {
        let seqs: Vec<u64> = (self.lines.iter())
            .map(|line| line["seq"].as_u64().unwrap())
            .collect();
        assert_eq!(seqs, (1..=u64::from(last)).collect::<Vec<_>>());
        let mut follower = Follower::default();
        for line in &self.lines {
            verify::verify(&mut follower, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
    }

    /// Returns number and hash of every line.
    pub fn hashes(&self) -> Vec<(u32, u64)> {
        let told = self.lines.iter().map(|line| {
            let hash = u64::from_str_radix(line["hash"].as_str().unwrap(), 16).unwrap();
            (line["seq"].as_u64().unwrap() as u32, hash)
        });
        told.collect()
    }
}
