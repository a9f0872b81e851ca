//! Why a record does not fit a session, in words that say what to do instead.

use super::game::{Objection, Unsound};
use super::history::End;
use core::fmt;

/// Why a record does not fit the session, which is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unfit {
    /// There is no match.
    NoMatch,
    /// A match is running; break it off first.
    MatchRunning,
    /// A question is open.
    QuestionOpen,
    /// No question is open.
    NoQuestion,
    /// Nothing waits.
    NothingHeld,
    /// No more can wait.
    HeldFull,
    /// The rules forbid it.
    Forbidden(Objection),
    /// It was said to be forbidden, and is not.
    Permitted,
    /// There is nothing to go back or forward to.
    End(End),
    /// The game cannot stand like that.
    Unsound(Unsound),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMatch => "no match is running; begin one",
            Self::MatchRunning => "a match is running; break it off first",
            Self::QuestionOpen => "a question is open; answer it, undo or break off",
            Self::NoQuestion => "no question is open",
            Self::NothingHeld => "nothing waits",
            Self::HeldFull => "no more can wait; answer the open question",
            Self::Forbidden(objection) => return objection.fmt(f),
            Self::Permitted => "the rules do not forbid that",
            Self::End(End::NothingToUndo) => "nothing has happened yet that could be undone",
            Self::End(End::TooLongAgo) => "that is too long ago to be undone",
            Self::End(End::NothingToRedo) => "nothing has been undone",
            Self::Unsound(Unsound::OtherGame) => "another game is played",
            Self::Unsound(Unsound::NothingSettled) => "nothing has come to rest just now",
            Self::Unsound(Unsound::Untold) => {
                "the table does not tell which piece is which, or shows what no game can"
            }
            Self::Unsound(Unsound::Kabuto(unsound)) => return unsound.fmt(f),
            Self::Unsound(Unsound::Abalone(fault)) => return fault.fmt(f),
        })
    }
}
