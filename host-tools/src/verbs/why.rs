//! `dohyo why [N]`: prints the grounds of a ruling.

use super::challenge::calibration;
use super::connect::{AnyRing, DeckArgs, RingArgs, events, names, or_fail};
use super::{VerbResult, complain, save};
use crate::files::shown;
use host_core::capture::draw;
use host_core::sentences::{self, Phrasebook, SessionEvent};
use rules_core::referee::Session;
use rules_core::referee::grounds::Ground;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Explain a ruling: its clause, its evidence with the margin, and the policy.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Number of the judgement, counted back from the last one [default: 1, or with
    /// --picture the last one with a capture].
    nth: Option<usize>,
    /// SVG file for a drawing of the raw samples.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Notation of the journal as well.
    #[arg(long, short)]
    verbose: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints the grounds of a judgement.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect());
    let events = or_fail!(events(&mut client));
    let captures = match args.picture {
        Some(_) => or_fail!(client.captures()),
        None => Vec::new(),
    };
    let Some(session) = client.session() else {
        return Ok(complain(
            "no match is running: start one with `dohyo setup`",
        ));
    };
    let why = session.why();
    let known = why.grounds().count();
    let has_capture = |ground: &&Ground| captures.contains(&ground.seq);
    let ground = match args.nth {
        Some(nth) => nth.checked_sub(1).and_then(|n| why.grounds().nth(n)),
        // The last one may rest on time alone.
        None => (why.grounds().find(has_capture)).or_else(|| why.grounds().next()),
    };
    let drawable = why.grounds().position(|ground| has_capture(&ground));
    let line = match ground {
        Some(ground) => {
            let names = names(Some(session), &cards);
            let book = Phrasebook::english(&names);
            print(&book, &events, ground, out)?;
            if args.verbose {
                print_notation(session, ground, out)?;
            }
            ground.seq
        }
        None if known == 0 => {
            return Ok(complain("nothing has been judged yet: play first"));
        }
        None => {
            return Ok(complain(format_args!(
                "only the last {known} judgements are remembered: give a number from 1 to {known}"
            )));
        }
    };
    match &args.picture {
        Some(_) if !captures.contains(&line) => Ok(complain(match drawable {
            Some(n) => format!(
                "line {line} has no capture: people said it, or it rests on time alone; \
                 `dohyo why {}` has one",
                n + 1
            ),
            None => format!("line {line} has no capture, and no ruling before it has one"),
        })),
        Some(path) => draw_line(&mut client, line, path, out),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Fetches and draws the capture that a judgement rests on.
fn draw_line(client: &mut AnyRing, line: u32, path: &Path, out: &mut impl Write) -> VerbResult {
    let bytes = or_fail!(client.capture(line));
    let drawn = match or_fail!(calibration(client)) {
        Ok(calibration) => draw(&bytes, &calibration).map_err(|flaw| flaw.to_string()),
        Err(misfit) => return Ok(complain(misfit)),
    };
    if let Err(why) = drawn.and_then(|svg| save(path, svg)) {
        return Ok(complain(why));
    }
    writeln!(out, "{}", shown(path))?;
    Ok(ExitCode::SUCCESS)
}

fn print(
    book: &Phrasebook<'_>,
    events: &[SessionEvent],
    ground: &Ground,
    out: &mut impl Write,
) -> std::io::Result<()> {
    for told in events.iter().filter(|told| told.event.seq == ground.seq) {
        let sentence = book.event(&told.event.kind, &told.context);
        writeln!(out, "{}", sentence.text)?;
        if let Some(clause) = sentence.clause {
            writeln!(out, "  {clause}: {}", clause.sentence())?;
            if let Some(reading) = clause.reading() {
                writeln!(out, "  our reading: {reading}")?;
            }
        }
    }
    let evidence = &ground.evidence;
    let (seen, at) = (book.evidence(&evidence.kind), sentences::clock(evidence.at));
    writeln!(out, "seen        {seen}, at {at}")?;
    writeln!(out, "certainty   {}", book.certainty(evidence.certainty))?;
    writeln!(out, "decided by  {}", book.passed_by(ground.passed))?;
    writeln!(out, "line        {}", ground.seq)
}

fn print_notation(session: &Session, ground: &Ground, out: &mut impl Write) -> std::io::Result<()> {
    for ruling in session.why().rulings(ground.seq) {
        writeln!(out, "notation    {ruling}")?;
    }
    writeln!(out, "notation    {}", ground.evidence.kind)
}
