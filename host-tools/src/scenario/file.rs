//! Reads a scenario file and says, with the line, what is wrong in it.

use crate::mistake::{Mistake, line_of};
use rules_core::clause::{Clause, Game};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A scenario as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The behaviour that is shown, as a sentence.
    pub name: String,
    /// Clauses this scenario is evidence for, beyond those in its expectations.
    #[serde(default)]
    pub cites: Vec<Spanned<String>>,
    /// `ss`, `ks`, `su` or `ab`.
    pub game: Spanned<String>,
    /// How the match is set up; each game has its own keys.
    #[serde(default)]
    pub setup: toml::Table,
    /// What the door between set-up and match must say, if it must stay shut.
    #[serde(default)]
    pub setup_refused: Vec<String>,
    /// What happens.
    #[serde(default, rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// One step: something happens, and what must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What happens, in the game's words. May be left out to look at the state only.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// All rulings that follow, in order. Left out: not looked at.
    pub expect: Option<Vec<String>>,
    /// The clause by which the step must be refused.
    pub refuse: Option<Spanned<String>>,
    /// Words that must occur in the reason of the refusal.
    pub because: Option<String>,
    /// State after the step, by name.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<Mistake>> {
        let scenario: Self =
            toml::from_str(text).map_err(|error| vec![Mistake::of_toml(text, &error)])?;
        let mistakes = scenario.mistakes(text);
        if mistakes.is_empty() {
            Ok(scenario)
        } else {
            Err(mistakes)
        }
    }

    /// The game, if its name is one.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        Game::ALL
            .into_iter()
            .find(|game| game.code() == self.game.get_ref())
    }

    fn mistakes(&self, text: &str) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        let mut say = |at: usize, message: String| {
            mistakes.push(Mistake {
                line: line_of(text.as_bytes(), at),
                message,
            });
        };
        if self.game().is_none() {
            say(
                self.game.span().start,
                format!(
                    "there is no game \"{}\"; write ss, ks, su or ab",
                    self.game.get_ref()
                ),
            );
        }
        let refusals = self
            .steps
            .iter()
            .filter_map(|s| s.get_ref().refuse.as_ref());
        for id in self.cites.iter().chain(refusals) {
            if Clause::parse(id.get_ref()).is_none() {
                say(
                    id.span().start,
                    format!(
                        "there is no clause \"{}\"; `dohyo rules` lists them",
                        id.get_ref()
                    ),
                );
            }
        }
        for step in &self.steps {
            let at = step.span().start;
            let step = step.get_ref();
            if step.action.is_none() && step.state.is_empty() {
                say(
                    at,
                    "this step does nothing; give it a `do` or a `state`".into(),
                );
            }
            if step.action.is_none() && (step.expect.is_some() || step.refuse.is_some()) {
                say(
                    at,
                    "`expect` and `refuse` need a `do` they follow from".into(),
                );
            }
            if step.refuse.is_some() && step.expect.is_some() {
                say(
                    at,
                    "a refused step has no rulings; drop `expect` or `refuse`".into(),
                );
            }
            if step.because.is_some() && step.refuse.is_none() {
                say(at, "`because` belongs to a `refuse`".into());
            }
        }
        if self.steps.is_empty() && self.setup_refused.is_empty() {
            say(
                0,
                "nothing is checked; add a [[step]] or `setup_refused`".into(),
            );
        }
        mistakes
    }
}
