//! States of a log's sectors: the records that each holds, and the sector to use next.

use super::error::AppendError;
use super::record::RecordKind;

/// Range of the record numbers in one sector, and the numbers of its special records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Number of the first `Begin` record; `None` if the sector has none.
    first_begin: Option<u32>,
    /// Number of the last `Begin` record; `None` if the sector has none.
    last_begin: Option<u32>,
    /// Number of the last `Snapshot` record; `None` if the sector has none.
    last_snapshot: Option<u32>,
    /// Count of record numbers between `first` and `last` that the sector does not hold.
    gaps: u32,
}

impl Extent {
    /// Creates the extent of a sector whose first record has this number.
    pub(super) const fn starting(number: u32) -> Self {
        Self {
            first: number,
            last: number,
            first_begin: None,
            last_begin: None,
            last_snapshot: None,
            gaps: 0,
        }
    }

    /// Extends the range by a stored record.
    pub(super) fn on_stored(&mut self, number: u32, kind: RecordKind) {
        // A record written twice, because its first place was bad, counts once.
        let between = number.saturating_sub(self.last).saturating_sub(1);
        self.gaps = self.gaps.saturating_add(between);
        self.last = self.last.max(number);
        match kind {
            RecordKind::Begin => {
                self.first_begin.get_or_insert(number);
                self.last_begin = Some(number);
            }
            RecordKind::Snapshot => self.last_snapshot = Some(number),
            RecordKind::Entry => {}
        }
    }
}

/// State of a flash sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SectorState {
    /// The sector is completely erased, verified to be blank, and can be written.
    Ready,
    /// The sector holds these records.
    Live(Extent),
    /// The sector holds no valid record and must be erased before use.
    Dirty,
    /// The sector was not blank after an erase; it is unused until the next start.
    Bad,
}

/// Condition of a journal or settings region in flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RegionHealth {
    /// Number of records missing between others: lost after they had been stored.
    pub missing: u32,
    /// Number of sectors with an unfinished erase or write, which must be erased.
    pub dirty: u16,
    /// Number of sectors that can no longer be erased.
    pub bad: u16,
}

/// States of all sectors of a log.
#[derive(Debug)]
pub(super) struct SectorMap<const SECTORS: usize> {
    states: [SectorState; SECTORS],
}

impl<const SECTORS: usize> SectorMap<SECTORS> {
    /// Creates a map in which all sectors are dirty.
    pub(super) const fn new() -> Self {
        Self {
            states: [SectorState::Dirty; SECTORS],
        }
    }

    /// Marks the oldest sector as dirty if records are missing in it. An interrupted
    /// erase can leave some records of a sector, and then none of them count. Records
    /// from number `keep` on are never erased, so a sector with such records stays
    /// despite gaps.
    pub(super) fn settle_oldest(&mut self, keep: u32) {
        let Some((index, oldest)) = self.after(0) else {
            return;
        };
        let follows = match self.after(oldest.last.saturating_add(1)) {
            Some((_, next)) => next.first <= oldest.last.saturating_add(1),
            None => true,
        };
        if oldest.last < keep && (oldest.gaps > 0 || !follows) {
            self.set_state(index, SectorState::Dirty);
        }
    }

