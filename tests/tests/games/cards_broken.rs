//! Files with mistakes, and what `dohyo cards check` says about each.
//!
//! `cards/broken/NAME.toml` has mistakes, each of its lines that has one marked
//! `# wrong`; `NAME.expected` is all that the command prints.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test, in what tests share as well"
)]

use host_core::data;
use host_tools::verbs::cards::{Args, Task, run};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn broken_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("cards/broken")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    assert!(files.len() > 20, "the broken files are gone");
    files
}

#[test]
fn says_of_every_broken_file_what_is_expected() {
    for file in broken_files() {
        let expected = std::fs::read_to_string(file.with_extension("expected")).unwrap();
        let task = Task::Check {
            files: vec![file.clone()],
        };
        let mut said = Vec::new();
        run(&Args { task }, &mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(said, expected, "{}", file.display());
    }
}

#[test]
fn names_the_lines_with_mistakes_and_no_others() {
    for file in broken_files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut wrong: BTreeSet<usize> = text
            .lines()
            .zip(1..)
            .filter(|(line, _)| line.contains("# wrong"))
            .map(|(_, number)| number)
            .collect();
        if text.trim().is_empty() {
            wrong.insert(1);
        }
        let mistakes = data::read(&text).unwrap_err();
        let named: BTreeSet<usize> = mistakes.iter().map(|it| it.line).collect();
        assert_eq!(named, wrong, "{}", file.display());
    }
}

#[test]
fn every_mistake_says_what_to_do_instead() {
    for file in broken_files() {
        let text = std::fs::read_to_string(&file).unwrap();
        for mistake in data::read(&text).unwrap_err() {
            let (wrong, instead) = mistake.message.split_once("; ").unwrap();
            assert!(!wrong.is_empty() && !instead.is_empty(), "{mistake:?}");
        }
    }
}

/// Cites: SS-M10, SS-2a.
#[test]
fn a_sumo_or_the_belt_is_never_taken() {
    for (piece, clause) in [("opponent sumo", "SS-M10"), ("belt", "SS-2a")] {
        let text = format!(
            "kind = 'deck'\nname = 'D'\nverified = false\ngame = 'both'\n\
             [[card]]\nname = 'C'\n[[card.move]]\nname = 'M'\n\
             effect = [ {{ take = '{piece}', to = 'reserve' }} ]\n"
        );
        let mistakes = data::read(&text).unwrap_err();
        assert_eq!(mistakes.len(), 1);
        assert!(mistakes[0].message.contains(clause), "{mistakes:?}");
    }
}
