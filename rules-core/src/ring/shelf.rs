//! Does a ring's jobs on a NOR flash: the journal and what is kept beside it.

use super::job::{Failure, Job, KEPT_MAX, Report, Tidied};
use super::recall::{Kept, Recall, line_bytes};
use crate::journal::calibration::{BoardCalibrations, Which};
use crate::journal::store::BoardJournal;
use crate::journal::{AppendError, Kind, OpenError, Tidied as Swept};
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// The format of lines and of what is kept, for later versions to know.
pub const FORMAT: u8 = 1;

/// Where the two regions start in the flash, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Regions {
    /// The journal: 56 sectors.
    pub journal: u32,
    /// Settings and calibration: 8 sectors.
    pub kept: u32,
}

impl Regions {
    /// As memory.x lays out the flash of a Pico.
    pub const PICO: Self = Self {
        journal: 0x001C_0000,
        kept: 0x001F_8000,
    };
}

/// The journal and what is kept, on one flash.
#[derive(Debug)]
pub struct Shelf {
    journal: BoardJournal,
    kept: BoardCalibrations,
}

impl Shelf {
    /// Opens both regions. One that a newer program has written is not touched;
    /// one that cannot be read is forgotten.
    ///
    /// # Errors
    /// If a newer program has written there, or the flash does not answer.
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        regions: Regions,
    ) -> Result<Self, OpenError<F::Error>> {
        Ok(Self {
            journal: BoardJournal::open(flash, regions.journal, FORMAT).await?,
            kept: BoardCalibrations::open(flash, regions.kept, FORMAT).await?,
        })
    }

    /// What was kept.
    ///
    /// # Errors
    /// What the flash says.
    pub async fn kept<F: NorFlash>(
        &mut self,
        flash: &mut F,
        which: Which,
    ) -> Result<Option<Kept>, F::Error> {
        let mut kept = None;
        self.kept
            .load(flash, which, |record| {
                kept = Kept::from_bytes(record.payload)
            })
            .await?;
        Ok(kept)
    }

    /// What the journal recalls of the last match.
    ///
    /// # Errors
    /// What the flash says.
    pub async fn recall<F: NorFlash>(&mut self, flash: &mut F) -> Result<Recall, F::Error> {
        let Some(running) = self.journal.running() else {
            return Ok(Recall::new(None, None, self.journal.next()));
        };
        let mut start = running.resume;
        self.journal
            .read(flash, running.resume, |record| {
                start = Recall::start(record.number, record.payload);
                ControlFlow::Break(())
            })
            .await?;
        let recall = self.recall_from(flash, running.begin, start).await?;
        if recall.lost() == 0 || start <= running.begin {
            return Ok(recall);
        }
        // Cut between an undo and the snapshot after it: the whole match tells.
        self.recall_from(flash, running.begin, running.begin).await
    }

    async fn recall_from<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
        start: u32,
    ) -> Result<Recall, F::Error> {
        let mut recall = Recall::new(self.journal.first(), Some(begin), self.journal.next());
        self.journal
            .read(flash, start.max(begin), |record| {
                recall.take(record.number, record.payload);
                ControlFlow::Continue(())
            })
            .await?;
        Ok(recall)
    }

    async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        seq: u32,
        kind: Kind,
        line: &[u8],
    ) -> Result<(), Failure> {
        // The last try may have come further than it said.
        let settled = self.journal.settle(flash).await;
        if settled.is_ok() && self.journal.next() > seq {
            return Ok(());
        }
        self.journal.skip_to(seq);
        match self.journal.append(flash, kind, line).await {
            Ok(number) if number == seq => Ok(()),
            Ok(_) => Err(Failure::Broken),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Does a job. `kept` is [`Ring::kept`].
    ///
    /// [`Ring::kept`]: super::Ring::kept
    pub async fn work<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
        job: &Job,
        kept: &heapless::Vec<u8, KEPT_MAX>,
    ) -> Report {
        match job {
            Job::Append { seq, kind, line } => {
                Report::Appended(*seq, self.append(flash, *seq, *kind, line).await)
            }
            Job::Read(from) => {
                let mut found = None;
                let read = self
                    .journal
                    .read(flash, *from, |record| {
                        found = line_bytes(record.payload).map(|line| (record.number, line));
                        ControlFlow::Break(())
                    })
                    .await;
                Report::Read {
                    from: *from,
                    found: read.ok().and(found),
                }
            }
            Job::Save(number) => {
                let mut result = self.kept.save(flash, kept).await;
                if let Err(AppendError::NeedsTidy) = result {
                    // One sector a job: no frame waits longer than for that.
                    if let Ok(Swept::Erased) = self.kept.tidy(flash).await {
                        return Report::Saved(*number, Err(Failure::NeedsTidy));
                    }
                    result = self.kept.save(flash, kept).await;
                }
                let result = result.map_err(|error| match failure(&error) {
                    // Nothing is left that could be erased.
                    Failure::NeedsTidy => Failure::Full,
                    other => other,
                });
                Report::Saved(*number, result)
            }
            Job::Tidy => Report::Tidied(match self.journal.tidy(flash).await {
                Ok(Swept::Erased) => Tidied::Erased {
                    first: self.journal.first().unwrap_or(self.journal.next()),
                },
                Ok(Swept::Done) => Tidied::Done,
                Ok(Swept::Short) => Tidied::Short,
                Err(_) => Tidied::Failed,
            }),
        }
    }
}

const fn failure<E>(error: &AppendError<E>) -> Failure {
    match error {
        AppendError::NeedsTidy => Failure::NeedsTidy,
        AppendError::Full => Failure::Full,
        _ => Failure::Broken,
    }
}
