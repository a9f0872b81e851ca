//! `dohyo status`: what are we waiting for?

use super::Outcome;
use super::reach::{RingArgs, or_fail};
use crate::wording;
use rules_core::referee::Session;
use std::io::Write;
use std::process::ExitCode;

/// Say what the ring is waiting for, and how the match stands.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object for programs.
    #[arg(long)]
    json: bool,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints it.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut client = or_fail!(args.ring.connect());
    or_fail!(client.catch_up());
    let waiting = or_fail!(client.waiting());
    let session = client.session();
    let lines = wording::waiting(&waiting, session);
    let game = session.and_then(Session::game);
    let stage = match game {
        None => "idle",
        Some(game) if game.is_over() => "over",
        Some(_) => "playing",
    };
    if args.json {
        let json = serde_json::json!({
            "stage": stage,
            "line": session.map(Session::count),
            "hash": session.map(|it| format!("{:016x}", it.hash())),
            "waiting": lines,
        });
        writeln!(out, "{json}")?;
        return Ok(ExitCode::SUCCESS);
    }
    match (stage, session) {
        ("idle", _) | (_, None) => writeln!(out, "no match is running")?,
        (stage, Some(session)) => writeln!(
            out,
            "a match is {}, at line {}, state {:016x}",
            if stage == "over" { "over" } else { "running" },
            session.count(),
            session.hash()
        )?,
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}
