//! Bridge from a ring's journal to a broker.
//!
//! A line is published once it is in flash: the ring sends it then, or announces it as
//! provisional, and provisional lines are held back. The cursor moves when the broker has
//! acknowledged a line and all lines before it. After a restart the bridge follows from the
//! match before its cursor, so that it has a session, and publishes from the cursor on.

use super::broker::{Broker, BrokerEvent, BrokerOptions};
use super::cursor::BridgeCursor;
use super::home_assistant;
use super::publisher::{Outcome, Publisher};
use super::ring_id;
use super::state::{RingBoard, storage_concern};
use super::topics::Topics;
use crate::people::MatchPeople;
use crate::wall_clock;
use host_core::events::{EventWriter, VERSION};
use host_core::protocol::{FollowedLine, VoidLines};
use ring_client::{Client, ClientUpdate, Error, Transport};
use rules_core::games::kabuto::card::Card;
use rules_core::wire::message::{Info, Streams, WatchStream};
use rules_core::wire::{Hello, RingId, RingMessage};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Shortest time between two messages of a retained topic: at most four a second.
const STATE_INTERVAL: Duration = Duration::from_millis(250);

/// Shortest time between two repetitions that readers ask for.
const AGAIN_INTERVAL: Duration = Duration::from_secs(2);

/// Interval at which the ring is asked how its flash is.
const INFO_INTERVAL: Duration = Duration::from_secs(10);

/// Wait for ring and broker in one round.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Tag of publishes whose acknowledgement moves no cursor.
const STATE_TAG: u64 = 0;

/// Settings of a bridge.
#[derive(Debug, Clone)]
pub struct BridgeOptions {
    /// Broker; client id and last will are set by the bridge.
    pub broker: BrokerOptions,
    /// Directory of the cursors.
    pub state: PathBuf,
    /// Cards that name the players.
    pub cards: Vec<Card>,
    /// True if the ring is described to Home Assistant.
    pub home_assistant: bool,
    /// Id of a ring that has none.
    pub ring_id: Option<RingId>,
}

/// Reason why a bridge has ended.
#[derive(Debug)]
pub enum BridgeEnd {
    /// The connection to the ring cannot be restored.
    Ring(Error),
    /// The broker or the cursor cannot be used, in a sentence.
    Fault(String),
    /// The ring has another journal: start again.
    OtherJournal,
    /// The caller wished it.
    Closed,
}

impl From<Error> for BridgeEnd {
    fn from(error: Error) -> Self {
        Self::Ring(error)
    }
}

/// Bridge of one ring.
struct Bridge<'a, T> {
    client: &'a mut Client<T>,
    broker: Broker,
    publisher: Publisher,
    options: &'a BridgeOptions,
    topics: Topics,
    writer: EventWriter,
    people: MatchPeople,
    board: RingBoard,
    info: Info,
    hello: Option<Hello>,
    /// Number of the next line to publish.
    expected: u32,
    /// Line with which the journal begins to come again; lines before it are of an earlier
    /// request. `None` if it has come.
    awaited: Option<u32>,
    /// Lines from this one on come as they happen; earlier ones are fetched.
    live_from: u32,
    /// True while lines that come are not in flash.
    is_provisional: bool,
    /// Objects that wait until they are in flash or the window has room.
    held: VecDeque<(u32, String)>,
    /// Number and hash of the line before `expected`; number 0 if it has not come.
    last: (u32, String),
    /// Sentences about what the ring waits for.
    waits: Value,
    /// Texts of the retained topics as published last; empty before the first.
    retained: [String; 5],
    next_state: Instant,
    next_info: Instant,
    /// First line that readers asked for again; `None` if none did.
    again: Option<u32>,
    next_again: Instant,
    is_connected: bool,
}

/// Retained topics in the order of `Bridge::retained`.
const RETAINED: [&str; 5] = ["about", "match", "now", "attention", "tail"];

/// Bridges a ring to a broker until `is_closed` returns true. Sentences about the broker's
/// connection go to `on_link`.
///
/// # Errors
/// [`BridgeEnd`] says why the bridge has ended.
pub fn run<T: Transport>(
    client: &mut Client<T>,
    options: &BridgeOptions,
    is_closed: impl Fn() -> bool,
    mut on_link: impl FnMut(&str),
) -> BridgeEnd {
    let mut bridge = match Bridge::start(client, options) {
        Ok(bridge) => bridge,
        Err(end) => return end,
    };
    while !is_closed() {
        if let Err(end) = bridge.round(&mut on_link) {
            return end;
        }
    }
    BridgeEnd::Closed
}

