//! `dohyo undo`: take the last step back.

use super::Outcome;
use super::reach::{RingArgs, or_fail};
use std::io::Write;
use std::process::ExitCode;

/// Take the last step of the match back.
///
/// What was judged stays in the journal; `dohyo redo` makes the step again.
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
    or_fail!(client.undo());
    writeln!(out, "taken back")?;
    Ok(ExitCode::SUCCESS)
}
