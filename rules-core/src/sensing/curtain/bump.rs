//! Detection of bumps: many short shadows at once, on several sides.

use super::timing::Timing;
use crate::place::{Edge, Edges};
use heapless::HistoryBuf;

/// Number of short shadows within [`Timing::bump`] that make a bump, if at least two
/// sides have one.
const MIN_TWITCHES: usize = 4;

/// Number of short shadows within [`Timing::bump`] that make a bump on one side alone.
const MIN_TWITCHES_ONE_SIDE: usize = 8;

/// Detector of bumps from the last 12 short shadows.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct BumpDetector {
    twitches: HistoryBuf<(Edge, u32), 12>,
    /// Frame of the last bump, reported or not.
    last: Option<u32>,
    /// Frame of the last bump that was reported.
    reported: Option<u32>,
}

impl BumpDetector {
    /// Detector that has seen no shadow yet.
    pub const fn new() -> Self {
        Self {
            twitches: HistoryBuf::new(),
            last: None,
            reported: None,
        }
    }

    /// Records a short shadow. Returns true if a bump must be reported, at most once per
    /// [`Timing::bump_again`].
    pub fn add_twitch(&mut self, edge: Edge, now: u32, times: &Timing) -> bool {
        self.twitches.write((edge, now));
        let is_recent = |&&(_, at): &&(Edge, u32)| now.wrapping_sub(at) <= times.bump;
        let count = self.twitches.iter().filter(is_recent).count();
        let edges: Edges = (self.twitches.iter().filter(is_recent))
            .map(|&(edge, _)| edge)
            .collect();
        if count < MIN_TWITCHES || (edges.len() < 2 && count < MIN_TWITCHES_ONE_SIDE) {
            return false;
        }
        self.last = Some(now);
        let again =
            (self.reported).is_none_or(|reported| now.wrapping_sub(reported) >= times.bump_again);
        if again {
            self.reported = Some(now);
        }
        again
    }

    /// True if the table was bumped after frame `onset`, or at most [`Timing::bump`]
    /// before it.
    pub fn since(&self, onset: u32, times: &Timing) -> bool {
        (self.last).is_some_and(|last| last.saturating_add(times.bump) >= onset)
    }
}
