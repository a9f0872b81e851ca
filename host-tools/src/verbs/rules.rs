//! `dohyo rules`: lists every clause that the referee enforces, and the number of tests
//! that cite it.

use super::VerbResult;
use host_core::game::GameArg as Named;
use rules_core::clause::{Clause, GameId};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// List every clause that the referee enforces.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game whose clauses are listed [default: all].
    #[arg(long)]
    game: Option<Named>,
    /// JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// Clause as a JSON object.
#[derive(Debug, Serialize)]
struct ClauseRow {
    id: &'static str,
    game: &'static str,
    sentence: &'static str,
    reading: Option<&'static str>,
    tests: usize,
}

/// Returns the number of tests of this source tree that cite `clause`, counted when
/// `dohyo` was built.
#[must_use]
pub fn citations(clause: Clause) -> usize {
    CITATIONS
        .iter()
        .find(|(id, _)| *id == clause.id())
        .map_or(0, |&(_, count)| count)
}

/// Prints the clauses.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let games = GameId::ALL
        .into_iter()
        .filter(|game| args.game.is_none_or(|named| named.book() == *game));
    if args.json {
        let rows: Vec<ClauseRow> = games.flat_map(GameId::clauses).map(|&c| row(c)).collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (n, game) in games.enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", game.title())?;
        for &clause in game.clauses() {
            let ClauseRow {
                sentence, tests, ..
            } = row(clause);
            let unit = if tests == 1 { "test" } else { "tests" };
            writeln!(out, "{clause:<7} {sentence} [{tests} {unit}]")?;
            if let Some(reading) = clause.reading() {
                writeln!(out, "        Our reading: {reading}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn row(clause: Clause) -> ClauseRow {
    ClauseRow {
        id: clause.id(),
        game: clause.game().code(),
        sentence: clause.sentence(),
        reading: clause.reading(),
        tests: citations(clause),
    }
}
