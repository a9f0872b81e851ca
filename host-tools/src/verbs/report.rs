//! `dohyo report FILE`: writes all that is known about a ring and its device to a file.

use super::connect::{AnyRing, RingArgs, or_fail};
use super::{VerbResult, complain};
use crate::files::shown;
use host_core::device_facts::{NOT_MEASURED, facts};
use host_core::printable::printable;
use ring_client::Error;
use rules_core::board::Profile;
use rules_core::sensing::calibration::{Calibration, Provenance};
use serde_json::{Map, Value, json};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Version of the report's keys; it grows if one changes its meaning or goes.
const FORMAT: u32 = 1;

/// Number of the last matches in the journal whose lines a report names.
const MATCHES: usize = 5;

/// Write a report about a ring and its device to a TOML file.
///
/// It holds versions, the last crash, the health of the device, journal numbers, settings,
/// faulty sensors and the state of the calibration, for who has to find an error from
/// afar. It names no players and holds no rulings.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to write.
    #[arg(default_value = "dohyo-report.toml")]
    file: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    overwrite: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Writes the report.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let name = shown(&args.file);
    if !args.overwrite && args.file.exists() {
        return Ok(exists(&name));
    }
    let mut client = or_fail!(args.ring.connect());
    let report = or_fail!(report(&mut client));
    let text = match toml::to_string_pretty(&report) {
        Ok(text) => text,
        Err(why) => {
            return Ok(complain(format_args!(
                "the report cannot be written: {why}"
            )));
        }
    };
    match write(&args.file, args.overwrite, &text) {
        Ok(()) => writeln!(
            out,
            "{name}: look through it, and attach it to your question"
        )?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(exists(&name)),
        Err(error) => {
            return Ok(complain(format_args!(
                "cannot write {name}: {error}; name a file in a folder that exists and has room"
            )));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Says that the file exists, and what to do.
fn exists(name: &impl std::fmt::Display) -> ExitCode {
    complain(format_args!(
        "{name} exists already: give another name, or replace it with --overwrite"
    ))
}

fn write(file: &Path, overwrite: bool, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    match overwrite {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    options.open(file)?.write_all(text.as_bytes())
}

/// Asks the ring for all that a report holds. What a recording does not hold is left out.
fn report(client: &mut AnyRing) -> Result<Value, Error> {
    let info = client.info()?;
    let faults = client.health()?;
    let matches = unless_refused(client.matches())?;
    let calibration = unless_refused(client.calibrated())?;
    let mut report = Map::new();
    let made = SystemTime::now().duration_since(UNIX_EPOCH);
    report.insert("format".into(), FORMAT.into());
    report.insert(
        "made_unix_s".into(),
        made.map_or(0, |made| made.as_secs()).into(),
    );
    report.insert(
        "host".into(),
        json!({
            "version": host_core::VERSION,
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
        }),
    );
    if let Some(hello) = client.hello() {
        let mut facts = facts(hello, &info);
        if info.crash.is_none() {
            facts["crash"] = "none".into();
        }
        report.insert("ring".into(), facts);
    }
    let faults: Vec<String> = faults
        .iter()
        .map(|(sensor, fault)| format!("{sensor}: {fault}"))
        .collect();
    report.insert("sensor_faults".into(), faults.into());
    if let Some(matches) = matches {
        let last = matches.iter().rev().take(MATCHES).rev();
        let last: Vec<_> = last.map(|lines| [lines.begin, lines.last]).collect();
        report.insert("last_matches".into(), json!(last));
    }
    let profile = Profile::of(info.settings.board);
    let opened = calibration.and_then(|stored| stored.open(profile).ok());
    if let Some(calibration) = opened {
        report.insert("calibration".into(), provenances(&calibration));
    }
    Ok(as_text(Value::Object(report)))
}

/// Returns `None` in place of a refusal.
fn unless_refused<T>(answer: Result<T, Error>) -> Result<Option<T>, Error> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the number of channels by the provenance of their rest level.
fn provenances(calibration: &Calibration) -> Value {
    let count = |from: Provenance| {
        let rests = calibration.rests.iter();
        rests.filter(|rest| rest.from == from).count()
    };
    let counts = Provenance::ALL.map(|from| (from.word().to_owned(), count(from).into()));
    Value::Object(counts.into_iter().collect())
}

/// Returns a value for a file that people read: what is missing is named, since TOML has
/// no null, and no text of the ring controls a terminal.
fn as_text(value: Value) -> Value {
    match value {
        Value::Null => NOT_MEASURED.into(),
        Value::String(text) => printable(&text).to_string().into(),
        Value::Array(values) => values.into_iter().map(as_text).collect(),
        Value::Object(entries) => {
            let entries = entries.into_iter();
            Value::Object(entries.map(|(key, value)| (key, as_text(value))).collect())
        }
        other => other,
    }
}
