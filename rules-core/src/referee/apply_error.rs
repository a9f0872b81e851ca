//! Errors of applying a record to a session, with sentences that name the remedy.

use super::game::{AnyRefusal, CorrectionError};
use super::history::HistoryEnd;
use core::fmt;

/// Reason why a record does not apply to the session, which is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ApplyError {
    /// No match is running.
    NoMatch,
    /// A match is running; it must be aborted first.
    MatchRunning,
    /// A question is open; it must be answered first.
    QuestionOpen,
    /// No question is open.
    NoQuestion,
    /// No evidence is held behind a question.
    NothingHeld,
    /// No more evidence can be held behind the open question.
    HeldFull,
    /// The rules forbid the action.
    Forbidden(AnyRefusal),
    /// The action was to be refused, but the rules permit it.
    Permitted,
    /// The history has no step to undo or redo.
    End(HistoryEnd),
    /// The game cannot be in the state that the record leads to.
    Unsound(CorrectionError),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMatch => "no match is running; begin one",
            Self::MatchRunning => "a match is running; end it or abort",
            Self::QuestionOpen => "a question is open; answer it, undo or abort",
            Self::NoQuestion => "no question is open",
            Self::NothingHeld => "nothing waits",
            Self::HeldFull => "no more can wait; answer the open question",
            Self::Forbidden(objection) => return objection.fmt(f),
            Self::Permitted => "the rules do not forbid that",
            Self::End(HistoryEnd::NothingToUndo) => "nothing has happened yet that could be undone",
            Self::End(HistoryEnd::TooLongAgo) => "that is too long ago to be undone",
            Self::End(HistoryEnd::NothingToRedo) => "nothing has been undone",
            Self::Unsound(error) => return error.fmt(f),
        })
    }
}
