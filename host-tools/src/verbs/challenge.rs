//! `dohyo challenge`: fetches the capture of a ruling and replays it.

use super::connect::{AnyRing, DeckArgs, RingArgs, events, names, or_fail};
use super::{VerbResult, complain, save};
use crate::files::shown;
use host_core::capture::{draw, replay};
use host_core::sentences::{self, Phrasebook, SessionEvent};
use ring_client::Error;
use rules_core::board::{BoardId, Profile};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::migration::CalibrationError;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Column of further sentences of a line, below the first.
const FURTHER: usize = 22;

/// Fetch the capture of a ruling, replay it, and draw it.
///
/// Without a line, list the rulings that have a capture. Exit code 1 if the replay
/// gives another result.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Journal line of the ruling, as `dohyo why` prints it.
    line: Option<u32>,
    /// Output file for the raw capture.
    #[arg(long, value_name = "FILE", requires = "line")]
    out: Option<PathBuf>,
    /// Output file for a drawing of the capture, as SVG.
    #[arg(long, value_name = "FILE", requires = "line")]
    picture: Option<PathBuf>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Fetches and replays the capture, or lists the rulings that have one.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect_live());
    let lines = or_fail!(client.captures());
    let Some(line) = args.line else {
        let events = or_fail!(events(&mut client));
        let names = names(client.session(), &cards);
        list(&lines, &events, &Phrasebook::english(&names), out)?;
        return Ok(ExitCode::SUCCESS);
    };
    if !lines.contains(&line) {
        return Ok(complain(format_args!(
            "there is no capture of line {line}: `dohyo challenge` lists the lines that have one"
        )));
    }
    let bytes = or_fail!(client.capture(line));
    writeln!(out, "line {line}: capture of {} bytes", bytes.len())?;
    if let Some(path) = &args.out {
        if let Err(why) = save(path, &bytes) {
            return Ok(complain(why));
        }
        writeln!(out, "{}", shown(path))?;
    }
    let calibration = or_fail!(calibration(&mut client));
    let calibration = match calibration {
        Ok(calibration) => calibration,
        Err(misfit) => return Ok(complain(misfit)),
    };
    let replayed = match replay(&bytes, &calibration) {
        Ok(replayed) => replayed,
        Err(flaw) => return Ok(complain(flaw)),
    };
    if let Some(path) = &args.picture {
        let drawn = draw(&bytes, &calibration).map_err(|flaw| flaw.to_string());
        if let Err(why) = drawn.and_then(|svg| save(path, svg)) {
            return Ok(complain(why));
        }
        writeln!(out, "{}", shown(path))?;
    }
    if replayed.is_same() {
        writeln!(out, "replayed: the same result")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "replayed: NOT the same result")?;
    Ok(ExitCode::FAILURE)
}

/// Lists the lines with a capture, and beside each the sentences of its rulings.
fn list(
    lines: &[u32],
    events: &[SessionEvent],
    book: &Phrasebook<'_>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if lines.is_empty() {
        writeln!(
            out,
            "the ring keeps no capture: nothing was judged since it started"
        )?;
    }
    for line in lines {
        let mut told = events.iter().filter(|told| told.event.seq == *line);
        let sentence = |told: &SessionEvent| {
            let sentence = book.event(&told.event.kind, &told.context);
            sentence.in_full(book.language)
        };
        match told.next() {
            None => writeln!(out, "line {line:>4}  of an earlier match")?,
            Some(first) => {
                let at = sentences::clock(first.event.at);
                writeln!(out, "line {line:>4}  {at}  {}", sentence(first))?;
            }
        }
        for further in told {
            writeln!(out, "{:FURTHER$}{}", "", sentence(further))?;
        }
    }
    Ok(())
}

/// Fetches the calibration of the ring, which a capture is replayed with.
pub(super) fn calibration(
    client: &mut AnyRing,
) -> Result<Result<Calibration, CalibrationError>, Error> {
    let board = client.hello().map_or(BoardId::Ring, |hello| hello.board);
    let stored = client.calibrated()?;
    Ok(stored.open(Profile::of(board)))
}
