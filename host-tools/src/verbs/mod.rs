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

use crate::abalone;
use crate::data::{self, DataFile};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules_core::board::Name;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
#[cfg(feature = "physics")]
use {
    crate::virtual_ring::play::stage::Recording,
    crate::virtual_ring::recording::{Header, Recorder},
    crate::virtual_ring::sensors::{LIST, Level},
    rules_core::board::Dimensions,
    rules_core::games::kabuto::terms::League,
    rules_core::player::Players,
    std::fs::File,
    std::io::BufWriter,
};

/// What a verb comes back with: whether all was well, or an error of the
/// outside world (a closed pipe, a full disk).
pub type Outcome = io::Result<ExitCode>;

/// The games played on a grid, which have positions and records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GridGame {
    /// SUMOO v1.0.
    #[value(alias = "su")]
    Sumoo,
    /// Abalone for 2, 3 and 4 players.
    #[value(alias = "ab")]
    Abalone,
}

/// Where a game on a grid starts; `dohyo show --help` says how positions are
/// written.
#[derive(Debug, clap::Args)]
struct StartArgs {
    /// Abalone: how many play.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// Abalone: standard (the usual one for so many players), belgian-daisy, german-daisy, three-players or four-players.
    #[arg(long, conflicts_with = "position")]
    start: Option<String>,
}

impl StartArgs {
    /// The start of a game of Abalone; what is assumed for it is remarked.
    fn abalone<'a>(&'a self, position: Option<&'a str>) -> abalone::Choice<'a> {
        let choice = abalone::Choice {
            players: self.players,
            start: self.start.as_deref(),
            position,
        };
        choice.assumption().into_iter().for_each(remark);
        choice
    }

    /// SUMOO has one start.
    fn sumoo(&self) -> Result<(), String> {
        match (self.players, &self.start) {
            (None, None) => Ok(()),
            _ => {
                let sentence =
                    "SUMOO has two players and one start; leave out --players and --start";
                Err(sentence.into())
            }
        }
    }
}

/// Reads one of these words. Clap lists them in the help, and to whoever writes
/// something else.
fn one_of<const N: usize, T: Clone + Send + Sync + 'static>(
    words: [&'static str; N],
    parse: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    let word_of = move |word: String| parse(&word).ok_or("there is no such word");
    PossibleValuesParser::new(words).try_map(word_of)
}

/// Reads the name of a board.
fn board() -> impl TypedValueParser<Value = Name> {
    one_of(Name::ALL.map(Name::word), Name::parse)
}

/// Reads how noisy the sensors are.
#[cfg(feature = "physics")]
fn noise() -> impl TypedValueParser<Value = Level> {
    one_of(Level::ALL.map(Level::word), Level::parse)
}

/// Reads how many play.
#[cfg(feature = "physics")]
fn players() -> impl TypedValueParser<Value = Players> {
    one_of(Players::ALL.map(Players::word), Players::parse)
}

/// The league of `--junior`, or of its absence.
#[cfg(feature = "physics")]
const fn league(is_junior: bool) -> League {
    match is_junior {
        true => League::Junior,
        false => League::Full,
    }
}

/// Prints what `--fault` can name.
#[cfg(feature = "physics")]
fn list_faults(out: &mut impl Write) -> Outcome {
    for entry in LIST {
        let values = entry.values.join(", ");
        writeln!(out, "{:<15} {:<14} {}", entry.name, values, entry.about)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, or says in a sentence why not.
fn save(file: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(file, content).map_err(|error| {
        let file = file.display();
        format!("cannot write {file}: {error}; name a file in a folder that exists and has room")
    })
}

/// Takes what it wants from a data file of this kind, or says in a sentence why
/// not.
fn load<T>(
    file: &Path,
    kind: &str,
    wanted: impl FnOnce(DataFile) -> Option<T>,
) -> Result<T, String> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {name}: {error}; give a {kind} file"))?;
    let data = data::read(&text)
        .map_err(|_| format!("{name} has mistakes; `dohyo cards check {name}` names them"))?;
    wanted(data).ok_or_else(|| format!("{name} is no {kind}; it should say kind = \"{kind}\""))
}

/// The file of `--record` for frames of this board, or a sentence.
#[cfg(feature = "physics")]
fn record(file: &Path, board: Name, seed: u64) -> Result<Recording, String> {
    let why = |error: &dyn std::fmt::Display| {
        let name = file.display();
        format!("cannot write {name}: {error}; choose another file with --record")
    };
    let to = File::create(file).map_err(|error| why(&error))?;
    let to: Box<dyn Write + Send> = Box::new(BufWriter::new(to));
    let header = Header::now(board, Dimensions::ASSUMED, seed);
    Recorder::new(to, &header).map_err(|error| why(&error))
}

/// Says beside the answer, on standard error, what was taken for granted.
pub fn remark(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "dohyo: {message}");
}

/// Says in one sentence what is wrong and what to do, on standard error.
pub fn complain(message: impl std::fmt::Display) -> ExitCode {
    remark(message);
    ExitCode::from(2)
}
