//! `dohyo abort`: aborts the running match.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Abort the running match.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Requests the abort and waits for the touch.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.abort());
    writeln!(out, "match aborted")?;
    Ok(ExitCode::SUCCESS)
}
