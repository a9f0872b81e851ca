//! `dohyo pair`: pairs the next rounds of an evening.

use super::{VerbResult, complain, save};
use crate::evening::event_file::EventFile;
use crate::evening::swiss;
use crate::files::shown;
use host_core::evening::event::{EveningEvent, PlannedPair};
use host_core::evening::{Evening, pair_list};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pair the next rounds of an evening.
///
/// A round robin needs no pairing: `dohyo evening begin` pairs all of it. Pairings of any
/// other kind are imported from a file. A Swiss round is paired by an engine such as
/// bbpPairings, which reads a TRF16 file and writes its pairs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of the evening.
    events: PathBuf,
    #[command(flatten)]
    from: Origin,
}

/// Origin of the pairs.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Origin {
    /// CSV file with the columns round,table,a,b and for larger tables c,d.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Swiss pairing engine to call, as `bbpPairings`.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// TRF16 file to write for an engine that is called by hand.
    #[arg(long, value_name = "FILE")]
    trf: Option<PathBuf>,
    /// Pairs that an engine wrote.
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,
}

/// Appends the pairs to the evening and prints them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    match pair(args) {
        Ok(text) => {
            write!(out, "{text}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => Ok(complain(why)),
    }
}

fn pair(args: &Args) -> Result<String, String> {
    let (mut file, _) = EventFile::open(&args.events)?;
    let from = &args.from;
    if let Some(path) = &from.trf {
        save(path, swiss::report(file.evening())?)?;
        return Ok(format!("{} has the rounds so far\n", shown(path)));
    }
    let before = file.evening().rounds().len();
    if let Some(path) = &from.csv {
        let text = read(path)?;
        file.append_with(|evening| imported(evening, &text, path))?;
    } else if let Some(path) = &from.pairs {
        let text = read(path)?;
        file.append_with(|evening| swiss_round(evening, &text, &shown(path)))?;
    } else if let Some(engine) = &from.engine {
        let report = swiss::report(file.evening())?;
        let text = swiss::run(engine, &report, &args.events)?;
        file.append_with(|evening| swiss_round(evening, &text, engine))?;
    }
    let rounds = file.evening().rounds().iter().skip(before).flatten();
    let lines = rounds.map(|pairing| {
        let players = pairing.players.join(" - ");
        match pairing.players.len() {
            1 => format!("round {}: {players} has a bye\n", pairing.round),
            _ => format!("round {}: {players} at {}\n", pairing.round, pairing.table),
        }
    });
    Ok(lines.collect())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}; give another file", shown(path)))
}

fn imported(evening: &Evening, text: &str, path: &Path) -> Result<Vec<EveningEvent>, String> {
    let in_file = |why| format!("{}: {why}", shown(path));
    let rounds = pair_list::read(text, evening.plan(), evening.next_round()).map_err(in_file)?;
    for (round, pairs) in &rounds {
        let checked = evening.check_pairs(pairs);
        checked.map_err(|why| in_file(format!("round {round}: {why}")))?;
    }
    let rounds = rounds.into_iter();
    Ok(rounds
        .map(|(round, pairs)| paired(round, pairs, &shown(path)))
        .collect())
}

fn swiss_round(evening: &Evening, text: &str, by: &str) -> Result<Vec<EveningEvent>, String> {
    // What an engine paired from is void once another result or round is in the file.
    swiss::report(evening)?;
    let pairs = swiss::pairs(evening, text).map_err(|why| format!("pairs of {by}: {why}"))?;
    Ok(vec![paired(evening.next_round(), pairs, by)])
}

fn paired(round: u32, pairs: Vec<PlannedPair>, by: &str) -> EveningEvent {
    EveningEvent::Paired {
        round,
        pairs,
        by: by.to_owned(),
    }
}
