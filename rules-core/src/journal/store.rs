//! Journal of matches in flash.
//!
//! A match is a `Begin` and all records up to the next one. The last match is the running
//! one, whether it has ended or not. When room is needed, the oldest match is dropped as
//! a whole: once its `Begin` is erased, its remaining records in later sectors are no
//! longer shown. The running match is never dropped.
//!
//! Only [`Journal::reclaim`] erases, one sector per call, which takes 45 ms to 400 ms on
//! the flash of a Pico. Call it only while no push can be under way, and at start until
//! it has nothing to do. An append programs a few pages, 3 ms each at most. The reserve
//! limits the number of appends between two calls. A flash fresh from the factory is
//! erased once completely, because it cannot be told from one whose erase was
//! interrupted.
//!
//! The flash is passed in with every call, so that one task can keep the journal and the
//! calibration on one chip.
//!
//! # Changing the payload format
//!
//! Raise the number given to [`Journal::open`]. Every record states its format in
//! [`StoredRecord::format`], so old matches stay readable. A match that was running is
//! resumed from the old records and continues as a new one: append a `Begin` with its
//! state in the new format. A region with a newer format than the program knows is
//! refused with an explanation and left unchanged.

use super::error::{AppendError, OpenError};
use super::log::{Log, Reclaimed};
use super::record::{HEAD, RecordKind, StoredRecord};
use super::sector_map::RegionHealth;
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// Maximum length of a record's payload, in bytes.
pub const PAYLOAD_MAX: usize = 224;

const ITEM: usize = PAYLOAD_MAX + HEAD;

/// Journal of all boards, which fills the region JOURNAL of memory.x. It has room for at
/// least 200 records of any length after `reclaim` has returned [`Reclaimed::Done`].
pub type BoardJournal = Journal<56, 13>;

/// Journal of matches in `SECTORS` sectors of flash, of which `reclaim` keeps `RESERVE`
/// erased.
#[derive(Debug)]
pub struct Journal<const SECTORS: usize, const RESERVE: usize> {
    log: Log<SECTORS, ITEM>,
}

/// Match in the journal, identified by the numbers of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StoredMatch {
    /// Number of the match's `Begin` record.
    pub begin: u32,
    /// Number of the record at which resuming starts: the match's last `Snapshot`, or its
    /// `Begin` if there is none.
    pub resume: u32,
}

impl<const SECTORS: usize, const RESERVE: usize> Journal<SECTORS, RESERVE> {
    const CHECKED: () = assert!(RESERVE + 2 <= SECTORS, "no room beside the reserve");

    /// Minimum number of records of any length that can be appended after `reclaim` has
    /// returned [`Reclaimed::Done`], on a flash that is not worn.
    pub const RESERVED: u32 = (RESERVE * Log::<SECTORS, ITEM>::HOLDS) as u32;

