//! `dohyo challenge`: has the raw samples of a decision sent.

use super::reach::{RingArgs, or_fail};
use super::{Outcome, complain};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fetch the raw samples around a decision, to look at it again.
///
/// Without a line, lists the lines there is evidence for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The line of the decision, as `dohyo why` names it.
    line: Option<u32>,
    /// Where the samples go.
    #[arg(long, value_name = "FILE", requires = "line")]
    out: Option<PathBuf>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Fetches them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    let lines = or_fail!(client.proofs());
    let Some(line) = args.line else {
        if lines.is_empty() {
            writeln!(
                out,
                "the ring keeps no evidence: nothing was judged since it started"
            )?;
        }
        for line in lines {
            writeln!(out, "line {line}")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if !lines.contains(&line) {
        return Ok(complain(format_args!(
            "there is no evidence for line {line}: `dohyo challenge` lists the lines there is some for"
        )));
    }
    let bytes = or_fail!(client.proof(line));
    let Some(path) = &args.out else {
        writeln!(out, "line {line}: {} bytes of evidence", bytes.len())?;
        return Ok(ExitCode::SUCCESS);
    };
    if let Err(error) = std::fs::write(path, &bytes) {
        return Ok(complain(format_args!(
            "cannot write {}: {error}; give --out a file in a folder with room",
            path.display()
        )));
    }
    writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    Ok(ExitCode::SUCCESS)
}
