//! Index of the scenarios and Rust tests that cite a clause.

use host_tools::clause_index;
use rules_core::clause::Clause;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Rust test that cites a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustTest {
    /// Test executable that contains the test.
    pub target: Target,
    /// Module of the test's file; empty for the root of the target.
    pub module: String,
    /// Name of the test's function.
    pub name: String,
}

/// Test executable, as cargo names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Unit tests of `rules-core`.
    RulesCore,
    /// Unit tests of the library in the `tests` package.
    TestsLibrary,
    /// Integration test `tests/tests/NAME.rs`.
    Integration(String),
}

/// All scenarios and tests that cite clauses, each with the clauses it cites.
#[derive(Debug, Default)]
pub struct CitingTests {
    scenarios: Vec<(PathBuf, Vec<String>)>,
    tests: Vec<(RustTest, Vec<String>)>,
}

impl CitingTests {
    /// Finds all citations in the sources below `root`.
    ///
    /// # Errors
    /// `io::Error` if they cannot be read.
    pub fn find(root: &Path) -> io::Result<Self> {
        let mut found = Self::default();
        for folder in [
            "tests/scenarios",
            "tests/src",
            "tests/tests",
            "rules-core/src",
        ] {
            if root.join(folder).is_dir() {
                found.search_folder(root, Path::new(folder))?;
            }
        }
        Ok(found)
    }

    fn search_folder(&mut self, root: &Path, folder: &Path) -> io::Result<()> {
        let mut names = fs::read_dir(root.join(folder))?
            .map(|entry| entry.map(|e| e.file_name()))
            .collect::<io::Result<Vec<_>>>()?;
        names.sort();
        for name in names {
            let path = folder.join(name);
            if root.join(&path).is_dir() {
                self.search_folder(root, &path)?;
            } else if path.extension().is_some_and(|e| e == "toml" || e == "rs") {
                self.read(&path, &fs::read_to_string(root.join(&path))?);
            }
        }
        Ok(())
    }

    fn read(&mut self, path: &Path, text: &str) {
        if path.starts_with("tests/scenarios") {
            let cases = clause_index::cases(text).into_iter();
            let cited = cases.map(|case| (path.to_owned(), clause_index::in_scenario(case)));
            self.scenarios.extend(cited);
        } else if let Some((target, module)) = place(path) {
            let cited = citing_tests(text).into_iter().map(|(name, cited)| {
                let test = RustTest {
                    target: target.clone(),
                    module: module.clone(),
                    name,
                };
                (test, cited)
            });
            self.tests.extend(cited);
        }
    }

    /// Returns the files of the scenarios that cite `clause`, as paths from the root: one for
    /// each case.
    pub fn scenarios(&self, clause: Clause) -> Vec<&Path> {
        self.scenarios
            .iter()
            .filter(|(_, cited)| cited.iter().any(|id| id == clause.id()))
            .map(|(path, _)| path.as_path())
            .collect()
    }

    /// Returns the Rust tests that cite `clause`.
    pub fn tests(&self, clause: Clause) -> Vec<&RustTest> {
        self.tests
            .iter()
            .filter(|(_, cited)| cited.iter().any(|id| id == clause.id()))
            .map(|(test, _)| test)
            .collect()
    }
}

impl RustTest {
    /// True if the harness means this test by `full`, as in `games::sumoo::tests::pushes`.
    pub fn is_called(&self, full: &str) -> bool {
        let last = full.rsplit("::").next();
        last == Some(&self.name)
            && (self.module.is_empty() || full.starts_with(&format!("{}::", self.module)))
    }
}

/// Returns the executable and the module of a source file; `None` if it contains no tests.
fn place(path: &Path) -> Option<(Target, String)> {
    if let Ok(below) = path.strip_prefix("rules-core/src") {
        return Some((Target::RulesCore, module(below)));
    }
    if let Ok(below) = path.strip_prefix("tests/tests") {
        let mut parts = below.iter();
        let first = parts.next()?.to_string_lossy();
        let name = first.strip_suffix(".rs").unwrap_or(&first).to_owned();
        return Some((Target::Integration(name), module(parts.as_path())));
    }
    let below = path.strip_prefix("tests/src").ok()?;
    (!below.starts_with("bin")).then(|| (Target::TestsLibrary, module(below)))
}

/// Returns the module path of a file: `games::sumoo::rules` for `games/sumoo/rules.rs`.
fn module(path: &Path) -> String {
    let parts: Vec<_> = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .filter(|part| !matches!(part.as_str(), "mod" | "lib" | "main"))
        .collect();
    parts.join("::")
}

