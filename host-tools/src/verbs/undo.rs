//! `dohyo undo`: undoes the last step of the match.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Undo the last step of the match.
///
/// The journal keeps the step; `dohyo redo` restores it.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Requests the undo and waits for the touch.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.undo());
    writeln!(out, "last step undone")?;
    Ok(ExitCode::SUCCESS)
}
