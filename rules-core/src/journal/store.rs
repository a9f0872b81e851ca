//! The matches in flash.
//!
//! A match is a `Begin` and all up to the next one. The last match is the
//! running one, whether it ended or not. When room is needed the oldest match
//! goes as a whole: once its `Begin` is erased nothing of it is shown, whatever
//! of it is still in later sectors. The running match never goes.
//!
//! Nothing but [`Journal::tidy`] erases, and it erases one sector a call, which
//! takes 45 ms to 400 ms on the flash of a Pico: call it only while no push can
//! be under way, and at start until it has nothing to do. An append programs a
//! few pages, 3 ms each at most. The reserve is what can be appended between
//! two calls. A flash fresh from the factory is erased once, all of it: nobody
//! can tell it from one whose erase was cut short.
//!
//! The flash is passed in with every call, so that one task can keep the
//! journal and the calibration on one chip.
//!
//! # When the format of payloads changes
//!
//! Raise the number given to [`Journal::open`]. Every record says its format,
//! so old matches stay readable; [`Record::format`] tells which way. A match
//! that was running is resumed from the old records and goes on as a new one:
//! append a `Begin` with its state in the new format. A region with a newer
//! format than the program knows is refused with a sentence and not touched.

use super::error::{AppendError, OpenError};
use super::log::{Log, Tidied};
use super::record::{HEAD, Kind, Record};
use super::table::Health;
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// The longest payload of a record, in bytes.
pub const PAYLOAD_MAX: usize = 224;

const ITEM: usize = PAYLOAD_MAX + HEAD;

/// The journal of the boards: the region JOURNAL of memory.x, and room for at
/// least 200 records of any length after `tidy` is done.
pub type BoardJournal = Journal<56, 13>;

/// The matches in `SECTORS` sectors of flash, of which `tidy` keeps `RESERVE`
/// erased.
#[derive(Debug)]
pub struct Journal<const SECTORS: usize, const RESERVE: usize> {
    log: Log<SECTORS, ITEM>,
}

/// A match, by the numbers of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Match {
    /// Its `Begin`.
    pub begin: u32,
    /// Where resuming starts: its last `Snapshot`, or its `Begin`.
    pub resume: u32,
}

impl<const SECTORS: usize, const RESERVE: usize> Journal<SECTORS, RESERVE> {
    const CHECKED: () = assert!(RESERVE + 2 <= SECTORS, "no room beside the reserve");

    /// At least so many records of any length can be appended after `tidy` is
    /// done, on a flash that is not worn.
    pub const RESERVED: u32 = (RESERVE * Log::<SECTORS, ITEM>::HOLDS) as u32;

