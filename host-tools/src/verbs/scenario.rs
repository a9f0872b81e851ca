//! `dohyo scenario PATH...`: runs scenario files and prints unexpected results.

use super::{VerbResult, complain};
use crate::files::shown;
use crate::{clause_index, files};
use host_core::printable::printable;
use host_core::scenario::Scenario;
use host_core::scenario_run::run_cases;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run scenario files and print unexpected results.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files or folders.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Clause that a case must cite, repeatable [default: any].
    #[arg(long, value_name = "CLAUSE")]
    cites: Vec<String>,
    /// Text that the name of a case must contain [default: any].
    #[arg(long, value_name = "TEXT")]
    case: Option<String>,
    /// Names of passed cases as well.
    #[arg(long, short)]
    verbose: bool,
}

impl Args {
    fn picks(&self, case: &Scenario) -> bool {
        let is_named = self
            .case
            .as_ref()
            .is_none_or(|text| case.name.contains(text));
        let cited = || clause_index::in_scenario(&case.source);
        is_named && (self.cites.is_empty() || cited().iter().any(|id| self.cites.contains(id)))
    }
}

/// Runs the chosen cases; ends with `N passed, N failed`.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut files = Vec::new();
    for path in &args.paths {
        if let Err(error) = collect(path, &mut files) {
            return Ok(complain(format_args!(
                "cannot read {}: {error}; give a scenario file or a folder of them",
                shown(path)
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
                writeln!(out, "FAIL {}: cannot be read: {error}", shown(file))?;
                continue;
            }
        };
        let folder = files::folder(file.parent().unwrap_or(Path::new(".")));
        for report in run_cases(&text, &folder, |case| args.picks(case)) {
            if report.passed() {
                passed += 1;
                if args.verbose {
                    writeln!(out, "ok   {}: {}", shown(file), printable(&report.name))?;
                }
                continue;
            }
            failed += 1;
            writeln!(out, "FAIL {}: {}", shown(file), printable(&report.name))?;
            for (line, what) in &report.differences {
                writeln!(out, "  line {line}: {what}")?;
            }
        }
    }
    if passed + failed == 0 {
        return Ok(complain(
            "no case is chosen; check --case and --cites, or leave them out",
        ));
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
