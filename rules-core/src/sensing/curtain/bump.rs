//! Bumps: many short shadows at once, on several sides.

use super::times::Times;
use crate::place::{Edge, Edges};
use heapless::HistoryBuf;

/// Short shadows within a moment, on at least two sides, that make a bump.
const FEW: usize = 4;

/// On one side alone.
const MANY: usize = 8;

/// The short shadows of late.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Bumps {
    twitches: HistoryBuf<(Edge, u32), 12>,
    last: Option<u32>,
    said: Option<u32>,
}

impl Bumps {
    /// Takes note of a short shadow; says whether a bump is to be told.
    pub fn note(&mut self, edge: Edge, now: u32, times: &Times) -> bool {
        self.twitches.write((edge, now));
        let of_late = |&&(_, at): &&(Edge, u32)| now.wrapping_sub(at) <= times.bump;
        let count = self.twitches.iter().filter(of_late).count();
        let edges: Edges = (self.twitches.iter().filter(of_late))
            .map(|&(edge, _)| edge)
            .collect();
        if count < FEW || (edges.len() < 2 && count < MANY) {
            return false;
        }
        self.last = Some(now);
        let again = (self.said).is_none_or(|said| now.wrapping_sub(said) >= times.bump_again);
        if again {
            self.said = Some(now);
        }
        again
    }

    /// Whether the table was bumped since a little before `onset`.
    pub fn since(&self, onset: u32, times: &Times) -> bool {
        (self.last).is_some_and(|last| last.saturating_add(times.bump) >= onset)
    }
}
