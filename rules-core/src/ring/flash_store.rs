//! Flash store: executes a ring's jobs on a NOR flash, for the journal and the stored
//! configuration.

use super::job::{Job, KEPT_MAX, ReclaimReport, Report, StorageError};
use super::replay::{Replay, StoredConfig, line_bytes};
use crate::journal::settings_store::{BoardSettingsStore, Generation};
use crate::journal::store::BoardJournal;
use crate::journal::{AppendError, OpenError, Reclaimed as Swept, RecordKind};
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// Format of journal lines. A match of an older format is not resumed, and its lines are
/// not sent: evidence has no observation id there.
pub const LINE_FORMAT: u8 = 2;

/// Format of settings and calibration.
const CONFIG_FORMAT: u8 = 1;

/// Start of the two regions in the flash, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Regions {
    /// Start of the journal: 56 sectors.
    pub journal: u32,
    /// Start of settings and calibration: 8 sectors.
    pub kept: u32,
}

impl Regions {
    /// Regions as `memory.x` lays out the flash of a Pico.
    pub const PICO: Self = Self {
        journal: 0x001C_0000,
        kept: 0x001F_8000,
    };
}

/// Journal and stored configuration, on one flash.
#[derive(Debug)]
pub struct FlashStore {
    journal: BoardJournal,
    kept: BoardSettingsStore,
}

impl FlashStore {
    /// Opens both regions. A region that a newer firmware has written is not touched; one
    /// that cannot be read is treated as empty.
    ///
    /// # Errors
    /// [`OpenError`] if a newer firmware has written there, or the flash does not answer.
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        regions: Regions,
    ) -> Result<Self, OpenError<F::Error>> {
        Ok(Self {
            journal: BoardJournal::open(flash, regions.journal, LINE_FORMAT).await?,
            kept: BoardSettingsStore::open(flash, regions.kept, CONFIG_FORMAT).await?,
        })
    }

    /// Loads a generation of the stored configuration; `None` if there is none that can
    /// be read.
    ///
    /// # Errors
    /// Error of the flash.
    pub async fn config<F: NorFlash>(
        &mut self,
        flash: &mut F,
        which: Generation,
    ) -> Result<Option<StoredConfig>, F::Error> {
        let mut kept = None;
        self.kept
            .load(flash, which, |record| {
                kept = StoredConfig::from_bytes(record.payload)
            })
            .await?;
        Ok(kept)
    }

    /// Replays the last match of the journal, from its last snapshot on.
    ///
    /// # Errors
    /// Error of the flash.
    pub async fn replay<F: NorFlash>(&mut self, flash: &mut F) -> Result<Replay, F::Error> {
        let Some(running) = self.journal.running() else {
            return Ok(Replay::new(None, None, self.journal.next()));
        };
        let (mut start, mut format) = (running.resume, LINE_FORMAT);
        self.journal
            .read(flash, running.resume, |record| {
                start = Replay::start(record.number, record.payload);
                format = record.format;
                ControlFlow::Break(())
            })
            .await?;
        if format != LINE_FORMAT {
            return Ok(Replay::new(None, None, self.journal.next()));
        }
        let recall = self.recall_from(flash, running.begin, start).await?;
        if recall.lost() == 0 || start <= running.begin {
            return Ok(recall);
        }
        // The journal was cut between an undo and the snapshot after it: replay the whole
        // match.
        self.recall_from(flash, running.begin, running.begin).await
    }

    async fn recall_from<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
        start: u32,
    ) -> Result<Replay, F::Error> {
        let mut recall = Replay::new(self.journal.first(), Some(begin), self.journal.next());
        self.journal
            .read(flash, start.max(begin), |record| {
                recall.push_line(record.number, record.payload);
                ControlFlow::Continue(())
            })
            .await?;
        Ok(recall)
    }

    async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        seq: u32,
        kind: RecordKind,
        line: &[u8],
    ) -> Result<(), StorageError> {
        // The last attempt may have come further than it reported.
        let settled = self.journal.resync(flash).await;
        if settled.is_ok() && self.journal.next() > seq {
            return Ok(());
        }
        self.journal.skip_to(seq);
        match self.journal.append(flash, kind, line).await {
            Ok(number) if number == seq => Ok(()),
            Ok(_) => Err(StorageError::Broken),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Executes a job. `kept` is the result of [`Ring::config_bytes`].
    ///
    /// [`Ring::config_bytes`]: super::Ring::config_bytes
    pub async fn execute<F: MultiwriteNorFlash>(
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
                        if record.format != LINE_FORMAT {
                            return ControlFlow::Continue(());
                        }
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
                    // One sector per job, so that no frame waits for more than that.
                    if let Ok(Swept::Erased) = self.kept.tidy(flash).await {
                        return Report::Saved(*number, Err(StorageError::NeedsTidy));
                    }
                    result = self.kept.save(flash, kept).await;
                }
                let result = result.map_err(|error| match failure(&error) {
                    // No sector is left that could be erased.
                    StorageError::NeedsTidy => StorageError::Full,
                    other => other,
                });
                Report::Saved(*number, result)
            }
            Job::Reclaim => Report::Tidied(match self.journal.reclaim(flash).await {
                Ok(Swept::Erased) => ReclaimReport::Erased {
                    first: self.journal.first().unwrap_or(self.journal.next()),
                },
                Ok(Swept::Done) => ReclaimReport::Done,
                Ok(Swept::Short) => ReclaimReport::Short,
                Err(_) => ReclaimReport::Failed,
            }),
        }
    }
}

const fn failure<E>(error: &AppendError<E>) -> StorageError {
    match error {
        AppendError::NeedsTidy => StorageError::NeedsTidy,
        AppendError::Full => StorageError::Full,
        _ => StorageError::Broken,
    }
}
