//! Every kind of record survives a power cut right after it: for the ring that restarts,
//! and for followers that start at any line.
//!
//! A ring plays random matches. After a record is in flash, a copy of the flash starts
//! another ring. It happens once with a new journal, and once with one that has rolled
//! over: sectors are erased, and snapshots begin the match again.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::journal_rig::JournalRig;
use dohyo_tests::test_rng::TestRng;
use host_core::protocol::HostProtocol;
use rules_core::board::BoardId;
use rules_core::referee::question::Doubt;
use rules_core::referee::record::RecallTarget;
use rules_core::referee::{
    AnyCorrection, Command, Follower, JournalLine, LineContent, Record, Session,
};
use rules_core::ring::{HostPresence, Input, ReclaimReport, Report};
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::BootReason;
use rules_core::wire::message::FollowFrom;
use std::collections::BTreeMap;
use virtual_ring::in_process::{Flash, InProcessRing};

/// All kinds of lines that a ring writes. A new kind of record makes `kind` fail to
/// compile; its name belongs here.
const KINDS: [&str; 26] = [
    "Card",
    "Begin",
    "Judge",
    "Refuse",
    "Log",
    "Ask",
    "Answer",
    "Withdraw",
    "Hold",
    "Release",
    "Return",
    "Overrule",
    "Unsettle",
    "Undo",
    "Redo",
    "SetPolicies",
    "Note",
    "Abort",
    "Close",
    "Recall for undo",
    "Recall for redo",
    "RecallQuestion for undo",
    "RecallQuestion for redo",
    "part of a snapshot",
    "part of a snapshot: state before rest",
    "last part of a snapshot",
];

/// Number of cuts for each kind of line.
const CUTS: u32 = 3;

fn kind(line: &JournalLine) -> &'static str {
    let record = match &line.body.line {
        LineContent::Record(record) => record,
        LineContent::Snapshot(part, _) if part.is_last() => return "last part of a snapshot",
        LineContent::Snapshot(_, Record::Recall(..)) => {
            return "part of a snapshot: state before rest";
        }
        LineContent::Snapshot(..) => return "part of a snapshot",
    };
    match record {
        Record::Card(..) => "Card",
        Record::Begin(_) => "Begin",
        Record::Judge(_) => "Judge",
        Record::Refuse(..) => "Refuse",
        Record::Log(_) => "Log",
        Record::Ask(_) => "Ask",
        Record::Answer(_) => "Answer",
        Record::Withdraw => "Withdraw",
        Record::Hold(_) => "Hold",
        Record::Release => "Release",
        Record::Return(_) => "Return",
        Record::Overrule(AnyCorrection::Unsettle, _) => "Unsettle",
        Record::Overrule(..) => "Overrule",
        Record::Undo => "Undo",
        Record::Redo => "Redo",
        Record::SetPolicies(_) => "SetPolicies",
        Record::Note(_) => "Note",
        Record::Abort => "Abort",
        Record::Close => "Close",
        Record::Recall(RecallTarget::Undo, _) => "Recall for undo",
        Record::Recall(RecallTarget::Redo, _) => "Recall for redo",
        Record::RecallQuestion(RecallTarget::Undo, _) => "RecallQuestion for undo",
        Record::RecallQuestion(RecallTarget::Redo, _) => "RecallQuestion for redo",
        Record::Recall(RecallTarget::BeforeRest, _)
        | Record::RecallQuestion(RecallTarget::BeforeRest, _) => "only in snapshots",
    }
}

/// Returns the records that make up a session, without its past.
fn contents(session: &Session) -> Vec<Record> {
    let mut records = Vec::new();
    session.snapshot(|record| records.push(record.clone()));
    records
}

