//! `dohyo matches`: the matches stored on the ring.

use super::Outcome;
use super::reach::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// List the matches that are stored on the ring, by their lines of the journal.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object a line for programs.
    #[arg(long)]
    json: bool,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    let matches = or_fail!(client.matches());
    if matches.is_empty() && !args.json {
        writeln!(out, "no match is stored on this ring")?;
    }
    for (n, it) in (1..).zip(&matches) {
        if args.json {
            let json = serde_json::json!({ "begin": it.begin, "last": it.last });
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "match {n}: lines {} to {}", it.begin, it.last)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
