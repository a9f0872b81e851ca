//! Every promise of the referee is kept, from raw frames to rulings: all files
//! below `tests/promises` go as written. `DOHYO_PROMISE=04` runs those whose name
//! begins so.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::promise_file::{PROMISES, PromiseCase};
use dohyo_tests::promise_ring::NO_CUT;
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

/// The cases of a file.
fn cases(text: &str) -> Vec<PromiseCase> {
    let cases = PromiseCase::parse_all(text);
    cases.unwrap_or_else(|error| panic!("line {}: {}", error.line, error.message))
}

#[test]
fn all_promises_are_kept() {
    let only = std::env::var("DOHYO_PROMISE").unwrap_or_default();
    let mut failed = Vec::new();
    let mut files = all();
    files.retain(|(file, _)| file.starts_with(&only));
    assert!(!files.is_empty(), "no promise begins with {only}");
    for (file, text) in &files {
        for case in cases(text) {
            let name = &case.keys.name;
            let began = std::time::Instant::now();
            let found = run(&case, text, &folder());
            let result = if found.is_empty() { "kept" } else { "BROKEN" };
            let seconds = began.elapsed().as_secs_f32();
            println!("{file}: {name}: {result}, {seconds:.1} s");
            let found = found.into_iter();
            failed.extend(found.map(|mistake| format!("{file}: {name}, {mistake}")));
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// The step of a case in which the power is cut within a write.
fn cut_in_write(case: &mut PromiseCase) -> Option<&mut String> {
    let steps = case.keys.steps.iter_mut();
    let mut actions = steps.filter_map(|step| step.get_mut().action.as_mut());
    // In write 10 it is cut in the file as it stands.
    actions.find(|action| *action == "power cut in write 10")
}

#[test]
fn a_cut_in_any_write_of_a_turn_costs_nothing() {
    let text = std::fs::read_to_string(folder().join("11-power-loss.toml")).unwrap();
    let mut cases = cases(&text);
    let case = cases
        .iter_mut()
        .find_map(|case| cut_in_write(case).is_some().then(|| case.clone()))
        .expect("a case with a cut in write 10");
    for write in (1..).filter(|&write| write != 10) {
        let mut case = case.clone();
        if let Some(action) = cut_in_write(&mut case) {
            *action = format!("power cut in write {write}");
        }
        let found = run(&case, &text, &folder());
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
    for (file, text) in all() {
        for case in cases(&text) {
            let number = format!("{:02}-", case.promise);
            assert!(file.starts_with(&number), "{file} shows {number}");
            kept.push(case.promise);
        }
    }
    let missing: Vec<u8> = (1..=PROMISES)
        .filter(|number| !kept.contains(number))
        .collect();
    assert!(missing.is_empty(), "no file for {missing:?}");
}

#[test]
fn the_example_in_the_readme_goes_as_written() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let example = readme.split("```toml\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let cases = cases(example);
    let [case] = cases.as_slice() else {
        panic!("one case, not {}", cases.len());
    };
    let found = run(case, example, &folder());
    assert!(found.is_empty(), "{}", found.join("\n"));
}
