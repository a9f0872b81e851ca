//! Queue of falls in the order of their onset, whatever the order of their reports.
//!
//! Sensing reports at once that a fall begins, and later which body it was. A small disc
//! is classified sooner than a large one that began before it, so that a fall waits for
//! those with an earlier onset, for a limited time.

use super::evidence::Evidence;
use super::table::LoadState;
use crate::sensing::observation::FallId;
use crate::time::{Instant, Span};
use heapless::Vec;

/// Longest time from the onset of a fall, its first dark beam, to its classification. The
/// slowest of all simulated falls took 153 ms, and a piece that leans on the ring is
/// reported after 250 ms.
const FALL_TIMEOUT: Span = Span::millis(700);

/// Longest time for which falls wait for the end of a push that has begun. No push takes
/// longer.
const PUSH_TIMEOUT: Span = Span::millis(5_000);

/// Queue of falls that have begun and are not judged yet, by their onset; at most 16.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FallQueue {
    line: Vec<QueuedFall, 16, u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct QueuedFall {
    id: FallId,
    onset: Instant,
    stage: FallStage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FallStage {
    /// The fall has begun and is not classified yet.
    Falling,
    /// The fall is complete, with its evidence.
    Fell(Evidence),
}

/// Fall that is due to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueFall {
    /// The fall is complete, with its evidence.
    Fell(Evidence),
    /// The fall began and sensing never completed it.
    Lost,
}

impl FallQueue {
    /// Queue without falls.
    pub(super) const EMPTY: Self = Self { line: Vec::new() };

    /// Adds a fall that begins. A full queue drops it; its completion is still judged.
    pub fn begin(&mut self, id: FallId, onset: Instant) {
        let falling = QueuedFall {
            id,
            onset,
            stage: FallStage::Falling,
        };
        // Without room its end is still reported and judged.
        let _ = self.insert(falling);
    }

    /// Completes a queued fall with its evidence. Returns the oldest fall if the queue
    /// (16) is full.
    pub fn complete(&mut self, id: FallId, onset: Instant, evidence: Evidence) -> Option<DueFall> {
        let stage = FallStage::Fell(evidence);
        let known = self
            .line
            .iter_mut()
            .find(|fall| fall.id == id && fall.stage == FallStage::Falling);
        if let Some(pending) = known {
            pending.stage = stage;
            return None;
        }
        let pending = QueuedFall { id, onset, stage };
        match self.insert(pending) {
            Ok(()) => None,
            Err(pending) => {
                let first = self.line.remove(0);
                let _ = self.insert(pending);
                Some(first.next())
            }
        }
    }

    /// Removes a fall that sensing withdrew, because the body did not fall.
    pub fn withdraw(&mut self, id: FallId) {
        self.line
            .retain(|fall| fall.id != id || fall.stage != FallStage::Falling);
    }

    /// Removes and returns the next fall that is due; `None` if none is. The falls of a
    /// push are judged after it, so that they wait while an element on the platform
    /// moves.
    pub fn next(&mut self, now: Instant, load: LoadState) -> Option<DueFall> {
        let first = self.line.first()?;
        (now >= first.due(load)).then(|| self.line.remove(0).next())
    }

    /// Returns the time at which [`FallQueue::next`] returns a fall without further
    /// input; `None` if the queue is empty.
    #[must_use]
    pub fn due(&self, load: LoadState) -> Option<Instant> {
        self.line.first().map(|first| first.due(load))
    }

    /// True if the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    fn insert(&mut self, pending: QueuedFall) -> Result<(), QueuedFall> {
        let after = self
            .line
            .iter()
            .take_while(|fall| fall.onset <= pending.onset);
        let index = after.count();
        self.line.insert(index, pending)
    }
}

impl QueuedFall {
    fn due(&self, load: LoadState) -> Instant {
        match (self.stage, load) {
            (FallStage::Falling, _) => self.onset + FALL_TIMEOUT,
            (FallStage::Fell(_), LoadState::None | LoadState::Loaded) => Instant::ZERO,
            (FallStage::Fell(_), LoadState::UnderWay) => self.onset + PUSH_TIMEOUT,
        }
    }

    const fn next(self) -> DueFall {
        match self.stage {
            FallStage::Falling => DueFall::Lost,
            FallStage::Fell(evidence) => DueFall::Fell(evidence),
        }
    }
}
