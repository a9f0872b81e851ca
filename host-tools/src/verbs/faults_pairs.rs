//! `dohyo faults --pairs`: two faults at once, for all pairs of faults.
//!
//! The table has a row per fault, with the sum of its pairs, then a row per failed pair.

use super::faults::style;
use super::{VerbResult, complain};
use crate::shard::{Counts, MergedShards, Shard, ShardFile};
use crate::threads::on_threads;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use virtual_ring::faults::pairs::{self, FaultPair, PairSummary};
use virtual_ring::faults::trial::Trial;
use virtual_ring::faults::{self, FaultCase};

/// Rounds of each pair if none are given.
const DEFAULT_ROUNDS: u64 = 100;

/// Number of failed pairs that are printed; the last line counts all.
const MAX_FAILED: usize = 20;

/// Options of a run over pairs of faults.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// Named faults; empty for all.
    pub fault: &'a [&'static FaultCase],
    /// Rounds over all pairs; `None` for 100 of each.
    pub rounds: Option<u64>,
    /// Seed of all random choices.
    pub seed: u64,
    /// True to log every failed round on standard error.
    pub stories: bool,
    /// True for a JSON list instead of the table.
    pub json: bool,
    /// Options on which the results depend.
    pub options: Vec<String>,
}

impl Plan<'_> {
    /// Runs the pairs and prints the results, or the file of a shard.
    pub(super) fn run(&self, shard: Option<Shard>, out: &mut impl Write) -> VerbResult {
        let pairs = self.pairs();
        let each = self.rounds.map_or(DEFAULT_ROUNDS, |rounds| {
            rounds.div_ceil(pairs.len().max(1) as u64)
        });
        let Some(shard) = shard else {
            return finish(&self.run_all(&pairs, each), self.json, out);
        };
        let own: Vec<(u64, FaultPair)> = (0..)
            .zip(pairs.iter().copied())
            .filter(|(block, _)| shard.has(*block))
            .collect();
        let own_pairs: Vec<FaultPair> = own.iter().map(|own| own.1).collect();
        let blocks = pairs.len() as u64;
        let mut file = ShardFile::new("faults", self.options.clone(), blocks, shard);
        for ((row, _), sum) in own.iter().zip(self.run_all(&own_pairs, each)) {
            file.push(*row, 1, &counts(&sum))?;
        }
        file.print(out)
    }

    /// Prints what the shards add up to.
    pub(super) fn run_merged(
        &self,
        shards: &MergedShards,
        json: bool,
        out: &mut impl Write,
    ) -> VerbResult {
        let pairs = self.pairs();
        match shards.sums::<Counts>(pairs.len() as u64) {
            Ok(sums) => {
                let sums = pairs.iter().zip(&sums);
                let sums: Vec<_> = sums.map(|(pair, counts)| summary(*pair, counts)).collect();
                finish(&sums, json, out)
            }
            Err(why) => Ok(complain(why)),
        }
    }

    /// Returns the pairs that the named faults select.
    fn pairs(&self) -> Vec<FaultPair> {
        let named = |fault: &FaultCase| self.fault.iter().any(|named| named.name == fault.name);
        let mut pairs = FaultPair::all();
        pairs.retain(|pair| match self.fault.len() {
            0 => true,
            1 => named(pair.0) || named(pair.1),
            _ => named(pair.0) && named(pair.1),
        });
        pairs
    }

    /// Runs the pairs on all cores; the results are in the order of `pairs`.
    fn run_all(&self, pairs: &[FaultPair], rounds: u64) -> Vec<PairSummary> {
        let bar = ProgressBar::new(rounds * pairs.len() as u64).with_style(style());
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let work = |n: u64| {
            let pair = *pairs.get(n as usize)?;
            let tell = |round: u64, trial: &Trial| {
                if self.stories {
                    let (first, second) = (pair.0.name, pair.1.name);
                    eprintln!("{first} + {second} round {round}\n{}", trial.story());
                }
            };
            Some(pairs::run(pair, rounds, self.seed, || bar.inc(1), tell))
        };
        let sums = on_threads(threads, pairs.len() as u64, work, |_| {});
        bar.finish_and_clear();
        sums.into_iter().flatten().collect()
    }
}

