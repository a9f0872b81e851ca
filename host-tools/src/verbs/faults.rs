//! `dohyo faults`: injects faults into matches and counts wrong rulings.

use super::{VerbResult, complain, faults_pairs};
use crate::shard::{Counts, MergedShards, Shard, ShardFile};
use crate::threads::on_threads;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::process::ExitCode;
use std::thread;
use virtual_ring::faults::trial::Trial;
use virtual_ring::faults::{self, FaultCase, FaultSummary};

/// Inject faults into everything a ring depends on and count wrong rulings.
///
/// The rules alone play each match with the ground truth, and a ring follows it
/// through the fault. A round is one event. With --pairs, two faults act at once, power
/// cuts come while the other fault acts, and a second client follows the ring. Exit code
/// 1 if anything was wrong, lost or stuck.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rounds per fault [default: 1000]; with --pairs, rounds over all pairs [default:
    /// 15300], the same number for each pair.
    #[arg(long)]
    rounds: Option<u64>,
    /// Two faults at once: all pairs, also of a fault with itself.
    #[arg(long)]
    pairs: bool,
    /// Fault to inject, repeatable [default: all]; with --pairs, one name selects its pairs
    /// with all faults, several names the pairs among them.
    #[arg(long, value_name = "NAME", value_parser = known)]
    fault: Vec<&'static FaultCase>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Log of every failed round on standard error.
    #[arg(long)]
    stories: bool,
    /// JSON list instead of the table.
    #[arg(long)]
    json: bool,
    /// Part I of N of the campaign, from 0, as a file for `dohyo merge`; every fault, or pair
    /// of faults, is one block.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with = "json")]
    shard: Option<Shard>,
}

fn known(word: &str) -> Result<&'static FaultCase, String> {
    let fault = faults::ALL.iter().find(|fault| fault.name == word);
    fault.ok_or_else(|| {
        let names: Vec<&str> = faults::ALL.iter().map(|fault| fault.name).collect();
        format!("unknown fault; write one of {}", names.join(", "))
    })
}

/// Runs the faults and prints the results.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.rounds == Some(0) {
        return Ok(complain("--rounds 0 runs nothing; write 1 or more"));
    }
    if args.pairs {
        return pairs(args).run(args.shard, out);
    }
    let chosen = chosen(args);
    if let Some(shard) = args.shard {
        let own: Vec<_> = (0..)
            .zip(chosen.iter().copied())
            .filter(|(block, _)| shard.has(*block))
            .collect();
        let faults: Vec<&'static FaultCase> = own.iter().map(|own| own.1).collect();
        let mut file = ShardFile::new("faults", options(args), chosen.len() as u64, shard);
        for ((row, _), outcome) in own.iter().zip(all(&faults, args)) {
            file.push(*row, 1, &counts(&outcome))?;
        }
        return file.print(out);
    }
    finish(&all(&chosen, args), args.json, out)
}

/// Prints what the shards of a campaign add up to.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run_merged(
    args: &Args,
    shards: &MergedShards,
    json: bool,
    out: &mut impl Write,
) -> VerbResult {
    if args.pairs {
        return pairs(args).run_merged(shards, json, out);
    }
    let chosen = chosen(args);
    match shards.sums::<Counts>(chosen.len() as u64) {
        Ok(sums) => {
            let outcomes = chosen.iter().zip(&sums);
            let outcomes: Vec<_> = outcomes.map(|(fault, sum)| summary(fault, sum)).collect();
            finish(&outcomes, json, out)
        }
        Err(why) => Ok(complain(why)),
    }
}

/// Returns the pairs that the arguments name.
fn pairs(args: &Args) -> faults_pairs::Plan<'_> {
    faults_pairs::Plan {
        fault: &args.fault,
        rounds: args.rounds,
        seed: args.seed,
        stories: args.stories,
        json: args.json,
        options: options(args),
    }
}

/// Returns the faults that the arguments name.
fn chosen(args: &Args) -> Vec<&'static FaultCase> {
    match args.fault.is_empty() {
        true => faults::ALL.iter().collect(),
        false => args.fault.clone(),
    }
}