impl<'a, T: Transport> Bridge<'a, T> {
    fn start(client: &'a mut Client<T>, options: &'a BridgeOptions) -> Result<Self, BridgeEnd> {
        let mut info = client.info()?;
        let people = MatchPeople::of_user(Some(info.identity.clone()));
        info.identity =
            ring_id::published(&info.identity, options.ring_id).map_err(BridgeEnd::Fault)?;
        let (ring, journal) = (
            info.identity.ring.to_string(),
            info.identity.journal.to_string(),
        );
        let cursor =
            BridgeCursor::open(&options.state, &ring, &journal).map_err(BridgeEnd::Fault)?;
        let topics = Topics::new(&ring);
        let mut broker = options.broker.clone();
        broker.client_id = format!("dohyo-{ring}");
        broker.last_will = Some((topics.of("link"), "offline".to_owned()));
        let now = Instant::now();
        let mut bridge = Self {
            hello: client.hello().cloned(),
            client,
            broker: Broker::connect(&broker).map_err(BridgeEnd::Fault)?,
            expected: cursor.line().saturating_add(1),
            publisher: Publisher::new(topics.of("line"), cursor),
            options,
            writer: EventWriter::new(Some(info.identity.clone()), options.cards.clone()),
            people,
            topics,
            board: RingBoard::default(),
            live_from: info.next,
            info,
            awaited: None,
            is_provisional: false,
            held: VecDeque::new(),
            last: (0, String::new()),
            waits: json!([]),
            retained: Default::default(),
            next_state: now,
            next_info: now + INFO_INTERVAL,
            again: None,
            next_again: now,
            is_connected: false,
        };
        bridge.follow(bridge.expected)?;
        let streams: Streams = [WatchStream::Waiting, WatchStream::Health]
            .into_iter()
            .collect();
        bridge.client.watch(streams)?;
        Ok(bridge)
    }

    /// Follows the journal so that line `from` is the next one to publish, or an earlier
    /// one that the broker has not acknowledged. Lines that are gone are told as a gap.
    fn follow(&mut self, from: u32) -> Result<(), BridgeEnd> {
        let from = from.min(self.publisher.acknowledged().saturating_add(1));
        self.held.clear();
        self.publisher.rewind();
        self.expected = from;
        let first = self.client.follow_match_of(from)?;
        self.awaited = Some(first);
        if first > from {
            let gap = self.writer.gap(from, first - 1).to_string();
            self.held.push_back((first - 1, gap));
            self.expected = first;
        }
        Ok(())
    }

    /// Asks the ring about itself.
    fn info(&mut self) -> Result<Info, BridgeEnd> {
        let mut info = self.client.info()?;
        info.identity.ring = self.info.identity.ring;
        Ok(info)
    }

    fn round(&mut self, on_link: &mut impl FnMut(&str)) -> Result<(), BridgeEnd> {
        // Lines that the broker has no room for wait in the ring.
        if self.held.len() < 64 {
            let mut wait = POLL_INTERVAL;
            while let Some(update) = self.client.next(wait)? {
                self.on_update(update)?;
                wait = Duration::ZERO;
                if self.held.len() >= 64 {
                    break;
                }
            }
        }
        let mut wait = POLL_INTERVAL;
        while let Some(event) = self.broker.next(wait) {
            self.on_event(event, on_link)?;
            wait = Duration::ZERO;
        }
        self.repeat()?;
        while self.publisher.has_room() && !self.is_provisional {
            let Some((seq, payload)) = self.held.pop_front() else {
                break;
            };
            self.publisher.publish(&self.broker, seq, payload);
        }
        let now = Instant::now();
        if now >= self.next_info && !self.client.is_away() {
            self.next_info = now + INFO_INTERVAL;
            self.info = self.info()?;
            let concern = storage_concern(self.info.storage);
            self.board.concern("flash", concern, &wall_clock::now());
        }
        self.publish_state(now);
        Ok(())
    }

