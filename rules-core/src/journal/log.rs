//! Log of records over several flash sectors: appends records and erases sectors.
//!
//! ```text
//!                append                    reclaim
//!    Ready ----------------> Live -----------------+
//!      ^  \                                        |
//!      |   \ no valid record came of it            v
//!      |    +------------------------> Dirty ----(erase)---> Bad
//!      +---------------------------------------------+   not ready after it
//! ```
//!
//! The order of the sectors follows from the numbers of their records, so neither an
//! order nor a state is stored. A sector is written only after an erase of it finished
//! and all of it was verified to be blank. Numbers do not wrap: 56 sectors, each worn out
//! by 100,000 erases with 200 records in between, use a quarter of them.

use super::error::{AppendError, OpenError};
use super::record::{HEAD, RecordError, RecordKind, StoredRecord};
use super::sector::{self, EraseMark, PushResult, QueueCache, ReadEnd, SECTOR};
use super::sector_map::{Extent, SectorMap, SectorState};
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// Number of writes that an append tries before it reports the flash as worn.
const MAX_PLACES: usize = 4;

/// Knowledge about the sector into which the next record goes.
#[derive(Debug)]
enum Tail {
    /// The next free place in the newest sector must be searched.
    Unknown,
    /// The next free place in the sector with this index is in the cache of
    /// `sequential-storage`.
    Known(usize, QueueCache),
    /// A write to the sector with this index did not finish; the log must scan it first.
    Unsure(usize),
}

/// Result of an attempt to reclaim a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Reclaimed {
    /// One sector was erased. The caller must call again, as there may be more to erase.
    Erased,
    /// Enough sectors are erased; none had to be.
    Done,
    /// Fewer sectors than the reserve are erased, but all stored records must stay.
    Short,
}

/// Log of records in `SECTORS` sectors, each record at most `ITEM` bytes with its header.
#[derive(Debug)]
pub(super) struct Log<const SECTORS: usize, const ITEM: usize> {
    /// Offset of the first sector in the flash, in bytes.
    start: u32,
    /// Format number of new records, and the newest that this program can read.
    format: u8,
    table: SectorMap<SECTORS>,
    tail: Tail,
    /// Number that the next record gets.
    next: u32,
    /// Buffer for one encoded record.
    item: [u8; ITEM],
}

impl<const SECTORS: usize, const ITEM: usize> Log<SECTORS, ITEM> {
    /// Maximum length of a payload, in bytes.
    pub(super) const PAYLOAD: usize = ITEM - HEAD;

    /// Number of records with the longest payload that a sector holds.
    pub(super) const HOLDS: usize = sector::holds(ITEM);

    /// Creates a log whose sectors all count as dirty, so that `reclaim` erases them.
    pub(super) const fn wiped(start: u32, format: u8) -> Self {
        const {
            assert!(ITEM > HEAD && ITEM.is_multiple_of(4));
            assert!(SECTORS >= 2 && SECTORS <= u16::MAX as usize);
        }
        Self {
            start,
            format,
            table: SectorMap::new(),
            tail: Tail::Unknown,
            next: 1,
            item: [0; ITEM],
        }
    }

    /// Reads every sector once, in place, and writes nothing. All that was known about
    /// them before is forgotten.
    pub(super) async fn reopen<F: NorFlash>(
        &mut self,
        flash: &mut F,
    ) -> Result<(), OpenError<F::Error>> {
        if !sector::suits(flash, self.start, SECTORS) {
            return Err(OpenError::Unsuitable);
        }
        self.tail = Tail::Unknown;
        self.next = 1;
        let mut newest = self.format;
        for index in 0..SECTORS {
            let found = self.scan_sector(flash, index).await;
            newest = newest.max(found.map_err(OpenError::Flash)?);
        }
        if newest > self.format {
            return Err(OpenError::Newer {
                found: newest,
                known: self.format,
            });
        }
        Ok(())
    }

    /// Scans a sector, updates its state and returns the newest format found in it.
    async fn scan_sector<F: NorFlash>(
        &mut self,
        flash: &mut F,
        index: usize,
    ) -> Result<u8, F::Error> {
        let (known, mut newest) = (self.format, 0);
        let mut extent: Option<Extent> = None;
        let base = self.base(index);
        let each = |item: &[u8]| {
            match StoredRecord::decode(item, known) {
                Ok(record) => extent
                    .get_or_insert(Extent::starting(record.number))
                    .on_stored(record.number, record.kind),
                Err(RecordError::Newer { format }) => newest = newest.max(format),
                Err(RecordError::Damaged) => {}
            }
            ControlFlow::Continue(())
        };
        let ended = sector::read(flash, base, &mut self.item, each).await?;
        let state = match (extent, ended) {
            (Some(extent), _) => SectorState::Live(extent),
            (None, ReadEnd::AtEnd(EraseMark::Present)) if sector::is_blank(flash, base).await? => {
                SectorState::Ready
            }
            (None, _) => SectorState::Dirty,
        };
        self.table.set_state(index, state);
        if let Some(extent) = extent {
            self.next = self.next.max(extent.last.saturating_add(1));
        }
        Ok(newest)
    }

    /// Returns the states of the sectors.
    pub(super) const fn table(&self) -> &SectorMap<SECTORS> {
        &self.table
    }

    /// Discards a partly erased oldest sector; see [`SectorMap::settle_oldest`].
    pub(super) fn settle_oldest(&mut self, keep: u32) {
        self.table.settle_oldest(keep);
    }

