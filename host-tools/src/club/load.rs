//! Load of a large hall on one broker: many simulated rings that say lines at a rate, and
//! one reader of them all.
//!
//! | part | what it is |
//! |---|---|
//! | broker | a real mosquitto, started on loopback and ended with the measurement |
//! | bridges | the real [`Broker`] connection, [`Publisher`] with its window, and cursor file of each |
//! | reader | a real [`Broker`] connection and [`LineReader`] |
//! | rings | stand-ins: the lines of one simulated match, again and again, under each ring's id and with its numbers |
//!
//! In a hall every table has a computer with one bridge; here one process has them all, on
//! one thread that takes turns, so that the broker is what is measured. The cursors are in
//! memory where the system has a folder for that: in a hall each is on a disk of its own.

use super::broker::{Acknowledgement, Broker, BrokerEvent, BrokerOptions};
use super::cursor::BridgeCursor;
use super::publisher::{Outcome, Publisher};
use super::topics::Topics;
use host_core::data::{default_layout, house_deck};
use host_core::events::EventWriter;
use host_core::events::reader::{LineReader, Reading};
use host_core::kabuto::random_play;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::BoardId;
use rules_core::games::kabuto::setup::{Entrant, FirstBy};
use rules_core::games::kabuto::terms::{HouseRules, League};
use rules_core::games::kabuto::{Edition, Setup};
use rules_core::player::{Colour, Players};
use rules_core::referee::{AnyAction, AnyGame, Command, Policies, Speaker};
use rules_core::ring::{HostPresence, Input};
use rules_core::rng::Rng;
use rules_core::time::{Instant as RingTime, Span};
use rules_core::wire::Identity;
use rules_core::wire::message::FollowFrom;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::time::{Duration, Instant};
use virtual_ring::in_process::InProcessRing;
use virtual_ring::measure::tally::Samples;

/// Longest wait for all connections, and for what is under way at the end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Wait between two rounds over all bridges.
const ROUND: Duration = Duration::from_millis(2);

/// Acts of the match whose lines all rings say.
const ACTS: usize = 400;

/// Load of one measurement.
#[derive(Debug, Clone, Copy)]
pub struct LoadPlan {
    /// Number of rings.
    pub rings: u32,
    /// Lines a second of each ring.
    pub rate: u32,
    /// Seconds of the measurement.
    pub seconds: u32,
}

/// Figures of one measurement.
#[derive(Debug, Clone, Default)]
pub struct LoadFigures {
    /// Lines that were due.
    pub due: u64,
    /// Lines that the broker acknowledged.
    pub acknowledged: u64,
    /// Lines that the reader took, each once and in order.
    pub delivered: u64,
    /// Lines that came to the reader a second time.
    pub doubled: u64,
    /// Lines that came to the reader before one that it misses.
    pub early: u64,
    /// Lines that were acknowledged in each second.
    pub each_second: Vec<u64>,
    /// Lines that waited because 32 of their ring were on their way, at most at once.
    pub waited: usize,
    /// Time from when a line is due to its acknowledgement, ms.
    pub until_acknowledged: Samples,
    /// Time from when a line is due to the reader, ms.
    pub until_read: Samples,
    /// Bytes of all lines.
    pub bytes: u64,
}

/// Bridge of one simulated ring.
struct LoadBridge {
    ring: String,
    broker: Broker,
    publisher: Publisher,
    is_connected: bool,
    /// Number of the last line that was due.
    last: u32,
    /// Lines that wait for room, with their numbers.
    held: VecDeque<(u32, String)>,
}

/// Runs a measurement at the broker on this port of loopback; cursors go to `folder`.
///
/// # Errors
/// A sentence if something cannot be started, or the broker refuses.
pub fn run(plan: LoadPlan, port: u16, folder: &Path) -> Result<LoadFigures, String> {
    let lines = lines()?;
    let reader = connect(port, "reader", None)?;
    let mut bridges = Vec::new();
    for number in 1..=plan.rings {
        let ring = format!("{number:016x}");
        let topics = Topics::new(&ring);
        let cursor = BridgeCursor::open(folder, &ring, "0000000000000001")?;
        let will = Some((topics.of("link"), "offline".to_owned()));
        bridges.push(LoadBridge {
            broker: connect(port, &format!("dohyo-{ring}"), will)?,
            publisher: Publisher::new(topics.of("line"), cursor),
            ring,
            is_connected: false,
            last: 0,
            held: VecDeque::new(),
        });
    }
    let mut load = Load {
        plan,
        lines,
        due: vec![Vec::new(); bridges.len()],
        bridges,
        reader,
        has_reader: false,
        readers: BTreeMap::new(),
        figures: LoadFigures::default(),
        started: Instant::now(),
    };
    load.connect()?;
    load.measure()?;
    Ok(load.figures)
}

