//! Every promise of the referee is kept, from raw frames to rulings: all files
//! below `tests/promises` go as written. `DOHYO_PROMISE=04` runs those whose name
//! begins so.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::promise_file::{File, PROMISES};
use dohyo_tests::promise_front::NO_CUT;
use dohyo_tests::promise_run::run;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("promises")
}

/// The files: their names, and what they hold.
fn all() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut all: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn all_promises_are_kept() {
    let only = std::env::var("DOHYO_PROMISE").unwrap_or_default();
    let mut failed = Vec::new();
    let mut files = all();
    files.retain(|(name, _)| name.starts_with(&only));
    assert!(!files.is_empty(), "no promise begins with {only}");
    for (name, text) in &files {
        let began = std::time::Instant::now();
        let found = run(text, &folder());
        let verdict = if found.is_empty() { "kept" } else { "BROKEN" };
        println!("{name}: {verdict}, {:.1} s", began.elapsed().as_secs_f32());
        failed.extend(found.into_iter().map(|it| format!("{name}, {it}")));
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn a_cut_in_any_write_of_a_turn_costs_nothing() {
    let path = folder().join("11-power-loss-in-any-write.toml");
    let text = std::fs::read_to_string(path).unwrap();
    // In write 10 it is cut in the file as it stands.
    assert!(text.contains("in write 10"));
    for write in (1..).filter(|&it| it != 10) {
        let cut = text.replace("in write 10", &format!("in write {write}"));
        let found = run(&cut, &folder());
        if found == [NO_CUT] && write > 10 {
            println!("{} writes", write - 1);
            return;
        }
        assert!(found.is_empty(), "write {write}: {}", found.join("\n"));
    }
}

#[test]
fn every_promise_has_a_file_named_after_it() {
    let mut kept = Vec::new();
    for (name, text) in all() {
        let file = File::parse(&text).map_err(|it| it.message).unwrap();
        let number = format!("{:02}-", file.promise);
        assert!(name.starts_with(&number), "{name} shows {number}");
        kept.push(file.promise);
    }
    let missing: Vec<u8> = (1..=PROMISES).filter(|it| !kept.contains(it)).collect();
    assert!(missing.is_empty(), "no file for {missing:?}");
}

#[test]
fn the_example_in_the_readme_goes_as_written() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let example = readme.split("```toml\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let found = run(example, &folder());
    assert!(found.is_empty(), "{}", found.join("\n"));
}
