//! The scenarios of the bare engine, played at a table: see `RefereeTable`.

use dohyo_tests::referee_table::{RefereeTable, counts};
use host_tools::scenario::{KabutoTable, Scenario, Table, run_at};
use rules_core::clause::Game;
use rules_core::games::kabuto::Edition;
use std::path::{Path, PathBuf};

fn files(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files(&path, list);
        } else if path.extension().is_some_and(|it| it == "toml") {
            list.push(path);
        }
    }
}

fn open(scenario: &Scenario, folder: &Path) -> Result<Box<dyn Table>, Vec<String>> {
    let edition = match scenario.game() {
        Some(Game::SakuraSlam) => Edition::SakuraSlam,
        _ => Edition::KabutoSumo,
    };
    let table = KabutoTable::open(edition, &scenario.setup, folder)?;
    Ok(Box::new(RefereeTable::of(table.game())))
}

/// Scenarios in which a table is wiser than the bare engine: a push made while
/// things seem to move still shows that they rest, so it is judged as the next
/// one and not refused as too early. No lock-outs.
const OTHERWISE: [&str; 3] = [
    "blocked-push-while-settling.toml",
    "push-second-while-settling.toml",
    "slam-once-in-a-turn.toml",
];

#[test]
fn scenarios_of_the_engine_also_pass_at_the_table() {
    let mut paths = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/kabuto");
    files(&folder, &mut paths);
    paths.sort();
    let mut failed = Vec::new();
    let _ = counts();
    paths.retain(|path| !OTHERWISE.iter().any(|name| path.ends_with(name)));
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        let report = run_at(&text, path.parent().expect("in a folder"), &open);
        if !report.passed() {
            failed.push(format!("{}: {:#?}", path.display(), report.differences));
        }
    }
    let (said, seen) = counts();
    println!(
        "{} of {} scenarios, {} left out; {seen} actions seen, {said} declared",
        paths.len() - failed.len(),
        paths.len(),
        OTHERWISE.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
