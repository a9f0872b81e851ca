//! Falls in the order they began, whatever the order they were told in.
//!
//! Sensing says at once that something begins to fall, and later what it was.
//! A small disc is known sooner than a large one that began before it, so a
//! fall waits for those that began earlier - not for long.

use super::evidence::Evidence;
use super::table::Motion;
use crate::sensing::observation::FallId;
use crate::time::{Instant, Span};
use heapless::Vec;

/// How long a fall may take from its first beam to its name: the slowest of all
/// simulated ones took 153 ms, and what leans on the ring is told after 250 ms.
const PATIENCE: Span = Span::millis(700);

/// How long falls wait for the end of a push that has begun. Longer than
/// anybody pushes.
const PUSH_PATIENCE: Span = Span::millis(5_000);

/// Falls that have begun and are not judged yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Falls {
    line: Vec<Pending, 16, u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pending {
    id: FallId,
    onset: Instant,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It has begun.
    Falling,
    /// It is known what it was.
    Fell(Evidence),
}

/// The next thing to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A fall.
    Fell(Evidence),
    /// One that began and was never heard of again.
    Lost,
}

impl Falls {
    /// Something begins to fall.
    pub fn begin(&mut self, id: FallId, onset: Instant) {
        let falling = Pending {
            id,
            onset,
            stage: Stage::Falling,
        };
        // Were there no room, its end would still be told and judged.
        let _ = self.insert(falling);
    }

    /// It is known what it was. Gives the first in line if there is no room.
    pub fn complete(&mut self, id: FallId, onset: Instant, evidence: Evidence) -> Option<Next> {
        let stage = Stage::Fell(evidence);
        let known = self
            .line
            .iter_mut()
            .find(|it| it.id == id && it.stage == Stage::Falling);
        if let Some(pending) = known {
            pending.stage = stage;
            return None;
        }
        let pending = Pending { id, onset, stage };
        match self.insert(pending) {
            Ok(()) => None,
            Err(pending) => {
                let first = self.line.remove(0);
                let _ = self.insert(pending);
                Some(first.next())
            }
        }
    }

    /// It was no fall.
    pub fn withdraw(&mut self, id: FallId) {
        self.line
            .retain(|it| it.id != id || it.stage != Stage::Falling);
    }

    /// What can be looked at now. The falls of a push come after it, so they wait as
    /// long as something on the platform moves.
    pub fn next(&mut self, now: Instant, load: Motion) -> Option<Next> {
        let first = self.line.first()?;
        (now >= first.due(load)).then(|| self.line.remove(0).next())
    }

    /// When [`Falls::next`] gives something by time alone.
    #[must_use]
    pub fn due(&self, load: Motion) -> Option<Instant> {
        self.line.first().map(|first| first.due(load))
    }

    /// Whether nothing falls.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    fn insert(&mut self, pending: Pending) -> Result<(), Pending> {
        let after = self.line.iter().take_while(|it| it.onset <= pending.onset);
        let index = after.count();
        self.line.insert(index, pending)
    }
}

impl Pending {
    fn due(&self, load: Motion) -> Instant {
        match (self.stage, load) {
            (Stage::Falling, _) => self.onset + PATIENCE,
            (Stage::Fell(_), Motion::None | Motion::Loaded) => Instant::ZERO,
            (Stage::Fell(_), Motion::UnderWay) => self.onset + PUSH_PATIENCE,
        }
    }

    const fn next(self) -> Next {
        match self.stage {
            Stage::Falling => Next::Lost,
            Stage::Fell(evidence) => Next::Fell(evidence),
        }
    }
}
