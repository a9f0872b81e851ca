//! `dohyo demo` as people call it. `tests/tests/demo.rs` compares its output line by line.

use super::{bad, good};
use std::path::Path;
use std::process::Command;

fn scratch(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name).display().to_string()
}

/// Runs a match with the output in a pipe; the recording goes to a separate file.
fn demo(words: &[&str]) -> String {
    let file = scratch(&format!("{}.dohyo", words.join("")));
    let mut args = vec!["demo", "--record", &file];
    args.extend(words);
    good(&args)
}

#[test]
fn every_kind_of_match_is_played_to_its_end() {
    for words in [
        &["--seed", "3"][..],
        &["--junior", "--seed", "2"],
        &["--game", "ks"],
        &["--game", "sumoo"],
        &["--game", "abalone"],
    ] {
        let said = demo(words);
        assert!(
            said.contains(" wins") && said.contains("\nResult: "),
            "{words:?}: {said}"
        );
        assert!(said.contains("simulated"), "{words:?}");
        let wrong = "wrong rulings            0";
        assert!(said.contains(wrong), "{words:?}: {said}");
    }
}

#[test]
fn a_picture_of_one_moment_is_drawn() {
    let file = scratch("moment.svg");
    let said = good(&["demo", "--picture", &file, "--at", "3", "--size", "80x24"]);
    assert_eq!(said.trim(), file);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("Waiting for"));
}

#[test]
fn what_it_cannot_do_is_refused_with_a_remedy() {
    assert!(bad(&["demo", "--game", "go"]).contains("ss, ks, sumoo, abalone"));
    assert!(bad(&["demo", "--players", "5"]).contains("2, 3, 4"));
    assert!(bad(&["demo", "--board", "grid-hex"]).contains("leave out --board"));
    assert!(bad(&["demo", "--fault", "gremlins"]).contains("--fault gremlins"));
    assert!(bad(&["demo", "--speed", "0"]).contains("0.125 to 64"));
    assert!(bad(&["demo", "--record", "/no/such/folder/x"]).contains("--record"));
    for verb in ["demo", "play", "emulate", "serve"] {
        let junior = bad(&[verb, "--game", "sumoo", "--junior"]);
        assert!(junior.contains("leave it out"), "{verb}: {junior}");
        let three = bad(&[verb, "--game", "sumoo", "--players", "3"]);
        assert!(three.contains("SUMOO is a game for two"), "{verb}: {three}");
    }
    let drawn = bad(&["play", "--build", "1", "--matches", "2"]);
    assert!(drawn.contains("simulate --build"), "{drawn}");
    let late = ["demo", "--seed", "3", "--picture", "x.svg", "--at", "9999"];
    assert!(bad(&late).contains("earlier --at"));
}

#[test]
fn a_seat_without_a_terminal_is_refused_with_a_remedy() {
    for words in [
        &["demo", "--you", "1"][..],
        &["demo", "--you", "1", "--plain"],
        &["play"],
        &["play", "--you", "1,2"],
    ] {
        let sentence = bad(words);
        assert!(sentence.contains("a seat needs a terminal"), "{sentence}");
    }
    assert!(bad(&["play"]).contains("--matches"));
    assert!(bad(&["demo", "--you", "5"]).contains("such as 1 or 1,2"));
    let recorded = bad(&["demo", "--you", "1", "--record", "x.dohyo"]);
    assert!(recorded.contains("--record is for a match of simulated players"));
    let both = bad(&["play", "--you", "1", "--json"]);
    assert!(
        both.contains("leave out the options of a measurement"),
        "{both}"
    );
    assert!(bad(&["play", "--you", "1", "--matches", "2"]).contains("--matches"));
}

#[test]
fn an_option_of_a_measurement_measures_one_match_as_before() {
    let one = good(&["play", "--game", "sumoo", "--matches", "1", "--json"]);
    assert_eq!(good(&["play", "--game", "sumoo", "--json"]), one);
    assert!(one.contains("\"matches\":1"), "{one}");
}

#[test]
fn a_seat_is_taken_and_left_in_a_terminal() {
    for (command, keys) in [
        ("--you 1 --seed 3", "qq"),
        ("--you 1 --game sumoo", "\\003"),
    ] {
        let said = in_terminal(&format!("demo {command}"), keys);
        let taken = said.find("\x1b[?1049h");
        let given = said.rfind("\x1b[?1049l");
        assert!(taken.is_some() && taken < given, "{command}: {said}");
        assert!(said.contains("Left before the end."), "{command}: {said}");
    }
    let beyond = in_terminal("demo --you 3", "");
    assert!(
        beyond.contains("there is no seat 3 in a match of 2"),
        "{beyond}"
    );
}

/// Runs a match in a terminal of `script`, which types `keys`.
fn in_terminal(command: &str, keys: &str) -> String {
    let dohyo = env!("CARGO_BIN_EXE_dohyo");
    let line = format!("stty rows 24 cols 80; {dohyo} {command}; stty -a");
    let typed = format!("(sleep 2; printf '{keys}') | script -qec \"{line}\" /dev/null");
    let output = Command::new("sh")
        .args(["-c", &typed])
        .env("TERM", "xterm-256color")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_terminal_is_given_back_as_it_was() {
    for keys in ["q", "\\003", " +-nq"] {
        let file = scratch("terminal.dohyo");
        let said = in_terminal(&format!("demo --record {file} --speed 2"), keys);
        let taken = said.find("\x1b[?1049h");
        let given = said.rfind("\x1b[?1049l");
        assert!(taken.is_some() && taken < given, "{keys}: {said}");
        // Afterwards typed letters are echoed and lines are edited again.
        let after = said.rsplit("baud").next().unwrap_or_default();
        assert!(
            after.contains(" icanon") && after.contains(" echo "),
            "{keys}: {after}"
        );
        assert!(said.contains("Left in turn"), "{keys}: {said}");
    }
}
