//! Counts, for `dohyo rules`, how many tests cite each clause.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "src/clause_index.rs"]
mod clause_index;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/clause_index.rs");
    let mut citations = BTreeMap::<String, usize>::new();
    let mut count = |cited: Vec<String>| {
        for id in cited {
            *citations.entry(id).or_default() += 1;
        }
    };
    for folder in ["tests", "rules-core/src"] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        walk(
            &folder,
            &mut |path, text| match path.extension().and_then(|e| e.to_str()) {
                Some("toml") if path.components().any(|c| c.as_os_str() == "scenarios") => {
                    clause_index::cases(text)
                        .into_iter()
                        .map(clause_index::in_scenario)
                        .for_each(&mut count);
                }
                Some("rs") => text
                    .lines()
                    .filter_map(clause_index::in_doc_line)
                    .for_each(&mut count),
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
