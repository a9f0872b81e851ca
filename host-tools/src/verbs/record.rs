//! `dohyo record FILE`: records all messages of a ring.

use super::connect::{RingArgs, or_fail, remark_on};
use super::{VerbResult, complain};
use crate::files::shown;
use host_core::recording::RecordedMessage;
use ring_client::ClientUpdate;
use ring_client::recording;
use rules_core::wire::RingMessage;
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Record all messages of a ring.
///
/// A recording only grows; one that was cut off is continued. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Recording, named SOMETHING.dohyo.
    file: PathBuf,
    /// Time limit, seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Records until the ring is gone or, with `--seconds`, time is up.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let name = shown(&args.file);
    let cannot = |error: std::io::Error| {
        complain(format_args!(
            "cannot write {name}: {error}; free some room, or give another file"
        ))
    };
    let mut client = or_fail!(args.ring.connect_live());
    let mut recorder = match recording::open(&args.file) {
        Ok(recorder) => recorder,
        Err(error) => return Ok(cannot(error)),
    };
    // Asked now, so that the recording can tell later.
    let info = or_fail!(client.info());
    let streams = Streams::of(WatchStream::Waiting).with(WatchStream::Health);
    or_fail!(client.watch(streams.with(WatchStream::Observations)));
    or_fail!(client.follow(FollowFrom::Match));
    writeln!(out, "recording to {name}")?;
    out.flush()?;
    let started = Instant::now();
    let limit = args.seconds.map(Duration::from_secs);
    let mut first = vec![RingMessage::Info(info)];
    first.extend(client.hello().cloned().map(RingMessage::Hello));
    let (mut messages, mut lines) = (0_u64, 0_u64);
    while limit.is_none_or(|limit| started.elapsed() < limit) {
        let message = match first.pop() {
            Some(message) => message,
            None => match or_fail!(client.next(Duration::from_millis(100))) {
                Some(ClientUpdate::Line(followed)) => {
                    lines += 1;
                    RingMessage::Line(followed.line)
                }
                Some(ClientUpdate::Message(message)) => *message,
                Some(update) => {
                    remark_on(&update);
                    continue;
                }
                None => continue,
            },
        };
        messages += 1;
        let at = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        if let Err(error) = recorder.push(&RecordedMessage { at, message }) {
            return Ok(cannot(error));
        }
    }
    if let Err(error) = recorder.finish().sync_data() {
        return Ok(cannot(error));
    }
    writeln!(
        out,
        "{name}: {messages} messages, {lines} of them lines of the journal"
    )?;
    Ok(ExitCode::SUCCESS)
}
