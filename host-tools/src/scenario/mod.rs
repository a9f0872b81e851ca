//! Scenarios: matches written down as data, with what the referee must say.
//!
//! `tests/scenarios/README.md` describes the format for people who write one.
//! Each game lends the runner a [`Table`]; the runner knows nothing of games.

mod abalone;
mod file;
mod kabuto;
mod run;
mod sumoo;

pub use abalone::AbaloneTable;
pub use file::{Scenario, Step};
pub use kabuto::KabutoTable;
pub use run::{Open, Report, run, run_at};
pub use sumoo::SumooTable;

use rules_core::clause::Clause;

/// A game in progress, driven by words.
pub trait Table {
    /// Does what `words` say; gives back the rulings that follow, one line each.
    ///
    /// # Errors
    /// [`Objection`] if the rules refuse it, or nobody could understand it. The
    /// game is then unchanged.
    fn act(&mut self, words: &str) -> Result<Vec<String>, Objection>;

    /// The present value of the state named `key`, as text; `None` for a name
    /// this game does not have.
    fn state(&self, key: &str) -> Option<String>;

    /// An expected `value` of the state named `key`, written as
    /// [`Table::state`] writes it.
    fn normal(&self, key: &str, value: &str) -> String {
        let _ = key;
        value.to_owned()
    }
}

/// Why a step did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// The rules forbid it.
    Refused {
        /// By this clause.
        clause: Clause,
        /// What is wrong, as shown to players.
        reason: String,
    },
    /// The words make no sense in this game; says what would.
    Unreadable(String),
}