/// Returns the functions of a source that cite clauses, each with its clauses.
fn citing_tests(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut pending: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some(cited) = clause_index::in_doc_line(line) {
            pending.extend(cited);
        } else if !pending.is_empty()
            && let Some(name) = function(line)
        {
            found.push((name, std::mem::take(&mut pending)));
        }
    }
    found
}

/// Returns the name of the function that starts in this line; `None` if none does.
fn function(line: &str) -> Option<String> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("fn ")
        .or_else(|| line.strip_prefix("pub fn "))?;
    let name: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{CitingTests, Target, citing_tests, place};
    use rules_core::clause::Clause;
    use std::path::Path;

    /// Returns a doc line that cites, spelt so that this file is not counted itself.
    fn cites(ids: &str) -> String {
        format!("    /// {}: {ids}.\n", "Cites")
    }

    #[test]
    fn a_citation_belongs_to_the_next_function() {
        let text = [
            "fn before() {}\n",
            &cites("SU-1, SU-2"),
            "    #[test]\n    fn first() {}\n    fn none() {}\n    /// More.\n",
            &cites("SU-3"),
            &cites("SU-4"),
            "    #[test]\n    fn second(x in 0..3u8) {}\n",
        ]
        .concat();
        assert_eq!(
            citing_tests(&text),
            [
                ("first".into(), vec!["SU-1".into(), "SU-2".into()]),
                ("second".into(), vec!["SU-3".into(), "SU-4".into()]),
            ]
        );
    }

    #[test]
    fn a_file_belongs_to_one_executable_and_module() {
        for (path, target, module) in [
            ("rules-core/src/lib.rs", Target::RulesCore, ""),
            ("rules-core/src/clause/mod.rs", Target::RulesCore, "clause"),
            (
                "rules-core/src/games/sumoo/tests.rs",
                Target::RulesCore,
                "games::sumoo::tests",
            ),
            (
                "tests/tests/sumoo.rs",
                Target::Integration("sumoo".into()),
                "",
            ),
            (
                "tests/tests/sumoo/main.rs",
                Target::Integration("sumoo".into()),
                "",
            ),
            (
                "tests/tests/sumoo/laws.rs",
                Target::Integration("sumoo".into()),
                "laws",
            ),
            ("tests/src/reference.rs", Target::TestsLibrary, "reference"),
        ] {
            assert_eq!(
                place(Path::new(path)),
                Some((target, module.into())),
                "{path}"
            );
        }
        assert_eq!(place(Path::new("tests/src/bin/x/main.rs")), None);
    }

    #[test]
    fn only_the_citing_test_counts() {
        let mut witnesses = CitingTests::default();
        let text = cites("SU-1") + "fn falls() {}\n";
        witnesses.read(Path::new("rules-core/src/games/sumoo/rules.rs"), &text);
        let tests = witnesses.tests(Clause::Su1);
        let [test] = tests.as_slice() else {
            panic!("one test, not {tests:?}");
        };
        assert!(test.is_called("games::sumoo::rules::tests::falls"));
        assert!(!test.is_called("games::sumoo::rules::tests::falls_twice"));
        assert!(!test.is_called("games::abalone::tests::falls"));
        assert!(witnesses.tests(Clause::Su2).is_empty());
    }

    #[test]
    fn a_scenario_cites_by_quoted_number() {
        let mut witnesses = CitingTests::default();
        let path = Path::new("tests/scenarios/su/push.toml");
        witnesses.read(path, "refuse = \"SU-12\"\n# \"SU-13\"\n");
        assert_eq!(witnesses.scenarios(Clause::Su12), [path]);
        assert!(witnesses.scenarios(Clause::Su13).is_empty());
        assert!(witnesses.scenarios(Clause::Su1).is_empty());
    }

    #[test]
    fn each_case_of_a_file_counts() {
        let mut witnesses = CitingTests::default();
        let path = Path::new("tests/scenarios/su/push.toml");
        let case = "[[case]]\nrefuse = \"SU-12\"\n";
        let other = "[[case]]\nrefuse = \"SU-13\"\n";
        witnesses.read(path, &format!("game = \"su\"\n{case}{case}{other}"));
        assert_eq!(witnesses.scenarios(Clause::Su12), [path, path]);
        assert_eq!(witnesses.scenarios(Clause::Su13), [path]);
    }
}
