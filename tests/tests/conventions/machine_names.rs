//! Promises about the sources that no lint can state.
//!
//! `rules-core` has no floats, no `unsafe` code and no allocator, but that needs no
//! test: `rules-core/clippy.toml` and `clippy::float_arithmetic` deny floats,
//! `forbid(unsafe_code)` the second, and the image of the firmware links neither
//! `std` nor an allocator. Names of machines stand in comments, documents and data,
//! which no lint reads.
#![allow(
    clippy::unwrap_used,
    reason = "a source that cannot be read fails the test"
)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below `folder` that people wrote.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !matches!(name.as_ref(), "target" | "node_modules" | ".git") {
                found.extend(files(&path));
            }
        } else if name != ".git" {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    // In two halves, so that this file does not name them either.
    let forbidden = [
        ("/ho", "me/"),
        ("/ro", "ot/"),
        ("/Us", "ers/"),
        ("/wo", "rk/"),
        ("C:\\Us", "ers"),
    ]
    .map(|(a, b)| format!("{a}{b}"));
    for path in files(&root()) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for name in &forbidden {
                let named = line.match_indices(name.as_str()).any(|(at, _)| {
                    !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.')
                });
                assert!(
                    !named,
                    "{}:{} names {name}, which exists on one machine only",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}
