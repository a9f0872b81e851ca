//! Runner of scenarios: plays each case and lists the differences from what it expects.

use crate::file_error::line_of;
use crate::folder::Folder;
use crate::game::GameArg;
use crate::scenario::Scenario;
use crate::scenario::{ExpectedRulings, GameDriver, Step, StepError};
use rules_core::clause::Clause;

/// Result of one case of a scenario file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioReport {
    /// Name of the case, or a statement that the file cannot be read.
    pub name: String,
    /// Differences from the expected rulings and states, each with its line; empty if the
    /// case passed.
    pub differences: Vec<(usize, String)>,
}

impl ScenarioReport {
    /// True if the case has no differences.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Runs all cases in `text`; files that they name are read from `folder`.
#[must_use]
pub fn run(text: &str, folder: &Folder<'_>) -> Vec<ScenarioReport> {
    run_cases(text, folder, |_| true)
}

/// Runs the cases in `text` for which `chosen` is true.
#[must_use]
pub fn run_cases(
    text: &str,
    folder: &Folder<'_>,
    chosen: impl Fn(&Scenario) -> bool,
) -> Vec<ScenarioReport> {
    match Scenario::parse_all(text) {
        Ok(cases) => cases
            .iter()
            .filter(|case| chosen(case))
            .map(|case| run_at(case, text, folder, &open))
            .collect(),
        Err(mistakes) => vec![ScenarioReport {
            name: "unreadable scenario".into(),
            differences: mistakes.into_iter().map(|m| (m.line, m.message)).collect(),
        }],
    }
}

/// Function that sets up the table of a scenario, or lists all that is wrong with it.
pub type Open<'a> = dyn Fn(&Scenario, &Folder<'_>) -> Result<Box<dyn GameDriver>, Vec<String>> + 'a;

/// Runs one case of the file `text` at the table that `open` sets up.
#[must_use]
pub fn run_at(
    scenario: &Scenario,
    text: &str,
    folder: &Folder<'_>,
    open: &Open<'_>,
) -> ScenarioReport {
    let mut differences = Vec::new();
    let refused = scenario.setup_refused.join("; ");
    match open(scenario, folder) {
        Ok(_) if !refused.is_empty() => differences.push((
            scenario.setup_line,
            format!("the set-up was accepted; expected it to be refused: {refused}"),
        )),
        Ok(mut table) => play(scenario, text, table.as_mut(), &mut differences),
        Err(faults) if !are_as_expected(&faults, &scenario.setup_refused) => {
            let expected = match refused.is_empty() {
                true => String::new(),
                false => format!(" - expected: {refused}"),
            };
            differences.push((
                scenario.setup_line,
                format!("the set-up is refused: {}{expected}", faults.join("; ")),
            ));
        }
        Err(_) => {}
    }
    ScenarioReport {
        name: scenario.name.clone(),
        differences,
    }
}

/// True if a set-up has the faults that are expected, in their order. A clause alone
/// stands for any fault that cites it.
fn are_as_expected(faults: &[String], expected: &[String]) -> bool {
    let cites = |fault: &str, clause: &str| {
        let mut words = fault.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        Clause::parse(clause).is_some() && words.any(|word| word == clause)
    };
    faults.len() == expected.len()
        && faults
            .iter()
            .zip(expected)
            .all(|(fault, expected)| fault == expected || cites(fault, expected))
}

/// Sets up the table a scenario asks for, or lists all that is wrong with it.
fn open(scenario: &Scenario, folder: &Folder<'_>) -> Result<Box<dyn GameDriver>, Vec<String>> {
    match GameArg::from_id(scenario.game) {
        Some(game) => (game.entry().open)(&scenario.setup, folder),
        None => Err(vec!["there is no such game".into()]),
    }
}

/// Plays all steps of a case. After a step with a difference the rest would only repeat
/// it, so play stops there.
fn play(
    scenario: &Scenario,
    text: &str,
    table: &mut dyn GameDriver,
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

fn one_step(step: &Step, table: &mut dyn GameDriver) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(words) = &step.action {
        let outcome = table.act(words);
        match (&step.refuse, outcome) {
            (None, Ok(rulings)) => found.extend(compare(words, step.expect.as_ref(), &rulings)),
            (None, Err(objection)) => found.push(format!("`{words}` {}", describe(&objection))),
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

fn compare(words: &str, expected: Option<&ExpectedRulings>, actual: &[String]) -> Option<String> {
    let expected = expected?;
    let among = match expected {
        ExpectedRulings::Exactly(_) => "",
        ExpectedRulings::Among(_) => " among others",
    };
    (!expected.matches(actual)).then(|| {
        format!(
            "`{words}` led to\n      {}\n    expected{among}\n      {}",
            lines(actual),
            lines(expected.rulings())
        )
    })
}

fn compare_refusal(
    words: &str,
    clause: Option<Clause>,
    because: Option<&str>,
    objection: &StepError,
) -> Option<String> {
    let StepError::Refused {
        clause: actual,
        reason,
    } = objection
    else {
        return Some(format!("`{words}` {}", describe(objection)));
    };
    if Some(*actual) != clause {
        return Some(format!(
            "`{words}` {}; expected {}",
            describe(objection),
            clause.map_or("?", Clause::id)
        ));
    }
    let because = because?;
    (!reason.contains(because)).then(|| {
        format!("`{words}` was refused because \"{reason}\"; expected \"{because}\" in it")
    })
}

fn describe(objection: &StepError) -> String {
    match objection {
        StepError::Refused { clause, reason } => format!("was refused: {reason} ({clause})"),
        StepError::Unreadable(what) => format!("cannot be read: {what}"),
    }
}

fn lines(rulings: &[String]) -> String {
    if rulings.is_empty() {
        "(nothing)".into()
    } else {
        rulings.join("\n      ")
    }
}

#[cfg(test)]
mod tests {
    use super::are_as_expected;

    fn list(faults: &[&str]) -> Vec<String> {
        faults.iter().map(|fault| (*fault).to_owned()).collect()
    }

    #[test]
    fn a_clause_alone_stands_for_a_fault_that_cites_it() {
        let faults = list(&["SS-S1 colour red is taken twice", "3 of White, SU-2; more"]);
        assert!(are_as_expected(&faults, &list(&["SS-S1", "SU-2"])));
        assert!(!are_as_expected(&faults, &list(&["SS-S1", "SU-20"])));
        assert!(
            !are_as_expected(&faults, &list(&["SS-S1"])),
            "one is missing"
        );
        assert!(
            !are_as_expected(&faults, &list(&["SS-S1", "White"])),
            "no clause"
        );
    }
}
