//! What people can say to the referee, at the table or from a host.

use super::evidence::By;
use super::game::{Overrule, Play};
use super::kind::Policies;
use super::question::Choice;
use super::unfit::Unfit;
use core::fmt;

/// Something people say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Command {
    /// This happened: a special move, the end of a turn, or what no sensor saw.
    Declare(Play, By),
    /// The answer to the question with this number.
    Answer(u16, Choice),
    /// What lies on the table counts.
    TableIsRight,
    /// The game stands as it is; the table is put right.
    RefereeIsRight,
    /// Put this right.
    Overrule(Overrule),
    /// Take the last step back.
    Undo,
    /// Make it again.
    Redo,
    /// Other policies.
    SetPolicies(Policies),
    /// Break the match off.
    Abort,
}

/// Why a command is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Declined {
    /// It does not fit the session.
    Unfit(Unfit),
    /// That question is not open any more, or never was.
    OtherQuestion,
    /// That is no answer to this question.
    NoAnswer,
}

impl From<Unfit> for Declined {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::OtherQuestion => f.write_str("that question is not open; answer the open one"),
            Self::NoAnswer => f.write_str("that does not answer the question; pick from its list"),
        }
    }
}
