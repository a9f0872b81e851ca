//! Sectors in a row: records are appended, sectors are erased.
//!
//! ```text
//!                append                    tidy
//!    Ready ----------------> Live -----------------+
//!      ^  \                                        |
//!      |   \ nothing sound came of it              v
//!      |    +------------------------> Dirty ----(erase)---> Bad
//!      +---------------------------------------------+   not ready after it
//! ```
//!
//! Which sector is older follows from the numbers of its records, so no order
//! and no state is stored anywhere. A sector is never written unless an erase of
//! it came to its end and all of it was seen to be blank. Numbers do not wrap:
//! 56 sectors worn out by 100,000 erases each with 200 records in them hold a
//! quarter of them.

use super::error::{AppendError, OpenError};
use super::record::{HEAD, Kind, Record, Unreadable};
use super::sector::{self, Ended, Mark, Memory, Pushed, SECTOR};
use super::table::{Extent, State, Table};
use core::ops::ControlFlow;
use embedded_storage_async::nor_flash::{MultiwriteNorFlash, NorFlash};

/// How many places an append tries before it gives the flash up.
const PLACES: usize = 4;

/// What is known of the place where the next record goes.
#[derive(Debug)]
enum Tail {
    /// Nothing: it is looked for.
    Unknown,
    /// What the storage remembers of this sector.
    Known(usize, Memory),
    /// A write to this sector did not come to its end: it is read again first.
    Unsure(usize),
}

/// What `tidy` did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Tidied {
    /// One sector was erased. Call again: there may be more to do.
    Erased,
    /// Nothing was to be done.
    Done,
    /// Room is scarce, but all that is stored must stay.
    Short,
}

/// Records in `SECTORS` sectors, each at most `ITEM` bytes with its head.
#[derive(Debug)]
pub(super) struct Log<const SECTORS: usize, const ITEM: usize> {
    start: u32,
    format: u8,
    table: Table<SECTORS>,
    tail: Tail,
    /// The number of the next record.
    next: u32,
    item: [u8; ITEM],
}

impl<const SECTORS: usize, const ITEM: usize> Log<SECTORS, ITEM> {
    /// The longest payload, in bytes.
    pub(super) const PAYLOAD: usize = ITEM - HEAD;

    /// How many records of the longest payload a sector holds.
    pub(super) const HOLDS: usize = sector::holds(ITEM);

    /// A log in which nothing is known to be of any use: `tidy` erases it.
    pub(super) const fn wiped(start: u32, format: u8) -> Self {
        const {
            assert!(ITEM > HEAD && ITEM.is_multiple_of(4));
            assert!(SECTORS >= 2 && SECTORS <= u16::MAX as usize);
        }
        Self {
            start,
            format,
            table: Table::new(),
            tail: Tail::Unknown,
            next: 1,
            item: [0; ITEM],
        }
    }

    /// Reads everything once and writes nothing.
    pub(super) async fn open<F: NorFlash>(
        flash: &mut F,
        start: u32,
        format: u8,
    ) -> Result<Self, OpenError<F::Error>> {
        if !sector::suits(flash, start, SECTORS) {
            return Err(OpenError::Unsuitable);
        }
        let mut log = Self::wiped(start, format);
        let mut newest = format;
        for index in 0..SECTORS {
            let found = log.survey(flash, index).await.map_err(OpenError::Flash)?;
            newest = newest.max(found);
        }
        if newest > format {
            return Err(OpenError::Newer {
                found: newest,
                known: format,
            });
        }
        Ok(log)
    }

    /// Finds out what a sector holds; the newest format in it.
    async fn survey<F: NorFlash>(&mut self, flash: &mut F, index: usize) -> Result<u8, F::Error> {
        let (known, mut newest) = (self.format, 0);
        let mut extent: Option<Extent> = None;
        let base = self.base(index);
        let each = |item: &[u8]| {
            match Record::decode(item, known) {
                Ok(record) => extent
                    .get_or_insert(Extent::starting(record.number))
                    .note(record.number, record.kind),
                Err(Unreadable::Newer { format }) => newest = newest.max(format),
                Err(Unreadable::Damaged) => {}
            }
            ControlFlow::Continue(())
        };
        let ended = sector::read(flash, base, &mut self.item, each).await?;
        let state = match (extent, ended) {
            (Some(extent), _) => State::Live(extent),
            (None, Ended::AtEnd(Mark::Present)) if sector::is_blank(flash, base).await? => {
                State::Ready
            }
            (None, _) => State::Dirty,
        };
        self.table.become_state(index, state);
        if let Some(extent) = extent {
            self.next = self.next.max(extent.last.saturating_add(1));
        }
        Ok(newest)
    }

    /// What is known of the sectors.
    pub(super) const fn table(&self) -> &Table<SECTORS> {
        &self.table
    }