/// Checks that a ring that starts from this flash has the session `before`, and that a
/// host that follows it from any line computes it.
fn check_cut(dice: &mut TestRng, flash: &Flash, before: &Session, what: &str) {
    let mut local = InProcessRing::start(flash.clone(), BoardId::Ring, BootReason::PowerUp);
    let mut expected = before.clone();
    let session = local.ring().referee().session().clone();
    // The ring asks people to look at the table, unless it asks something already.
    if let (None, Some(question)) = (before.question(), session.question()) {
        assert_eq!(question.doubt, Doubt::AfterCut, "after {what}");
        expected.apply(&Record::Ask(question.clone())).unwrap();
    }
    assert_eq!(contents(&session), contents(&expected), "after {what}");
    assert_eq!(session.hash(), expected.hash(), "after {what}");
    assert_eq!(local.lost(), 0, "after {what}");

    let info = local.ring().info();
    let mut starts = vec![info.first, info.next.saturating_sub(1).max(info.first)];
    let lines = info.next - info.first;
    starts.extend((0..3).map(|_| info.first + dice.below(lines.max(1) as usize) as u32));
    for start in starts {
        let now = local.ring().now();
        local.step(now, Input::Host(HostPresence::There));
        let mut host = HostProtocol::default();
        host.open();
        host.follow(FollowFrom::Line(start));
        local.talk(now, &mut host);
        let followed = host.session().map(contents).unwrap_or_default();
        assert_eq!(followed, contents(&session), "after {what}, from {start}");
    }
}

/// Rig at play, with a follower that has seen every line.
struct Play {
    dice: TestRng,
    rig: JournalRig,
    witness: Follower,
    cuts: BTreeMap<&'static str, u32>,
}

impl Play {
    fn new(seed: u64) -> Self {
        Self {
            dice: TestRng::new(seed),
            rig: JournalRig::new(),
            witness: Follower::default(),
            cuts: BTreeMap::new(),
        }
    }

    /// Stores the lines that are due. With `cut`, checks a power cut after each of the
    /// first lines of every kind.
    fn store(&mut self, cut: bool) {
        let (dice, witness, cuts) = (&mut self.dice, &mut self.witness, &mut self.cuts);
        self.rig.run_jobs(|rig, line| {
            witness.apply(line).unwrap();
            let kind = kind(line);
            assert!(KINDS.contains(&kind), "{kind} is not in the list");
            let count = cuts.entry(kind).or_default();
            if cut && *count < CUTS {
                *count += 1;
                let what = format!("{kind}, line {}", line.seq);
                check_cut(dice, &rig.flash, witness.session().unwrap(), &what);
            }
        });
    }

    /// Plays until there was a cut after every kind of line. With `rolled`, snapshots
    /// begin the match again now and then.
    fn play(&mut self, rolled: bool) {
        for _ in 0..20_000 {
            let info = self.rig.ring.info();
            if info.next - info.stored > 20 {
                // The flash waits for a moment without a push to erase a sector.
                self.rig.say(&Command::Abort);
            } else if rolled && self.dice.below(20) == 0 {
                let short = Report::Reclaimed(ReclaimReport::Short);
                self.rig.step(Input::Storage(&short));
            }
            self.rig.stir(&mut self.dice);
            self.store(true);
            if KINDS.iter().all(|kind| self.cuts.contains_key(kind)) {
                return;
            }
        }
        let missing: Vec<_> = KINDS
            .iter()
            .filter(|it| !self.cuts.contains_key(*it))
            .collect();
        panic!("never written: {missing:?}");
    }
}

#[test]
fn every_record_survives_a_power_cut() {
    for seed in 1..=2 {
        Play::new(seed).play(false);
    }
}

#[test]
fn every_record_survives_a_power_cut_after_the_journal_has_rolled_over() {
    let mut play = Play::new(7);
    let sensor = Sensor::CurtainFrames;
    for _ in 0..3_000 {
        for what in [
            ObservationKind::FaultRaised(sensor, SensorFault::Lost),
            ObservationKind::FaultCleared(sensor, SensorFault::Lost),
        ] {
            let seen = Observation::external(play.rig.now(), what);
            play.rig.step(Input::Seen(&seen));
        }
        play.store(false);
    }
    assert!(play.rig.ring.info().first > 1, "sectors are erased");
    play.cuts.clear();
    play.play(true);
}
