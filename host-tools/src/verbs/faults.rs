//! `dohyo faults`: injects faults into matches and counts wrong rulings.

use super::{VerbResult, complain, faults_pairs};
use crate::shard::{Part, Shard, ShardFile};
use crate::threads::on_threads;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::process::ExitCode;
use std::thread;
use virtual_ring::faults::trial::Trial;
use virtual_ring::faults::{self, FaultCase};

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
    /// Part I of N of the campaign, from 0, as a file for `dohyo merge`; every fault is one
    /// block.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["pairs", "json"])]
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
        let plan = faults_pairs::Plan {
            fault: &args.fault,
            rounds: args.rounds,
            seed: args.seed,
            stories: args.stories,
            json: args.json,
        };
        return plan.run(out);
    }
    let chosen: Vec<&'static FaultCase> = if args.fault.is_empty() {
        faults::ALL.iter().collect()
    } else {
        args.fault.clone()
    };
    let rounds = args.rounds.unwrap_or(1_000);
    if let Some(shard) = args.shard {
        let file = run_shard(&chosen, rounds, args, shard);
        serde_json::to_writer_pretty(&mut *out, &file)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let outcomes = all(&chosen, rounds, args.seed, args.stories);
    print(&outcomes, args.json, out)?;
    Ok(match exit_code(&outcomes) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Runs the faults of a shard.
fn run_shard(chosen: &[&'static FaultCase], rounds: u64, args: &Args, shard: Shard) -> ShardFile {
    let names: Vec<&str> = chosen.iter().map(|fault| fault.name).collect();
    let numbered = (0..).zip(chosen.iter().copied());
    let own: Vec<_> = numbered.filter(|(block, _)| shard.has(*block)).collect();
    let faults: Vec<&'static FaultCase> = own.iter().map(|own| own.1).collect();
    let outcomes = all(&faults, rounds, args.seed, args.stories);
    let parts = own
        .into_iter()
        .zip(outcomes)
        .map(|((block, _), outcome)| Part {
            block,
            name: outcome.fault.to_owned(),
            counts: [
                ("rounds", outcome.rounds),
                ("wrong", outcome.wrong),
                ("lost", outcome.lost),
                ("stuck", outcome.stuck),
                ("asked", outcome.asked),
            ]
            .map(|(word, count)| (word.to_owned(), count))
            .into(),
        });
    ShardFile {
        verb: "faults".to_owned(),
        version: host_core::VERSION.to_owned(),
        plan: serde_json::json!({ "rounds": rounds, "seed": args.seed, "faults": names }),
        blocks: chosen.len() as u64,
        shard,
        parts: parts.collect(),
    }
}

/// Prints the counts of all faults.
pub(super) fn print(
    outcomes: &[faults::FaultSummary],
    json: bool,
    out: &mut impl Write,
) -> std::io::Result<()> {
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

/// Returns 0 if nothing was wrong, lost or stuck, and 1 otherwise.
pub(super) fn exit_code(outcomes: &[faults::FaultSummary]) -> u8 {
    let bad = |outcome: &faults::FaultSummary| outcome.wrong + outcome.lost + outcome.stuck > 0;
    u8::from(outcomes.iter().any(bad))
}

/// Runs the faults on all cores; the results are in the order of `chosen`.
fn all(
    chosen: &[&'static FaultCase],
    rounds: u64,
    seed: u64,
    stories: bool,
) -> Vec<faults::FaultSummary> {
    let bar = ProgressBar::new(rounds * chosen.len() as u64).with_style(style());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = |n: u64| {
        let fault = chosen.get(n as usize)?;
        let tell = |round: u64, trial: &Trial| {
            if stories {
                eprintln!("{} round {round}\n{}", fault.name, trial.story());
            }
        };
        Some(faults::run(fault, rounds, seed, || bar.inc(1), tell))
    };
    let outcomes = on_threads(threads, chosen.len() as u64, work, |_| {});
    bar.finish_and_clear();
    outcomes.into_iter().flatten().collect()
}

pub(super) fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} rounds, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
