//! `dohyo play`: how often people must do something for the ring.

use super::{bad, good};
use serde_json::Value;

#[test]
fn every_interruption_is_counted_by_kind() {
    let plan = [
        "play",
        "--game",
        "ks",
        "--junior",
        "--matches",
        "2",
        "--seed",
        "3",
    ];
    let json: Value = serde_json::from_str(&good(&[&plan[..], &["--json"]].concat())).unwrap();
    let count = |key: &str| {
        json[key]
            .as_u64()
            .unwrap_or_else(|| panic!("{key} in {json}"))
    };
    for key in [
        "asked",
        "asked_nothing",
        "told",
        "repairs",
        "wrong",
        "silent_wrong",
        "falls",
        "pushes",
        "turns",
    ] {
        count(key);
    }
    assert_eq!(count("matches"), 2);
    let by_kind = json["asked_by_kind"].as_object().unwrap();
    let asked: u64 = by_kind.values().filter_map(Value::as_u64).sum();
    assert_eq!(asked, count("asked"), "{json}");
    assert!(
        count("told") > 0,
        "away from the docks people tell the ring"
    );

    let table = good(&plan);
    for row in [
        "interruptions",
        "  asked",
        "  declared by players",
        "matches without any",
    ] {
        assert!(
            table.lines().any(|line| line.starts_with(row)),
            "{row}\n{table}"
        );
    }
}

#[test]
fn a_ring_drawn_by_lot_judges_a_match() {
    let drawn = |seed| {
        let options = ["play", "--junior", "--seed", "2", "--build", seed, "--json"];
        serde_json::from_str::<Value>(&good(&options)).unwrap()
    };
    assert_eq!(drawn("5"), drawn("5"));
    assert_eq!(drawn("5")["silent_wrong"], 0);
}

#[test]
fn a_game_is_played_on_its_own_board() {
    let why = bad(&["play", "--game", "abalone", "--board", "ring"]);
    assert!(why.contains("write --board grid-hex"), "{why}");
    good(&["play", "--game", "sumoo", "--board", "grid-square"]);
    let why = bad(&["play", "--game", "abalone", "--build", "1"]);
    assert!(why.contains("leave out --build"), "{why}");
}
