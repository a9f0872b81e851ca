//! Archiving of the Hall sensors along the edges, for captures and their replay.

use super::super::wiring::MAX_ROW_SENSORS;
use super::{BEFORE, BLOCKS, EdgeRows, EdgeSensor, MinMax};
use crate::place::{ByEdge, Edge};
use crate::sensing::archive::Archive;

/// Number of 10 ms blocks of a sensor's history that are archived: those that a fall that
/// begins now is compared with, and the 30 ms before its first dark beam in which its
/// magnet can be near.
const ARCHIVED_BLOCKS: usize = BEFORE + 6;

/// Copy of one sensor's state, with only those blocks of its history that a later fall is
/// compared with, the oldest first.
type RowSnapshot = EdgeSensor<ARCHIVED_BLOCKS>;

impl RowSnapshot {
    /// Copies the state of a sensor; `next` is the index of the next block of its
    /// history.
    fn new(row: &EdgeSensor, next: usize) -> Self {
        let mut blocks = [MinMax::default(); ARCHIVED_BLOCKS];
        let (older, newer) = before(&row.blocks, next);
        let halves = blocks.split_at_mut_checked(older.len());
        let (first, last) = halves.unwrap_or_default();
        for (block, there) in first.iter_mut().zip(older) {
            *block = *there;
        }
        for (block, there) in last.iter_mut().zip(newer) {
            *block = *there;
        }
        Self {
            now: row.now,
            blocks,
            unrest: row.unrest,
            hum: row.hum,
            static_level: row.static_level,
            spoilt: row.spoilt,
        }
    }

    /// Archives the copied state; `filled` is the number of blocks filled in the history.
    fn archive(&mut self, filled: usize, archive: &mut impl Archive) {
        archive.archive(&mut self.now);
        archive.archive(&mut self.unrest);
        archive.archive(&mut self.hum);
        archive.archive(&mut self.static_level);
        archive.archive(&mut self.spoilt);
        for block in self.blocks.iter_mut().rev().take(filled) {
            archive.archive(block);
        }
    }

    /// Copies the state back into a sensor.
    fn put_back(self, row: &mut EdgeSensor, next: usize) {
        for (back, block) in (1..).zip(self.blocks.into_iter().rev()) {
            let place = (next + BLOCKS).saturating_sub(back) % BLOCKS;
            if let Some(there) = row.blocks.get_mut(place) {
                *there = block;
            }
        }
        *row = EdgeSensor {
            now: self.now,
            unrest: self.unrest,
            hum: self.hum,
            static_level: self.static_level,
            spoilt: self.spoilt,
            ..*row
        };
    }
}

/// Returns the last blocks before `next`, the oldest first, in two slices: those at the
/// end of the ring buffer, and those at its start.
fn before(blocks: &[MinMax; BLOCKS], next: usize) -> (&[MinMax], &[MinMax]) {
    let newer = blocks.get(next.saturating_sub(ARCHIVED_BLOCKS)..next);
    let newer = newer.unwrap_or_default();
    let missing = ARCHIVED_BLOCKS - newer.len().min(ARCHIVED_BLOCKS);
    let older = blocks.get(BLOCKS - missing..);
    (older.unwrap_or_default(), newer)
}

/// Copy of the state of all edge sensors at one instant, to be archived later.
#[derive(Debug, Clone)]
pub(in crate::sensing::hall) struct EdgeSnapshot {
    rows: ByEdge<[RowSnapshot; MAX_ROW_SENSORS]>,
    filled: usize,
}

impl EdgeSnapshot {
    /// Copy of sensors that have read nothing yet.
    pub(in crate::sensing::hall) const NEW: Self = Self {
        rows: ByEdge([[RowSnapshot::NEW; MAX_ROW_SENSORS]; 4]),
        filled: 0,
    };

    /// Archives the copied state of sensor `n` of an edge.
    pub(in crate::sensing::hall) fn archive_row(
        &mut self,
        edge: Edge,
        n: u8,
        archive: &mut impl Archive,
    ) {
        if let Some(copied) = self.rows[edge].get_mut(usize::from(n)) {
            copied.archive(self.filled, archive);
        }
    }
}

impl EdgeRows {
    /// Saves or restores the state of sensor `n` of an edge.
    pub(in crate::sensing::hall) fn archive_row(
        &mut self,
        edge: Edge,
        n: u8,
        archive: &mut impl Archive,
    ) {
        let Some(row) = self.rows[edge].get_mut(usize::from(n)) else {
            return;
        };
        let mut copied = RowSnapshot::new(row, self.next);
        copied.archive(self.filled, archive);
        copied.put_back(row, self.next);
    }

    /// Saves or restores the state that belongs to no single sensor.
    pub(in crate::sensing::hall) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.next);
        archive.archive(&mut self.filled);
        archive.archive(&mut self.since);
        archive.archive(&mut self.quiet);
    }

    /// Copies the present state of all edge sensors into `memory`.
    pub(in crate::sensing::hall) fn snapshot(&self, memory: &mut EdgeSnapshot) {
        memory.filled = self.filled;
        let rows = self.rows.0.as_flattened();
        for (copied, row) in memory.rows.0.as_flattened_mut().iter_mut().zip(rows) {
            *copied = RowSnapshot::new(row, self.next);
        }
    }
}