    /// Returns the number that the next record gets.
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// Skips record numbers, so that the next record gets at least this one.
    pub(super) fn skip_to(&mut self, number: u32) {
        self.next = self.next.max(number);
    }

    /// Appends a record and returns its number. Never erases. `keep` is the number of the
    /// first record that `reclaim` must not erase.
    pub(super) async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        kind: RecordKind,
        payload: &[u8],
        keep: u32,
    ) -> Result<u32, AppendError<F::Error>> {
        if payload.len() > Self::PAYLOAD {
            return Err(AppendError::TooLong {
                length: payload.len(),
                most: Self::PAYLOAD,
            });
        }
        self.resync_tail(flash).await.map_err(AppendError::Flash)?;
        // Before the first record is written, other data in the region must be erased: it
        // would come back later with its own numbers.
        if self.table.newest().is_none() && self.table.dirty().is_some() {
            return Err(AppendError::NeedsReclaim);
        }
        let number = self.next;
        let mut index = self.table.newest();
        for _ in 0..MAX_PLACES {
            // If not in the newest sector, then in the next one that is ready.
            let place = match index {
                Some(index) => index,
                None => self
                    .table
                    .ready_after(self.table.newest())
                    .ok_or(self.table.scarce(keep))?,
            };
            let pushed = self
                .push(flash, place, number, kind, payload)
                .await
                .map_err(AppendError::Flash)?;
            match pushed {
                PushResult::Stored(cache) => {
                    self.next = number.saturating_add(1);
                    self.table.on_stored(place, number, kind);
                    self.tail = Tail::Known(place, cache);
                    return Ok(number);
                }
                PushResult::Full => {
                    self.tail = Tail::Unknown;
                    index = None;
                }
                PushResult::Failed => {
                    self.resync_tail(flash).await.map_err(AppendError::Flash)?;
                    if self.next > number {
                        return Ok(number);
                    }
                }
            }
            // A sector that turned out to be unusable is not tried again.
            index = index.filter(|&index| self.table.is_live(index));
        }
        Err(AppendError::Worn)
    }

    /// Writes a record into the sector with this index.
    async fn push<F: NorFlash>(
        &mut self,
        flash: &mut F,
        index: usize,
        number: u32,
        kind: RecordKind,
        payload: &[u8],
    ) -> Result<PushResult, F::Error> {
        // Until the write is known to be complete, it may be half done.
        let cache = match core::mem::replace(&mut self.tail, Tail::Unsure(index)) {
            Tail::Known(known, cache) if known == index => Some(cache),
            _ => None,
        };
        let base = self.base(index);
        let record = StoredRecord {
            number,
            kind,
            format: self.format,
            payload,
        };
        match record.encode(&mut self.item) {
            Some(item) => sector::push(flash, base, item, cache).await,
            None => Ok(PushResult::Failed),
        }
    }

    /// Scans the sector of an unfinished write again, if there is one.
    pub(super) async fn resync_tail<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        if let Tail::Unsure(index) = self.tail {
            self.scan_sector(flash, index).await?;
            self.tail = Tail::Unknown;
        }
        Ok(())
    }

    /// Erases at most one sector. Prefers a dirty one; otherwise, if fewer than `reserve`
    /// sectors are ready, takes the oldest, provided that all its records are before
    /// number `keep`.
    pub(super) async fn reclaim<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
        keep: u32,
        reserve: usize,
    ) -> Result<Reclaimed, F::Error> {
        self.resync_tail(flash).await?;
        let index = match self.table.dirty() {
            Some(index) => index,
            None if self.table.ready() >= reserve => return Ok(Reclaimed::Done),
            None => match self.table.oldest_before(keep) {
                Some(index) => index,
                None => return Ok(Reclaimed::Short),
            },
        };
        self.table.set_state(index, SectorState::Dirty);
        let ready = sector::erase(flash, self.base(index)).await?;
        self.table.set_state(
            index,
            if ready {
                SectorState::Ready
            } else {
                SectorState::Bad
            },
        );
        Ok(Reclaimed::Erased)
    }

    /// Calls `each` with every record from number `from` on, in order, until it returns
    /// `Break`.
    pub(super) async fn read<F: NorFlash>(
        &mut self,
        flash: &mut F,
        from: u32,
        mut each: impl FnMut(StoredRecord<'_>) -> ControlFlow<()>,
    ) -> Result<(), F::Error> {
        self.resync_tail(flash).await?;
        let known = self.format;
        let mut expected = from;
        while let Some((index, extent)) = self.table.after(expected) {
            let show = |item: &[u8]| match StoredRecord::decode(item, known) {
                Ok(record) if record.number >= expected => {
                    expected = record.number.saturating_add(1);
                    each(record)
                }
                _ => ControlFlow::Continue(()),
            };
            let base = self.base(index);
            if sector::read(flash, base, &mut self.item, show).await? == ReadEnd::Early {
                return Ok(());
            }
            expected = expected.max(extent.last.saturating_add(1));
        }
        Ok(())
    }

    /// Returns the offset of a sector in the flash, in bytes. `open` has checked that it
    /// is within the flash.
    fn base(&self, index: usize) -> u32 {
        let offset = u32::try_from(index).unwrap_or(0).saturating_mul(SECTOR);
        self.start.saturating_add(offset)
    }
}