/// Prints the results; the exit code is 1 if a pair failed.
fn finish(sums: &[PairSummary], json: bool, out: &mut impl Write) -> VerbResult {
    if json {
        serde_json::to_writer_pretty(&mut *out, sums)?;
        writeln!(out)?;
    } else {
        table(sums, out)?;
    }
    Ok(match sums.iter().all(|sum| sum.failures() == 0) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns the counts of a pair by their names.
fn counts(sum: &PairSummary) -> Counts {
    [
        ("rounds", sum.rounds),
        ("wrong", sum.wrong),
        ("lost", sum.lost),
        ("stuck", sum.stuck),
        ("asked", sum.asked),
        ("cuts", sum.cuts),
        ("client_wrong", sum.client_wrong),
        ("client_lines", sum.client_lines),
        ("client_lines_wrong", sum.client_lines_wrong),
    ]
    .map(|(word, count)| (word.to_owned(), count))
    .into()
}

/// Returns the summary of a pair with these counts.
fn summary(pair: FaultPair, counts: &Counts) -> PairSummary {
    let count = |word: &str| counts.get(word).copied().unwrap_or_default();
    PairSummary {
        faults: [pair.0.name, pair.1.name],
        rounds: count("rounds"),
        wrong: count("wrong"),
        lost: count("lost"),
        stuck: count("stuck"),
        asked: count("asked"),
        cuts: count("cuts"),
        client_wrong: count("client_wrong"),
        client_lines: count("client_lines"),
        client_lines_wrong: count("client_lines_wrong"),
    }
}

/// Adds the counts of pairs.
fn add<'a>(sums: impl Iterator<Item = &'a PairSummary>) -> PairSummary {
    let mut total = PairSummary::new(["", ""]);
    for sum in sums {
        total.add(sum);
    }
    total
}

fn table(sums: &[PairSummary], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:39} {:>7} {:>5} {:>5} {:>5} {:>6}",
        "fault, with each other (simulated)", "rounds", "wrong", "lost", "stuck", "client"
    )?;
    for fault in faults::ALL {
        let total = add(sums.iter().filter(|sum| sum.faults.contains(&fault.name)));
        if total.rounds > 0 {
            row(fault.name, &total, out)?;
        }
    }
    let mut failed: Vec<&PairSummary> = sums.iter().filter(|sum| sum.failures() > 0).collect();
    failed.sort_by_key(|sum| std::cmp::Reverse(sum.failures()));
    if !failed.is_empty() {
        writeln!(out, "failed pairs, the worst first")?;
    }
    for sum in failed.iter().take(MAX_FAILED) {
        row(&sum.faults.join(" + "), sum, out)?;
    }
    let total = add(sums.iter());
    writeln!(
        out,
        "{} pairs, {} rounds, {} power cuts, {} questions",
        sums.len(),
        total.rounds,
        total.cuts,
        total.asked
    )?;
    writeln!(
        out,
        "second client: {} lines compared with the ring's, {} differ",
        total.client_lines, total.client_lines_wrong
    )?;
    let worst = failed.first().map_or_else(
        || "no pair failed".into(),
        |sum| {
            format!(
                "{} pairs failed, the worst is {}",
                failed.len(),
                sum.faults.join(" + ")
            )
        },
    );
    let bad = total.wrong + total.lost + total.stuck;
    writeln!(
        out,
        "{bad} rounds went wrong, {} left a client wrong; {worst}",
        total.client_wrong
    )
}

fn row(name: &str, sum: &PairSummary, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{name:39} {:>7} {:>5} {:>5} {:>5} {:>6}",
        sum.rounds, sum.wrong, sum.lost, sum.stuck, sum.client_wrong
    )
}
