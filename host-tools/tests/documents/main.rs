//! Checks that the documents are true: generated ones are up to date, commands run, links
//! lead somewhere, named items exist, and text is wrapped.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

#[path = "../shared/at_socket.rs"]
mod at_socket;
mod command;
mod commands;
mod generated;
mod links;
mod markdown;
mod names;
mod ring;
mod version;
mod wrapped;

use std::path::{Path, PathBuf};

/// Documents whose commands are run.
const GUIDES: [&str; 5] = [
    "README.md",
    "firmware/README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "tests/FIGURES.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(file: &str) -> String {
    let text = std::fs::read_to_string(root().join(file));
    assert!(text.is_ok(), "{file} is not there");
    text.unwrap()
}

/// Returns all files below a folder that people wrote and whose names end with `end`.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !matches!(name.as_ref(), "target" | "node_modules" | ".git") {
                found.extend(files(&path, end));
            }
        } else if name.ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Fails with all complaints at once, so that one run shows everything.
fn none(complaints: &[String]) {
    assert!(
        complaints.is_empty(),
        "{} complaints\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}
