//! Counts, for `dohyo rules`, how many tests cite each clause.
//!
//! A scenario cites every clause whose number stands in it between quotation
//! marks or at the start of an expected ruling. A Rust test cites what its doc
//! comment says after `Cites:`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut citations = BTreeMap::new();
    for folder in ["tests", "rules-core/src"] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        walk(
            &folder,
            &mut |path, text| match path.extension().and_then(|e| e.to_str()) {
                Some("toml") if path.components().any(|c| c.as_os_str() == "scenarios") => {
                    count(in_scenario(text), &mut citations);
                }
                Some("rs") => {
                    for line in text.lines().filter_map(|l| l.split_once("/// Cites:")) {
                        count(ids(line.1), &mut citations);
                    }
                }
                _ => {}
            },
        )?;
    }
    let mut table = String::from("/// Tests per clause, counted by the build script.\n");
    table += "const CITATIONS: &[(&str, usize)] = &[\n";
    for (id, tests) in citations {
        table += &format!("    (\"{id}\", {tests}),\n");
    }
    table += "];\n";
    fs::write(
        PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("citations.rs"),
        table,
    )
}

/// Counts each clause once for a test.
fn count(mut found: Vec<String>, citations: &mut BTreeMap<String, usize>) {
    found.sort();
    found.dedup();
    for id in found {
        *citations.entry(id).or_default() += 1;
    }
}

/// The clauses a scenario cites: those that begin a quoted string.
fn in_scenario(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter_map(|quoted| ids(quoted.split_whitespace().next()?).pop())
        .collect()
}

/// What looks like a clause number: two capitals of a game, a dash, the number.
fn ids(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| {
            ["SS-", "KS-", "SU-", "AB-"]
                .iter()
                .any(|game| word.strip_prefix(game).is_some_and(|rest| !rest.is_empty()))
        })
        .map(str::to_owned)
        .collect()
}

fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &str)) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_some_and(|n| n != "node_modules") {
                walk(&path, visit)?;
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            visit(&path, &text);
        }
    }
    Ok(())
}
