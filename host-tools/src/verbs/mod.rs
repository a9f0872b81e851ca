//! The verbs of `dohyo`, one file each. A verb has its arguments as a clap
//! type and a `run` that prints to the writer it is given, so that tests can
//! read what people read.

pub mod cards;
pub mod check;
pub mod demo;
pub mod faults;
pub mod lights;
pub mod perft;
#[cfg(feature = "physics")]
pub mod play;
pub mod rules;
pub mod scenario;
pub mod show;
#[cfg(feature = "physics")]
pub mod simulate;
mod simulate_grid;

use std::io::{self, Write};
use std::process::ExitCode;

/// What a verb comes back with: whether all was well, or an error of the
/// outside world (a closed pipe, a full disk).
pub type Outcome = io::Result<ExitCode>;

/// The games played on a grid, which have positions and records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GridGame {
    /// SUMOO v1.0.
    Sumoo,
    /// Abalone for 2, 3 and 4 players.
    Abalone,
}

/// Says beside the answer, on standard error, what was taken for granted.
pub fn remark(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "dohyo: {message}");
}

/// Says in one sentence what is wrong and what to do, on standard error.
pub fn complain(message: impl std::fmt::Display) -> ExitCode {
    let _ = writeln!(io::stderr(), "dohyo: {message}");
    ExitCode::from(2)
}
