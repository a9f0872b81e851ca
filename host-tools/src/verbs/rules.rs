//! `dohyo rules`: every clause the referee enforces, and how well it is tested.

use super::Outcome;
use crate::game::Game as Named;
use rules_core::clause::{Clause, Game};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// List every rule the referee enforces, clause by clause.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this game.
    #[arg(long)]
    game: Option<Named>,
    /// As JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// One clause as JSON.
#[derive(Debug, Serialize)]
struct Row {
    id: &'static str,
    game: &'static str,
    sentence: &'static str,
    reading: Option<&'static str>,
    tests: usize,
}

/// How many tests of this source tree cite `clause`, counted when `dohyo` was built.
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
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let games = Game::ALL
        .into_iter()
        .filter(|game| args.game.is_none_or(|named| named.book() == *game));
    if args.json {
        let rows: Vec<Row> = games.flat_map(Game::clauses).map(|&c| row(c)).collect();
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
            let Row {
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

fn row(clause: Clause) -> Row {
    Row {
        id: clause.id(),
        game: clause.game().code(),
        sentence: clause.sentence(),
        reading: clause.reading(),
        tests: citations(clause),
    }
}
