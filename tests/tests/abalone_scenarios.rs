//! Plays every Abalone scenario.

use host_tools::scenario;
use std::path::Path;

#[test]
fn every_abalone_scenario_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/abalone");
    let mut played = 0;
    let mut failed = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let report = scenario::run(&std::fs::read_to_string(&path).unwrap());
        played += 1;
        if !report.passed() {
            failed.push((path, report.differences));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(played >= 40, "only {played} scenarios found");
}
