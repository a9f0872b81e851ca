//! `dohyo replay FILE`: plays a recording again and verifies every state.

use super::{Outcome, complain};
use crate::client::recording::Recording;
use crate::wording;
use rules_core::referee::{Follower, Session};
use rules_core::wire::FromRing;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play a recording again and verify every state hash.
///
/// Fails if a line leads to another state than the ring said, if lines are
/// missing, or if the file is damaged.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording.
    file: PathBuf,
    /// Print what the referee said, too.
    #[arg(long, short)]
    verbose: bool,
}

/// Replays it and prints what is wrong.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let name = args.file.display();
    let recording = match Recording::read(&args.file) {
        Ok(recording) => recording,
        Err(why) => return Ok(complain(format_args!("{name} cannot be played: {why}"))),
    };
    let mut follower = Follower::default();
    let (mut lines, mut wrong, mut last) = (0_u32, 0_u32, None);
    for item in &recording.items {
        let FromRing::Entry(entry) = &item.message else {
            continue;
        };
        // What was recorded again after the line broke is not verified twice.
        if last.is_some_and(|last| entry.seq <= last) {
            continue;
        }
        last = Some(entry.seq);
        match follower.take(entry) {
            Ok(said) => {
                lines += 1;
                let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
                let mut events = Vec::new();
                said.events(seq, at, hash, |event| events.push(event));
                for event in events.iter().filter(|_| args.verbose) {
                    let at = wording::clock(event.at);
                    writeln!(out, "{seq:>5} {at} {}", wording::event(&event.what))?;
                }
            }
            Err(astray) => {
                wrong += 1;
                writeln!(out, "line {}: {astray}", entry.seq)?;
            }
        }
    }
    for damage in &recording.damage {
        writeln!(out, "{damage}")?;
    }
    let hash = follower.session().map(Session::hash);
    match hash {
        Some(hash) => writeln!(out, "{lines} lines verified, the last state is {hash:016x}")?,
        None => writeln!(out, "{lines} lines verified")?,
    }
    if wrong == 0 && recording.damage.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    complain(format_args!(
        "{name} is not sound: {wrong} lines do not follow, {} places are damaged; take an undamaged copy, or record the match from the ring again",
        recording.damage.len()
    ));
    Ok(ExitCode::FAILURE)
}
