//! The clause mutations still fit the sources. Whether they are caught takes
//! minutes and is shown by `cargo run -p dohyo-tests --bin clause-mutants --release`.

use rules_core::clause::GameId;
use std::collections::BTreeSet;
use std::path::Path;

/// Everything below `mutation` in the files of `tests/mutations`.
fn entries() -> Vec<toml::Table> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutations");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|it| it == "toml") {
            let text = std::fs::read_to_string(&path).expect("readable");
            let file: toml::Table = text.parse().expect("TOML");
            let list = file["mutation"].as_array().expect("a list").clone();
            all.extend(list.into_iter().map(|it| it.try_into().expect("a table")));
        }
    }
    all
}

fn word<'t>(entry: &'t toml::Table, key: &str) -> &'t str {
    entry[key].as_str().expect("a string")
}

#[test]
fn what_they_change_stands_in_its_file_exactly_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in entries() {
        let file = word(&entry, "file");
        let source = std::fs::read_to_string(root.join(file)).expect("the file is there");
        let found = source.matches(word(&entry, "find")).count();
        assert_eq!(found, 1, "{} in {file}", word(&entry, "clause"));
    }
}

#[test]
fn every_clause_has_one() {
    let entries = entries();
    let broken: BTreeSet<&str> = entries.iter().map(|it| word(it, "clause")).collect();
    let clauses = GameId::ALL.into_iter().flat_map(GameId::clauses);
    let missing: Vec<&str> = clauses
        .map(|clause| clause.id())
        .filter(|id| !broken.contains(id))
        .collect();
    assert!(missing.is_empty(), "nothing breaks {}", missing.join(", "));
}
