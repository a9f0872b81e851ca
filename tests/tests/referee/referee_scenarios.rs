//! The scenarios of the bare engine, played at a table: see `RefereeTable`.

use dohyo_tests::referee_grid_table::GridTable;
use dohyo_tests::referee_table::RefereeTable;
use dohyo_tests::scenarios;
use host_core::folder::Folder;
use host_core::scenario::{AbaloneTable, GameDriver, KabutoTable, Scenario, SumooTable};
use host_core::scenario_run::{Open, run_at};
use host_tools::files::folder;
use rules_core::clause::GameId;
use rules_core::games::kabuto::Edition;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{AnyGame as Refereed, abalone, sumoo};
use std::path::PathBuf;

fn open(scenario: &Scenario, folder: &Folder<'_>) -> Result<Box<dyn GameDriver>, Vec<String>> {
    let edition = match scenario.game {
        GameId::SakuraSlam => Edition::SakuraSlam,
        _ => Edition::KabutoSumo,
    };
    let table = KabutoTable::open(edition, &scenario.setup, folder)?;
    Ok(Box::new(RefereeTable::new(table.game())))
}

/// Scenarios in which a table is wiser than the bare engine. A push made while
/// things seem to move still shows that they rest, so it is judged as the next
/// one and not refused as too early: no lock-outs. In the first box the platform
/// may lie anywhere along an edge: near a corner the sensors of that corner see
/// it, and it is taken to lie along the edge; and no sensor sees a push there, so
/// what falls after one that people declared is taken as its fall.
const OTHERWISE: [&str; 5] = [
    "An accident while things settle is no gain for the pusher",
    "While a push settles, with nothing in hand, what blocks a push is the push under way",
    "There are no corners to put the platform at in the first box",
    "A second element is not pushed while the first still moves things",
    "One slam brings one more push, not two",
];

/// The cases of the files in a folder of scenarios, each with its file and its text.
fn cases(folder: &str, least: usize) -> Vec<(PathBuf, String, Scenario)> {
    let mut all = Vec::new();
    for path in scenarios(folder, 1) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let cases = Scenario::parse_all(&text).expect("parses");
        all.extend(
            cases
                .into_iter()
                .map(|case| (path.clone(), text.clone(), case)),
        );
    }
    assert!(all.len() >= least, "only {} cases", all.len());
    all
}

/// Plays a case at a table; returns what differs, with its file and name.
fn play((path, text, case): &(PathBuf, String, Scenario), open: &Open<'_>) -> Option<String> {
    let report = run_at(
        case,
        text,
        &folder(path.parent().expect("in a folder")),
        open,
    );
    (!report.passed()).then(|| format!("{}: {report:#?}", path.display()))
}

#[test]
fn scenarios_of_the_engine_also_pass_at_the_table() {
    let mut cases = cases("kabuto", 422);
    let all = cases.len();
    cases.retain(|(.., case)| !OTHERWISE.contains(&case.name.as_str()));
    assert_eq!(all - cases.len(), OTHERWISE.len(), "left out by name");
    let failed: Vec<String> = cases.iter().filter_map(|case| play(case, &open)).collect();
    println!(
        "{} of {} cases, {} left out",
        cases.len() - failed.len(),
        cases.len(),
        OTHERWISE.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Orders of handgrips tried for every grid scenario.
const SHUFFLES: u64 = 5;

fn open_grid(scenario: &Scenario, seed: u64) -> Result<Box<dyn GameDriver>, Vec<String>> {
    let game = match scenario.game {
        GameId::Abalone => {
            let table = AbaloneTable::open(&scenario.setup)?;
            let (position, rules) = (*table.game().position(), table.game().rules());
            Refereed::Abalone(abalone::Match::new(position, rules, MagnetCoding::Class))
        }
        _ => {
            let table = SumooTable::open(&scenario.setup)?;
            Refereed::Sumoo(sumoo::Match::new(*table.game(), MagnetCoding::Class))
        }
    };
    Ok(Box::new(GridTable::new(&game, seed)))
}

#[test]
fn scenarios_of_the_grid_games_also_pass_at_the_board() {
    let cases = [cases("abalone", 46), cases("sumoo", 27)].concat();
    let mut failed = Vec::new();
    for case in &cases {
        for seed in 0..SHUFFLES {
            let open = |scenario: &Scenario, _: &Folder<'_>| open_grid(scenario, seed);
            failed.extend(play(case, &open).map(|found| format!("order {seed}: {found}")));
        }
    }
    println!("{} cases, {SHUFFLES} orders each", cases.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
