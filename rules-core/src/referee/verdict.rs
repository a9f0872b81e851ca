//! What a game's flow makes of one piece of evidence.

use super::evidence::Evidence;
use super::game::{Overrule, Play};
use super::question::{Choice, Choices, Doubt};

/// What is to be done about something seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Judge this.
    Judge(Play),
    /// Judge this first, which it implies, and look again.
    First(Play),
    /// Correct this first, as people say, and look again.
    Correct(Overrule),
    /// Say that it is forbidden. The table can be put right.
    Refuse(Play),
    /// Say nothing, for no clause is known; the table is to be put right.
    Mend,
    /// It was two of the same: look at each.
    Twice(Evidence),
    /// Ask.
    Ask(Doubt, Choices),
    /// Write it down.
    Log,
    /// Nothing: it agrees with the game, or its time has not come.
    Idle,
}

/// What people have answered about it.
pub type Answered = Option<(Doubt, Choice)>;