    /// See [`Table::settle_oldest`].
    pub(super) fn settle_oldest(&mut self, keep: u32) {
        self.table.settle_oldest(keep);
    }

    /// The number the next record gets.
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// Leaves out numbers up to this one.
    pub(super) fn skip_to(&mut self, number: u32) {
        self.next = self.next.max(number);
    }

    /// Appends a record and returns its number. Never erases. `keep` is what
    /// `tidy` would have to keep.
    pub(super) async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        kind: Kind,
        payload: &[u8],
        keep: u32,
    ) -> Result<u32, AppendError<F::Error>> {
        if payload.len() > Self::PAYLOAD {
            return Err(AppendError::TooLong {
                length: payload.len(),
                most: Self::PAYLOAD,
            });
        }
        self.settle_tail(flash).await.map_err(AppendError::Flash)?;
        // Before the first record, what else is in the region must be gone: it
        // would come back with numbers of its own.
        if self.table.newest().is_none() && self.table.dirty().is_some() {
            return Err(AppendError::NeedsTidy);
        }
        let number = self.next;
        let mut index = self.table.newest();
        for _ in 0..PLACES {
            // Not in the newest sector: in the next one that is ready.
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
                Pushed::Stored(memory) => {
                    self.next = number.saturating_add(1);
                    self.table.note(place, number, kind);
                    self.tail = Tail::Known(place, memory);
                    return Ok(number);
                }
                Pushed::Full => {
                    self.tail = Tail::Unknown;
                    index = None;
                }
                Pushed::Failed => {
                    self.settle_tail(flash).await.map_err(AppendError::Flash)?;
                    if self.next > number {
                        return Ok(number);
                    }
                }
            }
            // A sector that turned out to be useless is not tried again.
            index = index.filter(|&index| self.table.is_live(index));
        }
        Err(AppendError::Worn)
    }

    async fn push<F: NorFlash>(
        &mut self,
        flash: &mut F,
        index: usize,
        number: u32,
        kind: Kind,
        payload: &[u8],
    ) -> Result<Pushed, F::Error> {
        // Until it is known to be done, it may be half done.
        let memory = match core::mem::replace(&mut self.tail, Tail::Unsure(index)) {
            Tail::Known(known, memory) if known == index => Some(memory),
            _ => None,
        };
        let base = self.base(index);
        let record = Record {
            number,
            kind,
            format: self.format,
            payload,
        };
        match record.encode(&mut self.item) {
            Some(item) => sector::push(flash, base, item, memory).await,
            None => Ok(Pushed::Failed),
        }
    }

    /// Reads a sector again in which a write did not come to its end.
    pub(super) async fn settle_tail<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        if let Tail::Unsure(index) = self.tail {
            self.survey(flash, index).await?;
            self.tail = Tail::Unknown;
        }
        Ok(())
    }

    /// Erases at most one sector: one that is dirty; else, if fewer than
    /// `reserve` are ready, the oldest, if all its records are before `keep`.
    pub(super) async fn tidy<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
        keep: u32,
        reserve: usize,
    ) -> Result<Tidied, F::Error> {
        self.settle_tail(flash).await?;
        let index = match self.table.dirty() {
            Some(index) => index,
            None if self.table.ready() >= reserve => return Ok(Tidied::Done),
            None => match self.table.oldest_before(keep) {
                Some(index) => index,
                None => return Ok(Tidied::Short),
            },
        };
        self.table.become_state(index, State::Dirty);
        let ready = sector::erase(flash, self.base(index)).await?;
        self.table
            .become_state(index, if ready { State::Ready } else { State::Bad });
        Ok(Tidied::Erased)
    }

    /// Shows `each` record from the number `from` on, in order, until it breaks.
    pub(super) async fn read<F: NorFlash>(
        &mut self,
        flash: &mut F,
        from: u32,
        mut each: impl FnMut(Record<'_>) -> ControlFlow<()>,
    ) -> Result<(), F::Error> {
        self.settle_tail(flash).await?;
        let known = self.format;
        let mut expected = from;
        while let Some((index, extent)) = self.table.after(expected) {
            let show = |item: &[u8]| match Record::decode(item, known) {
                Ok(record) if record.number >= expected => {
                    expected = record.number.saturating_add(1);
                    each(record)
                }
                _ => ControlFlow::Continue(()),
            };
            let base = self.base(index);
            if sector::read(flash, base, &mut self.item, show).await? == Ended::Early {
                return Ok(());
            }
            expected = expected.max(extent.last.saturating_add(1));
        }
        Ok(())
    }

    /// Where a sector starts; `open` saw to it that it is in the flash.
    fn base(&self, index: usize) -> u32 {
        let offset = u32::try_from(index).unwrap_or(0).saturating_mul(SECTOR);
        self.start.saturating_add(offset)
    }
}
