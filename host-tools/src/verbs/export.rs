//! `dohyo export FILE`: a recording for programs, or for people to read.

use super::watch::as_json;
use super::{Outcome, complain, remark};
use crate::client::recording::Recording;
use crate::report::Report;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Export a recording: JSON lines for programs, or a match report in HTML.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording.
    file: PathBuf,
    /// A page for people to read, instead of JSON lines.
    #[arg(long)]
    html: bool,
}

/// Prints it. What is damaged is left out, and told on standard error.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let name = args.file.display();
    let recording = match Recording::read(&args.file) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(format_args!("{name} cannot be exported: {why}"))),
    };
    let report = Report::of(&recording);
    if args.html {
        report.write_html(out)?;
    } else {
        for event in &report.events {
            writeln!(out, "{}", as_json(event))?;
        }
    }
    for damage in &recording.damage {
        remark(format_args!("{name}: {damage}"));
    }
    for (line, astray) in &report.astray {
        remark(format_args!("{name}: line {line}: {astray}"));
    }
    if recording.damage.is_empty() && report.astray.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}
