//! `dohyo bench builds`: rings drawn by lot, checked at rest.

use super::{bad, good};
use serde_json::Value;

#[test]
fn rings_of_a_design_are_counted() {
    let args = ["bench", "builds", "--rings", "12", "--design", "glossy"];
    let json = good(&[&args[..], &["--json"]].concat());
    let list: Value = serde_json::from_str(&json).unwrap();
    let row = &list[0];
    assert_eq!((&row["rings"], &row["beams"]), (&12.into(), &1920.into()));
    let fine = row["good"].as_u64().unwrap();
    assert!(fine < 12 && row["blocked_lit"].as_u64() > Some(0), "{row}");
    let listed = row["bad"].as_array().unwrap().len() as u64;
    assert_eq!(listed, (12 - fine).min(10), "{row}");
}

#[test]
fn the_table_of_builds_says_that_it_is_simulated() {
    let table = good(&["bench", "builds", "--rings", "3"]);
    assert!(
        table.lines().any(|line| line.starts_with("proposed")),
        "{table}"
    );
    assert!(table.contains("Everything is simulated"), "{table}");
}

#[test]
fn a_design_that_is_none_gets_the_list() {
    let sentence = bad(&["bench", "builds", "--design", "by-foot"]);
    assert!(
        sentence.contains("write all, or one of proposed, "),
        "{sentence}"
    );
    let sentence = bad(&["bench", "builds", "--rings", "0"]);
    assert!(sentence.contains("--rings"), "{sentence}");
}

#[test]
fn falls_on_rings_drawn_by_lot_are_counted_by_ring() {
    let falls = ["--pushes", "3", "--scenes", "0", "--idle-hours", "0.001"];
    let lot = ["--builds", "2", "--build", "5", "--json"];
    let json = good(&[&["simulate"], &falls[..], &lot[..]].concat());
    let figures: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&figures["builds"], &figures["design"]),
        (&2.into(), &"proposed".into())
    );
    let number = |key: &str| figures[key].as_u64().unwrap();
    let listed = figures["builds_bad"].as_array().unwrap().len() as u64;
    assert_eq!(number("builds_good") + listed, 2, "{figures}");
    assert!(
        number("builds_named") <= listed && number("falls") > 0,
        "{figures}"
    );
    let table = good(&[&["simulate"], &falls[..], &["--build", "5"]].concat());
    assert!(table.contains("proposed, seed 5"), "{table}");
}

#[test]
fn grid_boards_drawn_by_lot_are_counted_by_board() {
    let moves = ["simulate", "--board", "grid-hex", "--pushes", "5"];
    let few = ["--idle-hours", "0", "--builds", "2", "--json"];
    let json = good(&[&moves[..], &few[..]].concat());
    let figures: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(figures["builds"], 2);
    assert_eq!(figures["missed_in_silence"], 0, "{figures}");
    assert!(figures["cells"].as_u64().unwrap() > 10, "{figures}");
}
