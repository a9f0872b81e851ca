//! `dohyo abort`: break the match off.

use super::Outcome;
use super::reach::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Break the running match off.
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
    or_fail!(client.abort());
    writeln!(out, "broken off")?;
    Ok(ExitCode::SUCCESS)
}
