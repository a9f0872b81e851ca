//! `dohyo man`: prints or writes the man pages of the program and its verbs.

use super::{VerbResult, complain};
use crate::files::shown;
use clap::Command;
use clap_mangen::{Man, generate_to};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the man page, or write one page for each verb.
///
/// To read it: `dohyo man | man -l -`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder for dohyo.1 and one page for each verb, instead of printing.
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
}

/// Prints or writes the pages.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, command: Command, out: &mut impl Write) -> VerbResult {
    let Some(folder) = &args.write else {
        Man::new(command).render(out)?;
        return Ok(ExitCode::SUCCESS);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| generate_to(command, folder));
    match written {
        Ok(()) => {
            writeln!(out, "{}", shown(folder.join("dohyo.1")))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Ok(complain(format_args!(
            "cannot write to {}: {error}; give --write a folder that you may write to",
            shown(folder)
        ))),
    }
}
