//! Every scenario file below `tests/scenarios` passes, and every clause is
//! cited by a test.

use dohyo_tests::scenarios;
use host_tools::scenario;
use host_tools::verbs::rules::citations;
use rules_core::clause::Game;
use std::path::{Path, PathBuf};

fn all() -> Vec<PathBuf> {
    scenarios(".", 450)
}

#[test]
fn all_scenarios_pass() {
    let mut failed = Vec::new();
    for path in all() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let report = scenario::run(&text, path.parent().expect("in a folder"));
        if !report.passed() {
            failed.push(format!("{}: {:#?}", path.display(), report.differences));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_example_in_the_readme_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let readme = std::fs::read_to_string(folder.join("README.md")).expect("readable");
    let example = readme
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("there is an example");
    let report = scenario::run(example, &folder);
    assert!(report.passed(), "{:#?}", report.differences);
}

#[test]
fn no_name_is_used_twice() {
    let mut names: Vec<String> = all()
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("readable");
            scenario::Scenario::parse(&text).expect("parses").name
        })
        .collect();
    names.sort();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}

#[test]
fn every_clause_is_cited_by_a_test() {
    let uncited: Vec<&str> = Game::ALL
        .into_iter()
        .flat_map(Game::clauses)
        .filter(|&&clause| citations(clause) == 0)
        .map(|clause| clause.id())
        .collect();
    assert!(uncited.is_empty(), "no test cites {}", uncited.join(", "));
}
