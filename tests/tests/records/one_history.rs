//! One history for all: no follower keeps a line that the ring does not have.
//!
//! Two hosts follow a ring in turn, connect and disconnect at random, and hear bytes at
//! random moments. The power is cut at any time, also within a write; the flash refuses
//! lines or fails; another ring takes the place of the first. In the end the lines of
//! each host are those of the ring.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::journal_rig::JournalRig;
use dohyo_tests::test_rng::TestRng;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::referee::{JournalLine, Session};
use rules_core::ring::{HostPresence, Input, Job, Report, StorageError};
use rules_core::wire::message::FollowFrom;
use std::collections::BTreeMap;
use virtual_ring::mock_flash::Tear;

/// Host that keeps the journal lines that it has heard.
#[derive(Default)]
struct Keeper {
    side: HostProtocol,
    lines: BTreeMap<u32, JournalLine>,
    /// Number of lines that were void.
    void: usize,
}

impl Keeper {
    fn hear(&mut self, bytes: &[u8]) {
        for event in self.side.receive(bytes) {
            match event {
                ClientEvent::Line(followed) => {
                    self.lines.insert(followed.line.seq, followed.line);
                }
                ClientEvent::Void(lines) => {
                    self.void += self.lines.split_off(&lines.from()).len();
                }
                ClientEvent::Message(_)
                | ClientEvent::FollowFailed(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
    }
}

/// Two rings, of which one is at the port, and two hosts, of which one is connected.
struct Room {
    dice: TestRng,
    rigs: [JournalRig; 2],
    rig: usize,
    keepers: [Keeper; 2],
    /// Index of the host that is connected; `None` if no host is.
    connected: Option<usize>,
}

impl Room {
    fn new(seed: u64) -> Self {
        let mut rigs: [JournalRig; 2] = Default::default();
        for rig in &mut rigs {
            // A new flash is erased first.
            rig.run_jobs(|_, _| {});
        }
        Self {
            dice: TestRng::new(seed),
            rigs,
            rig: 0,
            keepers: Default::default(),
            connected: None,
        }
    }

    fn rig(&mut self) -> &mut JournalRig {
        &mut self.rigs[self.rig]
    }

    fn disconnect(&mut self) {
        if self.connected.take().is_some() {
            self.rig().step(Input::Host(HostPresence::Gone));
        }
    }

    fn connect(&mut self, index: usize) {
        self.disconnect();
        self.rig().step(Input::Host(HostPresence::There));
        let side = &mut self.keepers[index].side;
        side.open();
        if side.cursor().is_none() {
            let from = [FollowFrom::Now, FollowFrom::Match, FollowFrom::Line(1)];
            side.follow(self.dice.pick(&from));
        }
        self.connected = Some(index);
    }

    /// Exchanges what host and ring have to say, up to this number of packets.
    fn talk(&mut self, packets: usize) {
        let Some(index) = self.connected else {
            return;
        };
        let (rig, keeper) = (&mut self.rigs[self.rig], &mut self.keepers[index]);
        for bytes in keeper.side.take_outgoing().chunks(64) {
            rig.step(Input::Bytes(bytes));
        }
        let mut packet = [0; 64];
        for _ in 0..packets {
            match rig.ring.transmit(&mut packet) {
                0 => break,
                count => keeper.hear(&packet[..count]),
            }
        }
    }

    fn cut(&mut self) {
        // The host may hear the ring's last bytes.
        let packets = self.dice.below(9);
        self.talk(packets);
        self.connected = None;
        self.rig().power_cycle();
    }

    /// Runs a flash job, which may fail or lose its power.
    fn run_job(&mut self) {
        let dice = self.dice.below(1_000);
        let append = match self.rig().ring.job() {
            Some(Job::Append { seq, .. }) => Some(seq),
            _ => None,
        };
        let refusal = match dice {
            0..=2 => Some(StorageError::Broken),
            3..=30 => Some(StorageError::NeedsReclaim),
            _ => None,
        };
        if let (Some(seq), Some(refusal)) = (append, refusal) {
            let report = Report::Appended(seq, Err(refusal));
            self.rig().step(Input::Storage(&report));
            return;
        }
        if dice > 975 {
            let tear = Tear::Bytes(self.dice.below(40), 0x5a);
            let more = self.dice.below(3) as u64;
            self.rig().flash.cut_after(more, tear);
        }
        self.rig().run_job();
        if !self.rig().flash.is_powered() {
            self.cut();
        }
    }

    fn stir(&mut self) {
        match self.dice.below(100) {
            0..=29 => self.rigs[self.rig].stir(&mut self.dice),
            30..=64 => self.run_job(),
            65..=89 => {
                let packets = self.dice.below(9);
                self.talk(packets);
            }
            90..=93 => self.connect(0),
            94..=96 => self.connect(1),
            97 => self.disconnect(),
            98 if self.dice.below(3) == 0 => self.cut(),
            99 if self.dice.below(8) == 0 => {
                self.disconnect();
                self.rig = 1 - self.rig;
            }
            _ => {}
        }
    }

    /// Lets a host hear all that the ring has to say.
    fn sync(&mut self, index: usize) {
        self.connect(index);
        // Lines that are no longer in RAM come one by one.
        for _ in 0..10_000 {
            self.talk(1_000);
            self.rig().run_jobs(|_, _| {});
        }
    }
}

/// Returns all lines that the ring has.
fn lines_of(rig: &mut JournalRig) -> BTreeMap<u32, JournalLine> {
    let mut lines = BTreeMap::new();
    let first = rig.ring.info().first;
    rig.read_lines(first, |line| {
        lines.insert(line.seq, line);
    });
    lines
}

#[test]
fn each_follower_has_the_lines_of_the_ring() {
    let (mut compared, mut void) = (0, 0);
    for seed in 0..60 {
        let mut room = Room::new(seed);
        for _ in 0..1_500 {
            room.stir();
        }
        // A flash that failed works again after a restart.
        room.cut();
        room.rig().run_jobs(|_, _| {});
        let own = lines_of(room.rig());
        for index in 0..2 {
            room.sync(index);
            let hash = room.rig().ring.referee().session().hash();
            let keeper = &room.keepers[index];
            let followed = keeper.side.session().map(Session::hash);
            assert_eq!(followed, Some(hash), "seed {seed}, host {index}");
            for (seq, line) in &keeper.lines {
                assert_eq!(own.get(seq), Some(line), "seed {seed}, line {seq}");
            }
            compared += keeper.lines.len();
            void += keeper.void;
        }
    }
    assert!(compared > 5_000, "{compared} lines compared");
    assert!(void > 100, "{void} lines were void");
}
