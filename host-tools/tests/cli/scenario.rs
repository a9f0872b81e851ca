//! `dohyo scenario`: differences are printed with their line.

use super::{bad, dohyo, good, said};
use std::path::{Path, PathBuf};

/// Writes a separate scenario file for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("it.toml");
    std::fs::write(&file, text).unwrap();
    file
}

/// Returns the output for a scenario that fails.
fn failing(name: &str, text: &str) -> String {
    let file = file(name, text);
    let output = dohyo(&["scenario", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{name}");
    let text = said(&output.stdout);
    assert!(text.ends_with("0 passed, 1 failed\n"), "{text}");
    text
}

const OPENING: &str = r#"name = "The last player opens"
game = "ss"
[[step]]
do = "marker 1"
"#;

#[test]
fn a_scenario_that_holds_passes() {
    let file = file("holds", OPENING);
    let said = good(&["scenario", file.to_str().unwrap(), "--verbose"]);
    assert!(said.contains("The last player opens"));
    assert!(said.ends_with("1 passed, 0 failed\n"));
}

#[test]
fn a_ruling_that_was_not_expected_fails_with_its_line() {
    let said = failing("surplus", &format!("{OPENING}expect = []\n"));
    assert!(said.contains("line 3: `marker 1` led to"), "{said}");
    assert!(said.contains("SS-S6 marker of side 2 on post 1"), "{said}");
}

#[test]
fn a_state_that_differs_fails() {
    let said = failing("state", &format!("{OPENING}state = {{ turn = \"2\" }}\n"));
    assert!(said.contains("turn: expected \"2\", is \"1\""), "{said}");
}

#[test]
fn a_refusal_by_another_clause_fails() {
    let text = OPENING.replace("marker 1", "dock 1") + "refuse = \"SS-T2\"\n";
    let said = failing("clause", &text);
    assert!(said.contains("(SS-S6); expected SS-T2"), "{said}");
}

#[test]
fn an_accepted_step_that_should_be_refused_fails() {
    let said = failing("accepted", &format!("{OPENING}refuse = \"SS-T3\"\n"));
    assert!(said.contains("was accepted"), "{said}");
}

#[test]
fn words_that_are_no_action_say_what_is() {
    let said = failing("words", &OPENING.replace("marker 1", "jump"));
    assert!(
        said.contains("\"jump\" is not understood; write one of: dock"),
        "{said}"
    );
}

#[test]
fn mistakes_in_the_file_are_named_with_their_line() {
    let text = OPENING.replace("\"ss\"", "\"go\"") + "refuse = \"SS-X9\"\nexpect = []\n";
    let said = failing("mistakes", &text);
    assert!(said.contains("line 2: unknown game \"go\""), "{said}");
    assert!(said.contains("line 5: unknown clause \"SS-X9\""), "{said}");
    assert!(
        said.contains("line 3: a refused step has no rulings"),
        "{said}"
    );
}

#[test]
fn a_misspelt_key_is_named() {
    let said = failing("key", &OPENING.replace("do =", "does ="));
    assert!(said.contains("line 4"), "{said}");
    assert!(said.contains("does"), "{said}");
}

#[test]
fn a_set_up_that_cannot_be_is_refused_with_all_its_faults() {
    let setup = "[setup]\nplayers = 4\ncolours = [\"red\", \"red\"]\nteams = [1, 1, 2, 2]\n";
    let text = OPENING.replace("[[step]]", &format!("{setup}[[step]]"));
    let said = failing("setup", &text);
    assert!(said.contains("SS-S1: red is taken twice"), "{said}");
    assert!(said.contains("SS-S7: the teams must alternate"), "{said}");
}

#[test]
fn a_path_that_is_not_there_is_refused() {
    assert!(bad(&["scenario", "no/such/file.toml"]).contains("no/such/file.toml"));
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-scenario");
    std::fs::create_dir_all(&empty).unwrap();
    let sentence = bad(&["scenario", empty.to_str().unwrap()]);
    assert!(sentence.contains("name one, or a folder"), "{sentence}");
}

const TWO: &str = r#"game = "ss"
[[case]]
name = "The last player opens"
[[case.step]]
do = "marker 1"
expect = ["SS-S6 marker of side 2 on post 1", "SS-S6 turn of player 1 begins"]
[[case]]
name = "The platform is not set before that"
[[case.step]]
do = "dock 1"
refuse = "SS-T2"
"#;

#[test]
fn each_case_of_a_file_is_named_and_counted() {
    let file = file("cases", TWO);
    let path = file.to_str().unwrap();
    let output = dohyo(&["scenario", path, "--verbose"]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output.stdout);
    let (ok, fail) = (
        format!("ok   {path}: The last player opens\n"),
        format!("FAIL {path}: The platform is not set before that\n  line 9: `dock 1`"),
    );
    assert!(text.contains(&ok) && text.contains(&fail), "{text}");
    assert!(text.ends_with("1 passed, 1 failed\n"), "{text}");
}

#[test]
fn cases_are_picked_by_clause_and_by_name() {
    let file = file("picked", TWO);
    let path = file.to_str().unwrap();
    let said = good(&["scenario", path, "--cites", "SS-S6"]);
    assert_eq!(said, "1 passed, 0 failed\n");
    let said = good(&["scenario", path, "--case", "opens"]);
    assert_eq!(said, "1 passed, 0 failed\n");
    assert!(bad(&["scenario", path, "--cites", "SS-K1"]).contains("no case is chosen"));
}
