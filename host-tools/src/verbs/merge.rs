//! `dohyo merge FILES`: adds up the shards of a campaign.

use super::faults::{exit_code, print};
use super::{VerbResult, complain};
use crate::files::shown;
use crate::shard::{Part, ShardFile, merge};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use virtual_ring::faults::{self, FaultSummary};

/// Add up the shards of a campaign: the very table that one big run prints.
///
/// A shard is the file that `--shard I/N` writes. Shards of different campaigns, a shard
/// twice and a missing one are refused.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of all shards, in any order.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON list instead of the table.
    #[arg(long)]
    json: bool,
}

/// Prints the table of the whole campaign.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut shards = Vec::new();
    for path in &args.files {
        let read = std::fs::read(path).map_err(|error| error.to_string());
        let parsed = read.and_then(|bytes| {
            serde_json::from_slice::<ShardFile>(&bytes)
                .map_err(|error| format!("it is not a shard ({error})"))
        });
        match parsed {
            Ok(shard) => shards.push((shown(path).to_string(), shard)),
            Err(why) => {
                let name = shown(path);
                return Ok(complain(format_args!(
                    "{name} cannot be merged: {why}; give files that --shard wrote"
                )));
            }
        }
    }
    let parts = match merge(&shards) {
        Ok(parts) => parts,
        Err(why) => return Ok(complain(why)),
    };
    let summaries: Option<Vec<FaultSummary>> = parts.iter().map(summary).collect();
    let Some(summaries) = summaries else {
        return Ok(complain(
            "the shards name a fault that this program does not know: merge with the program \
             that ran them",
        ));
    };
    print(&summaries, args.json, out)?;
    Ok(match exit_code(&summaries) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Returns the counts of a part as those of its fault.
fn summary(part: &Part) -> Option<FaultSummary> {
    let known = faults::ALL.iter().find(|fault| fault.name == part.name)?;
    let count = |word: &str| part.counts.get(word).copied();
    Some(FaultSummary {
        fault: known.name,
        rounds: count("rounds")?,
        wrong: count("wrong")?,
        lost: count("lost")?,
        stuck: count("stuck")?,
        asked: count("asked")?,
    })
}