    /// Opens the region that starts at the offset `start` of the flash. Reads
    /// all of it once, writes and erases nothing. `format` is that of the
    /// payloads to come, and the newest that can be read.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub async fn open<F: NorFlash>(
        flash: &mut F,
        start: u32,
        format: u8,
    ) -> Result<Self, OpenError<F::Error>> {
        const { Self::CHECKED };
        let mut log = Log::open(flash, start, format).await?;
        log.settle_oldest(log.table().last_begin().unwrap_or(0));
        Ok(Self { log })
    }

    /// A journal that forgets all that the region holds. Nothing can be appended
    /// before `tidy` was called until it is done.
    #[must_use]
    pub const fn wiped(start: u32, format: u8) -> Self {
        const { Self::CHECKED };
        Self {
            log: Log::wiped(start, format),
        }
    }

    /// Appends a record and returns its number. When this returns, the record
    /// was read back and outlives the power. Never erases. A `Begin` makes its
    /// match the running one.
    ///
    /// # Errors
    ///
    /// [`AppendError`].
    pub async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        kind: Kind,
        payload: &[u8],
    ) -> Result<u32, AppendError<F::Error>> {
        let keep = match (self.running(), kind) {
            (Some(running), _) => running.begin,
            (None, Kind::Begin) => self.log.next(),
            (None, Kind::Snapshot | Kind::Entry) => return Err(AppendError::NoMatch),
        };
        self.log.append(flash, kind, payload, keep).await
    }

    /// Erases one sector, if that is needed to have the reserve; the oldest
    /// match may go for it. Call it again after [`Tidied::Erased`].
    ///
    /// [`Tidied::Short`]: the running match takes more than the rest. There is
    /// still nearly the reserve: append a `Begin` with its state, and what it
    /// was before counts as a past match.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn tidy<F: MultiwriteNorFlash>(&mut self, flash: &mut F) -> Result<Tidied, F::Error> {
        let keep = self.running().map_or(self.log.next(), |m| m.begin);
        self.log.tidy(flash, keep, RESERVE).await
    }

    /// How many records of any length can certainly be appended now.
    #[must_use]
    pub fn room(&self) -> u32 {
        let records = self.log.table().ready() * Log::<SECTORS, ITEM>::HOLDS;
        u32::try_from(records).unwrap_or(u32::MAX)
    }

    /// The running match.
    #[must_use]
    pub fn running(&self) -> Option<Match> {
        let begin = self.log.table().last_begin()?;
        let snapshot = self.log.table().last_snapshot().filter(|&s| s > begin);
        Some(Match {
            begin,
            resume: snapshot.unwrap_or(begin),
        })
    }

    /// How sound the region is.
    #[must_use]
    pub fn health(&self) -> Health {
        self.log
            .table()
            .health(self.first().unwrap_or(self.log.next()))
    }

    /// The number the next record gets.
    #[must_use]
    pub const fn next(&self) -> u32 {
        self.log.next()
    }

    /// After a write that the flash did not end well: finds out whether the
    /// record is there. [`Journal::next`] tells.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn settle<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        self.log.settle_tail(flash).await
    }

    /// Leaves out numbers: the next record gets this one. Some were given to
    /// records that never came.
    pub fn skip_to(&mut self, number: u32) {
        self.log.skip_to(number);
    }

    /// The number of the first record there is.
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        self.log.table().first_begin()
    }

    /// Shows `each` record of the running match from its last snapshot on, or
    /// from its `Begin`. Reads only the sectors that hold these.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn resume<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut each: impl FnMut(Record<'_>),
    ) -> Result<(), F::Error> {
        let Some(running) = self.running() else {
            return Ok(());
        };
        let each = |record: Record<'_>| {
            each(record);
            ControlFlow::Continue(())
        };
        self.log.read(flash, running.resume, each).await
    }

    /// Shows `each` record numbered `from` or later, in order, until it breaks.
    /// Reads only the sectors that hold these.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn read<F: NorFlash>(
        &mut self,
        flash: &mut F,
        from: u32,
        each: impl FnMut(Record<'_>) -> ControlFlow<()>,
    ) -> Result<(), F::Error> {
        match self.first() {
            Some(first) => self.log.read(flash, from.max(first), each).await,
            None => Ok(()),
        }
    }

    /// Shows `each` record of the match whose `Begin` has this number.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn read_match<F: NorFlash>(
        &mut self,
        flash: &mut F,
        begin: u32,
        mut each: impl FnMut(Record<'_>),
    ) -> Result<(), F::Error> {
        let each = |record: Record<'_>| {
            let this = match record.kind {
                Kind::Begin => record.number == begin,
                Kind::Snapshot | Kind::Entry => record.number > begin,
            };
            if !this {
                return ControlFlow::Break(());
            }
            each(record);
            ControlFlow::Continue(())
        };
        self.read(flash, begin, each).await
    }

    /// Shows the `Begin` of each match, the oldest first. Reads everything.
    ///
    /// # Errors
    ///
    /// What the flash says.
    pub async fn matches<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut each: impl FnMut(Record<'_>),
    ) -> Result<(), F::Error> {
        let each = |record: Record<'_>| {
            if record.kind == Kind::Begin {
                each(record);
            }
            ControlFlow::Continue(())
        };
        self.read(flash, 0, each).await
    }
}
