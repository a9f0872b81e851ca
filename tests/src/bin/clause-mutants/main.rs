//! `clause-mutants`: breaks each clause on purpose and checks that a test that cites it
//! fails.
//!
//! A clause that is cited but can be broken unnoticed is not tested. For each entry of
//! `tests/mutations/*.toml` the change is made in a copy of the sources. Then the scenarios
//! that cite the clause run, and if all of them pass, the Rust tests that cite it. Tests
//! that do not cite the clause do not run.

mod citations;
mod plan;
mod sandbox;

use citations::CitingTests;
use clap::Parser;
use plan::{Mutation, Plan};
use rules_core::clause::{Clause, GameId};
use sandbox::{RunError, Sandbox};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Break each clause on purpose and see whether a test that cites it notices.
#[derive(Debug, Parser)]
#[command(name = "clause-mutants")]
struct Args {
    /// Only this game.
    #[arg(long, value_parser = parse_game, value_name = "ss|ks|su|ab")]
    game: Option<GameId>,
    /// Only this clause.
    #[arg(long, value_parser = parse_clause, value_name = "ID")]
    clause: Option<Clause>,
    /// Start no further mutation after this number of minutes, and print how many are
    /// left. The order changes from commit to commit, so that in time all have their turn.
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
    /// Only list the mutations and how many tests cite their clauses.
    #[arg(long)]
    list: bool,
}

fn parse_game(code: &str) -> Result<GameId, String> {
    GameId::ALL
        .into_iter()
        .find(|game| game.code() == code)
        .ok_or_else(|| "write ss, ks, su or ab".into())
}

fn parse_clause(id: &str) -> Result<Clause, String> {
    Clause::parse(id).ok_or_else(|| "there is no such clause; `dohyo rules` lists them".into())
}

/// Result of a mutation.
#[derive(Debug)]
enum Verdict {
    /// The citing test with this name fails.
    Caught(String),
    /// All citing tests pass.
    Survived,
    /// The mutation could not be tried, for this reason.
    Broken(String),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut plan = match Plan::load(&root.join("tests/mutations")) {
        Ok(plan) => plan,
        Err(mistakes) => {
            for mistake in mistakes {
                complain(mistake);
            }
            return ExitCode::from(2);
        }
    };
    plan.keep(args.game, args.clause);
    match run(&args, &root, &plan) {
        Ok(code) => code,
        Err(error) => {
            complain(error);
            ExitCode::from(2)
        }
    }
}

fn complain(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "clause-mutants: {message}");
}

fn run(args: &Args, root: &Path, plan: &Plan) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let citing = CitingTests::find(root)?;
    if args.list {
        for mutation in &plan.mutations {
            writeln!(
                out,
                "{:<7} {}: {} scenarios, {} Rust tests",
                mutation.clause,
                mutation.file.display(),
                citing.scenarios(mutation.clause).len(),
                citing.tests(mutation.clause).len(),
            )?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let sandbox = Sandbox::open(root)?;
    if let Some(reason) = failing_unbroken(plan, &citing, &sandbox) {
        complain(format_args!(
            "{reason} before anything is broken; mend that first"
        ));
        return Ok(ExitCode::from(2));
    }
    let (mut passed, mut failed, mut left) = (0, 0, 0);
    let ends = args
        .minutes
        .map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let first = match args.minutes {
        Some(_) => sandbox::commit_number(root) % plan.mutations.len().max(1),
        None => 0,
    };
    let (before, from) = plan.mutations.split_at(first);
    for mutation in from.iter().chain(before) {
        if ends.is_some_and(|ends| Instant::now() > ends) {
            left += 1;
            continue;
        }
        let clause = mutation.clause;
        let verdict = match sandbox.broken_by(mutation, || try_out(mutation, &citing, &sandbox))? {
            Ok(verdict) => verdict?,
            Err(reason) => Verdict::Broken(reason),
        };
        match verdict {
            Verdict::Caught(by) => {
                passed += 1;
                writeln!(out, "caught   {clause:<7} by {by}")?;
            }
            Verdict::Survived => {
                failed += 1;
                writeln!(
                    out,
                    "SURVIVED {clause:<7} {} scenarios and {} Rust tests cite it and pass with `{}` in {}",
                    citing.scenarios(clause).len(),
                    citing.tests(clause).len(),
                    mutation.replace,
                    mutation.file.display(),
                )?;
            }
            Verdict::Broken(reason) => {
                failed += 1;
                writeln!(out, "BROKEN   {clause:<7} {reason}")?;
            }
        }
        out.flush()?;
    }
    for clause in plan.missing(args.clause) {
        failed += 1;
        writeln!(
            out,
            "MISSING  {clause:<7} tests/mutations has no entry that breaks it"
        )?;
    }
    if left > 0 {
        writeln!(out, "{left} left for another time")?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns a test that fails without a mutation, and would therefore catch every mutation.
fn failing_unbroken(plan: &Plan, citing: &CitingTests, sandbox: &Sandbox) -> Option<String> {
    let clauses = plan.mutations.iter().map(|mutation| mutation.clause);
    let clauses: Vec<Clause> = clauses.collect();
    let each = || clauses.iter().copied();
    let scenarios: Vec<_> = each().flat_map(|clause| citing.scenarios(clause)).collect();
    let mut tests: Vec<_> = each().flat_map(|clause| citing.tests(clause)).collect();
    tests.dedup();
    let failing = sandbox
        .failing_scenario(&scenarios, &clauses)
        .and_then(|found| match found {
            None => sandbox.failing_test(&tests),
            found => Ok(found),
        });
    match failing {
        Ok(None) => None,
        Ok(Some(name)) => Some(format!("{name} fails")),
        Err(RunError::DoesNotCompile(what)) => Some(format!("the tests do not compile ({what})")),
        Err(RunError::Io(error)) => Some(format!("the tests cannot be run ({error})")),
    }
}

/// Runs the scenarios and tests that cite the mutation's clause.
fn try_out(mutation: &Mutation, citing: &CitingTests, sandbox: &Sandbox) -> io::Result<Verdict> {
    let noticed = sandbox
        .failing_scenario(&citing.scenarios(mutation.clause), &[mutation.clause])
        .and_then(|found| match found {
            None => sandbox.failing_test(&citing.tests(mutation.clause)),
            found => Ok(found),
        });
    match noticed {
        Ok(Some(by)) => Ok(Verdict::Caught(by)),
        Ok(None) => Ok(Verdict::Survived),
        Err(RunError::DoesNotCompile(what)) => {
            Ok(Verdict::Broken(format!("does not compile: {what}")))
        }
        Err(RunError::Io(error)) => Err(error),
    }
}
