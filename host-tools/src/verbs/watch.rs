//! `dohyo watch`: what a ring says, as it comes.

use super::Outcome;
use super::reach::{RingArgs, or_fail, remark_on};
use crate::client::News;
use crate::wording;
use rules_core::clause::Clause;
use rules_core::referee::{Event, Session, Waiting};
use rules_core::wire::FromRing;
use rules_core::wire::message::{From, Stream, Streams};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Show the match as it goes: rulings with their clause, questions, and what is
/// waited for.
///
/// A broken line is opened again, and what was missed comes then.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object a line for programs.
    #[arg(long)]
    json: bool,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints what comes until the ring is gone or, with `--seconds`, time is up.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect());
    or_fail!(client.watch(Streams::of(Stream::Waiting)));
    or_fail!(client.follow(From::Match));
    let until = args
        .seconds
        .map(|seconds| Instant::now() + Duration::from_secs(seconds));
    while !client.is_over() && until.is_none_or(|until| Instant::now() < until) {
        let news = or_fail!(client.next(Duration::from_millis(100)));
        match news {
            Some(News::Line(_, events)) => {
                for event in &events {
                    tell(event, args.json, out)?;
                }
            }
            Some(News::Message(message)) => {
                if let FromRing::Waiting(waiting) = *message {
                    tell_waiting(&waiting, client.session(), args.json, out)?;
                }
            }
            Some(news) => remark_on(&news),
            None => {}
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(event: &Event, json: bool, out: &mut impl Write) -> std::io::Result<()> {
    if json {
        return writeln!(out, "{}", as_json(event));
    }
    let at = wording::clock(event.at);
    writeln!(out, "{:>5} {at} {}", event.seq, wording::event(&event.what))
}

/// An event for programs.
#[must_use]
pub fn as_json(event: &Event) -> serde_json::Value {
    serde_json::json!({
        "type": "event",
        "seq": event.seq,
        "part": event.part,
        "at_us": event.at.0,
        "hash": format!("{:016x}", event.hash),
        "clause": wording::clause(&event.what).map(Clause::id),
        "text": wording::event(&event.what),
    })
}

fn tell_waiting(
    waiting: &Waiting,
    session: Option<&Session>,
    json: bool,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let lines = wording::waiting(waiting, session);
    if json {
        let json = serde_json::json!({ "type": "waiting", "for": lines });
        return writeln!(out, "{json}");
    }
    writeln!(out, "      {}", lines.join("; "))
}
