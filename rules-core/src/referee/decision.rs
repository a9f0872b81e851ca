//! Decision of a game's interpreter about one piece of evidence.

use super::evidence::Evidence;
use super::game::{AnyAction, AnyCorrection};
use super::question::{Choice, ChoiceList, Doubt};

/// Decision about one piece of evidence: the next step of the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Judge that this action happened.
    Judge(AnyAction),
    /// Judge first that this action happened, which the evidence implies, and interpret
    /// the evidence again.
    JudgeFirst(AnyAction),
    /// Apply this correction first, as people asked for, and interpret the evidence
    /// again.
    Correct(AnyCorrection),
    /// Report that this action is forbidden. The table can be repaired.
    Refuse(AnyAction),
    /// Report nothing, because no clause applies; the table must be repaired.
    Repair,
    /// Interpret this evidence twice: it was two pieces of the same kind.
    Twice(Evidence),
    /// Ask the people at the table.
    Ask(Doubt, ChoiceList),
    /// Write a log line about the evidence and do nothing else.
    Log,
    /// Do nothing: the evidence agrees with the game, or its time has not come.
    Nothing,
}

/// Answer of the people about this evidence, with the doubt it answers; `None` if they
/// were not asked.
pub type GivenAnswer = Option<(Doubt, Choice)>;
