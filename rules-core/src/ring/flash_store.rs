//! Flash store: executes a ring's jobs on a NOR flash, for the journal and the stored
//! configuration.

use super::job::{Job, KEPT_MAX, ReclaimReport, Report, StorageError};
use super::replay::{Replay, ReplayTarget, StoredConfig, line_bytes};
use crate::journal::settings_store::{BoardSettingsStore, Generation};
use crate::journal::store::BoardJournal;
use crate::journal::{AppendError, OpenError, Reclaimed, RecordKind, StoredMatch};
use crate::wire::message::FlashWear;
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// Format number of the journal lines that this firmware writes. A match in another
/// format is not resumed, and its lines are not sent: evidence had no observation id in
/// format 1.
pub const LINE_FORMAT: u8 = 2;

/// Format number of stored settings and calibration.
const CONFIG_FORMAT: u8 = 1;

/// Start addresses of the journal and of the configuration in the flash, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Regions {
    /// Start of the journal's region, which has 56 sectors of 4,096 bytes.
    pub journal: u32,
    /// Start of the region for settings and calibration, which has 8 sectors of 4,096
    /// bytes.
    pub kept: u32,
}

impl Regions {
    /// Regions in the 2 MiB flash of a Pico; the firmware's `memory.x` reserves them.
    pub const PICO: Self = Self {
        journal: 0x001C_0000,
        kept: 0x001F_8000,
    };
}

/// Journal and configuration store, on one flash.
#[derive(Debug)]
pub struct FlashStore {
    journal: BoardJournal,
    config: BoardSettingsStore,
}

