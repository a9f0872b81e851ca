//! `dohyo watch`: prints the events of the match as they happen.

use super::connect::{DeckArgs, RingArgs, failed, names, or_fail, remark_on};
use super::device_facts::{health_json, health_lines};
use super::{VerbResult, complain};
use host_core::narration::narrate;
use host_core::sentences::{self, Names, Phrasebook, SessionEvent};
use host_core::{answers, notation};
use ring_client::{ClientUpdate, Error};
use rules_core::clause::Clause;
use rules_core::player::Seat;
use rules_core::referee::{AnyGame, Session, Waiting};
use rules_core::wire::message::{Streams, WatchStream};
use rules_core::wire::{DeviceHealth, Identity, RingMessage};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Follow the match: rulings with their clauses, questions, and awaited actions.
///
/// Once a minute it also prints the health of the device.
/// A broken connection is opened again, and missed lines are fetched.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object per event.
    #[arg(long)]
    json: bool,
    /// Journal line and notation of every event as well.
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Time limit, seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints events until the ring is gone or, with `--seconds`, time is up.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect());
    // The lines so far come first: they name the players who are waited for.
    or_fail!(client.catch_up());
    let streams = Streams::of(WatchStream::Waiting).with(WatchStream::Device);
    or_fail!(client.watch(streams));
    let identity = match client.info() {
        Ok(info) => Some(info.identity),
        // A recording need not hold it.
        Err(Error::Refused(_)) => None,
        Err(error) => return Ok(failed(&error)),
    };
    let mut known = (Names::default(), None);
    let until = args
        .seconds
        .map(|seconds| Instant::now() + Duration::from_secs(seconds));
    while !client.is_over() && until.is_none_or(|until| Instant::now() < until) {
        let update = or_fail!(client.next(Duration::from_millis(100)));
        match update {
            Some(ClientUpdate::Line(followed)) => {
                let session = followed.session.as_deref();
                // The end of a match still names its players.
                if let Some(game) = session.and_then(Session::game) {
                    known = (names(session, &cards), Some(game.turn()));
                }
                for event in SessionEvent::of_line(&followed) {
                    let book = Phrasebook::english(&known.0);
                    print(args, &book, (&event, identity.as_ref()), out)?;
                }
            }
            Some(ClientUpdate::Message(message)) => match *message {
                RingMessage::Waiting(waiting) => {
                    let book = Phrasebook::english(&known.0);
                    print_waiting(args, &book, (&waiting, known.1), client.session(), out)?;
                }
                RingMessage::Device(health) => print_health(args, &health, out)?,
                _ => {}
            },
            Some(update) => remark_on(&update),
            None => {}
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(
    args: &Args,
    book: &Phrasebook<'_>,
    (told, identity): (&SessionEvent, Option<&Identity>),
    out: &mut impl Write,
) -> std::io::Result<()> {
    if args.json {
        return writeln!(out, "{}", as_json(book, told, identity));
    }
    if let Some(mut narration) = narrate(book, told) {
        narration.answers = answers::numbered(&narration.answers);
        writeln!(out, "{}", narration.line())?;
    }
    if args.verbose {
        let (line, text) = (told.event.seq, notation::event(&told.event.kind));
        writeln!(out, "{:>10}{:<8} {text}", "", format!("line {line}"))?;
    }
    Ok(())
}

/// Returns an event as a JSON object; `identity` is that of its ring, if it is known.
#[must_use]
pub fn as_json(
    book: &Phrasebook<'_>,
    told: &SessionEvent,
    identity: Option<&Identity>,
) -> serde_json::Value {
    let event = &told.event;
    let sentence = book.event(&event.kind, &told.context);
    serde_json::json!({
        "type": "event",
        "ring": identity.map(|identity| identity.ring.to_string()),
        "journal": identity.map(|identity| identity.journal.to_string()),
        "seq": event.seq,
        "part": event.part,
        "at_us": event.at.0,
        "hash": format!("{:016x}", event.hash),
        "clause": sentences::clause(&event.kind).map(Clause::id),
        "text": notation::event(&event.kind),
        "sentence": sentence.in_full(book.language),
    })
}

/// Prints the health of the device.
fn print_health(args: &Args, health: &DeviceHealth, out: &mut impl Write) -> std::io::Result<()> {
    if args.json {
        let json = serde_json::json!({ "type": "health", "health": health_json(health) });
        return writeln!(out, "{json}");
    }
    for (label, text) in health_lines(health) {
        writeln!(out, "{:>10}{label:<9} {text}", "")?;
    }
    Ok(())
}

fn print_waiting(
    args: &Args,
    book: &Phrasebook<'_>,
    (waiting, seat): (&Waiting, Option<Seat>),
    session: Option<&Session>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let seat = session.and_then(Session::game).map(AnyGame::turn).or(seat);
    let awaited = book.waiting(waiting, seat);
    let awaited: Vec<String> = awaited.into_iter().map(|awaited| awaited.text).collect();
    if args.json {
        let lines = notation::waiting(waiting, session);
        let json = serde_json::json!({ "type": "waiting", "for": lines, "sentences": awaited });
        return writeln!(out, "{json}");
    }
    writeln!(out, "{:>10}{:<8} for {}", "", "waiting", awaited.join("; "))
}
