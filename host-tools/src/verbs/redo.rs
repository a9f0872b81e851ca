//! `dohyo redo`: redoes the last undone step.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Redo the last undone step.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Requests the redo and waits for the touch.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.redo());
    writeln!(out, "last undone step redone")?;
    Ok(ExitCode::SUCCESS)
}
