//! Refusal of an action: the clause that forbids it, and the reason.

use crate::clause::Clause;
use core::fmt;

/// Refusal of an action that the rules do not allow. The state that refused it is
/// unchanged.
///
/// `R` is the game's own list of reasons, with the figures a player wants to see
/// ("force 3 against 4").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Refusal<R> {
    /// Clause that forbids the action.
    pub clause: Clause,
    /// Reason for the refusal, with the figures.
    pub reason: R,
}

impl<R> Refusal<R> {
    /// Creates the refusal of an action that `clause` forbids.
    pub const fn new(clause: Clause, reason: R) -> Self {
        Self { clause, reason }
    }
}

impl<R: fmt::Display> fmt::Display for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.reason, self.clause)
    }
}

impl<R: fmt::Debug + fmt::Display> core::error::Error for Refusal<R> {}
