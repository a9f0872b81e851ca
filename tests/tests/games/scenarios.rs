//! Every case of the scenarios below `tests/scenarios` passes, and every clause is
//! cited by a test.

use dohyo_tests::scenarios;
use host_core::scenario_run as scenario;
use host_tools::files::folder as on_disk;
use host_tools::verbs::rules::citations;
use rules_core::clause::GameId;
use std::path::{Path, PathBuf};

fn all() -> Vec<PathBuf> {
    scenarios(".", 50)
}

#[test]
fn all_scenarios_pass() {
    let (mut count, mut failed) = (0, Vec::new());
    for path in all() {
        let text = std::fs::read_to_string(&path).expect("readable");
        for report in scenario::run(&text, &on_disk(path.parent().expect("in a folder"))) {
            count += 1;
            if !report.passed() {
                failed.push(format!("{}: {report:#?}", path.display()));
            }
        }
    }
    assert!(count >= 495, "only {count} cases");
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
    let reports = scenario::run(example, &on_disk(&folder));
    assert!(
        reports.iter().all(scenario::ScenarioReport::passed),
        "{reports:#?}"
    );
}

#[test]
fn no_name_is_used_twice() {
    let mut names = Vec::new();
    for path in all() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let cases = host_core::scenario::Scenario::parse_all(&text).expect("parses");
        names.extend(cases.into_iter().map(|case| case.name));
    }
    names.sort();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}

#[test]
fn every_clause_is_cited_by_a_test() {
    let uncited: Vec<&str> = GameId::ALL
        .into_iter()
        .flat_map(GameId::clauses)
        .filter(|&&clause| citations(clause) == 0)
        .map(|clause| clause.id())
        .collect();
    assert!(uncited.is_empty(), "no test cites {}", uncited.join(", "));
}
