//! Verbs of `dohyo`, one file each. A verb has its arguments as a clap type and a `run`
//! that prints to the writer it is given, so that tests can read its output.

pub mod abort;
pub mod answer;
#[cfg(feature = "physics")]
pub mod bench;
#[cfg(feature = "physics")]
mod bench_builds;
#[cfg(all(feature = "physics", feature = "club"))]
mod bench_club;
#[cfg(feature = "physics")]
mod bench_pushes;
#[cfg(feature = "club")]
pub mod bridge;
pub mod calibrate;
pub mod cards;
pub mod challenge;
pub mod check;
pub mod completions;
pub mod configure;
pub mod connect;
pub mod declare;
#[cfg(feature = "physics")]
pub mod demo;
#[cfg(feature = "terminal")]
mod demo_view;
pub mod doctor;
#[cfg(feature = "physics")]
pub mod emulate;
pub mod evening;
mod evening_show;
pub mod export;
pub mod faults;
mod faults_pairs;
#[cfg(feature = "serial")]
pub mod flash;
mod grid_game;
pub mod hub;
pub mod identify;
pub mod info;
pub mod lights;
pub mod man;
pub mod matches;
pub mod merge;
pub mod name;
mod named_match;
pub mod page;
pub mod pair;
pub mod perft;
#[cfg(feature = "physics")]
pub mod play;
#[cfg(feature = "physics")]
mod play_seat;
#[cfg(feature = "serial")]
pub mod ports;
pub mod record;
#[cfg(feature = "physics")]
mod record_simulated;
pub mod redo;
pub mod replay;
pub mod report;
pub mod results;
pub mod ring;
mod rod_stroke;
pub mod rules;
pub mod scenario;
#[cfg(feature = "terminal")]
mod seat;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(all(feature = "physics", feature = "serve"))]
mod serve_simulated;
pub mod setup;
pub mod show;
#[cfg(feature = "physics")]
pub mod simulate;
#[cfg(feature = "physics")]
mod simulate_builds;
#[cfg(feature = "physics")]
mod simulate_faults;
#[cfg(feature = "physics")]
mod simulate_figures;
#[cfg(feature = "physics")]
mod simulate_grid;
#[cfg(feature = "physics")]
mod simulate_rows;
pub mod standings;
pub mod status;
pub mod uf2;
pub mod undo;
pub mod watch;
pub mod why;
pub mod wiring;

use crate::files::shown;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use host_core::data::{self, DataFile};
use host_core::printable::printable;
use rules_core::board::BoardId;
use rules_core::board::withdrawn::WithdrawnBoard;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
#[cfg(feature = "physics")]
use {
    rules_core::games::kabuto::terms::League,
    rules_core::player::Players,
    virtual_ring::sensors::{LIST, NoiseLevel},
};

/// Result of a verb: its exit code, or an error of the outside world (a closed pipe, a
/// full disk).
pub type VerbResult = io::Result<ExitCode>;

/// Returns a clap parser for one of these words. Clap lists them in the help and in
/// errors.
fn one_of<const N: usize, T: Clone + Send + Sync + 'static>(
    words: [&'static str; N],
    parse: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    let word_of = move |word: String| parse(&word).ok_or("unknown word");
    PossibleValuesParser::new(words).try_map(word_of)
}

/// Returns a clap parser for the name of a board. The name of a withdrawn one is refused
/// with the reason.
fn board() -> impl TypedValueParser<Value = BoardId> {
    let boards = BoardId::ALL.map(|board| PossibleValue::new(board.word()));
    let withdrawn = WithdrawnBoard::ALL.map(|board| PossibleValue::new(board.word).hide(true));
    let words = boards.into_iter().chain(withdrawn);
    PossibleValuesParser::new(words.collect::<Vec<_>>()).try_map(|word: String| {
        BoardId::parse(&word).ok_or_else(|| match WithdrawnBoard::parse(&word) {
            Some(board) => board.to_string(),
            None => "unknown board".to_owned(),
        })
    })
}

/// Returns a clap parser for the noise level of the sensors.
#[cfg(feature = "physics")]
fn noise() -> impl TypedValueParser<Value = NoiseLevel> {
    one_of(NoiseLevel::ALL.map(NoiseLevel::word), NoiseLevel::parse)
}

/// Returns a clap parser for the number of players.
#[cfg(feature = "physics")]
fn players() -> impl TypedValueParser<Value = Players> {
    one_of(Players::ALL.map(Players::word), Players::parse)
}

/// Returns the league that the flag `--junior` chooses.
#[cfg(feature = "physics")]
const fn league(is_junior: bool) -> League {
    match is_junior {
        true => League::Junior,
        false => League::Full,
    }
}

/// Prints the faults that `--fault` accepts.
#[cfg(feature = "physics")]
fn list_faults(out: &mut impl Write) -> VerbResult {
    for entry in LIST {
        let values = entry.values.join(", ");
        writeln!(out, "{:<15} {:<14} {}", entry.name, values, entry.about)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file; the error is a sentence with a remedy.
fn save(file: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(file, content).map_err(|error| {
        let file = shown(file);
        format!("cannot write {file}: {error}; name a file in a folder that exists and has room")
    })
}

/// Reads a data file of this kind and returns the part that `wanted` takes; the error is
/// a sentence with a remedy.
fn load<T>(
    file: &Path,
    kind: &str,
    wanted: impl FnOnce(DataFile) -> Option<T>,
) -> Result<T, String> {
    let name = shown(file);
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {name}: {error}; give a {kind} file"))?;
    let data = data::read(&text)
        .map_err(|_| format!("{name} has mistakes; `dohyo cards check {name}` names them"))?;
    wanted(data).ok_or_else(|| format!("{name} is not a {kind}; it should say kind = \"{kind}\""))
}

/// Says on standard error how fast a simulation of this many seconds was: what a campaign
/// prints depends on its plan alone.
#[cfg(feature = "physics")]
fn tell_speed(seconds: f64, began: std::time::Instant, threads: usize) {
    let wall = began.elapsed().as_secs_f64();
    remark(format_args!(
        "{seconds:.0} s simulated in {wall:.0} s: {:.0} times real time per thread",
        seconds / wall / threads as f64
    ));
}

/// Prints a remark to standard error, beside the verb's own output, on one line.
pub fn remark(message: impl std::fmt::Display) {
    let message = message.to_string();
    let _ = writeln!(io::stderr(), "dohyo: {}", printable(&message));
}

/// Prints one sentence with a fault and its remedy to standard error, and returns exit
/// code 2.
pub fn complain(message: impl std::fmt::Display) -> ExitCode {
    remark(message);
    ExitCode::from(2)
}
