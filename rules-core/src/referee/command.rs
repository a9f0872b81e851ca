//! Commands of people to the referee, at the table or from a host.

use super::apply_error::ApplyError;
use super::evidence::Speaker;
use super::game::{AnyAction, AnyCorrection};
use super::policy::Policies;
use super::question::Choice;
use core::fmt;

/// A command to the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Command {
    /// State that this action happened: a special move, the end of a turn, or an event
    /// that no sensor saw.
    Declare(AnyAction, Speaker),
    /// Answer the question with this number by this choice.
    Answer(u16, Choice),
    /// Accept the table as it is, as a correction of the game.
    TableIsRight,
    /// Keep the game as it is; the table must be repaired.
    RefereeIsRight,
    /// Correct the game as people at the table say.
    Overrule(AnyCorrection),
    /// Undo the last step.
    Undo,
    /// Redo the step that was undone last.
    Redo,
    /// Set the policies from now on.
    SetPolicies(Policies),
    /// Abort the match.
    Abort,
}

/// Reason why a command is not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CommandError {
    /// The record of the command does not apply to the session.
    Apply(ApplyError),
    /// The question with this number is not open any more, or never was.
    OtherQuestion,
    /// The choice is not among the answers to this question.
    NoAnswer,
}

impl From<ApplyError> for CommandError {
    fn from(error: ApplyError) -> Self {
        Self::Apply(error)
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Apply(error) => error.fmt(f),
            Self::OtherQuestion => f.write_str("that question is not open; answer the open one"),
            Self::NoAnswer => f.write_str("that does not answer the question; pick from its list"),
        }
    }
}
