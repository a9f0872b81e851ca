//! Ring whose flash jobs run one at a time, so that a test can look at the flash after
//! each of them.

use rules_core::board::BoardId;
use rules_core::referee::{JournalLine, LineBody};
use rules_core::ring::flash_store::FlashStore;
use rules_core::ring::{Input, Job, Report, Ring, StoredConfig};
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
    ///
    /// # Panics
    /// If the flash cannot be opened, which fails the test.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        let mut flash = Flash::new(SECTORS);
        let mut store = now(FlashStore::open(&mut flash, REGIONS)).expect("an empty flash");
        let replay = now(store.replay(&mut flash)).expect("a readable flash");
        let config = StoredConfig::new(board);
        Self {
            ring: Box::new(Ring::new(config, replay, BootReason::PowerUp, "rig")),
            flash,
            store,
            now: Instant(1_000_000),
        }
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
}
