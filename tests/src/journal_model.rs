//! What a journal must hold, kept in plain memory beside it.

use host_tools::flash::{Fault, MockFlash, now};
use rules_core::journal::{AppendError, Journal, Kind, Record, Tidied};
use std::ops::ControlFlow;

/// A small journal: 6 sectors, 2 of them in reserve.
pub type Small = Journal<6, 2>;

/// Its sectors.
pub const SECTORS: usize = 6;

/// The format the tests write.
pub const FORMAT: u8 = 1;

/// One record, owned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its number.
    pub number: u32,
    /// Its kind.
    pub kind: Kind,
    /// Its payload.
    pub payload: Vec<u8>,
}

impl From<Record<'_>> for Kept {
    fn from(record: Record<'_>) -> Self {
        Self {
            number: record.number,
            kind: record.kind,
            payload: record.payload.to_vec(),
        }
    }
}

/// Everything a journal shows.
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

/// The journal in this flash.
pub fn opened<const WORD: usize, const S: usize, const R: usize>(
    flash: &mut MockFlash<WORD>,
) -> Journal<S, R> {
    now(Journal::open(flash, 0, FORMAT)).expect("a flash that can be read can be opened")
}

/// A flash with an empty small journal in it.
#[must_use]
pub fn fresh<const WORD: usize>() -> MockFlash<WORD> {
    let mut flash = MockFlash::new(SECTORS);
    tidied(&mut opened::<WORD, 6, 2>(&mut flash), &mut flash);
    flash
}

/// Tidies until there is nothing to do; whether the reserve is there.
pub fn tidied<const WORD: usize, const S: usize, const R: usize>(
    journal: &mut Journal<S, R>,
    flash: &mut MockFlash<WORD>,
) -> Tidied {
    loop {
        match now(journal.tidy(flash)).expect("the flash works") {
            Tidied::Erased => {}
            end => return end,
        }
    }
}

/// What the journal must show, whatever happens to the power.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// What must be there, in order.
    pub kept: Vec<Kept>,
    /// What may be there as well: it was under way when the power went.
    pub in_flight: Option<Kept>,
}

impl Model {
    /// The running match.
    #[must_use]
    pub fn running(&self) -> &[Kept] {
        let begin = self.kept.iter().rposition(|k| k.kind == Kind::Begin);
        begin.map_or(&[], |begin| &self.kept[begin..])
    }

    /// Appends to both. Erases nothing, or it panics.
    ///
    /// # Errors
    ///
    /// As the journal; after a fault of the flash the record is in flight.
    pub fn append<const WORD: usize, const S: usize, const R: usize>(
        &mut self,
        journal: &mut Journal<S, R>,
        flash: &mut MockFlash<WORD>,
        kind: Kind,
        payload: &[u8],
    ) -> Result<(), AppendError<Fault>> {
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

    /// After anything but a `tidy`: all that was appended is there, in order,
    /// and at most the one in flight besides.
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

    /// After a `tidy`, ended or not: whole matches are gone from the front, and
    /// the running match is all there.
    pub fn check_tidied(&mut self, shown: Vec<Kept>) {
        assert!(self.kept.ends_with(&shown), "a tidy changed what it left");
        assert!(
            shown.first().is_none_or(|k| k.kind == Kind::Begin),
            "half a match is shown"
        );
        assert!(
            shown.len() >= self.running().len(),
            "a tidy touched the running match"
        );
        self.kept = shown;
    }
}

/// A small journal, its flash, and what it must hold.
#[derive(Debug)]
pub struct Played<const WORD: usize> {
    /// The flash.
    pub flash: MockFlash<WORD>,
    /// The journal in it.
    pub journal: Small,
    /// What it must hold.
    pub model: Model,
}

impl<const WORD: usize> Default for Played<WORD> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WORD: usize> Played<WORD> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        let mut flash = fresh();
        Self {
            journal: opened(&mut flash),
            flash,
            model: Model::default(),
        }
    }

    /// Appends; the first record is always a `Begin`.
    ///
    /// # Errors
    ///
    /// As the journal.
    pub fn append(&mut self, kind: Kind, payload: &[u8]) -> Result<(), AppendError<Fault>> {
        let kind = match self.model.kept.is_empty() {
            true => Kind::Begin,
            false => kind,
        };
        self.model
            .append(&mut self.journal, &mut self.flash, kind, payload)
    }

    /// Tidies one step, and starts again if the power goes.
    pub fn tidy(&mut self) {
        if now(self.journal.tidy(&mut self.flash)).is_err() {
            self.restart();
        }
        let shown = self.shown();
        self.model.check_tidied(shown);
    }

    /// Starts again, with power.
    pub fn restart(&mut self) {
        self.flash.power_up();
        self.journal = opened(&mut self.flash);
    }

    /// Starts again, and nothing is lost.
    pub fn restart_and_check(&mut self) {
        self.restart();
        let shown = self.shown();
        self.model.check(shown);
    }

    /// Everything it shows.
    pub fn shown(&mut self) -> Vec<Kept> {
        shown(&mut self.journal, &mut self.flash)
    }
}
