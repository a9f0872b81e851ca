//! `dohyo simulate`: the table, the JSON, the picture, and bad input.

use super::{bad, good};
use serde_json::Value;

const QUICK: [&str; 7] = [
    "simulate",
    "--pushes",
    "3",
    "--scenes",
    "0",
    "--idle-hours",
    "0.001",
];

fn quick(options: &[&str]) -> String {
    good(&[&QUICK, options].concat())
}

#[test]
fn the_table_says_that_it_is_simulated() {
    let table = quick(&[]);
    let first = table.lines().next().unwrap();
    assert_eq!(
        first,
        "board, noise, faults         ring, nominal, none (simulated)"
    );
    for row in ["falls", "missed", "silently wrong", "first report"] {
        assert!(
            table.lines().any(|line| line.starts_with(row)),
            "{row}\n{table}"
        );
    }
}

#[test]
fn what_there_was_none_of_has_no_rate() {
    let table = good(&[
        "simulate",
        "--pushes",
        "0",
        "--scenes",
        "0",
        "--idle-hours",
        "0.001",
    ]);
    for row in [
        "missed",
        "silently wrong",
        "asked about",
        "error of the onset",
    ] {
        let line = table.lines().find(|line| line.starts_with(row)).unwrap();
        assert_eq!(line.strip_prefix(row).map(str::trim), Some("-"), "{table}");
    }
}

#[test]
fn the_json_has_the_keys_a_program_reads() {
    let json: Value = serde_json::from_str(&quick(&["--json"])).unwrap();
    for key in [
        "falls",
        "missed",
        "false_events",
        "idle_hours",
        "size_confusion",
        "silent_wrong",
        "attribution_wrong",
        "asked",
        "latency_ms",
        "final_ms",
        "faults_named_ms",
    ] {
        assert!(json.get(key).is_some(), "{key} in {json}");
    }
    assert!(json["latency_ms"]["p99"].is_number());
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let figures = |seed: &str| quick(&["--json", "--seed", seed]);
    assert_eq!(figures("5"), figures("5"));
    assert_ne!(figures("5"), figures("6"));
}

#[test]
fn faults_are_listed_and_named() {
    assert!(good(&["simulate", "--fault", "list"]).contains("stuck-dark"));
    let table = quick(&["--fault", "chain-slip@0.1"]);
    assert!(table.contains("chain-slip@0.1"), "{table}");
    assert!(table.contains("not named: 0"), "{table}");
}

/// Draws a push with these options into a file of this name and returns the picture.
fn drawn(name: &str, options: &[&str]) -> String {
    let name = format!("dohyo-push-{name}-{}.svg", std::process::id());
    let file = std::env::temp_dir().join(name);
    quick(&[options, &["--picture", file.to_str().unwrap()]].concat());
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).ok();
    svg
}

#[test]
fn a_push_is_drawn() {
    let svg = drawn("any", &[]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("polyline") && svg.contains("upper beam dark"));
}

#[test]
fn the_pieces_of_as_many_as_play_stand_on_the_ring() {
    for game in [&["--game", "ks"][..], &["--game", "ss", "--push", "3"]] {
        let of = |players: &str| {
            let name = [game[1], players].concat();
            drawn(&name, &[game, &["--players", players]].concat())
        };
        assert_eq!(of("2"), of("2"));
        assert_ne!(of("2"), of("4"), "{game:?}");
    }
}

#[test]
fn a_game_goes_by_its_usual_word_and_by_its_name() {
    assert_eq!(
        drawn("word", &["--game", "ks"]),
        drawn("name", &["--game", "kabuto-sumo"])
    );
}

#[test]
fn bad_input_gets_a_sentence() {
    let table = [
        (vec!["--noise", "loud"], "off, low, nominal, high, severe"),
        (vec!["--board", "moon"], "ring, grid-hex"),
        (
            vec!["--players", "2", "--scene", "flat"],
            "cannot be used with",
        ),
        (
            vec!["--players", "2", "--board", "grid-hex"],
            "leave out --scene, --players and --picture",
        ),
        (
            vec!["--fault", "each", "--board", "grid-hex"],
            "--fault each is for pushes on a ring; name one fault",
        ),
        (
            vec!["--fault", "each", "--picture", "x.svg"],
            "--fault each is for pushes on a ring; name one fault",
        ),
        (vec!["--scene", "opera"], "unknown scene"),
        (vec!["--fault", "gremlins"], "gremlins"),
        (vec!["--idle-hours=-1"], "--idle-hours"),
        (vec!["--picture", "/nowhere/at/all.svg"], "cannot write"),
    ];
    for (options, part) in table {
        let args = [&["simulate"][..], &options].concat();
        let sentence = bad(&args);
        assert!(sentence.contains(part), "{options:?}: {sentence}");
    }
}

#[test]
fn no_matches_are_no_play() {
    let sentence = bad(&["play", "--matches", "0"]);
    assert!(sentence.contains("write 1 or more"), "{sentence}");
}

#[test]
fn a_fault_that_resembles_none_gets_the_list() {
    let sentence = bad(&["simulate", "--fault", "nonsense"]);
    assert!(sentence.contains("write one of gaussian, "), "{sentence}");
    assert!(!sentence.contains("did you mean"), "{sentence}");
}
