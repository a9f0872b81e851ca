//! Scenario files: reads their cases, and names each mistake with its line.

use crate::file_error::{FileError, line_of};
use rules_core::clause::{Clause, GameId};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// One case of a scenario file.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Behaviour that the case shows, as a sentence.
    pub name: String,
    /// Game that the case plays.
    pub game: GameId,
    /// Keys of `[setup]`; each game has its own.
    pub setup: toml::Table,
    /// Reasons for which the set-up must be refused; empty if the match must begin.
    pub setup_refused: Vec<String>,
    /// Steps of the case, in order.
    pub steps: Vec<Spanned<Step>>,
    /// Line of the set-up in the file, from 1.
    pub setup_line: usize,
    /// Text of this case alone.
    pub source: String,
}

/// Step of a case: an event, and what must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Event in words; `None` in a step that only compares the state.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// Rulings that must follow; `None` if they are not compared.
    pub expect: Option<ExpectedRulings>,
    /// Clause by which the step must be refused; `None` if it must be accepted.
    pub refuse: Option<Spanned<String>>,
    /// Words that must occur in the reason of the refusal; `None` if it is not compared.
    pub because: Option<String>,
    /// Expected state after the step, by name.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
}

/// Rulings that must follow a step, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a list of rulings, or { contains = [...] }")]
pub enum ExpectedRulings {
    /// These and no others: `expect = ["..."]`.
    Exactly(Vec<String>),
    /// These among others: `expect = { contains = ["..."] }`.
    Among(ContainedRulings),
}

/// Rulings that must occur, in this order, with any others around them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContainedRulings {
    /// Rulings that must occur.
    pub contains: Vec<String>,
}

impl ExpectedRulings {
    /// True if `actual` is as expected.
    #[must_use]
    pub fn matches(&self, actual: &[String]) -> bool {
        match self {
            Self::Exactly(expected) => expected == actual,
            Self::Among(ContainedRulings { contains }) => {
                let mut rest = actual.iter();
                contains
                    .iter()
                    .all(|ruling| rest.any(|actual| actual == ruling))
            }
        }
    }

    /// Returns the rulings that are written down.
    #[must_use]
    pub fn rulings(&self) -> &[String] {
        match self {
            Self::Exactly(rulings) | Self::Among(ContainedRulings { contains: rulings }) => rulings,
        }
    }
}

/// Keys of a scenario file: those of one case, or `game`, `setup` and a list of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileKeys {
    game: Spanned<String>,
    name: Option<String>,
    #[serde(default)]
    cites: Vec<Spanned<String>>,
    #[serde(default)]
    setup: toml::Table,
    #[serde(default)]
    setup_refused: Vec<String>,
    #[serde(default)]
    step: Vec<Spanned<Step>>,
    #[serde(default)]
    case: Vec<Spanned<CaseKeys>>,
}

/// Keys of a case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseKeys {
    name: String,
    #[serde(default)]
    cites: Vec<Spanned<String>>,
    #[serde(default)]
    setup: toml::Table,
    #[serde(default)]
    setup_refused: Vec<String>,
    #[serde(default)]
    step: Vec<Spanned<Step>>,
}

impl Scenario {
    /// Reads all cases of a scenario file.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, Vec<FileError>> {
        let file: FileKeys =
            toml::from_str(text).map_err(|error| vec![FileError::of_toml(text, &error)])?;
        let mut mistakes = Mistakes {
            text,
            found: Vec::new(),
        };
        let game = mistakes.game(&file.game);
        let cases = cases(file, text, &mut mistakes);
        for (keys, range) in &cases {
            mistakes.case(keys, range.start);
        }
        match game {
            Some(game) if mistakes.found.is_empty() => Ok(cases
                .into_iter()
                .map(|(keys, range)| keys.scenario(game, text, range))
                .collect()),
            _ => Err(mistakes.found),
        }
    }
}

