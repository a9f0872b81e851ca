//! `dohyo export FILE`: exports a recording as JSON lines or as an HTML report.

use super::connect::DeckArgs;
use super::replay::replaced_lines;
use super::watch::as_json;
use super::{VerbResult, complain, remark};
use crate::files::shown;
use host_core::report::MatchReport;
use host_core::sentences::Phrasebook;
use ring_client::recording;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Export a recording as JSON lines or as a match report in HTML.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording.
    file: PathBuf,
    /// Match report in HTML instead of JSON lines.
    #[arg(long)]
    html: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
}

/// Prints the recording. Damaged parts are left out and reported on standard error.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let name = shown(&args.file);
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let recording = match recording::read(&args.file) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(format_args!("{name} cannot be exported: {why}"))),
    };
    let report = MatchReport::from_recording(&recording);
    if args.html {
        report.write_html(&cards, out)?;
    } else {
        let names = report.names(&cards);
        for told in &report.events {
            let book = Phrasebook::english(&names);
            writeln!(out, "{}", as_json(&book, told, recording.identity()))?;
        }
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
