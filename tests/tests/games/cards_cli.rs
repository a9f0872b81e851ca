//! `dohyo cards` as people call it, with good and bad input.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test, in what tests share as well"
)]

use host_core::data;
use host_tools::verbs::cards::{Args, Task, run};
use rules_core::games::kabuto::deck::StoredDeck;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the command prints, and how it exits.
fn dohyo(task: Task) -> (String, ExitCode) {
    let mut said = Vec::new();
    let code = run(&Args { task }, &mut said).unwrap();
    (String::from_utf8(said).unwrap(), code)
}

fn check(files: &[&Path]) -> (String, ExitCode) {
    let files = files.iter().map(|it| it.to_path_buf()).collect();
    dohyo(Task::Check { files })
}

/// A file of its own for a test.
fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cards");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, bytes).unwrap();
    file
}

fn shipped() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["", "layouts", "boards"] {
        let folder = Path::new("../host-tools/data").join(folder);
        for entry in std::fs::read_dir(folder).unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.retain(|it| it.extension().is_some_and(|end| end == "toml"));
    files.sort();
    files
}

#[test]
fn all_shipped_files_pass_without_mistakes() {
    let files = shipped();
    assert_eq!(files.len(), 9);
    let (said, code) = dohyo(Task::Check { files });
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    assert_eq!(said.lines().count(), 9, "one line each: {said}");
}

#[test]
fn a_good_deck_is_summed_up_in_one_line() {
    let file = Path::new("../host-tools/data/house-deck.toml");
    let bytes = data::house_deck_file().unwrap().bytes().len();
    let expected = format!(
        "{}: deck of 12 cards, {bytes} bytes on the device, not verified against the box\n",
        file.display()
    );
    assert_eq!(check(&[file]), (expected, ExitCode::SUCCESS));
}

#[test]
fn a_missing_file_is_named() {
    let (said, code) = check(&[Path::new("cards/nowhere.toml")]);
    let expected = "cards/nowhere.toml: there is no such file; look for it with ls\n1 mistake\n";
    assert_eq!((said.as_str(), code), (expected, ExitCode::FAILURE));
}

#[test]
fn a_folder_is_no_file() {
    let (said, code) = check(&[Path::new("cards")]);
    let expected =
        "cards: this is a folder; name the files in it, such as cards/*.toml\n1 mistake\n";
    assert_eq!((said.as_str(), code), (expected, ExitCode::FAILURE));
}

#[test]
fn bytes_that_are_no_text_are_told_by_line() {
    let file = scratch("latin1.toml", b"kind = \"deck\"\nname = \"Gl\xfchwurm\"\n");
    let (said, code) = check(&[&file]);
    let expected = format!(
        "{}:2: this is not UTF-8 text; save the file as UTF-8\n1 mistake\n",
        file.display()
    );
    assert_eq!((said, code), (expected, ExitCode::FAILURE));
}

#[test]
fn an_empty_file_is_told_how_to_begin() {
    let file = scratch("empty.toml", b"");
    let (said, code) = check(&[&file]);
    let expected = format!(
        "{}:1: the file is empty; write kind = \"deck\", \"layout\" or \"board\" in its first line\n1 mistake\n",
        file.display()
    );
    assert_eq!((said, code), (expected, ExitCode::FAILURE));
}

#[test]
fn mistakes_of_all_files_are_counted_together() {
    let good = Path::new("../host-tools/data/layouts/ks-2.toml");
    let files = [
        Path::new("cards/nowhere.toml"),
        good,
        Path::new("cards/broken/kind.toml"),
    ];
    let (said, code) = check(&files);
    assert_eq!(said.lines().count(), 4, "{said}");
    assert!(said.ends_with("\n2 mistakes\n"), "{said}");
    assert_eq!(code, ExitCode::FAILURE);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_no_mistake() {
    let text = format!("\u{feff}{}", data::HOUSE_DECK.replace('\n', "\r\n"));
    let file = scratch("windows.toml", text.as_bytes());
    let (said, code) = check(&[&file]);
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
}

#[test]
fn show_prints_the_house_deck_when_given_nothing() {
    let (said, code) = dohyo(Task::Show { file: None });
    assert_eq!(code, ExitCode::SUCCESS);
    for card in &data::house_deck().cards {
        assert!(said.contains(card.name.as_str()), "{}", card.name);
        for special in &card.moves {
            assert!(said.contains(special.name.as_str()), "{}", special.name);
        }
    }
    let file = Some("../host-tools/data/house-deck.toml".into());
    assert_eq!(dohyo(Task::Show { file }).0, said);
}

#[test]
fn show_prints_a_card_in_words() {
    let file = Some("../host-tools/data/deck-template.toml".into());
    let expected = "\
Deck template: deck of 1 card, 73 bytes on the device, not verified against the box

1. Example card (only on a ring with posts)
   token: 1 Example token, counts as medium in a stack
   Junior League: starts with 1 medium, 2 small, 1 Example token
   Example move, before or after the push
     needs   your marker is where the platform stands
     costs   pay 1 small to an opponent
     effect  gain 1 Example token
";
    assert_eq!(
        dohyo(Task::Show { file }),
        (expected.into(), ExitCode::SUCCESS)
    );
}

#[test]
fn show_of_a_broken_file_names_its_mistakes() {
    let file = PathBuf::from("cards/broken/kind.toml");
    let checked = check(&[&file]);
    assert_eq!(dohyo(Task::Show { file: Some(file) }), checked);
    assert_eq!(checked.1, ExitCode::FAILURE);
}

#[test]
fn encode_writes_the_bytes_of_the_deck() {
    let to = scratch("deck.bin", b"");
    let (said, code) = dohyo(Task::Encode {
        file: "../host-tools/data/house-deck.toml".into(),
        out: to.clone(),
    });
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    let bytes = std::fs::read(&to).unwrap();
    assert_eq!(said, format!("{}: {} bytes\n", to.display(), bytes.len()));
    let cards: Result<Vec<_>, _> = StoredDeck::open(&bytes).unwrap().collect();
    assert_eq!(cards.unwrap(), data::house_deck().cards);
}

#[test]
fn encode_leaves_the_target_alone_when_it_cannot_encode() {
    let to = scratch("kept.bin", b"kept");
    for file in [
        "../host-tools/data/layouts/ss-2.toml",
        "cards/broken/words.toml",
        "cards/nowhere.toml",
    ] {
        let (_, code) = dohyo(Task::Encode {
            file: file.into(),
            out: to.clone(),
        });
        assert_ne!(code, ExitCode::SUCCESS, "{file}");
        assert_eq!(std::fs::read(&to).unwrap(), b"kept", "{file}");
    }
    let (_, code) = dohyo(Task::Encode {
        file: "../host-tools/data/house-deck.toml".into(),
        out: "cards/nowhere/deck.bin".into(),
    });
    assert_eq!(code, ExitCode::from(2));
}