fn connect(port: u16, id: &str, will: Option<(String, String)>) -> Result<Broker, String> {
    Broker::connect(&BrokerOptions {
        host: "127.0.0.1".into(),
        port,
        client_id: id.to_owned(),
        login: None,
        tls: None,
        last_will: will,
    })
}

/// Measurement in progress.
struct Load {
    plan: LoadPlan,
    lines: Vec<Value>,
    bridges: Vec<LoadBridge>,
    reader: Broker,
    has_reader: bool,
    readers: BTreeMap<String, LineReader>,
    /// Time at which each line of each ring was due, from line 1 on.
    due: Vec<Vec<Instant>>,
    figures: LoadFigures,
    started: Instant,
}

impl Load {
    /// Waits until all bridges and the reader are connected.
    fn connect(&mut self) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        while !self.has_reader || self.bridges.iter().any(|bridge| !bridge.is_connected) {
            if Instant::now() >= until {
                let there = self.bridges.iter().filter(|bridge| bridge.is_connected);
                return Err(format!(
                    "only {} of {} bridges reached the broker: measure fewer with --rings",
                    there.count(),
                    self.bridges.len()
                ));
            }
            self.round()?;
        }
        Ok(())
    }

    /// Says the lines when they are due, and waits for what is under way at the end.
    fn measure(&mut self) -> Result<(), String> {
        self.started = Instant::now();
        let interval = Duration::from_secs(1) / self.plan.rate;
        let count = self.plan.rate * self.plan.seconds;
        let rings = self.plan.rings;
        let end = self.started + Duration::from_secs(self.plan.seconds.into());
        loop {
            let now = Instant::now();
            for at in 0..self.bridges.len() {
                // The rings take turns within an interval.
                let first = self.started + interval * at as u32 / rings;
                while self.bridges[at].last < count
                    && first + interval * self.bridges[at].last <= now
                {
                    let due = first + interval * self.bridges[at].last;
                    self.say(at, due);
                }
            }
            self.round()?;
            let is_all = self.figures.acknowledged == u64::from(count) * u64::from(rings)
                && self.figures.delivered >= self.figures.acknowledged;
            if now >= end && (is_all || now >= end + PATIENCE) {
                return Ok(());
            }
        }
    }

    /// Lets the next line of a ring come.
    fn say(&mut self, at: usize, due: Instant) {
        let bridge = &mut self.bridges[at];
        let seq = bridge.last + 1;
        bridge.last = seq;
        let Some(line) = self.lines.get(seq as usize % self.lines.len().max(1)) else {
            return;
        };
        let mut line = line.clone();
        line["ring"] = bridge.ring.as_str().into();
        line["seq"] = seq.into();
        line["prev"] = (seq - 1).into();
        let payload = line.to_string();
        self.figures.due += 1;
        self.figures.bytes += payload.len() as u64;
        self.due[at].push(due);
        bridge.held.push_back((seq, payload));
    }

    /// Passes on what bridges, broker and reader have.
    fn round(&mut self) -> Result<(), String> {
        for at in 0..self.bridges.len() {
            self.serve(at)?;
        }
        let mut wait = ROUND;
        while let Some(event) = self.reader.next(wait) {
            wait = Duration::ZERO;
            match event {
                BrokerEvent::Connected => {
                    self.reader.subscribe("dohyo/1/+/line");
                    self.has_reader = true;
                }
                BrokerEvent::Message { topic, payload } => self.read(&topic, &payload),
                _ => {}
            }
        }
        Ok(())
    }

    fn serve(&mut self, at: usize) -> Result<(), String> {
        let bridge = &mut self.bridges[at];
        while let Some(event) = bridge.broker.next(Duration::ZERO) {
            match event {
                BrokerEvent::Connected => {
                    bridge.is_connected = true;
                    bridge.publisher.connected(&bridge.broker);
                }
                BrokerEvent::Lost(why) => {
                    return Err(format!(
                        "the connection of ring {} broke: {why}",
                        bridge.ring
                    ));
                }
                BrokerEvent::Acknowledged { tag, reason } => {
                    let is_taken = reason == Acknowledgement::Taken;
                    let before = bridge.publisher.acknowledged();
                    let outcome = bridge.publisher.acknowledge(tag, reason);
                    let outcome = outcome.map_err(|error| format!("cursor: {error}"))?;
                    if let Outcome::Refused(why) = outcome {
                        return Err(format!("ring {}: {why}", bridge.ring));
                    }
                    let now = Instant::now();
                    for line in before..bridge.publisher.acknowledged() {
                        if let Some(due) = self.due[at].get(line as usize) {
                            self.figures.until_acknowledged.push(millis(now, *due));
                        }
                    }
                    if is_taken {
                        self.figures.acknowledged += 1;
                        let second = now.duration_since(self.started).as_secs() as usize;
                        let each = &mut self.figures.each_second;
                        each.resize(each.len().max(second + 1), 0);
                        each[second] += 1;
                    }
                }
                BrokerEvent::Message { .. } => {}
            }
        }
        while bridge.publisher.has_room() {
            let Some((seq, payload)) = bridge.held.pop_front() else {
                break;
            };
            bridge.publisher.publish(&bridge.broker, seq, payload);
        }
        self.figures.waited = self.figures.waited.max(bridge.held.len());
        Ok(())
    }

    fn read(&mut self, topic: &str, payload: &[u8]) {
        let ring = topic.split('/').nth(2).unwrap_or_default();
        let Ok(object) = serde_json::from_slice::<Value>(payload) else {
            return;
        };
        let number = u64::from_str_radix(ring, 16).unwrap_or_default();
        let reader = self.readers.entry(ring.to_owned()).or_default();
        match reader.read(&object) {
            Reading::Taken => {
                self.figures.delivered += 1;
                let line = object["seq"].as_u64().unwrap_or_default().wrapping_sub(1);
                let of_ring = self.due.get(number.wrapping_sub(1) as usize);
                if let Some(due) = of_ring.and_then(|of_ring| of_ring.get(line as usize)) {
                    self.figures.until_read.push(millis(Instant::now(), *due));
                }
            }
            Reading::Known => self.figures.doubled += 1,
            Reading::Missing { .. } => self.figures.early += 1,
            _ => {}
        }
    }
}

