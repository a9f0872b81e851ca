//! The scenarios of the bare engine, played at a table: see `RefereeTable`.

use dohyo_tests::referee_grid_table::GridTable;
use dohyo_tests::referee_table::RefereeTable;
use dohyo_tests::scenarios;
use host_tools::scenario::{AbaloneTable, KabutoTable, Scenario, SumooTable, Table, run_at};
use rules_core::clause::Game;
use rules_core::games::kabuto::Edition;
use rules_core::referee::grid::Telling;
use rules_core::referee::{Game as Refereed, abalone, sumoo};
use std::path::Path;

fn open(scenario: &Scenario, folder: &Path) -> Result<Box<dyn Table>, Vec<String>> {
    let edition = match scenario.game() {
        Some(Game::SakuraSlam) => Edition::SakuraSlam,
        _ => Edition::KabutoSumo,
    };
    let table = KabutoTable::open(edition, &scenario.setup, folder)?;
    Ok(Box::new(RefereeTable::of(table.game())))
}

/// Scenarios in which a table is wiser than the bare engine. A push made while
/// things seem to move still shows that they rest, so it is judged as the next
/// one and not refused as too early: no lock-outs. In the first box the platform
/// may lie anywhere along an edge: near a corner the sensors of that corner see
/// it, and it is taken to lie along the edge; and no sensor sees a push there, so
/// what falls after one that people declared is taken as its fall.
const OTHERWISE: [&str; 5] = [
    "accident-while-settling.toml",
    "blocked-push-while-settling.toml",
    "platform-at-a-corner.toml",
    "push-second-while-settling.toml",
    "slam-once-in-a-turn.toml",
];

#[test]
fn scenarios_of_the_engine_also_pass_at_the_table() {
    let mut paths = scenarios("kabuto", 400);
    let mut failed = Vec::new();
    paths.retain(|path| !OTHERWISE.iter().any(|name| path.ends_with(name)));
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        let report = run_at(&text, path.parent().expect("in a folder"), &open);
        if !report.passed() {
            failed.push(format!("{}: {:#?}", path.display(), report.differences));
        }
    }
    println!(
        "{} of {} scenarios, {} left out",
        paths.len() - failed.len(),
        paths.len(),
        OTHERWISE.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Orders of handgrips tried for every grid scenario.
const SHUFFLES: u64 = 5;

fn open_grid(scenario: &Scenario, seed: u64) -> Result<Box<dyn Table>, Vec<String>> {
    let game = match scenario.game() {
        Some(Game::Abalone) => {
            let table = AbaloneTable::open(&scenario.setup)?;
            let (position, rules) = (*table.game().position(), table.game().rules());
            Refereed::Abalone(abalone::Match::new(position, rules, Telling::Class))
        }
        _ => {
            let table = SumooTable::open(&scenario.setup)?;
            Refereed::Sumoo(sumoo::Match::new(*table.game(), Telling::Class))
        }
    };
    Ok(Box::new(GridTable::of(&game, seed)))
}

#[test]
fn scenarios_of_the_grid_games_also_pass_at_the_board() {
    let paths = [scenarios("abalone", 40), scenarios("sumoo", 25)].concat();
    let mut failed = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        for seed in 0..SHUFFLES {
            let open = |scenario: &Scenario, _: &Path| open_grid(scenario, seed);
            let report = run_at(&text, path.parent().expect("in a folder"), &open);
            if !report.passed() {
                let differences = report.differences;
                failed.push(format!("{} {seed}: {differences:#?}", path.display()));
            }
        }
    }
    println!("{} scenarios, {SHUFFLES} orders each", paths.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
