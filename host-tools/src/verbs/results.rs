//! `dohyo results`: table of results, which anybody can verify.

use super::connect::{AnyRing, DeckArgs, RingArgs, failed};
use super::{VerbResult, complain, remark};
use crate::evening::archived::{self, ArchivedResults};
use crate::evening::event_file::{EventFile, TORN};
use crate::files::shown;
#[cfg(feature = "serve")]
use crate::serve::qr_code;
use host_core::evening::results::{ResultRow, places_text, table, to_csv};
use host_core::evening::standings::standings;
use host_core::evening::{Evening, bg_stats, trf, trf_read};
use ring_client::{ClientUpdate, Error};
use rules_core::games::kabuto::card::Card;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time in which a ring sends the lines that it has.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Print who won which match by which clause, with the state hash that proves it.
///
/// FILE is the file of an evening, or recordings or exported lines (.jsonl), whose every
/// hash is verified. Without FILE the matches of a ring are read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of an evening, or recordings or exported lines.
    files: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
    /// Recordings or exported lines to compare the table of an evening with.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    verify: Vec<PathBuf>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Form of the output.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(multiple = false)]
struct Form {
    /// Comma-separated values.
    #[arg(long)]
    csv: bool,
    /// Tournament report of FIDE, TRF16, of an evening.
    #[arg(long)]
    trf: bool,
    /// Links for the play diary BG Stats, with QR codes, of an evening.
    #[arg(long)]
    bg_stats: bool,
}

/// Prints the table. Exit code 1 if a line does not follow or a result is not proved.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let evening = match evening(&args.files) {
        Ok(evening) => evening,
        Err(why) => return Ok(complain(why)),
    };
    let Some(evening) = evening else {
        if args.form.trf || args.form.bg_stats || !args.verify.is_empty() {
            return Ok(complain("only an evening has that: give the file of one"));
        }
        let found = match args.files.is_empty() {
            true => {
                let read = args
                    .ring
                    .connect()
                    .and_then(|mut client| of_ring(&mut client, &cards));
                match read {
                    Ok(found) => found,
                    Err(error) => return Ok(failed(&error)),
                }
            }
            false => match of_files(&args.files, &cards) {
                Ok(found) => found,
                Err(why) => return Ok(complain(why)),
            },
        };
        print(&found.rows, args.form.csv, out)?;
        return Ok(verdict(&found.faults));
    };
    let rows = table(&evening);
    if args.form.trf {
        return match report(&evening, &rows) {
            Ok(text) => {
                write!(out, "{text}")?;
                Ok(ExitCode::SUCCESS)
            }
            Err(why) => Ok(complain(why)),
        };
    }
    if args.form.bg_stats {
        print_links(&evening, &rows, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&rows, args.form.csv, out)?;
    if args.verify.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let found = match of_files(&args.verify, &cards) {
        Ok(found) => found,
        Err(why) => return Ok(complain(why)),
    };
    let (proved, differing) = archived::compare(&rows, &found.rows);
    remark(format_args!(
        "{proved} results are proved by the lines of their rings"
    ));
    Ok(verdict(&[found.faults, differing].concat()))
}

/// Prints sentences about what is wrong, and returns 1 if there is any.
fn verdict(faults: &[String]) -> ExitCode {
    faults.iter().for_each(remark);
    match faults.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Returns the evening if that is what the only file holds.
fn evening(files: &[PathBuf]) -> Result<Option<Evening>, String> {
    let [path] = files else {
        return Ok(None);
    };
    if !begins_an_evening(path) {
        return Ok(None);
    }
    let (file, is_torn) = EventFile::open(path)?;
    if is_torn {
        remark(format_args!("{}: {TORN}", shown(path)));
    }
    Ok(Some(file.evening().clone()))
}

fn begins_an_evening(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap_or_default();
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let object: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    object.is_some_and(|object| object["kind"] == "begun")
}

fn of_files(files: &[PathBuf], cards: &[Card]) -> Result<ArchivedResults, String> {
    let mut all = ArchivedResults::default();
    for path in files {
        let found = archived::results(path, cards)?;
        all.rows.extend(found.rows);
        all.faults.extend(found.faults);
    }
    Ok(all)
}

/// Reads the results that a ring has.
fn of_ring(client: &mut AnyRing, cards: &[Card]) -> Result<ArchivedResults, Error> {
    let info = client.info()?;
    let mut lines = Vec::new();
    let mut last = client.follow_match_of(0)?.saturating_sub(1);
    let until = Instant::now() + READ_TIMEOUT;
    while last + 1 < info.next && Instant::now() < until && !client.is_over() {
        if let Some(ClientUpdate::Line(followed)) = client.next(Duration::from_millis(100))? {
            last = followed.line.seq;
            lines.push(followed.line);
        }
    }
    let mut found = ArchivedResults::default();
    let (ring, journal) = (
        info.identity.ring.to_string(),
        info.identity.journal.to_string(),
    );
    found.add("the ring", &lines, cards, &ring, &journal);
    Ok(found)
}

fn print(rows: &[ResultRow], csv: bool, out: &mut impl Write) -> std::io::Result<()> {
    if csv {
        return write!(out, "{}", to_csv(rows));
    }
    if rows.is_empty() {
        return writeln!(out, "no match has ended yet");
    }
    for row in rows {
        let round = match row.round {
            0 => String::new(),
            round => format!("round {round}  "),
        };
        let played = row.played.as_ref().map_or_else(String::new, |played| {
            let overruled = if played.overruled { ", overruled" } else { "" };
            let (first, last, hash) = (played.id.first, played.last, &played.hash);
            let ring = &played.id.ring;
            format!(
                "{}{overruled}, ring {ring}, lines {first} to {last}, hash {hash}",
                played.clause
            )
        });
        let played = match played.as_str() {
            "" => format!("by {}", row.by.word()),
            _ => played,
        };
        let names = row.seats.join(" - ");
        let places = places_text(&row.places);
        let table = if row.table.is_empty() {
            "no table"
        } else {
            &row.table
        };
        let void = if row.counts == host_core::evening::results::Counting::Void {
            "  (void)"
        } else {
            ""
        };
        writeln!(out, "{round}{table}  {names}  {places}  {played}{void}")?;
    }
    Ok(())
}

/// Returns the report of an evening, once it was read back and agrees with itself.
fn report(evening: &Evening, rows: &[ResultRow]) -> Result<String, String> {
    let people = evening.plan().names();
    let report = trf::report(evening, &standings(&people, rows), false)?;
    let text = trf::write(&report);
    let read = trf_read::read(&text)?;
    trf::check(&read)?;
    match read == report {
        true => Ok(text),
        false => {
            Err("a name shifts the columns of the report: shorten the names of the plan".into())
        }
    }
}

fn print_links(evening: &Evening, rows: &[ResultRow], out: &mut impl Write) -> std::io::Result<()> {
    for row in rows {
        let Some(link) = bg_stats::link(evening, row) else {
            continue;
        };
        writeln!(out, "round {}, {}: {link}", row.round, row.table)?;
        #[cfg(feature = "serve")]
        for line in qr_code::lines(&link).into_iter().flatten() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
