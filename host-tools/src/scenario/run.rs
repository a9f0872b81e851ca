//! Plays a scenario and lists what differs from what it expects.

use super::file::Scenario;
use super::{AbaloneTable, KabutoTable, Objection, Step, SumooTable, Table};
use crate::mistake::line_of;
use rules_core::clause::{Clause, Game};
use rules_core::games::kabuto::Edition;
use std::path::Path;

/// What came of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The scenario's name, or that it could not be read.
    pub name: String,
    /// What differs, one entry a place, with its line; empty if all is well.
    pub differences: Vec<(usize, String)>,
}

impl Report {
    /// Whether everything was as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Runs the scenario in `text`; files it names are looked for from `folder`.
#[must_use]
pub fn run(text: &str, folder: &Path) -> Report {
    run_at(text, folder, &open)
}

/// Sets up the table a scenario is played at, or lists all that is wrong.
pub type Open<'a> = dyn Fn(&Scenario, &Path) -> Result<Box<dyn Table>, Vec<String>> + 'a;

/// Runs the scenario in `text` at a table of one's own.
#[must_use]
pub fn run_at(text: &str, folder: &Path, open: &Open<'_>) -> Report {
    let scenario = match Scenario::parse(text) {
        Ok(scenario) => scenario,
        Err(mistakes) => {
            return Report {
                name: "unreadable scenario".into(),
                differences: mistakes.into_iter().map(|m| (m.line, m.message)).collect(),
            };
        }
    };
    let mut differences = Vec::new();
    let setup_line = text
        .find("[setup")
        .map_or(1, |at| line_of(text.as_bytes(), at));
    match open(&scenario, folder) {
        Ok(_) if !scenario.setup_refused.is_empty() => differences.push((
            setup_line,
            format!(
                "the set-up was accepted; expected it to be refused: {}",
                scenario.setup_refused.join("; ")
            ),
        )),
        Ok(mut table) => play(&scenario, text, table.as_mut(), &mut differences),
        Err(faults) => {
            if faults != scenario.setup_refused {
                differences.push((
                    setup_line,
                    format!(
                        "the set-up is refused: {}{}",
                        faults.join("; "),
                        if scenario.setup_refused.is_empty() {
                            String::new()
                        } else {
                            format!(" - expected: {}", scenario.setup_refused.join("; "))
                        }
                    ),
                ));
            }
        }
    }
    Report {
        name: scenario.name,
        differences,
    }
}

/// Sets up the table a scenario asks for, or lists all that is wrong with it.
fn open(scenario: &Scenario, folder: &Path) -> Result<Box<dyn Table>, Vec<String>> {
    let setup = &scenario.setup;
    Ok(match scenario.game() {
        Some(Game::SakuraSlam) => Box::new(KabutoTable::open(Edition::SakuraSlam, setup, folder)?),
        Some(Game::KabutoSumo) => Box::new(KabutoTable::open(Edition::KabutoSumo, setup, folder)?),
        Some(Game::Abalone) => Box::new(AbaloneTable::open(setup)?),
        Some(Game::Sumoo) => Box::new(SumooTable::open(setup)?),
        None => return Err(vec!["there is no such game".into()]),
    })
}

/// Plays all steps. After a step that went otherwise than written the rest
/// would only echo it, so play stops there.
fn play(
    scenario: &Scenario,
    text: &str,
    table: &mut dyn Table,
    differences: &mut Vec<(usize, String)>,
) {
    for step in &scenario.steps {
        let line = line_of(text.as_bytes(), step.span().start);
        let found = one_step(step.get_ref(), table);
        let stop = !found.is_empty();
        differences.extend(found.into_iter().map(|message| (line, message)));
        if stop {
            return;
        }
    }
}

fn one_step(step: &Step, table: &mut dyn Table) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(words) = &step.action {
        let outcome = table.act(words);
        match (&step.refuse, outcome) {
            (None, Ok(rulings)) => found.extend(compare(words, step.expect.as_deref(), &rulings)),
            (None, Err(objection)) => found.push(format!("`{words}` {}", tell(&objection))),
            (Some(clause), Ok(rulings)) => found.push(format!(
                "`{words}` was accepted ({}); expected a refusal by {}",
                rulings.join(", "),
                clause.get_ref()
            )),
            (Some(expected), Err(objection)) => {
                found.extend(compare_refusal(
                    words,
                    Clause::parse(expected.get_ref()),
                    step.because.as_deref(),
                    &objection,
                ));
            }
        }
    }
    for (key, expected) in &step.state {
        match table.state(key) {
            None => found.push(format!("this game has no state \"{key}\"")),
            Some(actual) if actual != table.normal(key, expected) => {
                found.push(format!("{key}: expected \"{expected}\", is \"{actual}\""));
            }
            Some(_) => {}
        }
    }
    found
}

fn compare(words: &str, expected: Option<&[String]>, actual: &[String]) -> Option<String> {
    let expected = expected?;
    (expected != actual).then(|| {
        format!(
            "`{words}` led to\n      {}\n    expected\n      {}",
            lines(actual),
            lines(expected)
        )
    })
}

fn compare_refusal(
    words: &str,
    clause: Option<Clause>,
    because: Option<&str>,
    objection: &Objection,
) -> Option<String> {
    let Objection::Refused {
        clause: actual,
        reason,
    } = objection
    else {
        return Some(format!("`{words}` {}", tell(objection)));
    };
    if Some(*actual) != clause {
        return Some(format!(
            "`{words}` {}; expected {}",
            tell(objection),
            clause.map_or("?", Clause::id)
        ));
    }
    let because = because?;
    (!reason.contains(because)).then(|| {
        format!("`{words}` was refused because \"{reason}\"; expected \"{because}\" in it")
    })
}

fn tell(objection: &Objection) -> String {
    match objection {
        Objection::Refused { clause, reason } => format!("was refused: {reason} ({clause})"),
        Objection::Unreadable(what) => format!("cannot be read: {what}"),
    }
}

fn lines(rulings: &[String]) -> String {
    if rulings.is_empty() {
        "(nothing)".into()
    } else {
        rulings.join("\n      ")
    }
}
