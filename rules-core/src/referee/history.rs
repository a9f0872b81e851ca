//! Undo and redo: the moments a session can go back to, and forward again.
//!
//! ```text
//!   a  b  [c]  d  e      c is now; b and a can be gone back to, d and e forward
//! ```
//!
//! Older moments are forgotten when room is needed, and then the end of the
//! line says so: "nothing to undo" and "too long ago" are different answers.

use super::evidence::Evidence;
use super::game::Snapshot;
use super::question::Question;
use heapless::Vec;

/// Moments kept beside the present one.
pub const DEPTH: usize = 40;

/// A moment of a match: how it stood, and what was being asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// How it stood.
    pub game: Snapshot,
    /// The open question.
    pub question: Option<Question>,
}

/// The moments before and after the present one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// Earlier moments, oldest first, then later ones, nearest first.
    line: Vec<Moment, DEPTH, u8>,
    /// How many of them are earlier.
    earlier: u8,
    start: Start,
}

/// What lies before the earliest moment kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Start {
    /// Nothing: the match began there.
    #[default]
    Beginning,
    /// Moments that are forgotten.
    Forgotten,
}

/// Why there is no going back or forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End {
    /// Nothing has happened yet.
    NothingToUndo,
    /// It happened too long ago: only so many steps are kept.
    TooLongAgo,
    /// Nothing has been taken back.
    NothingToRedo,
}

impl History {
    /// Notes the moment before a step. What could be redone cannot be any more.
    pub fn push(&mut self, before: Moment) {
        self.line.truncate(usize::from(self.earlier));
        if self.line.is_full() {
            self.line.remove(0);
            self.start = Start::Forgotten;
        }
        // There is room: the line was not full, or has lost its first.
        let _ = self.line.push(before);
        self.earlier = self.line.len() as u8;
    }

    /// Goes back: swaps `now` with the moment before it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn undo(&mut self, now: &mut Moment) -> Result<(), End> {
        let index = self.earlier.checked_sub(1).ok_or(match self.start {
            Start::Beginning => End::NothingToUndo,
            Start::Forgotten => End::TooLongAgo,
        })?;
        if let Some(moment) = self.line.get_mut(usize::from(index)) {
            core::mem::swap(moment, now);
            self.earlier = index;
        }
        Ok(())
    }

    /// Goes forward: swaps `now` with the moment after it.
    ///
    /// # Errors
    /// That there is none.
    pub fn redo(&mut self, now: &mut Moment) -> Result<(), End> {
        let moment = self.line.get_mut(usize::from(self.earlier));
        let moment = moment.ok_or(End::NothingToRedo)?;
        core::mem::swap(moment, now);
        self.earlier += 1;
        Ok(())
    }

    /// Steps that can be taken back.
    #[must_use]
    pub const fn undoable(&self) -> u8 {
        self.earlier
    }

    /// Whether people have answered a question about this, as far back as steps
    /// are kept.
    #[must_use]
    pub fn has_answer(&self, about: &Evidence) -> bool {
        let earlier = self.line.iter().take(usize::from(self.earlier));
        let mut answered = earlier.filter_map(|moment| moment.question.as_ref());
        answered.any(|question| question.about == *about)
    }

    /// A match taken up in the middle: what was before is not known.
    pub fn forget(&mut self) {
        self.line.clear();
        self.earlier = 0;
        self.start = Start::Forgotten;
    }
}
