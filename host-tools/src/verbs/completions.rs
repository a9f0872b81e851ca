//! `dohyo completions SHELL`: prints completions for a shell.

use super::VerbResult;
use clap::Command;
use clap_complete::{Shell, generate};
use std::io::Write;
use std::process::ExitCode;

/// Print completions for a shell.
///
/// For bash: `dohyo completions bash > ~/.local/share/bash-completion/completions/dohyo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell to complete in.
    shell: Shell,
}

/// Prints the completion script.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, mut command: Command, out: &mut impl Write) -> VerbResult {
    // Into memory first: the generator panics where a pipe is closed.
    let mut script = Vec::new();
    generate(args.shell, &mut command, "dohyo", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