/// Returns the rounds of each fault.
fn rounds(args: &Args) -> u64 {
    args.rounds.unwrap_or(1_000)
}

/// Returns the options on which the results depend.
fn options(args: &Args) -> Vec<String> {
    let pairs = args.pairs.then(|| "--pairs".to_owned());
    let rounds = args.rounds.map(|rounds| format!("--rounds={rounds}"));
    let faults = args
        .fault
        .iter()
        .map(|fault| format!("--fault={}", fault.name));
    let seed = format!("--seed={}", args.seed);
    [Some(seed), pairs, rounds]
        .into_iter()
        .flatten()
        .chain(faults)
        .collect()
}

/// Returns the counts of a fault by their names.
fn counts(outcome: &FaultSummary) -> Counts {
    [
        ("rounds", outcome.rounds),
        ("wrong", outcome.wrong),
        ("lost", outcome.lost),
        ("stuck", outcome.stuck),
        ("asked", outcome.asked),
    ]
    .map(|(word, count)| (word.to_owned(), count))
    .into()
}

/// Returns the summary of a fault with these counts.
fn summary(fault: &FaultCase, counts: &Counts) -> FaultSummary {
    let count = |word: &str| counts.get(word).copied().unwrap_or_default();
    FaultSummary {
        fault: fault.name,
        rounds: count("rounds"),
        wrong: count("wrong"),
        lost: count("lost"),
        stuck: count("stuck"),
        asked: count("asked"),
    }
}

/// Prints the counts of all faults; the exit code is 1 if anything was wrong, lost or stuck.
fn finish(outcomes: &[FaultSummary], json: bool, out: &mut impl Write) -> VerbResult {
    print(outcomes, json, out)?;
    let bad = |outcome: &FaultSummary| outcome.wrong + outcome.lost + outcome.stuck > 0;
    Ok(match outcomes.iter().any(bad) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Prints the counts of all faults.
fn print(outcomes: &[FaultSummary], json: bool, out: &mut impl Write) -> std::io::Result<()> {
    if json {
        serde_json::to_writer_pretty(&mut *out, outcomes)?;
        writeln!(out)?;
    } else {
        let head = ["fault", "rounds", "wrong", "lost", "stuck", "asked"];
        writeln!(
            out,
            "{:20} {:>8} {:>6} {:>6} {:>6} {:>8}  (simulated)",
            head[0], head[1], head[2], head[3], head[4], head[5]
        )?;
        for outcome in outcomes {
            writeln!(
                out,
                "{:20} {:>8} {:>6} {:>6} {:>6} {:>8}",
                outcome.fault,
                outcome.rounds,
                outcome.wrong,
                outcome.lost,
                outcome.stuck,
                outcome.asked
            )?;
        }
        let rounds: u64 = outcomes.iter().map(|outcome| outcome.rounds).sum();
        let bad: u64 = outcomes
            .iter()
            .map(|outcome| outcome.wrong + outcome.lost + outcome.stuck)
            .sum();
        writeln!(out, "{rounds} rounds, {bad} of them went wrong")?;
    }
    Ok(())
}

/// Runs the faults on all cores; the results are in the order of `chosen`.
fn all(chosen: &[&'static FaultCase], args: &Args) -> Vec<FaultSummary> {
    let rounds = rounds(args);
    let bar = ProgressBar::new(rounds * chosen.len() as u64).with_style(style());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = |n: u64| {
        let fault = chosen.get(n as usize)?;
        let tell = |round: u64, trial: &Trial| {
            if args.stories {
                eprintln!("{} round {round}\n{}", fault.name, trial.story());
            }
        };
        Some(faults::run(fault, rounds, args.seed, || bar.inc(1), tell))
    };
    let outcomes = on_threads(threads, chosen.len() as u64, work, |_| {});
    bar.finish_and_clear();
    outcomes.into_iter().flatten().collect()
}

pub(super) fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} rounds, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
