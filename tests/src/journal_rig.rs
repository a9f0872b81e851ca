//! Ring whose flash jobs run one at a time, so that a test can look at the flash after
//! each of them.

use crate::referee_random::{RING, any_policies};
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::test_rng::TestRng;
use rules_core::board::BoardId;
use rules_core::referee::{AnyCorrection, Command, JournalLine, LineBody};
use rules_core::ring::flash_store::FlashStore;
use rules_core::ring::{Input, Job, Report, Ring, StoredConfig};
use rules_core::sensing::observation::Observation;
use rules_core::time::{Instant, Span};
use rules_core::wire::BootReason;
use virtual_ring::in_process::{Flash, REGIONS, SECTORS};
use virtual_ring::mock_flash::now;

/// Ring with its flash, whose jobs a test runs.
#[derive(Debug)]
pub struct JournalRig {
    /// Ring under test.
    pub ring: Box<Ring>,
    /// Flash with the journal of the ring.
    pub flash: Flash,
    store: FlashStore,
    now: Instant,
}

impl JournalRig {
    /// Creates a rig with an empty flash.
    #[must_use]
    pub fn new() -> Self {
        Self::start(Flash::new(SECTORS))
    }

    /// Starts a ring with the contents of a flash.
    ///
    /// # Panics
    /// If the flash cannot be opened, which fails the test.
    #[must_use]
    pub fn start(mut flash: Flash) -> Self {
        flash.power_up();
        let mut store = now(FlashStore::open(&mut flash, REGIONS)).expect("a readable flash");
        let mut ring = Box::new(Ring::blank());
        let replay = now(store.replay(&mut flash, ring.replay_target())).expect("a readable flash");
        let config = StoredConfig::new(BoardId::Ring);
        ring.power_up(&config, &replay, BootReason::PowerUp, "rig");
        Self {
            ring,
            flash,
            store,
            now: Instant(1_000_000),
        }
    }

    /// Cuts the power and restarts the ring.
    pub fn power_cycle(&mut self) {
        let flash = std::mem::replace(&mut self.flash, Flash::holding(Vec::new()));
        *self = Self::start(flash);
    }

    /// Returns the time of the ring's clock.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Passes an input to the ring and runs no flash job.
    pub fn step(&mut self, input: Input<'_>) {
        self.ring.step(self.now, input);
        self.ring.work();
    }

    /// Advances the ring's time by `span` and runs no flash job.
    pub fn wait(&mut self, span: Span) {
        let until = self.now + span;
        for _ in 0..1_000 {
            match self.ring.poll_at() {
                Some(due) if due <= until => {
                    self.now = self.now.max(due);
                    self.step(Input::Time);
                }
                _ => break,
            }
        }
        self.now = until;
        self.step(Input::Time);
    }

    /// Runs one flash job. Returns the line that it has stored, if it has stored one;
    /// `None` if there is no job.
    pub fn run_job(&mut self) -> Option<Option<JournalLine>> {
        let job = self.ring.job()?;
        let config = self.ring.config_bytes();
        let report = now(self.store.execute(&mut self.flash, &job, &config));
        self.ring.step(self.now, Input::Storage(&report));
        Some(match (job, report) {
            (Job::Append { seq, line, .. }, Report::Appended(_, Ok(()))) => {
                let body: LineBody = postcard::from_bytes(&line).ok()?;
                Some(JournalLine { seq, body })
            }
            _ => None,
        })
    }

    /// Runs all flash jobs, and calls `each` with every line once it is in flash.
    pub fn run_jobs(&mut self, mut each: impl FnMut(&Self, &JournalLine)) {
        while let Some(stored) = self.run_job() {
            if let Some(line) = stored {
                each(self, &line);
            }
        }
    }

    /// Reads the journal lines from number `from` on from the flash.
    ///
    /// # Panics
    /// If the flash cannot be read, which fails the test.
    pub fn read_lines(&mut self, from: u32, mut each: impl FnMut(JournalLine)) {
        let mut seq = from;
        loop {
            let job = Job::Read(seq);
            let report = now(self
                .store
                .execute(&mut self.flash, &job, &Default::default()));
            let Report::Read { found, .. } = report else {
                unreachable!("a read was ordered");
            };
            let Some((number, line)) = found.expect("a readable flash") else {
                return;
            };
            let body = postcard::from_bytes(&line).expect("a line of this version");
            each(JournalLine { seq: number, body });
            seq = number + 1;
        }
    }

    /// Begins a random match at the table.
    ///
    /// # Panics
    /// If a match is running, which fails the test.
    pub fn begin(&mut self, dice: &mut TestRng) {
        let bench = (RING.begin)(dice, None);
        let session = bench.referee.session();
        let game = session.game().expect("a match has begun");
        if dice.below(4) == 0 {
            self.say(&Command::SetPolicies(any_policies(dice)));
        }
        let begun = self.ring.begin(self.now, game, *session.policies());
        begun.expect("no match is running");
    }

    /// Gives the ring a command of the people at the table, which it may decline.
    pub fn say(&mut self, command: &Command) {
        let _ = self.ring.command_from_table(self.now, command);
    }

    /// Gives the ring a random input of the table, and runs no flash job.
    pub fn stir(&mut self, dice: &mut TestRng) {
        let session = self.ring.referee().session();
        let over = session.game().is_none_or(|game| game.is_over());
        if over && session.question().is_none() && dice.below(3) > 0 {
            self.begin(dice);
            return;
        }
        if session.can_unsettle() && dice.below(3) == 0 {
            self.say(&Command::Overrule(AnyCorrection::Unsettle));
            return;
        }
        let mut bench = ScriptBench::default();
        bench.wait(self.now);
        bench.referee = self.ring.referee().clone();
        match (RING.any_doing)(dice, &bench) {
            ScriptLine::See(what) => {
                let seen = Observation::external(self.now, what);
                self.step(Input::Seen(&seen));
            }
            ScriptLine::Say(command) => self.say(&command),
            _ => {}
        }
        let pause = RING.pauses[dice.below(RING.pauses.len())];
        self.wait(Span::millis(pause));
    }
}

impl Default for JournalRig {
    fn default() -> Self {
        Self::new()
    }
}
