//! Call of a Swiss pairing engine: writes a tournament report beside the events, runs the
//! engine as bbpPairings is called, and reads its pairs.

use host_core::evening::engine::read_pairs;
use host_core::evening::event::PlannedPair;
use host_core::evening::plan::PairingMethod;
use host_core::evening::standings::standings;
use host_core::evening::{Evening, at_tables, results, trf};
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the report that an engine pairs the next round from.
///
/// # Errors
/// A sentence if the next round cannot be paired yet, or never.
pub fn report(evening: &Evening) -> Result<String, String> {
    let plan = evening.plan();
    if plan.pairing != PairingMethod::Swiss {
        return Err(
            "this evening is no Swiss tournament: write pairing = \"swiss\" in its plan".into(),
        );
    }
    if !evening.is_settled() {
        return Err("a pairing is not decided yet: `dohyo evening show` names it".into());
    }
    if plan
        .round_count()
        .is_some_and(|rounds| evening.next_round() > rounds)
    {
        return Err("all rounds of the plan are played: `dohyo standings` has the places".into());
    }
    let people = plan.names();
    let standings = standings(&people, &results::table(evening));
    trf::report(evening, &standings, true).map(|report| trf::write(&report))
}

/// Returns the pairs of the next round from what an engine wrote.
///
/// # Errors
/// A sentence with the mistake.
pub fn pairs(evening: &Evening, text: &str) -> Result<Vec<PlannedPair>, String> {
    let people = &evening.plan().people;
    let name = |number: usize| people[number - 1].name.clone();
    let pairs = read_pairs(text, people.len())?.into_iter();
    let groups =
        pairs.map(|(first, second)| std::iter::once(first).chain(second).map(name).collect());
    let pairs = at_tables(evening.plan(), groups);
    evening.check_pairs(&pairs)?;
    let paired: Vec<&String> = pairs.iter().flat_map(|pair| &pair.players).collect();
    match evening
        .active()
        .find(|player| !paired.iter().any(|name| name == player))
    {
        Some(player) => Err(format!(
            "the pairs leave {player} out, who has not withdrawn"
        )),
        None => Ok(pairs),
    }
}

/// Runs an engine on a report, and returns what it wrote. Both files are beside `events`.
///
/// # Errors
/// A sentence with a remedy if the engine is missing or fails.
pub fn run(engine: &str, report: &str, events: &Path) -> Result<String, String> {
    let (input, output) = (events.with_extension("trf"), events.with_extension("pairs"));
    std::fs::write(&input, report).map_err(|error| {
        let input = input.display();
        format!("cannot write {input}: {error}; make room beside the file of the evening")
    })?;
    // An old file must not pass for the engine's answer.
    let _ = std::fs::remove_file(&output);
    let ran = Command::new(engine)
        .arg("--dutch")
        .arg(&input)
        .arg("-p")
        .arg(&output)
        .stdin(Stdio::null())
        .output();
    let ran = ran.map_err(|error| {
        format!(
            "cannot run {engine}: {error}; install bbpPairings or name another engine, or pair \
             {} by hand and read the pairs with --pairs",
            input.display()
        )
    })?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        let said = said.lines().next().unwrap_or("nothing more").to_owned();
        let input = input.display();
        return Err(format!(
            "{engine} pairs {input} not: {said}; it ended with {}",
            ran.status
        ));
    }
    std::fs::read_to_string(&output)
        .map_err(|error| format!("{engine} wrote no pairs to {}: {error}", output.display()))
}
