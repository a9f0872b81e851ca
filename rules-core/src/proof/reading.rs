//! What is kept, listed and read.

use super::{Proofs, evidence};
use crate::sensing::observation::Observation;

/// What is kept of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The record it became; nothing if it has become none so far.
    pub seq: Option<u32>,
    /// What was said.
    pub observation: Observation,
    /// Whether the evidence begins before the first sign of it.
    pub whole: bool,
    /// Its length.
    pub bytes: u16,
}

impl<const CHUNKS: usize> Proofs<CHUNKS> {
    /// What is kept, the oldest first.
    pub fn list(&self) -> impl Iterator<Item = Item> {
        self.kept.iter().filter_map(|kept| {
            let mut front = [0; evidence::MOST_HEADER];
            let count = self.pool.read(&kept.bytes, 0, &mut front);
            let header = evidence::header(front.get(..count)?).ok()?.0;
            Some(Item {
                seq: kept.seq,
                observation: header.observation,
                whole: header.whole,
                bytes: kept.bytes.len(),
            })
        })
    }

    /// Reads evidence of a record from a place on; returns how many bytes there
    /// were, 0 at its end or if there is none. What is still on its way is read as
    /// far as it has come: [`Proofs::finish`] it first.
    pub fn read(&self, seq: u32, offset: u16, into: &mut [u8]) -> usize {
        let kept = self.kept.iter().rev().find(|it| it.seq == Some(seq));
        kept.map_or(0, |kept| self.pool.read(&kept.bytes, offset, into))
    }

    /// The same for the evidence of this place in the list.
    pub fn read_nth(&self, nth: usize, offset: u16, into: &mut [u8]) -> usize {
        let kept = self.kept.get(nth);
        kept.map_or(0, |kept| self.pool.read(&kept.bytes, offset, into))
    }
}
