//! `dohyo rules`: every clause, for people and for programs.

use super::{bad, good};
use serde_json::Value;

#[test]
fn all_clauses_come_as_json() {
    let rows: Vec<Value> = serde_json::from_str(&good(&["rules", "--json"])).unwrap();
    assert_eq!(rows.len(), 51 + 15 + 21 + 12);
    for row in &rows {
        assert!(
            row["sentence"]
                .as_str()
                .is_some_and(|sentence| sentence.len() > 20)
        );
        assert!(row["tests"].as_u64().is_some());
    }
    let own_fall = rows.iter().find(|row| row["id"] == "SS-K5").unwrap();
    assert_eq!(own_fall["game"], "ss");
    assert!(own_fall["reading"].is_string());
}

#[test]
fn one_game_comes_alone() {
    let said = good(&["rules", "--game", "ks"]);
    assert!(said.starts_with("Kabuto Sumo\nKS-S1"));
    assert!(!said.contains("\nSS-"));
}

#[test]
fn a_game_goes_by_its_word_and_by_the_letters_of_its_clauses() {
    for (word, letters) in [("sumoo", "su"), ("abalone", "ab")] {
        let said = good(&["rules", "--game", word]);
        assert_eq!(said, good(&["rules", "--game", letters]));
        assert!(said.contains(&format!("\n{}-1 ", letters.to_uppercase())));
    }
}

#[test]
fn a_reading_is_shown_as_one() {
    assert!(good(&["rules", "--game", "ab"]).contains("Our reading: "));
}

#[test]
fn a_game_that_does_not_exist_is_refused() {
    assert!(bad(&["rules", "--game", "go"]).contains("ss, ks, sumoo, abalone"));
}
