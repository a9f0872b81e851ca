//! Undo and redo: the checkpoints a session can go back to, and forward again.
//!
//! ```text
//!   a  b  [c]  d  e      c is now; undo leads to b and a, redo to d and e
//! ```
//!
//! Older checkpoints are dropped when room is needed, and the start of the history
//! records that: "nothing to undo" and "too long ago" are different errors.

use super::evidence::Evidence;
use super::game::GameSnapshot;
use super::question::Question;
use super::record::RecallTarget;
use heapless::Vec;

/// Number of checkpoints that a history stores besides the present one.
pub const DEPTH: usize = 40;

/// State of a match at one step, with its open question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// State of the game at that step.
    pub game: GameSnapshot,
    /// Question that was open at that step; `None` if there was none.
    pub question: Option<Question>,
}

/// Checkpoints before and after the present one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// Earlier checkpoints, oldest first, then later ones, nearest first.
    line: Vec<Checkpoint, DEPTH, u8>,
    /// Number of earlier checkpoints in `line`.
    earlier: u8,
    start: HistoryStart,
}

/// Kind of limit before the earliest checkpoint stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum HistoryStart {
    /// The match began there.
    #[default]
    Beginning,
    /// Earlier checkpoints were dropped.
    Forgotten,
}

/// Reason why undo or redo is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HistoryEnd {
    /// No step has been made yet.
    NothingToUndo,
    /// The step before is too long ago: only [`DEPTH`] steps are stored.
    TooLongAgo,
    /// No step has been undone.
    NothingToRedo,
}

impl History {
    /// History of a match that begins.
    pub const NEW: Self = Self {
        line: Vec::new(),
        earlier: 0,
        start: HistoryStart::Beginning,
    };

    /// Drops all checkpoints, for a match that begins, in place.
    pub fn begin_anew(&mut self) {
        self.forget();
        self.start = HistoryStart::Beginning;
    }

    /// Stores the checkpoint before a step. Steps that could be redone are dropped.
    pub fn push(&mut self, before: Checkpoint) {
        self.line.truncate(usize::from(self.earlier));
        if self.line.is_full() {
            self.line.remove(0);
            self.start = HistoryStart::Forgotten;
        }
        // There is room: the list was not full, or has lost its first.
        let _ = self.line.push(before);
        self.earlier = self.line.len() as u8;
    }

    /// Undoes a step: swaps `now` with the checkpoint before it.
    ///
    /// # Errors
    /// [`HistoryEnd::NothingToUndo`] or [`HistoryEnd::TooLongAgo`] if there is none.
    pub fn undo(&mut self, now: &mut Checkpoint) -> Result<(), HistoryEnd> {
        let index = self.earlier.checked_sub(1).ok_or(match self.start {
            HistoryStart::Beginning => HistoryEnd::NothingToUndo,
            HistoryStart::Forgotten => HistoryEnd::TooLongAgo,
        })?;
        if let Some(moment) = self.line.get_mut(usize::from(index)) {
            core::mem::swap(moment, now);
            self.earlier = index;
        }
        Ok(())
    }

    /// Redoes a step: swaps `now` with the checkpoint after it.
    ///
    /// # Errors
    /// [`HistoryEnd::NothingToRedo`] if there is none.
    pub fn redo(&mut self, now: &mut Checkpoint) -> Result<(), HistoryEnd> {
        let moment = self.line.get_mut(usize::from(self.earlier));
        let moment = moment.ok_or(HistoryEnd::NothingToRedo)?;
        core::mem::swap(moment, now);
        self.earlier += 1;
        Ok(())
    }

    /// Returns the checkpoint to which an undo leads; `None` if there is none.
    #[must_use]
    pub fn undo_target(&self) -> Option<&Checkpoint> {
        self.line.get(usize::from(self.earlier.checked_sub(1)?))
    }

    /// Returns the checkpoint to which a redo leads; `None` if there is none.
    #[must_use]
    pub fn redo_target(&self) -> Option<&Checkpoint> {
        self.line.get(usize::from(self.earlier))
    }

    /// Stores the checkpoint to which the next undo leads, unless it is known.
    pub fn recall_undo(&mut self, checkpoint: Checkpoint) {
        if self.earlier == 0 {
            if self.line.is_full() {
                self.line.pop();
            }
            // There is room: the list was not full, or has lost its last.
            let _ = self.line.insert(0, checkpoint);
            self.earlier = 1;
        }
    }

    /// Stores the checkpoint to which the next redo leads, unless it is known.
    pub fn recall_redo(&mut self, checkpoint: Checkpoint) {
        if usize::from(self.earlier) == self.line.len() {
            if self.line.is_full() {
                self.line.remove(0);
                self.earlier -= 1;
                self.start = HistoryStart::Forgotten;
            }
            // There is room: the list was not full, or has lost its first.
            let _ = self.line.push(checkpoint);
        }
    }

    /// Stores the question of the checkpoint to which the next undo or redo leads.
    pub fn recall_question(&mut self, target: RecallTarget, question: Question) {
        let index = match target {
            RecallTarget::Undo => self.earlier.checked_sub(1),
            RecallTarget::Redo => Some(self.earlier),
            RecallTarget::BeforeRest => None,
        };
        let place = index.and_then(|index| self.line.get_mut(usize::from(index)));
        if let Some(checkpoint) = place {
            checkpoint.question = Some(question);
        }
    }

    /// Returns the number of steps that can be undone.
    #[must_use]
    pub const fn undoable(&self) -> u8 {
        self.earlier
    }

    /// True if people have answered a question about this evidence, as far back as steps
    /// are stored.
    #[must_use]
    pub fn has_answer(&self, about: &Evidence) -> bool {
        let earlier = self.line.iter().take(usize::from(self.earlier));
        let mut answered = earlier.filter_map(|moment| moment.question.as_ref());
        answered.any(|question| question.about == *about)
    }

    /// Drops all checkpoints, for a match resumed in the middle: its past is not known.
    pub fn forget(&mut self) {
        self.line.clear();
        self.earlier = 0;
        self.start = HistoryStart::Forgotten;
    }
}
