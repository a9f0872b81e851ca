//! `dohyo cards`: cards, layouts and boards as files.

use super::{Outcome, complain, save};
use crate::data::{self, DataFile, Mistake};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check, show or encode files with cards, layouts or boards.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// What to do with them.
    #[command(subcommand)]
    pub task: Task,
}

/// What can be done with data files.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Name every mistake in the files, with its line and what to write instead.
    Check {
        /// Files with a deck, a layout or a board.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print what a file holds, in words.
    Show {
        /// A file with a deck, a layout or a board; without one, the house deck.
        file: Option<PathBuf>,
    },
    /// Write a deck as the bytes that the device keeps.
    Encode {
        /// A file with a deck.
        file: PathBuf,
        /// Where the bytes go.
        #[arg(long)]
        out: PathBuf,
    },
}

/// Does it. `check` ends with `N mistakes` if there are any.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    match &args.task {
        Task::Check { files } => check(files, out),
        Task::Show { file } => show(file.as_deref(), out),
        Task::Encode { file, out: to } => encode(file, to, out),
    }
}

fn check(files: &[PathBuf], out: &mut impl Write) -> Outcome {
    let mut mistakes = 0;
    for file in files {
        match load(file) {
            Ok(data) => writeln!(out, "{}: {}", file.display(), data.summary())?,
            Err(fault) => mistakes += fault.tell(file, out)?,
        }
    }
    close(mistakes, out)
}

fn show(file: Option<&Path>, out: &mut impl Write) -> Outcome {
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
            let mistakes = fault.tell(file, out)?;
            close(mistakes, out)
        }
    }
}

fn encode(file: &Path, to: &Path, out: &mut impl Write) -> Outcome {
    let deck = match load(file) {
        Ok(DataFile::Deck(deck)) => deck,
        Ok(other) => {
            return Ok(complain(format_args!(
                "{} is a {}; only a deck can be encoded",
                file.display(),
                other.summary()
            )));
        }
        Err(fault) => {
            let mistakes = fault.tell(file, out)?;
            return close(mistakes, out);
        }
    };
    let bytes = deck.bytes();
    if let Err(why) = save(to, &bytes) {
        return Ok(complain(why));
    }
    writeln!(out, "{}: {} bytes", to.display(), bytes.len())?;
    Ok(ExitCode::SUCCESS)
}

/// Why a file gave nothing.
enum Fault {
    /// It cannot be read at all; says what to do.
    Unreadable(String),
    /// It has mistakes.
    Mistaken(Vec<Mistake>),
}

impl Fault {
    /// Prints it; gives back how many mistakes that were.
    fn tell(&self, file: &Path, out: &mut impl Write) -> std::io::Result<usize> {
        let file = file.display();
        match self {
            Self::Unreadable(why) => {
                writeln!(out, "{file}: {why}")?;
                Ok(1)
            }
            Self::Mistaken(mistakes) => {
                for Mistake { line, message } in mistakes {
                    writeln!(out, "{file}:{line}: {message}")?;
                }
                Ok(mistakes.len())
            }
        }
    }
}

fn load(file: &Path) -> Result<DataFile, Fault> {
    if file.is_dir() {
        let why = format!(
            "this is a folder; name the files in it, such as {}",
            file.join("*.toml").display()
        );
        return Err(Fault::Unreadable(why));
    }
    let bytes = std::fs::read(file).map_err(|error| {
        Fault::Unreadable(match error.kind() {
            ErrorKind::NotFound => "there is no such file; look for it with ls".into(),
            _ => format!("cannot be read ({error}); make it readable"),
        })
    })?;
    data::read_bytes(&bytes).map_err(Fault::Mistaken)
}

fn close(mistakes: usize, out: &mut impl Write) -> Outcome {
    match mistakes {
        0 => return Ok(ExitCode::SUCCESS),
        1 => writeln!(out, "1 mistake")?,
        n => writeln!(out, "{n} mistakes")?,
    }
    Ok(ExitCode::FAILURE)
}
