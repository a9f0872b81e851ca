//! Rings of a hall at one broker while everything is killed.
//!
//! | variable | number | without it |
//! |---|---|---|
//! | `DOHYO_CLUB_RINGS` | rings, each with a hub and a bridge | 3 |
//! | `DOHYO_CLUB_KILLS` | kills and power cuts | 25 |
//! | `DOHYO_CLUB_AWAY` | seconds of each of two stretches without a reader | 2 |

use super::archive::Archive;
use super::playing_ring::PlayingRing;
use super::programs::{Club, Process, installed, ring_id, tell};
use host_tools::club::broker::Broker;
use ring_client::{Address, Client, ClientUpdate};
use rules_core::rng::Rng;
use rules_core::wire::message::FollowFrom;
use serde_json::Value;
use std::thread;
use std::time::{Duration, Instant};

/// Kills within a stretch without a reader.
const KILLS_AWAY: u32 = 8;

/// Table of the hall: a ring that plays by itself, and the programs of its computer.
struct Table {
    name: String,
    id: String,
    ring: PlayingRing,
    hub: Option<Process>,
    bridge: Option<Process>,
}

impl Table {
    /// Starts what does not run. A bridge that found no hub has ended.
    fn keep_running(&mut self, club: &Club) {
        let Self { name, ring, .. } = self;
        self.hub
            .get_or_insert_with(|| club.hub(name, &ring.address));
        if self.bridge.as_mut().is_none_or(Process::has_ended) {
            self.bridge = Some(club.bridge(name, &[]));
        }
    }
}

/// Hall with its tables, its broker and the reader that archives them.
struct Hall {
    club: Club,
    tables: Vec<Table>,
    broker: Option<Process>,
    reader: Option<Broker>,
    archive: Archive,
    rng: Rng,
    /// Kills of bridges, brokers, hubs and readers, and power cuts.
    counts: [u32; 5],
}

impl Hall {
    /// Lets time pass; a reader that is there reads.
    fn pass(&mut self, time: Duration) {
        match &self.reader {
            Some(reader) => self.archive.read(reader, time),
            None => thread::sleep(time),
        }
    }

    /// Returns a time below `limit` milliseconds.
    fn any_time(&mut self, limit: u32) -> Duration {
        Duration::from_millis(self.rng.below(limit).into())
    }

    /// Kills something after this time, and starts it again a little later, but a reader
    /// only if `may_read`, and then not always.
    fn kill_after(&mut self, time: Duration, may_read: bool) {
        self.keep_running();
        self.pass(time);
        // A reader that is away cannot be killed.
        let victims: &[usize] = match self.reader {
            Some(_) => &[0, 1, 2, 3, 4],
            None => &[0, 1, 2, 4],
        };
        let victim = victims[self.rng.below(victims.len() as u32) as usize];
        let table = self.rng.below(self.tables.len() as u32) as usize;
        let table = &mut self.tables[table];
        match victim {
            0 => drop(table.bridge.take()),
            1 => drop(self.broker.take()),
            2 => drop(table.hub.take()),
            3 => drop(self.reader.take()),
            _ => table.ring.cut(),
        }
        self.counts[victim] += 1;
        let pause = self.any_time(400);
        self.pass(pause);
        if may_read && self.rng.below(2) == 0 {
            self.come_back();
        }
    }

    fn keep_running(&mut self) {
        let Self { club, .. } = self;
        self.broker.get_or_insert_with(|| club.broker());
        for table in &mut self.tables {
            table.keep_running(club);
        }
    }

    fn come_back(&mut self) {
        let Self { club, .. } = self;
        self.reader
            .get_or_insert_with(|| club.connect("reader", None, None));
    }
}

/// Returns number and hash of every line of a ring up to `last`.
fn truth(ring: &str, last: u32) -> Vec<(u32, u64)> {
    let until = Instant::now() + Duration::from_secs(30);
    let mut client = loop {
        match Address::parse(ring)
            .unwrap()
            .open()
            .and_then(Client::connect)
        {
            Ok(client) => break client,
            Err(why) => assert!(Instant::now() < until, "{why}"),
        }
    };
    client.follow(FollowFrom::Line(1)).unwrap();
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &(u32, u64)| line.0 < last) {
        assert!(Instant::now() < until, "{:?} of {last}", lines.last());
        if let Some(ClientUpdate::Line(line)) = client.next(Duration::from_millis(50)).unwrap() {
            lines.push((line.line.seq, line.line.body.hash));
        }
    }
    lines
}