impl FlashStore {
    /// Opens the journal and the configuration. A region that a newer firmware has
    /// written is left unchanged; contents that are not valid records count as empty.
    ///
    /// # Errors
    /// [`OpenError`] if a newer firmware has written a region, or the flash does not
    /// answer.
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        regions: Regions,
    ) -> Result<Self, OpenError<F::Error>> {
        let mut store = Self::closed(regions);
        store.reopen(flash).await?;
        Ok(store)
    }

    /// Creates a store that does not know what the flash contains, for
    /// [`FlashStore::reopen`]. A device keeps it in a `static`, because it is too large
    /// for the stack.
    #[must_use]
    pub const fn closed(regions: Regions) -> Self {
        Self {
            journal: BoardJournal::wiped(regions.journal, LINE_FORMAT),
            config: BoardSettingsStore::wiped(regions.kept, CONFIG_FORMAT),
        }
    }

    /// Opens the journal and the configuration in place, like [`FlashStore::open`].
    ///
    /// # Errors
    /// [`OpenError`] if a newer firmware has written a region, or the flash does not
    /// answer. The store must not be used then.
    pub async fn reopen<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), OpenError<F::Error>> {
        self.journal.reopen(flash).await?;
        self.config.reopen(flash).await
    }

    /// Loads the latest stored configuration or the one before; `None` if there is none
    /// that can be read.
    ///
    /// # Errors
    /// Error of the flash.
    pub async fn config<F: NorFlash>(
        &mut self,
        flash: &mut F,
        which: Generation,
    ) -> Result<Option<StoredConfig>, F::Error> {
        let mut config = None;
        self.config
            .load(flash, which, |record| {
                config = StoredConfig::from_bytes(record.payload)
            })
            .await?;
        Ok(config)
    }

    /// Replays the last match of the journal, from its last snapshot on, into a blank
    /// ring.
    ///
    /// # Errors
    /// Error of the flash. The ring is then blank again.
    pub async fn replay<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut to: ReplayTarget<'_>,
    ) -> Result<Replay, F::Error> {
        let wear = self.wear();
        let replay = self.replay_match(flash, &mut to).await;
        if replay.is_err() {
            to.clear();
        }
        Ok(replay?.with_wear(wear))
    }

    /// Returns the wear of the flash.
    fn wear(&self) -> FlashWear {
        let (journal, config) = (self.journal.erases(), self.config.erases());
        let journal_each = journal.div_ceil(BoardJournal::SECTORS);
        let config_each = config.div_ceil(BoardSettingsStore::SECTORS);
        FlashWear {
            erases: journal.saturating_add(config),
            busiest: journal_each.max(config_each),
        }
    }

    async fn replay_match<F: NorFlash>(
        &mut self,
        flash: &mut F,
        to: &mut ReplayTarget<'_>,
    ) -> Result<Replay, F::Error> {
        let Some(StoredMatch { begin, resume }) = self.journal.running() else {
            return Ok(Replay::new(None, None, self.journal.next()));
        };
        let (mut start, mut format) = (resume, LINE_FORMAT);
        self.journal
            .read(flash, resume, |record| {
                start = Replay::start(record.number, record.payload);
                format = record.format;
                ControlFlow::Break(())
            })
            .await?;
        if format != LINE_FORMAT {
            return Ok(Replay::new(None, None, self.journal.next()));
        }
        let replay = self.replay_from(flash, begin, start, to).await?;
        if replay.is_whole() {
            return Ok(replay);
        }
        // The cut was within a snapshot that begins the match again, or lines are lost:
        // start at the beginning of the match, then at the one before it.
        let earlier = self.begin_before(flash, begin).await?;
        for begin in [Some(begin), earlier].into_iter().flatten() {
            let replay = self.replay_from(flash, begin, begin, to).await?;
            if replay.is_whole() {
                return Ok(replay.damaged());
            }
        }
        let replay = self.replay_from(flash, begin, start, to).await?;
        Ok(replay.damaged())
    }

    /// Returns the number of the last record before `begin` that begins a match; `None`
    /// if there is none.
    async fn begin_before<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
    ) -> Result<Option<u32>, F::Error> {
        let mut found = None;
        self.journal
            .read(flash, 0, |record| {
                if record.number >= begin {
                    return ControlFlow::Break(());
                }
                if record.kind == RecordKind::Begin {
                    found = Some(record.number);
                }
                ControlFlow::Continue(())
            })
            .await?;
        Ok(found)
    }

    /// Replays the lines from `start` on, of a match that begins at line `begin`.
    async fn replay_from<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
        start: u32,
        to: &mut ReplayTarget<'_>,
    ) -> Result<Replay, F::Error> {
        to.clear();
        let mut replay = Replay::new(self.journal.first(), Some(begin), self.journal.next());
        self.journal
            .read(flash, start.max(begin), |record| {
                replay.push_line(record.number, record.payload, to);
                ControlFlow::Continue(())
            })
            .await?;
        Ok(replay)
    }

    /// Appends a line, unless an earlier attempt has stored it already.
    async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        seq: u32,
        kind: RecordKind,
        line: &[u8],
    ) -> Result<(), StorageError> {
        // The last attempt may have come further than it reported.
        let resynced = self.journal.resync(flash).await;
        if resynced.is_ok() && self.journal.next() > seq {
            return Ok(());
        }
        self.journal.skip_to(seq);
        match self.journal.append(flash, kind, line).await {
            Ok(number) if number == seq => Ok(()),
            Ok(_) => Err(StorageError::Broken),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Executes a job. `config` is the result of [`Ring::config_bytes`], which only
    /// [`Job::Save`] reads.
    ///
    /// [`Ring::config_bytes`]: super::Ring::config_bytes
    pub async fn execute<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
        job: &Job,
        config: &heapless::Vec<u8, KEPT_MAX>,
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
                    found: read.map(|()| found).map_err(|_| StorageError::Broken),
                }
            }
            Job::Save(number) => {
                let mut result = self.config.save(flash, config).await;
                if let Err(AppendError::NeedsReclaim) = result {
                    // One sector per job, so that no frame waits for more than that.
                    if let Ok(Reclaimed::Erased) = self.config.reclaim(flash).await {
                        return Report::Saved(*number, Err(StorageError::NeedsReclaim));
                    }
                    result = self.config.save(flash, config).await;
                }
                let result = result.map_err(|error| match failure(&error) {
                    // No sector is left that could be erased.
                    StorageError::NeedsReclaim => StorageError::Full,
                    other => other,
                });
                Report::Saved(*number, result)
            }
            Job::Reclaim => Report::Reclaimed(match self.journal.reclaim(flash).await {
                Ok(Reclaimed::Erased) => ReclaimReport::Erased {
                    first: self.journal.first().unwrap_or(self.journal.next()),
                },
                Ok(Reclaimed::Done) => ReclaimReport::Done,
                Ok(Reclaimed::Short) => ReclaimReport::Short,
                Err(_) => ReclaimReport::Failed,
            }),
        }
    }
}

const fn failure<E>(error: &AppendError<E>) -> StorageError {
    match error {
        AppendError::NeedsReclaim => StorageError::NeedsReclaim,
        AppendError::Full => StorageError::Full,
        _ => StorageError::Broken,
    }
}
