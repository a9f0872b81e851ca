//! Runs the SUMOO scenarios with `cargo test`, and sees that every clause is
//! cited.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use rules_core::clause::Game;
use std::path::Path;

#[test]
fn all_scenarios_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/sumoo");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let report = host_tools::scenario::run(&std::fs::read_to_string(&path).unwrap());
        assert!(report.passed(), "{}: {report:?}", path.display());
        count += 1;
    }
    assert!(count > 20, "{count} scenarios found");
}

#[test]
fn every_clause_is_cited() {
    for &clause in Game::Sumoo.clauses() {
        assert!(host_tools::verbs::rules::citations(clause) > 0, "{clause}");
    }
}
