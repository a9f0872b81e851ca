//! Model of a journal in plain memory: the records that the journal in flash must hold.

use rules_core::journal::{AppendError, Journal, Reclaimed, RecordKind, StoredRecord};
use std::ops::ControlFlow;
use virtual_ring::mock_flash::{FlashError, MockFlash, now};

/// Small journal for tests: 6 sectors, 2 of them in reserve.
pub type Small = Journal<6, 2>;

/// Number of sectors of a [`Small`] journal.
pub const SECTORS: usize = 6;

/// Format number that the tests write.
pub const FORMAT: u8 = 1;

/// Owned copy of a journal record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Number of the record.
    pub number: u32,
    /// Kind of the record.
    pub kind: RecordKind,
    /// Payload of the record.
    pub payload: Vec<u8>,
}

impl From<StoredRecord<'_>> for Kept {
    fn from(record: StoredRecord<'_>) -> Self {
        Self {
            number: record.number,
            kind: record.kind,
            payload: record.payload.to_vec(),
        }
    }
}

/// Reads every record of a journal.
pub fn shown<const WORD: usize, const S: usize, const R: usize>(
    journal: &mut Journal<S, R>,
    flash: &mut MockFlash<WORD>,
) -> Vec<Kept> {
    let mut kept = Vec::new();
    now(journal.read(flash, 0, |record| {
        kept.push(record.into());
        ControlFlow::Continue(())
    }))
    .expect("the flash can be read");
    kept
}

/// Opens the journal in this flash.
pub fn opened<const WORD: usize, const S: usize, const R: usize>(
    flash: &mut MockFlash<WORD>,
) -> Journal<S, R> {
    now(Journal::open(flash, 0, FORMAT)).expect("a flash that can be read can be opened")
}

/// Creates a flash with an empty small journal in it.
#[must_use]
pub fn fresh<const WORD: usize>() -> MockFlash<WORD> {
    let mut flash = MockFlash::new(SECTORS);
    reclaim_all(&mut opened::<WORD, 6, 2>(&mut flash), &mut flash);
    flash
}

/// Reclaims old sectors until there is nothing left to erase, and returns the last
/// result, which tells if the reserve is available.
pub fn reclaim_all<const WORD: usize, const S: usize, const R: usize>(
    journal: &mut Journal<S, R>,
    flash: &mut MockFlash<WORD>,
) -> Reclaimed {
    loop {
        match now(journal.reclaim(flash)).expect("the flash works") {
            Reclaimed::Erased => {}
            end => return end,
        }
    }
}

/// Records that the journal must show, even after a power failure.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Records that must be present, in order.
    pub kept: Vec<Kept>,
    /// Record that may be present as well, because it was being written when the power
    /// failed.
    pub in_flight: Option<Kept>,
}

impl Model {
    /// Returns the records of the running match.
    #[must_use]
    pub fn running(&self) -> &[Kept] {
        let begin = self.kept.iter().rposition(|k| k.kind == RecordKind::Begin);
        begin.map_or(&[], |begin| &self.kept[begin..])
    }

    /// Appends a record to the journal and the model; panics if the journal erases
    /// anything.
    ///
    /// # Errors
    ///
    /// Fails as the journal does; after a fault of the flash the record is in flight.
    pub fn append<const WORD: usize, const S: usize, const R: usize>(
        &mut self,
        journal: &mut Journal<S, R>,
        flash: &mut MockFlash<WORD>,
        kind: RecordKind,
        payload: &[u8],
    ) -> Result<(), AppendError<FlashError>> {
        let next = Kept {
            number: self.kept.last().map_or(1, |k| k.number + 1),
            kind,
            payload: payload.to_vec(),
        };
        let erases = flash.done().erases;
        let appended = now(journal.append(flash, kind, payload));
        assert_eq!(flash.done().erases, erases, "an append erased");
        match appended {
            Ok(number) => {
                assert_eq!(number, next.number, "numbers follow one another");
                self.kept.push(next);
                Ok(())
            }
            Err(error) => {
                if let AppendError::Flash(_) = error {
                    self.in_flight = Some(next);
                }
                Err(error)
            }
        }
    }

    /// Checks the records after any operation but `reclaim`: all that was appended is
    /// there, in order, and at most the record in flight besides.
    pub fn check(&mut self, shown: Vec<Kept>) {
        let mut with = self.kept.clone();
        with.extend(self.in_flight.take());
        assert!(
            shown == self.kept || shown == with,
            "{} records are shown, {} were appended; they differ from number {:?} on",
            shown.len(),
            self.kept.len(),
            with.iter()
                .zip(&shown)
                .find(|(a, b)| a != b)
                .map(|(a, _)| a.number)
        );
        self.kept = shown;
    }

    /// Checks the records after a `reclaim`, complete or interrupted: whole matches are
    /// gone from the front, and the running match is complete.
    pub fn check_reclaimed(&mut self, shown: Vec<Kept>) {
        assert!(
            self.kept.ends_with(&shown),
            "a reclaim changed what it left"
        );
        assert!(
            shown.first().is_none_or(|k| k.kind == RecordKind::Begin),
            "half a match is shown"
        );
        assert!(
            shown.len() >= self.running().len(),
            "a reclaim touched the running match"
        );
        self.kept = shown;
    }
}

/// Small journal with its flash and its model.
#[derive(Debug)]
pub struct Played<const WORD: usize> {
    /// Flash that holds the journal.
    pub flash: MockFlash<WORD>,
    /// Journal under test.
    pub journal: Small,
    /// Records that the journal must hold.
    pub model: Model,
}

impl<const WORD: usize> Default for Played<WORD> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WORD: usize> Played<WORD> {
    /// Creates an empty journal in a fresh flash.
    #[must_use]
    pub fn new() -> Self {
        let mut flash = fresh();
        Self {
            journal: opened(&mut flash),
            flash,
            model: Model::default(),
        }
    }

    /// Appends a record; the first one is always a `Begin`.
    ///
    /// # Errors
    ///
    /// Fails as the journal does.
    pub fn append(
        &mut self,
        kind: RecordKind,
        payload: &[u8],
    ) -> Result<(), AppendError<FlashError>> {
        let kind = match self.model.kept.is_empty() {
            true => RecordKind::Begin,
            false => kind,
        };
        self.model
            .append(&mut self.journal, &mut self.flash, kind, payload)
    }

    /// Reclaims old sectors by one step, and restarts if the power fails.
    pub fn reclaim(&mut self) {
        if now(self.journal.reclaim(&mut self.flash)).is_err() {
            self.restart();
        }
        let shown = self.shown();
        self.model.check_reclaimed(shown);
    }

    /// Restores the power and opens the journal again.
    pub fn restart(&mut self) {
        self.flash.power_up();
        self.journal = opened(&mut self.flash);
    }

    /// Restarts and checks that no record is lost.
    pub fn restart_and_check(&mut self) {
        self.restart();
        let shown = self.shown();
        self.model.check(shown);
    }

    /// Reads every record of the journal.
    pub fn shown(&mut self) -> Vec<Kept> {
        shown(&mut self.journal, &mut self.flash)
    }
}