    fn on_update(&mut self, update: ClientUpdate) -> Result<(), BridgeEnd> {
        let now = wall_clock::now();
        match update {
            ClientUpdate::Line(followed) => self.line(&followed, &now)?,
            ClientUpdate::Message(message) => match *message {
                RingMessage::Provisional(first) => self.is_provisional = first.is_some(),
                RingMessage::Waiting(waiting) => {
                    let object = self.writer.waiting(&waiting, self.client.session());
                    self.waits = object["sentences"].clone();
                    let question = &object["question"]["text"];
                    let text = question.as_str().map(str::to_owned);
                    self.board.concern("question", text, &now);
                }
                RingMessage::Health { last: true, .. } => {
                    let faults = self.client.state().faults();
                    let text = faults
                        .iter()
                        .map(|(sensor, fault)| format!("{sensor} {fault}"));
                    let text: Vec<String> = text.collect();
                    let text = (!text.is_empty()).then(|| text.join("; "));
                    self.board.concern("trouble", text, &now);
                }
                RingMessage::Hello(hello) => self.hello = Some(hello),
                _ => {}
            },
            ClientUpdate::Lost(why) => {
                self.drop_provisional();
                self.board.concern("link", Some(why.to_string()), &now);
            }
            ClientUpdate::Back => {
                self.board.concern("link", None, &now);
                let info = self.info()?;
                if info.identity.journal != self.info.identity.journal {
                    return Err(BridgeEnd::OtherJournal);
                }
                self.info = info;
                // The request for these lines may be lost.
                if self.awaited.is_some() {
                    self.follow(self.expected)?;
                }
            }
            ClientUpdate::Void(VoidLines::OtherJournal) => return Err(BridgeEnd::OtherJournal),
            ClientUpdate::Void(VoidLines::NotStored { .. }) => self.drop_provisional(),
            ClientUpdate::FollowFailed(_) => self.follow(self.expected)?,
            ClientUpdate::Response(..) => {}
        }
        Ok(())
    }

    /// Drops the lines that were not in flash when the connection broke.
    fn drop_provisional(&mut self) {
        if std::mem::take(&mut self.is_provisional)
            && let Some(&(seq, _)) = self.held.front()
        {
            self.held.clear();
            self.expected = seq;
        }
    }

    fn line(&mut self, followed: &FollowedLine, now: &str) -> Result<(), BridgeEnd> {
        let seq = followed.line.seq;
        if self.awaited.is_some_and(|first| first != seq) {
            return Ok(());
        }
        self.awaited = None;
        if let Some(people) = self.people.of_line(&followed.line) {
            self.writer.set_people(people);
        }
        let time = (seq >= self.live_from).then_some(now);
        let Some(object) = self.writer.line(followed, time) else {
            // The client follows from the present after it went astray.
            return match seq >= self.expected {
                true => self.follow(self.expected),
                false => Ok(()),
            };
        };
        self.board.line(&object);
        if seq > self.expected {
            return self.follow(self.expected);
        }
        self.last = (seq, object["hash"].as_str().unwrap_or_default().to_owned());
        if seq < self.expected {
            return Ok(());
        }
        self.held.push_back((seq, object.to_string()));
        self.expected = seq.saturating_add(1);
        if seq >= self.live_from && self.is_connected {
            self.moments(&object);
        }
        Ok(())
    }

    /// Publishes the moments of a line for automations.
    fn moments(&self, object: &Value) {
        for event in object["events"].as_array().into_iter().flatten() {
            let kind = event["kind"].as_str().unwrap_or_default();
            if home_assistant::MOMENTS.contains(&kind) {
                let moment = json!({ "event_type": kind, "text": event["sentence"] });
                let topic = self.topics.of("moment");
                self.broker
                    .publish(STATE_TAG, &topic, moment.to_string(), false);
            }
        }
    }

