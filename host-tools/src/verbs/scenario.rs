//! `dohyo scenario PATH...`: runs scenario files and prints what differs.

use super::{Outcome, complain};
use crate::scenario;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run scenario files and print what differs from what they expect.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files, or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Name the scenarios that pass, too.
    #[arg(long, short)]
    verbose: bool,
}

/// Runs all files; ends with `N passed, N failed`.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut files = Vec::new();
    for path in &args.paths {
        if let Err(error) = collect(path, &mut files) {
            return Ok(complain(format_args!(
                "cannot read {}: {error}; give a scenario file or a folder of them",
                path.display()
            )));
        }
    }
    if files.is_empty() {
        return Ok(complain(
            "no scenario file (*.toml) is there; name one, or a folder that has some",
        ));
    }
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                failed += 1;
                writeln!(out, "FAIL {}: cannot be read: {error}", file.display())?;
                continue;
            }
        };
        let folder = file.parent().unwrap_or(Path::new("."));
        let report = scenario::run(&text, folder);
        if report.passed() {
            passed += 1;
            if args.verbose {
                writeln!(out, "ok   {}: {}", file.display(), report.name)?;
            }
            continue;
        }
        failed += 1;
        writeln!(out, "FAIL {}: {}", file.display(), report.name)?;
        for (line, what) in &report.differences {
            writeln!(out, "  line {line}: {what}")?;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Adds `path`, or the scenario files below it in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        std::fs::metadata(path)?;
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = std::fs::read_dir(path)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "toml") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}
