//! `dohyo replay FILE`: replays a recording and verifies every state hash.

use super::connect::DeckArgs;
use super::{VerbResult, complain};
use crate::files::shown;
use host_core::report::MatchReport;
use host_core::sentences::Phrasebook;
use host_core::{narration, notation};
use ring_client::recording;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Replay a recording and verify every state hash.
///
/// Exit code 1 if a line leads to another state than the ring reported, if lines
/// are missing, or if the file is damaged.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording.
    file: PathBuf,
    /// Events of the match, with journal lines and notation.
    #[arg(long, short)]
    verbose: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
}

/// Replays the recording and prints every fault.
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
        Err(why) => return Ok(complain(format_args!("{name} cannot be replayed: {why}"))),
    };
    let report = MatchReport::from_recording(&recording);
    let names = report.names(&cards);
    for told in report.events.iter().filter(|_| args.verbose) {
        if let Some(narration) = narration::narrate(&Phrasebook::english(&names), told) {
            writeln!(out, "{}", narration.line())?;
        }
        let (line, text) = (told.event.seq, notation::event(&told.event.kind));
        writeln!(out, "{:>10}{:<8} {text}", "", format!("line {line}"))?;
    }
    for (line, astray) in &report.astray {
        writeln!(out, "line {line}: {astray}")?;
    }
    for damage in &recording.damage {
        writeln!(out, "{damage}")?;
    }
    let replaced = report.replaced.len();
    if let Some(first) = report.replaced.iter().min() {
        writeln!(out, "{}", replaced_lines(replaced, *first))?;
    }
    let verified = report.verified;
    match report.hash.filter(|_| args.verbose) {
        Some(hash) => writeln!(
            out,
            "{verified} lines verified, the last state is {hash:016x}"
        )?,
        None => writeln!(out, "{verified} lines verified")?,
    }
    // Only a recording with an origin is known to hold one ring.
    let is_one_ring = replaced == 0 || recording.origin.is_some();
    if report.astray.is_empty() && recording.damage.is_empty() && is_one_ring {
        return Ok(ExitCode::SUCCESS);
    }
    complain(format_args!(
        "{name} is not sound: {} lines do not follow, {} places are damaged, {replaced} lines were replaced; take an undamaged copy, or record the match from the ring again",
        report.astray.len(),
        recording.damage.len()
    ));
    Ok(ExitCode::FAILURE)
}

/// Returns the sentence about lines that were recorded again with other contents.
pub(super) fn replaced_lines(count: usize, first: u32) -> String {
    format!(
        "{count} lines from line {first} on were recorded again with other contents: a power cut took them back, or they are of another ring; the later ones are shown"
    )
}
