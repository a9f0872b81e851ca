//! What is known of the edge rows, handed over: to be kept as evidence, and taken up
//! again in a replay.

use super::super::wiring::MOST_ALONG;
use super::{BEFORE, BLOCKS, EdgeRows, Extremes, Row};
use crate::place::{ByEdge, Edge};
use crate::sensing::carry::Carrier;

/// Entries that are handed over: those a fall that begins now is compared with,
/// and the 30 ms before its first beam in which its magnet can be near.
const CARRIED: usize = BEFORE + 6;

/// What is handed over of one sensor: of its history only as much as what falls
/// from now on is compared with, the oldest first.
type Carried = Row<CARRIED>;

impl Carried {
    /// `next`: where the next block goes.
    fn of(row: &Row, next: usize) -> Self {
        let mut blocks = [Extremes::default(); CARRIED];
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
            calm: row.calm,
            spoilt: row.spoilt,
        }
    }

    /// `filled`: blocks there are.
    fn carry(&mut self, filled: usize, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.now);
        carrier.carry(&mut self.unrest);
        carrier.carry(&mut self.hum);
        carrier.carry(&mut self.calm);
        carrier.carry(&mut self.spoilt);
        for block in self.blocks.iter_mut().rev().take(filled) {
            carrier.carry(block);
        }
    }

    fn put_back(self, row: &mut Row, next: usize) {
        for (back, block) in (1..).zip(self.blocks.into_iter().rev()) {
            let place = (next + BLOCKS).saturating_sub(back) % BLOCKS;
            if let Some(there) = row.blocks.get_mut(place) {
                *there = block;
            }
        }
        *row = Row {
            now: self.now,
            unrest: self.unrest,
            hum: self.hum,
            calm: self.calm,
            spoilt: self.spoilt,
            ..*row
        };
    }
}

/// The blocks before this one, the oldest first: those at the end, if they go round,
/// and those at the start.
fn before(blocks: &[Extremes; BLOCKS], next: usize) -> (&[Extremes], &[Extremes]) {
    let newer = blocks.get(next.saturating_sub(CARRIED)..next);
    let newer = newer.unwrap_or_default();
    let missing = CARRIED - newer.len().min(CARRIED);
    let older = blocks.get(BLOCKS - missing..);
    (older.unwrap_or_default(), newer)
}

/// What was known of all rows at one instant, to be handed over later.
#[derive(Debug, Clone)]
pub(in crate::sensing::hall) struct EdgeMemory {
    rows: ByEdge<[Carried; MOST_ALONG]>,
    filled: usize,
}

impl EdgeMemory {
    pub(in crate::sensing::hall) fn new() -> Self {
        Self {
            rows: ByEdge([[Carried::of(&Row::NEW, 0); MOST_ALONG]; 4]),
            filled: 0,
        }
    }

    /// Hands over what was known of one sensor's row.
    pub(in crate::sensing::hall) fn carry_row(
        &mut self,
        edge: Edge,
        n: u8,
        carrier: &mut impl Carrier,
    ) {
        if let Some(carried) = self.rows[edge].get_mut(usize::from(n)) {
            carried.carry(self.filled, carrier);
        }
    }
}

impl EdgeRows {
    /// Hands over one sensor's row.
    pub(in crate::sensing::hall) fn carry_row(
        &mut self,
        edge: Edge,
        n: u8,
        carrier: &mut impl Carrier,
    ) {
        let Some(row) = self.rows[edge].get_mut(usize::from(n)) else {
            return;
        };
        let mut carried = Carried::of(row, self.next);
        carried.carry(self.filled, carrier);
        carried.put_back(row, self.next);
    }

    /// Hands over what is not known from the board and its calibration.
    pub(in crate::sensing::hall) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.next);
        carrier.carry(&mut self.filled);
        carrier.carry(&mut self.since);
        carrier.carry(&mut self.quiet);
    }

    /// Remembers what is known now.
    pub(in crate::sensing::hall) fn remember(&self, memory: &mut EdgeMemory) {
        memory.filled = self.filled;
        let rows = self.rows.0.as_flattened();
        for (carried, row) in memory.rows.0.as_flattened_mut().iter_mut().zip(rows) {
            *carried = Carried::of(row, self.next);
        }
    }
}
