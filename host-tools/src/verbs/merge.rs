//! `dohyo merge FILES`: adds up the shards of a campaign.

use super::{VerbResult, complain, faults};
use crate::files::shown;
use crate::shard::{ShardFile, merge};
use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::PathBuf;
#[cfg(feature = "physics")]
use {super::play, super::simulate};

/// Add up the shards of a campaign: the very table that one big run prints.
///
/// A shard is the file that `--shard I/N` of `simulate`, `play` and `faults` writes. Shards
/// of different campaigns, a shard twice and a missing one are refused. The exit code is
/// that of one big run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of all shards, in any order.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// Campaign of the shards, as a command line.
#[derive(Debug, Parser)]
struct Campaign {
    #[command(subcommand)]
    verb: CampaignVerb,
}

/// Verb that runs campaigns.
#[derive(Debug, Subcommand)]
enum CampaignVerb {
    Faults(faults::Args),
    #[cfg(feature = "physics")]
    Simulate(Box<simulate::Args>),
    #[cfg(feature = "physics")]
    Play(play::Args),
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
    let shards = match merge(shards) {
        Ok(shards) => shards,
        Err(why) => return Ok(complain(why)),
    };
    let words = ["dohyo", &shards.verb].into_iter();
    let words = words.chain(shards.plan.iter().map(String::as_str));
    match Campaign::try_parse_from(words).map(|campaign| campaign.verb) {
        Ok(CampaignVerb::Faults(plan)) => faults::run_merged(&plan, &shards, args.json, out),
        #[cfg(feature = "physics")]
        Ok(CampaignVerb::Simulate(plan)) => simulate::run_merged(&plan, &shards, args.json, out),
        #[cfg(feature = "physics")]
        Ok(CampaignVerb::Play(plan)) => play::run_merged(&plan, &shards, args.json, out),
        Err(_) => Ok(complain(format_args!(
            "this program does not know a campaign `dohyo {} {}`: merge with the program that \
             ran it",
            shards.verb,
            shards.plan.join(" ")
        ))),
    }
}
