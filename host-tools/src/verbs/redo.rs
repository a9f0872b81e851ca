//! `dohyo redo`: make the step again that was taken back last.

use super::Outcome;
use super::reach::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Make the step again that was taken back last.
///
/// Needs a touch on the ring: only people at the table change results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Asks for it and waits for the touch.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.redo());
    writeln!(out, "made again")?;
    Ok(ExitCode::SUCCESS)
}
