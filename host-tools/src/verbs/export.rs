//! `dohyo export FILE`: exports a recording as JSON lines or as an HTML report.

use super::connect::DeckArgs;
use super::replay::replaced_lines;
use super::{VerbResult, complain, remark};
use crate::files::shown;
use crate::people::MatchPeople;
use host_core::events::{EventWriter, SCHEMA};
use host_core::recording::MessageRecording;
use host_core::report::MatchReport;
use host_core::sentences::{EventContext, SessionEvent};
use ring_client::recording;
use rules_core::games::kabuto::card::Card;
use rules_core::referee::Follower;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Export a recording as JSON lines or as a match report in HTML.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording.
    #[arg(required_unless_present = "schema")]
    file: Option<PathBuf>,
    /// Match report in HTML instead of JSON lines.
    #[arg(long)]
    html: bool,
    /// First journal line to export.
    #[arg(
        long,
        value_name = "LINE",
        default_value_t = 0,
        conflicts_with = "html"
    )]
    from: u32,
    /// JSON Schema of the lines, which `dohyo watch --json` prints as well.
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
}

/// Prints the recording. Damaged parts are left out and reported on standard error.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let file = match (&args.file, args.schema) {
        (Some(file), false) => file,
        _ => {
            write!(out, "{SCHEMA}")?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let name = shown(file);
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let recording = match recording::read(file) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(format_args!("{name} cannot be exported: {why}"))),
    };
    let report = MatchReport::from_recording(&recording);
    if args.html {
        report.write_html(&cards, out)?;
    } else {
        write_lines(&recording, cards, args.from, out)?;
    }
    for damage in &recording.damage {
        remark(format_args!("{name}: {damage}"));
    }
    for (line, astray) in &report.astray {
        remark(format_args!("{name}: line {line}: {astray}"));
    }
    if let Some(first) = report.replaced.iter().min() {
        let told = replaced_lines(report.replaced.len(), *first);
        remark(format_args!("{name}: {told}"));
    }
    if recording.damage.is_empty() && report.astray.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

/// Prints every journal line from `from` on that can be followed.
fn write_lines(
    recording: &MessageRecording,
    cards: Vec<Card>,
    from: u32,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut writer = EventWriter::new(recording.identity().cloned(), cards);
    let people = MatchPeople::of_user(recording.identity().cloned());
    let mut follower = Follower::default();
    for line in &recording.journal().lines {
        let Ok(said) = follower.apply(line) else {
            continue;
        };
        if let Some(people) = people.of_line(line) {
            writer.set_people(people);
        }
        let context = EventContext::new(line, follower.session());
        let mut events = Vec::new();
        said.events(line.seq, line.body.at, line.body.hash, |event| {
            events.push(SessionEvent { event, context });
        });
        let object = writer.write(line, &events, follower.session(), None);
        if line.seq >= from {
            writeln!(out, "{object}")?;
        }
    }
    Ok(())
}