    /// Returns the number of the first `Begin` record; `None` if there is none.
    pub(super) fn first_begin(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.first_begin).min()
    }

    /// Returns the number of the last `Begin` record; `None` if there is none.
    pub(super) fn last_begin(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.last_begin).max()
    }

    /// Returns the number of the last `Snapshot` record; `None` if there is none.
    pub(super) fn last_snapshot(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.last_snapshot).max()
    }

    /// Returns the number of sectors that are ready.
    pub(super) fn ready(&self) -> usize {
        self.count(SectorState::Ready)
    }

    /// Returns the condition of the region; counts missing records from number `from` on.
    pub(super) fn health(&self, from: u32) -> RegionHealth {
        let mut missing = 0u32;
        let mut expected = from;
        while let Some((_, extent)) = self.after(expected) {
            missing = missing
                .saturating_add(extent.first.saturating_sub(expected))
                .saturating_add(extent.gaps);
            expected = extent.last.saturating_add(1);
        }
        let sectors = |state| u16::try_from(self.count(state)).unwrap_or(u16::MAX);
        RegionHealth {
            missing,
            dirty: sectors(SectorState::Dirty),
            bad: sectors(SectorState::Bad),
        }
    }

    /// Estimates the number of erases so far, if the next record gets the number `next`:
    /// of the sectors that all records have filled, as densely as those that are there,
    /// and of the sectors that are ready.
    pub(super) fn erases(&self, next: u32) -> u32 {
        let (mut sectors, mut records) = (0_u32, 0_u32);
        for (_, extent) in self.extents() {
            sectors = sectors.saturating_add(1);
            let held = extent.last.saturating_sub(extent.first).saturating_add(1);
            records = records.saturating_add(held);
        }
        let written = u64::from(next.saturating_sub(1)) * u64::from(sectors);
        let filled = written / u64::from(records.max(1));
        let ready = u32::try_from(self.ready()).unwrap_or(u32::MAX);
        u32::try_from(filled)
            .unwrap_or(u32::MAX)
            .saturating_add(ready)
    }

    /// Sets the state of a sector.
    pub(super) fn set_state(&mut self, index: usize, state: SectorState) {
        if let Some(place) = self.states.get_mut(index) {
            *place = state;
        }
    }

    fn count(&self, state: SectorState) -> usize {
        self.states.iter().filter(|&&s| s == state).count()
    }

    fn extents(&self) -> impl Iterator<Item = (usize, Extent)> {
        self.states
            .iter()
            .enumerate()
            .filter_map(|(index, state)| match state {
                SectorState::Live(extent) => Some((index, *extent)),
                SectorState::Ready | SectorState::Dirty | SectorState::Bad => None,
            })
    }

    /// Returns index and extent of the oldest sector that holds a record numbered `from`
    /// or later; `None` if there is none.
    pub(super) fn after(&self, from: u32) -> Option<(usize, Extent)> {
        self.extents()
            .filter(|(_, extent)| extent.last >= from)
            .min_by_key(|(_, extent)| extent.first)
    }

    /// Returns the index of the sector that holds the last record; `None` if there is no
    /// record.
    pub(super) fn newest(&self) -> Option<usize> {
        self.extents()
            .max_by_key(|(_, extent)| extent.last)
            .map(|(index, _)| index)
    }

    /// Returns the index of a sector that must be erased; `None` if there is none.
    pub(super) fn dirty(&self) -> Option<usize> {
        self.states.iter().position(|&s| s == SectorState::Dirty)
    }

    /// True if the sector with this index holds records.
    pub(super) fn is_live(&self, index: usize) -> bool {
        matches!(self.states.get(index), Some(SectorState::Live(_)))
    }

    /// Returns the next ready sector after `index`, cyclically, so that all sectors wear
    /// evenly; `None` if none is ready.
    pub(super) fn ready_after(&self, index: Option<usize>) -> Option<usize> {
        let first = index.map_or(0, |index| index + 1);
        (0..SECTORS)
            .map(|step| (first + step) % SECTORS)
            .find(|&index| self.states.get(index) == Some(&SectorState::Ready))
    }

    /// Returns the oldest sector if all its records are before number `keep` and it is
    /// not the newest; otherwise `None`.
    pub(super) fn oldest_before(&self, keep: u32) -> Option<usize> {
        let (index, extent) = self.after(0)?;
        (extent.last < keep && Some(index) != self.newest()).then_some(index)
    }

    /// Returns the error for an append that finds no ready sector: `NeedsReclaim` if a
    /// sector can be erased without losing records from number `keep` on, otherwise
    /// `Full`.
    pub(super) fn scarce<E>(&self, keep: u32) -> AppendError<E> {
        if self.dirty().is_some() || self.oldest_before(keep).is_some() {
            AppendError::NeedsReclaim
        } else {
            AppendError::Full
        }
    }

    /// Adds a stored record to the extent of a sector.
    pub(super) fn on_stored(&mut self, index: usize, number: u32, kind: RecordKind) {
        if let Some(state) = self.states.get_mut(index) {
            let mut extent = match *state {
                SectorState::Live(extent) => extent,
                SectorState::Ready | SectorState::Dirty | SectorState::Bad => {
                    Extent::starting(number)
                }
            };
            extent.on_stored(number, kind);
            *state = SectorState::Live(extent);
        }
    }
}
