//! Scenarios: matches written as data, with the rulings that the referee must make.
//!
//! `tests/scenarios/README.md` describes the format for people who write one.
//! Each game lends the runner a [`GameDriver`]; the runner knows nothing of games.

mod abalone;
mod file;
mod kabuto;
mod sumoo;

pub use abalone::AbaloneTable;
pub use file::{ContainedRulings, ExpectedRulings, Scenario, Step};
pub use kabuto::KabutoTable;
pub use sumoo::SumooTable;

use crate::table_event::play::PlayError;
use rules_core::clause::Clause;
use rules_core::referee::AnyGame;
use rules_core::referee::grid::MagnetCoding;

/// Game in progress, driven by words.
pub trait GameDriver {
    /// Carries out the event that `words` describe and returns the rulings that follow,
    /// one line each.
    ///
    /// # Errors
    /// [`StepError`] if the rules refuse it, or nobody could understand it. The
    /// game is then unchanged.
    fn act(&mut self, words: &str) -> Result<Vec<String>, StepError>;

    /// Returns the present value of the state named `key`, as text; `None` for a name
    /// this game does not have.
    fn state(&self, key: &str) -> Option<String>;

    /// Returns the game as a match that a referee can begin; `coding` states the meaning
    /// of magnets in the pieces of a grid game.
    fn to_match(&self, coding: MagnetCoding) -> AnyGame;

    /// Returns an expected `value` of the state named `key` in the form in which
    /// [`GameDriver::state`] writes it.
    fn normal(&self, key: &str, value: &str) -> String {
        let _ = key;
        value.to_owned()
    }
}

/// Reason why a step did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// The rules forbid the step.
    Refused {
        /// Clause that forbids the step.
        clause: Clause,
        /// Reason of the refusal, as shown to players.
        reason: String,
    },
    /// The words make no sense in this game; the text says what would.
    Unreadable(String),
}

impl From<PlayError> for StepError {
    fn from(error: PlayError) -> Self {
        match error.clause {
            Some(clause) => Self::Refused {
                clause,
                reason: error.message,
            },
            None => Self::Unreadable(error.message),
        }
    }
}
