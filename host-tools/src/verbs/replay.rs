//! `dohyo replay FILE`: plays a recording again and verifies every state.

use super::{Outcome, complain};
use crate::client::recording::Recording;
use crate::report::Report;
use crate::wording;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play a recording again and verify every state hash.
///
/// Fails if a line leads to another state than the ring said, if lines are
/// missing, or if the file is damaged.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording.
    file: PathBuf,
    /// Print what the referee said, too.
    #[arg(long, short)]
    verbose: bool,
}

/// Replays it and prints what is wrong.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let name = args.file.display();
    let recording = match Recording::read(&args.file) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(format_args!("{name} cannot be played: {why}"))),
    };
    let report = Report::of(&recording);
    for event in report.events.iter().filter(|_| args.verbose) {
        let at = wording::clock(event.at);
        writeln!(out, "{:>5} {at} {}", event.seq, wording::event(&event.what))?;
    }
    for (line, astray) in &report.astray {
        writeln!(out, "line {line}: {astray}")?;
    }
    for damage in &recording.damage {
        writeln!(out, "{damage}")?;
    }
    let verified = report.verified;
    match report.hash {
        Some(hash) => writeln!(
            out,
            "{verified} lines verified, the last state is {hash:016x}"
        )?,
        None => writeln!(out, "{verified} lines verified")?,
    }
    if report.astray.is_empty() && recording.damage.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    complain(format_args!(
        "{name} is not sound: {} lines do not follow, {} places are damaged; take an undamaged copy, or record the match from the ring again",
        report.astray.len(),
        recording.damage.len()
    ));
    Ok(ExitCode::FAILURE)
}