/// Returns the cases of a file, each with the byte range of its text.
fn cases(
    file: FileKeys,
    text: &str,
    mistakes: &mut Mistakes<'_>,
) -> Vec<(CaseKeys, core::ops::Range<usize>)> {
    if file.case.is_empty() {
        let name = file.name.unwrap_or_else(|| {
            mistakes.add(0, "a scenario has a name; write name = \"...\"".into());
            String::new()
        });
        let keys = CaseKeys {
            name,
            cites: file.cites,
            setup: file.setup,
            setup_refused: file.setup_refused,
            step: file.step,
        };
        return vec![(keys, 0..text.len())];
    }
    let belongs_to_a_case = [
        ("name", file.name.is_some()),
        ("cites", !file.cites.is_empty()),
        ("setup_refused", !file.setup_refused.is_empty()),
        ("[[step]]", !file.step.is_empty()),
    ];
    for (key, _) in belongs_to_a_case.into_iter().filter(|(_, used)| *used) {
        mistakes.add(0, format!("`{key}` belongs into a [[case]] of this file"));
    }
    let starts: Vec<usize> = file.case.iter().map(|case| case.span().start).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let ranges: Vec<_> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| start..end)
        .collect();
    let shared = file.setup;
    let with_shared = |case: Spanned<CaseKeys>| {
        let mut keys = case.into_inner();
        for (key, value) in &shared {
            keys.setup
                .entry(key.clone())
                .or_insert_with(|| value.clone());
        }
        keys
    };
    file.case.into_iter().map(with_shared).zip(ranges).collect()
}

impl CaseKeys {
    fn scenario(self, game: GameId, text: &str, range: core::ops::Range<usize>) -> Scenario {
        let source = text.get(range.clone()).unwrap_or_default();
        let setup = ["[setup", "[case.setup"];
        let setup = setup.iter().filter_map(|header| source.find(header)).min();
        Scenario {
            name: self.name,
            game,
            setup: self.setup,
            setup_refused: self.setup_refused,
            steps: self.step,
            setup_line: line_of(text.as_bytes(), range.start + setup.unwrap_or(0)),
            source: source.to_owned(),
        }
    }
}

/// Mistakes found in a scenario file so far.
struct Mistakes<'t> {
    text: &'t str,
    found: Vec<FileError>,
}

impl Mistakes<'_> {
    /// Adds a mistake at this byte offset of the text.
    fn add(&mut self, at: usize, message: String) {
        self.found.push(FileError {
            line: line_of(self.text.as_bytes(), at),
            message,
        });
    }

    fn game(&mut self, code: &Spanned<String>) -> Option<GameId> {
        let word = code.get_ref();
        let game = GameId::ALL.into_iter().find(|game| game.code() == word);
        if game.is_none() {
            self.add(
                code.span().start,
                format!("unknown game \"{word}\"; write ss, ks, su or ab"),
            );
        }
        game
    }

    fn case(&mut self, case: &CaseKeys, at: usize) {
        let refusals = case.step.iter();
        let refusals = refusals.filter_map(|step| step.get_ref().refuse.as_ref());
        for id in case.cites.iter().chain(refusals) {
            let word = id.get_ref();
            if Clause::parse(word).is_none() {
                self.add(
                    id.span().start,
                    format!("unknown clause \"{word}\"; `dohyo rules` lists them"),
                );
            }
        }
        for step in &case.step {
            for message in step.get_ref().mistakes() {
                self.add(step.span().start, message.to_owned());
            }
        }
        if case.step.is_empty() && case.setup_refused.is_empty() {
            self.add(
                at,
                "nothing is checked; add a step or `setup_refused`".into(),
            );
        }
    }
}