    /// Opens the region at offset `start` of the flash, in bytes. Reads all of it once
    /// and writes nothing. `format` is the format of new payloads, and the newest that
    /// can be read.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the flash cannot be read, the region does not suit it, or a newer
    /// program wrote there.
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        start: u32,
        format: u8,
    ) -> Result<Self, OpenError<F::Error>> {
        let mut journal = Self::wiped(start, format);
        journal.reopen(flash).await?;
        Ok(journal)
    }

    /// Reads the region again, in place, like [`Journal::open`].
    ///
    /// # Errors
    ///
    /// [`OpenError`] as of [`Journal::open`]. The journal must not be used then.
    pub async fn reopen<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), OpenError<F::Error>> {
        self.log.reopen(flash).await?;
        let keep = self.log.table().last_begin().unwrap_or(0);
        self.log.settle_oldest(keep);
        Ok(())
    }

    /// Creates a journal that ignores the contents of the region. Appending fails until
    /// `reclaim` has returned [`Reclaimed::Done`].
    #[must_use]
    pub const fn wiped(start: u32, format: u8) -> Self {
        const { Self::CHECKED };
        Self {
            log: Log::wiped(start, format),
        }
    }

    /// Appends a record and returns its number. On return the record was read back and
    /// survives a loss of power. Never erases. A `Begin` makes its match the running one.
    ///
    /// # Errors
    ///
    /// [`AppendError`] if the payload is too long, no match has begun, no erased sector
    /// is left, or the flash fails.
    pub async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        kind: RecordKind,
        payload: &[u8],
    ) -> Result<u32, AppendError<F::Error>> {
        let keep = match (self.running(), kind) {
            (Some(running), _) => running.begin,
            (None, RecordKind::Begin) => self.log.next(),
            (None, RecordKind::Snapshot | RecordKind::Entry) => return Err(AppendError::NoMatch),
        };
        self.log.append(flash, kind, payload, keep).await
    }

    /// Erases one sector if the reserve needs it, which may drop the oldest match. The
    /// caller must call again after [`Reclaimed::Erased`].
    ///
    /// [`Reclaimed::Short`] means that the running match takes up all but the reserve.
    /// Nearly the whole reserve is still available: append a `Begin` with the state of
    /// the match, and its earlier records count as a past match.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn reclaim<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
    ) -> Result<Reclaimed, F::Error> {
        let keep = self.running().map_or(self.log.next(), |m| m.begin);
        self.log.reclaim(flash, keep, RESERVE).await
    }

    /// Returns the number of records of any length that can certainly be appended now.
    #[must_use]
    pub fn room(&self) -> u32 {
        let records = self.log.table().ready() * Log::<SECTORS, ITEM>::HOLDS;
        u32::try_from(records).unwrap_or(u32::MAX)
    }

    /// Returns the last match, running or over; `None` if the journal is empty.
    #[must_use]
    pub fn running(&self) -> Option<StoredMatch> {
        let begin = self.log.table().last_begin()?;
        let snapshot = self.log.table().last_snapshot().filter(|&s| s > begin);
        Some(StoredMatch {
            begin,
            resume: snapshot.unwrap_or(begin),
        })
    }

    /// Returns the condition of the region.
    #[must_use]
    pub fn health(&self) -> RegionHealth {
        self.log
            .table()
            .health(self.first().unwrap_or(self.log.next()))
    }

    /// Returns the number of erases of the region so far: an estimate from the numbers of
    /// its records.
    #[must_use]
    pub fn erases(&self) -> u32 {
        self.log.table().erases(self.log.next())
    }

    /// Number of sectors of the region.
    pub const SECTORS: u32 = SECTORS as u32;

    /// Returns the number that the next record gets.
    #[must_use]
    pub const fn next(&self) -> u32 {
        self.log.next()
    }

    /// Scans the sector of a failed write again, to find out if the record was stored. If
    /// it was, [`Journal::next`] has advanced.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn resync<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        self.log.resync_tail(flash).await
    }

    /// Skips record numbers, so that the next record gets at least this one. The ring
    /// uses this if numbers were assigned to records that were never written.
    pub fn skip_to(&mut self, number: u32) {
        self.log.skip_to(number);
    }

    /// Returns the number of the first record that can be read, the oldest `Begin`;
    /// `None` if the journal is empty.
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        self.log.table().first_begin()
    }

    /// Calls `each` with every record of the last match from its last snapshot on, or
    /// from its `Begin`. Reads only the sectors that hold these records.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn resume<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut each: impl FnMut(StoredRecord<'_>),
    ) -> Result<(), F::Error> {
        let Some(running) = self.running() else {
            return Ok(());
        };
        let each = |record: StoredRecord<'_>| {
            each(record);
            ControlFlow::Continue(())
        };
        self.log.read(flash, running.resume, each).await
    }

    /// Calls `each` with every record numbered `from` or later, in order, until it
    /// returns `Break`. Reads only the sectors that hold these records.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn read<F: NorFlash>(
        &mut self,
        flash: &mut F,
        from: u32,
        each: impl FnMut(StoredRecord<'_>) -> ControlFlow<()>,
    ) -> Result<(), F::Error> {
        match self.first() {
            Some(first) => self.log.read(flash, from.max(first), each).await,
            None => Ok(()),
        }
    }

    /// Calls `each` with every record of the match whose `Begin` record has the number
    /// `begin`.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn read_match<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
        mut each: impl FnMut(StoredRecord<'_>),
    ) -> Result<(), F::Error> {
        let each = |record: StoredRecord<'_>| {
            let this = match record.kind {
                RecordKind::Begin => record.number == begin,
                RecordKind::Snapshot | RecordKind::Entry => record.number > begin,
            };
            if !this {
                return ControlFlow::Break(());
            }
            each(record);
            ControlFlow::Continue(())
        };
        self.read(flash, begin, each).await
    }

    /// Calls `each` with the `Begin` record of each match, the oldest first. Reads every
    /// sector.
    ///
    /// # Errors
    ///
    /// The error of the flash.
    pub async fn matches<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut each: impl FnMut(StoredRecord<'_>),
    ) -> Result<(), F::Error> {
        let each = |record: StoredRecord<'_>| {
            if record.kind == RecordKind::Begin {
                each(record);
            }
            ControlFlow::Continue(())
        };
        self.read(flash, 0, each).await
    }
}
