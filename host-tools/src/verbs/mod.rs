//! The verbs of `dohyo`, one file each. A verb has its arguments as a clap
//! type and a `run` that prints to the writer it is given, so that tests can
//! read what people read.

pub mod abort;
pub mod answer;
#[cfg(feature = "physics")]
pub mod bench;
pub mod calibrate;
pub mod cards;
pub mod challenge;
pub mod check;
pub mod configure;
pub mod declare;
#[cfg(feature = "physics")]
pub mod demo;
pub mod doctor;
#[cfg(feature = "physics")]
pub mod emulate;
pub mod export;
pub mod faults;
pub mod flash;
pub mod identify;
pub mod info;
pub mod lights;
pub mod matches;
pub mod perft;
#[cfg(feature = "physics")]
pub mod play;
pub mod ports;
pub mod reach;
pub mod record;
pub mod redo;
pub mod replay;
pub mod ring;
pub mod rules;
pub mod scenario;
#[cfg(feature = "physics")]
pub mod serve;
pub mod setup;
pub mod show;
#[cfg(feature = "physics")]
pub mod simulate;
#[cfg(feature = "physics")]
mod simulate_faults;
#[cfg(feature = "physics")]
mod simulate_grid;
pub mod status;
pub mod uf2;
pub mod undo;
pub mod watch;
pub mod why;
pub mod wiring;

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