fn millis(now: Instant, due: Instant) -> f32 {
    now.saturating_duration_since(due).as_secs_f32() * 1000.0
}

/// Plays a match on a ring in this process and returns its lines as a bridge writes them.
fn lines() -> Result<Vec<Value>, String> {
    let game = new_match().ok_or("no match can be set up with the house deck")?;
    let mut ring = InProcessRing::new(BoardId::Ring);
    let mut host = HostProtocol::default();
    let mut writer = EventWriter::new(Some(Identity::default()), Vec::new());
    let mut rng = Rng::new(1);
    let mut now = RingTime(1_000_000);
    ring.step(now, Input::Host(HostPresence::There));
    host.open();
    host.follow(FollowFrom::Line(1));
    ring.begin(now, &game, Policies::DEFAULT)
        .map_err(|error| format!("no match begins: {error}"))?;
    let mut lines = Vec::new();
    for _ in 0..ACTS {
        now += Span::millis(200);
        ring.advance_to(now);
        for event in ring.talk(now, &mut host) {
            if let ClientEvent::Line(line) = event {
                lines.extend(writer.line(&line, Some("2026-11-19T19:04:11.352Z")));
            }
        }
        let session = ring.ring().referee().session();
        let Some(AnyGame::Kabuto(game)) = session.game() else {
            break;
        };
        let Some(action) = random_play::next(game, &mut rng) else {
            break;
        };
        let act = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        let _ = ring.command(now, &act);
    }
    match lines.is_empty() {
        true => Err("the simulated match has no lines".into()),
        false => Ok(lines),
    }
}

fn new_match() -> Option<AnyGame> {
    let players = [Colour::Red, Colour::Blue].into_iter().zip(0..);
    let entrants = players.map(|(colour, card)| Entrant {
        colour,
        card,
        team: None,
    });
    let setup = Setup {
        edition: Edition::SakuraSlam,
        league: League::Junior,
        players: entrants.collect(),
        first: 0,
        first_by: FirstBy::as_printed(Edition::SakuraSlam, Players::Two),
        layout: default_layout(Edition::SakuraSlam, Players::Two),
        house_rules: HouseRules::default(),
    };
    setup.begin(&house_deck().cards).ok().map(AnyGame::Kabuto)
}
