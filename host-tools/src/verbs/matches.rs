//! `dohyo matches`: lists the matches stored on the ring.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// List the matches stored on the ring by their journal lines.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object per match.
    #[arg(long)]
    json: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints the list of matches.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
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
