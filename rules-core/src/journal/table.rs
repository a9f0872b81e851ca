//! What is known of the sectors of a log: which holds what, which is next.

use super::error::AppendError;
use super::record::Kind;

/// The records of one sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) first: u32,
    pub(super) last: u32,
    first_begin: Option<u32>,
    last_begin: Option<u32>,
    last_snapshot: Option<u32>,
    /// Numbers missing in between.
    gaps: u32,
}

impl Extent {
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

    pub(super) fn note(&mut self, number: u32, kind: Kind) {
        // What is written twice, because its first place was bad, counts once.
        let between = number.saturating_sub(self.last).saturating_sub(1);
        self.gaps = self.gaps.saturating_add(between);
        self.last = self.last.max(number);
        match kind {
            Kind::Begin => {
                self.first_begin.get_or_insert(number);
                self.last_begin = Some(number);
            }
            Kind::Snapshot => self.last_snapshot = Some(number),
            Kind::Entry => {}
        }
    }
}

/// What is known of a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Erased, all of it, and that to the end.
    Ready,
    /// Holds records.
    Live(Extent),
    /// Holds nothing worth reading and must be erased before it is used.
    Dirty,
    /// Does not become ready. Left alone until the next start.
    Bad,
}

/// How sound a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Health {
    /// Records missing between others: lost after they had been stored.
    pub missing: u32,
    /// Sectors with an unfinished erase or write, to be erased.
    pub dirty: u16,
    /// Sectors that cannot be erased any more.
    pub bad: u16,
}

/// The states of all sectors.
#[derive(Debug)]
pub(super) struct Table<const SECTORS: usize> {
    states: [State; SECTORS],
}

impl<const SECTORS: usize> Table<SECTORS> {
    /// All dirty.
    pub(super) const fn new() -> Self {
        Self {
            states: [State::Dirty; SECTORS],
        }
    }

    /// An erase that was cut short can leave the oldest sector with some of its
    /// records: then none of them count. Those from `keep` on are never
    /// erased, so what is missing among them went missing otherwise.
    pub(super) fn settle_oldest(&mut self, keep: u32) {
        let Some((index, oldest)) = self.after(0) else {
            return;
        };
        let follows = match self.after(oldest.last.saturating_add(1)) {
            Some((_, next)) => next.first <= oldest.last.saturating_add(1),
            None => true,
        };
        if oldest.last < keep && (oldest.gaps > 0 || !follows) {
            self.become_state(index, State::Dirty);
        }
    }

    /// The number of the first `Begin`.
    pub(super) fn first_begin(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.first_begin).min()
    }

    /// The number of the last `Begin`.
    pub(super) fn last_begin(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.last_begin).max()
    }

    /// The number of the last `Snapshot`.
    pub(super) fn last_snapshot(&self) -> Option<u32> {
        self.extents().filter_map(|(_, e)| e.last_snapshot).max()
    }

    /// How many sectors are ready.
    pub(super) fn ready(&self) -> usize {
        self.count(State::Ready)
    }

    /// How sound it is, from the record numbered `from` on.
    pub(super) fn health(&self, from: u32) -> Health {
        let mut missing = 0u32;
        let mut expected = from;
        while let Some((_, extent)) = self.after(expected) {
            missing = missing
                .saturating_add(extent.first.saturating_sub(expected))
                .saturating_add(extent.gaps);
            expected = extent.last.saturating_add(1);
        }
        let sectors = |state| u16::try_from(self.count(state)).unwrap_or(u16::MAX);
        Health {
            missing,
            dirty: sectors(State::Dirty),
            bad: sectors(State::Bad),
        }
    }

    /// Changes what is known of a sector.
    pub(super) fn become_state(&mut self, index: usize, state: State) {
        if let Some(place) = self.states.get_mut(index) {
            *place = state;
        }
    }

    fn count(&self, state: State) -> usize {
        self.states.iter().filter(|&&s| s == state).count()
    }

    fn extents(&self) -> impl Iterator<Item = (usize, Extent)> {
        self.states
            .iter()
            .enumerate()
            .filter_map(|(index, state)| match state {
                State::Live(extent) => Some((index, *extent)),
                State::Ready | State::Dirty | State::Bad => None,
            })
    }

    /// The oldest sector that holds a record numbered `from` or later.
    pub(super) fn after(&self, from: u32) -> Option<(usize, Extent)> {
        self.extents()
            .filter(|(_, extent)| extent.last >= from)
            .min_by_key(|(_, extent)| extent.first)
    }

    /// The sector of the last record.
    pub(super) fn newest(&self) -> Option<usize> {
        self.extents()
            .max_by_key(|(_, extent)| extent.last)
            .map(|(index, _)| index)
    }

    /// A sector to be erased, whatever else.
    pub(super) fn dirty(&self) -> Option<usize> {
        self.states.iter().position(|&s| s == State::Dirty)
    }

    /// Whether the sector holds records.
    pub(super) fn is_live(&self, index: usize) -> bool {
        matches!(self.states.get(index), Some(State::Live(_)))
    }

    /// The next sector that is ready, round and round: so that all wear alike.
    pub(super) fn ready_after(&self, index: Option<usize>) -> Option<usize> {
        let first = index.map_or(0, |index| index + 1);
        (0..SECTORS)
            .map(|step| (first + step) % SECTORS)
            .find(|&index| self.states.get(index) == Some(&State::Ready))
    }

    /// The oldest sector, if it is not the newest and may go.
    pub(super) fn oldest_before(&self, keep: u32) -> Option<usize> {
        let (index, extent) = self.after(0)?;
        (extent.last < keep && Some(index) != self.newest()).then_some(index)
    }

    /// What to say when none is ready.
    pub(super) fn scarce<E>(&self, keep: u32) -> AppendError<E> {
        if self.dirty().is_some() || self.oldest_before(keep).is_some() {
            AppendError::NeedsTidy
        } else {
            AppendError::Full
        }
    }

    /// A record was stored in this sector.
    pub(super) fn note(&mut self, index: usize, number: u32, kind: Kind) {
        if let Some(state) = self.states.get_mut(index) {
            let mut extent = match *state {
                State::Live(extent) => extent,
                State::Ready | State::Dirty | State::Bad => Extent::starting(number),
            };
            extent.note(number, kind);
            *state = State::Live(extent);
        }
    }
}