impl Step {
    fn mistakes(&self) -> impl Iterator<Item = &'static str> {
        let follows = self.expect.is_some() || self.refuse.is_some();
        let among_none = matches!(
            &self.expect,
            Some(ExpectedRulings::Among(among)) if among.contains.is_empty()
        );
        let all = [
            (
                among_none,
                "`contains` lists no ruling; write one, or `expect = []` for none at all",
            ),
            (
                self.action.is_none() && self.state.is_empty(),
                "this step does nothing; give it a `do` or a `state`",
            ),
            (
                self.action.is_none() && follows,
                "`expect` and `refuse` need a `do` they follow from",
            ),
            (
                self.refuse.is_some() && self.expect.is_some(),
                "a refused step has no rulings; drop `expect` or `refuse`",
            ),
            (
                self.because.is_some() && self.refuse.is_none(),
                "`because` belongs to a `refuse`",
            ),
        ];
        all.into_iter()
            .filter(|(is_wrong, _)| *is_wrong)
            .map(|(_, message)| message)
    }
}

#[cfg(test)]
mod tests {
    use super::{Scenario, Step};

    const TWO: &str = r#"game = "ss"

[setup]
players = 3
first = 2

[[case]]
name = "First"

[[case.step]]
do = "marker 1"

[[case]]
name = "Second"

[case.setup]
first = 1

[[case.step]]
state = { turn = "1" }
"#;

    #[test]
    fn cases_share_the_game_and_the_set_up_of_their_file() {
        let cases = Scenario::parse_all(TWO).unwrap();
        let [first, second] = cases.as_slice() else {
            panic!("two cases, not {}", cases.len());
        };
        assert_eq!(
            (first.name.as_str(), second.name.as_str()),
            ("First", "Second")
        );
        assert_eq!(first.setup["first"].as_integer(), Some(2));
        assert_eq!(second.setup["first"].as_integer(), Some(1));
        assert_eq!(second.setup["players"].as_integer(), Some(3));
        assert_eq!(second.setup_line, 16);
        assert!(second.source.starts_with("[[case]]\nname = \"Second\""));
        assert!(first.source.contains("marker 1") && !first.source.contains("Second"));
    }

    #[test]
    fn a_mistake_in_a_later_case_has_its_line() {
        let text = TWO.replace("state = { turn = \"1\" }", "because = \"so\"");
        let mistakes = Scenario::parse_all(&text).unwrap_err();
        let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
        assert_eq!(lines, [19, 19], "{mistakes:?}");
    }

    fn rulings(text: &[&str]) -> Vec<String> {
        text.iter().map(|ruling| (*ruling).to_owned()).collect()
    }

    #[test]
    fn contained_rulings_come_in_their_order_with_others_around_them() {
        let step: Step =
            toml::from_str("do = \"x\"\nexpect = { contains = [\"b\", \"d\"] }").unwrap();
        let expected = step.expect.unwrap();
        assert!(expected.matches(&rulings(&["a", "b", "c", "d"])));
        assert!(!expected.matches(&rulings(&["d", "b"])), "the order counts");
        assert!(!expected.matches(&rulings(&["b"])), "one is missing");
    }

    #[test]
    fn a_list_means_these_rulings_and_no_others() {
        let step: Step = toml::from_str("do = \"x\"\nexpect = [\"b\"]").unwrap();
        let expected = step.expect.unwrap();
        assert!(expected.matches(&rulings(&["b"])));
        assert!(!expected.matches(&rulings(&["a", "b"])));
    }

    #[test]
    fn an_empty_list_of_contained_rulings_is_a_mistake() {
        let text = TWO.replace(
            "do = \"marker 1\"",
            "do = \"marker 1\"\nexpect = { contains = [] }",
        );
        let mistakes = Scenario::parse_all(&text).unwrap_err();
        assert!(
            mistakes[0].message.contains("lists no ruling"),
            "{mistakes:?}"
        );
    }

    #[test]
    fn what_belongs_to_a_case_does_not_stand_above_them() {
        let text = format!("name = \"All\"\n{TWO}");
        let mistakes = Scenario::parse_all(&text).unwrap_err();
        assert_eq!(
            mistakes[0].message,
            "`name` belongs into a [[case]] of this file"
        );
    }
}