/// Returns a number from the environment.
fn number(variable: &str, default: u32) -> u32 {
    std::env::var(variable).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn no_line_is_lost_wrong_or_doubled_whatever_is_killed() {
    let Some(mosquitto) = installed("mosquitto", "mosquitto") else {
        return;
    };
    let rings = number("DOHYO_CLUB_RINGS", 3);
    let kills = number("DOHYO_CLUB_KILLS", 25);
    let away = Duration::from_secs(number("DOHYO_CLUB_AWAY", 2).into());
    let config = "allow_anonymous true\npersistence false";
    let club = Club::new("kills", mosquitto, config);
    // As many lines in a second whatever the number of rings.
    let interval = Duration::from_millis(12) * rings;
    let tables = (0..rings).map(|n| {
        let ring = PlayingRing::start(u64::from(23 + n), 10_000, interval);
        Table {
            name: n.to_string(),
            id: ring_id(&ring.address),
            ring,
            hub: None,
            bridge: None,
        }
    });
    let mut hall = Hall {
        tables: tables.collect(),
        club,
        broker: None,
        reader: None,
        archive: Archive::default(),
        rng: Rng::new(7),
        counts: [0; 5],
    };
    let start = Instant::now();
    hall.come_back();
    let mut done = 0;
    for part in 0..3 {
        let of_part = (kills * (part + 1) / 3).saturating_sub(KILLS_AWAY.min(kills / 6));
        while done < if part == 2 { kills } else { of_part } {
            let time = Duration::from_millis(200) + hall.any_time(500);
            hall.kill_after(time, true);
            done += 1;
        }
        // Twice the reader is away for long, while everything else goes on.
        while part < 2 && done < kills * (part + 1) / 3 {
            hall.reader = None;
            hall.kill_after(away / KILLS_AWAY.min(kills / 6), false);
            done += 1;
        }
    }
    hall.finish(start);
}

impl Hall {
    /// Lets all matches end, waits until the reader has everything, and checks it.
    fn finish(mut self, start: Instant) {
        self.keep_running();
        self.come_back();
        self.tables.iter().for_each(|table| table.ring.finish());
        for table in &self.tables {
            table.ring.wait(Duration::from_secs(120));
        }
        let until = Instant::now() + Duration::from_secs(180);
        let lasts: Vec<u32> = (self.tables.iter())
            .map(|table| table.ring.next_line() - 1)
            .collect();
        loop {
            self.keep_running();
            self.pass(Duration::from_millis(200));
            let tables = self.tables.iter().zip(&lasts);
            let missing: Vec<String> = tables
                .filter_map(|(table, &last)| {
                    let have = self.archive.ring(&table.id).lines.len();
                    (have < last as usize).then(|| format!("{} at {have} of {last}", table.id))
                })
                .collect();
            if missing.is_empty() {
                break;
            }
            assert!(
                Instant::now() < until,
                "the reader is not complete: {}",
                missing.join(", ")
            );
        }
        // Nothing more comes, not even twice the same.
        self.pass(Duration::from_secs(1));
        let (mut doubled, mut asked) = (0, 0);
        for (table, &last) in self.tables.iter_mut().zip(&lasts) {
            let archive = self.archive.ring(&table.id);
            // 0 lost, 0 out of order, 0 taken twice, and every hash verified.
            archive.verify(last);
            // 0 wrong: the ring has the same lines.
            drop((table.bridge.take(), table.hub.take()));
            assert_eq!(archive.hashes(), truth(&table.ring.address, last));
            (doubled, asked) = (doubled + archive.doubled, asked + archive.asked);
            // What is retained tells a newcomer everything.
            let retained = |word: &str| -> Value {
                serde_json::from_str(&archive.retained[word]).unwrap_or(Value::Null)
            };
            let (tail, header) = (retained("tail"), retained("match"));
            assert_eq!(tail["line"], last);
            assert_eq!(tail["hash"], archive.lines[last as usize - 1]["hash"]);
            assert_eq!(header["match"]["game"], "ss");
        }
        let [bridges, brokers, hubs, readers, cuts] = self.counts;
        tell(&format!(
            "{} rings, {} lines, {} kills in {:.0} s (bridge {bridges}, broker {brokers}, hub \
             {hubs}, reader {readers}, power {cuts}): 0 lost, 0 wrong, 0 out of order, 0 \
             accepted twice, every hash verified; {doubled} duplicates passed over, asked \
             again {asked} times",
            self.tables.len(),
            lasts.iter().sum::<u32>(),
            self.counts.iter().sum::<u32>(),
            start.elapsed().as_secs_f64(),
        ));
    }
}
