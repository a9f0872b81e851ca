//! `dohyo faults`: one fault or two at once, the table, the JSON, and bad input.

use super::{bad, dohyo, good, said};
use serde_json::Value;

/// Two faults that never leave a client wrong: no power cut is among them.
const PAIR: [&str; 6] = ["faults", "--pairs", "--fault", "hand", "--fault", "bump"];

fn pairs(options: &[&str]) -> String {
    good(&[&PAIR, options].concat())
}

#[test]
fn one_fault_has_one_row() {
    let table = good(&["faults", "--rounds", "5", "--fault", "bump"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert!(rows[1].starts_with("bump "), "{table}");
    assert_eq!(rows[2], "5 rounds, 0 of them went wrong");
}

#[test]
fn two_faults_at_once_have_a_row_for_each_and_fit_a_terminal() {
    let table = pairs(&["--rounds", "30"]);
    let names: Vec<&str> = table
        .lines()
        .filter_map(|row| row.split_whitespace().next())
        .collect();
    assert_eq!(names[..3], ["fault,", "bump", "hand"], "{table}");
    assert!(table.lines().all(|row| row.len() <= 80), "{table}");
    // Three pairs: each with itself, and both together.
    assert!(
        table.contains("\n3 pairs, 30 rounds, 0 power cuts, "),
        "{table}"
    );
    let last = "0 rounds went wrong, 0 left a client wrong; no pair failed\n";
    assert!(table.ends_with(last), "{table}");
}

#[test]
fn rounds_are_spread_evenly_over_the_pairs() {
    let told: Value = serde_json::from_str(&pairs(&["--rounds", "31", "--json"])).unwrap();
    let list = told.as_array().unwrap();
    let rounds: Vec<_> = list.iter().map(|pair| pair["rounds"].as_u64()).collect();
    assert_eq!(rounds, [Some(11); 3]);
    let names: Vec<String> = list.iter().map(|pair| pair["faults"].to_string()).collect();
    let expected = [
        r#"["bump","bump"]"#,
        r#"["bump","hand"]"#,
        r#"["hand","hand"]"#,
    ];
    assert_eq!(names, expected);
    for pair in list {
        for failure in ["wrong", "lost", "stuck", "client_wrong"] {
            assert_eq!(pair[failure], 0, "{pair}");
        }
        assert!(pair["client_lines"].as_u64() > Some(10), "{pair}");
    }
}

#[test]
fn one_name_selects_its_pairs_with_every_fault() {
    let output = dohyo(&[
        "faults", "--pairs", "--fault", "hand", "--rounds", "17", "--json",
    ]);
    let told: Value = serde_json::from_str(&said(&output.stdout)).unwrap();
    assert_eq!(told.as_array().map(Vec::len), Some(17));
}

#[test]
fn no_rounds_and_unknown_faults_are_refused() {
    let told = bad(&["faults", "--pairs", "--rounds", "0"]);
    assert!(
        told.contains("--rounds 0 runs nothing; write 1 or more"),
        "{told}"
    );
    let told = bad(&["faults", "--pairs", "--fault", "rain"]);
    assert!(
        told.contains("unknown fault; write one of none, ghost-fall"),
        "{told}"
    );
}
