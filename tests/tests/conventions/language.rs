//! The language of the sources: openings of doc comments and uniqueness of names.
//!
//! rustdoc shows the first sentence of a doc alone in its lists, so that sentence must
//! name its subject: a question word or a pronoun there means that a reader needs the
//! file around it. A type name stands for one thing in its crate, except where one role
//! exists once per game or once per verb. No lint of rustc or clippy checks either.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// First words of a doc that answer a question nobody has asked yet.
const QUESTION_WORDS: &[&str] = &[
    "what", "whether", "how", "who", "whose", "whom", "which", "when", "where", "why",
];

/// First words of a doc that lean on something not named.
const PRONOUNS: &[&str] = &[
    "it",
    "its",
    "itself",
    "that",
    "they",
    "them",
    "their",
    "those",
    "these",
    "such",
    "so",
    "nothing",
    "nobody",
    "none",
    "something",
    "somebody",
    "someone",
    "anything",
    "anybody",
    "everything",
    "everybody",
    "whatever",
    "whoever",
];

/// Names of the prelude, and of std types that readers expect under that name.
const TAKEN: &[&str] = &[
    "Option", "Some", "None", "Result", "Ok", "Err", "Box", "String", "Vec", "Clone", "Copy",
    "Drop", "Fn", "From", "Into", "Iterator", "Default", "Send", "Sync", "Arc", "Rc", "Mutex",
    "Read", "Write", "Path", "PathBuf", "Range", "Future", "Context", "Ordering",
];

/// Folders whose types repeat the same roles: one per game, one per verb.
const FAMILY_FOLDERS: &[&str] = &["/games/", "/kabuto/", "/abalone/", "/sumoo/", "/verbs/"];

/// Largest share of docs that may open with a question word, in tenths of a percent.
const MAX_QUESTIONS: usize = 20;
/// Largest share of docs that may open with a pronoun, in tenths of a percent.
const MAX_PRONOUNS: usize = 10;

/// Source folders of the packages of the workspace.
fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)
            .expect("a folder of the repository")
            .flatten()
        {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if !path.is_dir() || name.starts_with('.') || name == "target" || name == "node_modules"
            {
                continue;
            }
            if path.join("Cargo.toml").exists() && path.join("src").exists() {
                found.push(path.join("src"));
            }
            folders.push(path);
        }
    }
    found.sort();
    assert!(
        found.len() >= 4,
        "the packages of the workspace were not found"
    );
    found
}

/// True for unit tests in a file of their own, whose helpers repeat names on purpose.
fn is_test(path: &Path) -> bool {
    let in_folder = path
        .parent()
        .is_some_and(|folder| folder.ends_with("tests"));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    in_folder || name == "tests.rs" || name.ends_with("_tests.rs")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") && !is_test(&path) {
            found.push(path);
        }
    }
    found
}

/// First word of each run of doc lines, in lower case, with its line number.
fn openings(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let mark = ["//!", "///"]
            .into_iter()
            .find(|mark| line.starts_with(mark));
        if let Some(mark) = mark.filter(|mark| *mark != before) {
            let words = line[mark.len()..].split(|c: char| !c.is_alphanumeric() && c != '\'');
            if let Some(word) = words.into_iter().find(|word| !word.is_empty()) {
                found.push((number + 1, word.to_lowercase()));
            }
        }
        before = mark.unwrap_or("");
    }
    found
}

/// Types that `text` defines at the start of a line, before its unit tests.
fn types(text: &str) -> Vec<&str> {
    let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let keywords = ["struct ", "enum ", "trait ", "union "];
    let lines = product.lines().map(|line| {
        let line = line.trim_start_matches("pub ");
        let scoped = line.starts_with("pub(").then(|| line.split_once(") "));
        scoped.flatten().map_or(line, |(_, rest)| rest)
    });
    lines
        .filter_map(|line| {
            keywords
                .iter()
                .find_map(|keyword| line.strip_prefix(keyword))
        })
        .filter_map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .collect()
}

#[test]
fn docs_name_their_subject_first() {
    let mut complaints = Vec::new();
    for folder in crates() {
        let mut all = 0;
        let mut questions = Vec::new();
        let mut pronouns = Vec::new();
        for path in sources(&folder) {
            let text = fs::read_to_string(&path).expect("a source");
            for (line, word) in openings(&text) {
                all += 1;
                let place = format!("{}:{line}: {word}", path.display());
                if QUESTION_WORDS.contains(&word.as_str()) {
                    questions.push(place);
                } else if PRONOUNS.contains(&word.as_str()) {
                    pronouns.push(place);
                }
            }
        }
        for (places, most) in [(questions, MAX_QUESTIONS), (pronouns, MAX_PRONOUNS)] {
            if places.len() * 1000 > all * most {
                complaints.extend(places);
            }
        }
    }
    let shown = complaints.join("\n");
    assert!(complaints.is_empty(), "name the subject first:\n{shown}");
}

#[test]
fn a_type_name_stands_for_one_thing() {
    let mut complaints = Vec::new();
    for folder in crates() {
        let mut places = BTreeMap::<String, Vec<String>>::new();
        for path in sources(&folder) {
            let text = fs::read_to_string(&path).expect("a source");
            let shown = path.display().to_string();
            for name in types(&text) {
                if TAKEN.contains(&name) {
                    complaints.push(format!("{shown}: {name} is a name of the language"));
                }
                places
                    .entry(name.to_owned())
                    .or_default()
                    .push(shown.clone());
            }
        }
        for (name, places) in places {
            let in_family = |place: &&String| FAMILY_FOLDERS.iter().any(|at| place.contains(at));
            let outside = places.iter().filter(|place| !in_family(place)).count();
            // Each peripheral of embassy has one, bound by name in its own file.
            if outside > 1 && name != "InterruptHandler" {
                complaints.push(format!("{name}: {}", places.join(", ")));
            }
        }
    }
    let shown = complaints.join("\n");
    assert!(complaints.is_empty(), "one noun for one thing:\n{shown}");
}

#[test]
fn openings_are_found() {
    let text = "//! What is it.\n//! More.\nfn a() {}\n/// A thing.\n/// It is.\nstruct B;";
    let found = openings(text);
    assert_eq!(found, [(1, "what".to_owned()), (4, "a".to_owned())]);
}

#[test]
fn types_are_found() {
    let text =
        "pub struct A;\npub(crate) enum Bee {\n    Cee,\n}\n#[cfg(test)]\nmod tests {\nstruct D;";
    assert_eq!(types(text), ["A", "Bee"]);
}
