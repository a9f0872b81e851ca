//! `dohyo cards`: checks, shows and encodes files of cards, layouts and boards.

use super::{VerbResult, complain, save};
use crate::files::shown;
use host_core::data::{self, DataFile, FileError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check, show or encode files with cards, layouts or boards.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Task.
    #[command(subcommand)]
    pub task: Task,
}

/// Tasks for data files.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// List every mistake in the files, with its line and a correction.
    Check {
        /// Deck, layout or board files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print the contents of a file in words.
    Show {
        /// Deck, layout or board file [default: house deck].
        file: Option<PathBuf>,
    },
    /// Encode a deck as the bytes that the device stores.
    Encode {
        /// Deck file.
        file: PathBuf,
        /// Output file.
        #[arg(long)]
        out: PathBuf,
    },
}

/// Runs the task. `check` ends with `N mistakes` if there are any.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    match &args.task {
        Task::Check { files } => check(files, out),
        Task::Show { file } => show(file.as_deref(), out),
        Task::Encode { file, out: to } => encode(file, to, out),
    }
}

fn check(files: &[PathBuf], out: &mut impl Write) -> VerbResult {
    let mut mistakes = 0;
    for file in files {
        match load(file) {
            Ok(data) => writeln!(out, "{}: {}", shown(file), data.summary())?,
            Err(fault) => mistakes += fault.print(file, out)?,
        }
    }
    close(mistakes, out)
}

fn show(file: Option<&Path>, out: &mut impl Write) -> VerbResult {
    let Some(file) = file else {
        return match data::read(data::HOUSE_DECK) {
            Ok(data) => {
                write!(out, "{}", data.description())?;
                Ok(ExitCode::SUCCESS)
            }
            Err(_) => Ok(complain("the house deck is broken; give a file")),
        };
    };
    match load(file) {
        Ok(data) => {
            write!(out, "{}", data.description())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            let mistakes = fault.print(file, out)?;
            close(mistakes, out)
        }
    }
}

fn encode(file: &Path, to: &Path, out: &mut impl Write) -> VerbResult {
    let deck = match load(file) {
        Ok(DataFile::Deck(deck)) => deck,
        Ok(other) => {
            return Ok(complain(format_args!(
                "{} is a {}; only a deck can be encoded",
                shown(file),
                other.summary()
            )));
        }
        Err(fault) => {
            let mistakes = fault.print(file, out)?;
            return close(mistakes, out);
        }
    };
    let bytes = deck.bytes();
    if let Err(why) = save(to, &bytes) {
        return Ok(complain(why));
    }
    writeln!(out, "{}: {} bytes", shown(to), bytes.len())?;
    Ok(ExitCode::SUCCESS)
}

/// Failure to read a file of cards, a layout or a board.
enum CardFileError {
    /// The file cannot be read at all; the sentence says what to do.
    Unreadable(String),
    /// The file has mistakes.
    Mistaken(Vec<FileError>),
}

impl CardFileError {
    /// Prints the failure and returns the number of mistakes.
    fn print(&self, file: &Path, out: &mut impl Write) -> std::io::Result<usize> {
        let file = shown(file);
        match self {
            Self::Unreadable(why) => {
                writeln!(out, "{file}: {why}")?;
                Ok(1)
            }
            Self::Mistaken(mistakes) => {
                for FileError { line, message } in mistakes {
                    writeln!(out, "{file}:{line}: {message}")?;
                }
                Ok(mistakes.len())
            }
        }
    }
}

fn load(file: &Path) -> Result<DataFile, CardFileError> {
    if file.is_dir() {
        let why = format!(
            "this is a folder; name the files in it, such as {}",
            shown(file.join("*.toml"))
        );
        return Err(CardFileError::Unreadable(why));
    }
    let bytes = std::fs::read(file).map_err(|error| {
        CardFileError::Unreadable(match error.kind() {
            ErrorKind::NotFound => "there is no such file; look for it with ls".into(),
            _ => format!("cannot be read ({error}); make it readable"),
        })
    })?;
    data::read_bytes(&bytes).map_err(CardFileError::Mistaken)
}

fn close(mistakes: usize, out: &mut impl Write) -> VerbResult {
    match mistakes {
        0 => return Ok(ExitCode::SUCCESS),
        1 => writeln!(out, "1 mistake")?,
        n => writeln!(out, "{n} mistakes")?,
    }
    Ok(ExitCode::FAILURE)
}