    fn on_event(
        &mut self,
        event: BrokerEvent,
        on_link: &mut impl FnMut(&str),
    ) -> Result<(), BridgeEnd> {
        match event {
            BrokerEvent::Connected => {
                on_link("connected to the broker");
                self.is_connected = true;
                self.broker.subscribe(&self.topics.of("again"));
                if self.options.home_assistant {
                    self.broker.subscribe(home_assistant::STATUS);
                    self.describe();
                }
                let topic = self.topics.of("link");
                self.broker
                    .publish(STATE_TAG, &topic, "online".into(), true);
                // A broker that was killed has forgotten what it retained.
                self.retained = Default::default();
                self.publisher.connected(&self.broker);
            }
            BrokerEvent::Lost(why) => {
                on_link(&format!("no broker: {why} (waiting for it)"));
                self.is_connected = false;
                self.publisher.lost();
            }
            BrokerEvent::Message { topic, payload } => self.heard(&topic, &payload),
            BrokerEvent::Acknowledged { tag, .. } if tag == STATE_TAG => {}
            BrokerEvent::Acknowledged { tag, reason } => {
                let outcome = self.publisher.acknowledge(tag, reason).map_err(|error| {
                    BridgeEnd::Fault(format!("the cursor cannot be written: {error}"))
                })?;
                let now = wall_clock::now();
                match outcome {
                    Outcome::Fine => self.board.concern("archive", None, &now),
                    Outcome::NobodyReads => {
                        let text = "Nobody archives this ring: no program reads its lines";
                        self.board.concern("archive", Some(text.into()), &now);
                    }
                    Outcome::Refused(why) => return Err(BridgeEnd::Fault(why)),
                }
            }
        }
        Ok(())
    }

    /// Takes a message of the broker. The only one about the ring asks for lines again.
    fn heard(&mut self, topic: &str, payload: &[u8]) {
        if topic == home_assistant::STATUS {
            if payload == b"online" {
                self.describe();
            }
            return;
        }
        if topic != self.topics.of("again") {
            return;
        }
        let Ok(wish) = serde_json::from_slice::<Value>(payload) else {
            return;
        };
        let journal = self.info.identity.journal.to_string();
        let from = wish["from"]
            .as_u64()
            .and_then(|from| u32::try_from(from).ok());
        if let Some(from) = from.filter(|_| wish["journal"] == journal.as_str()) {
            let from = from.max(1);
            self.again = Some(self.again.map_or(from, |known| known.min(from)));
        }
    }

    /// Says lines again that readers asked for, at most once in a while.
    fn repeat(&mut self) -> Result<(), BridgeEnd> {
        let now = Instant::now();
        if now < self.next_again || self.client.is_away() {
            return Ok(());
        }
        let Some(from) = self.again.take() else {
            return Ok(());
        };
        self.next_again = now + AGAIN_INTERVAL;
        if from < self.expected {
            self.live_from = self.expected.max(self.live_from);
            self.follow(from)?;
        }
        Ok(())
    }

    fn describe(&self) {
        let firmware = self
            .hello
            .as_ref()
            .map_or("", |hello| hello.firmware.as_str());
        let config = home_assistant::config(&self.info.identity, firmware);
        let topic = home_assistant::topic(&self.info.identity.ring.to_string());
        self.broker
            .publish(STATE_TAG, &topic, config.to_string(), true);
    }

    /// Publishes the retained topics that have changed.
    fn publish_state(&mut self, now: Instant) {
        if !self.is_connected || now < self.next_state {
            return;
        }
        self.next_state = now + STATE_INTERVAL;
        let identity = &self.info.identity;
        let journal = identity.journal.to_string();
        let about = json!({
            "v": VERSION, "ring": identity.ring.to_string(), "journal": journal,
            "name": identity.name.as_str(), "board": self.info.settings.board.word(),
            "firmware": self.hello.as_ref().map(|hello| hello.firmware.as_str()),
        });
        let troubles = self.client.state().faults().len();
        let present = self
            .board
            .now(self.client.session(), &self.writer, &self.waits, troubles);
        let (line, hash) = &self.last;
        let tail = self.writer.tail(*line, hash);
        // What is said again, or after a restart only leads to the cursor, is not the tail.
        let is_said = self.publisher.is_idle() && self.held.is_empty();
        let is_tail = is_said && line.saturating_add(1) == self.expected;
        let texts = [
            about,
            self.board.header(),
            present,
            self.board.attention(),
            tail,
        ];
        for (at, (text, word)) in texts.into_iter().zip(RETAINED).enumerate() {
            let text = text.to_string();
            if self.retained[at] != text && (word != "tail" || is_tail) {
                let topic = self.topics.of(word);
                self.broker.publish(STATE_TAG, &topic, text.clone(), true);
                self.retained[at] = text;
            }
        }
    }
}
