//! `dohyo record FILE`: writes down all a ring says.

use super::reach::{RingArgs, or_fail, remark_on};
use super::{Outcome, complain};
use crate::client::News;
use crate::client::recording::{Item, Recorder};
use rules_core::wire::FromRing;
use rules_core::wire::message::{From, Stream, Streams};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Record all a ring says, to be replayed and exported.
///
/// A recording only ever grows; one that was cut off is gone on with. End it
/// with Ctrl-C.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording; call it something.dohyo.
    file: PathBuf,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Which ring.
    #[command(flatten)]
    ring: RingArgs,
}

/// Records until the ring is gone or, with `--seconds`, time is up.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let name = args.file.display();
    let cannot = |error: std::io::Error| {
        complain(format_args!(
            "cannot write {name}: {error}; free some room, or give another file"
        ))
    };
    let mut client = or_fail!(args.ring.connect_live());
    let mut recorder = match Recorder::open(&args.file) {
        Ok(recorder) => recorder,
        Err(error) => return Ok(cannot(error)),
    };
    // Asked now, so that the recording can tell later.
    let info = or_fail!(client.info());
    let streams = Streams::of(Stream::Waiting).with(Stream::Health);
    or_fail!(client.watch(streams.with(Stream::Observations)));
    or_fail!(client.follow(From::Match));
    writeln!(out, "recording to {name}")?;
    out.flush()?;
    let started = Instant::now();
    let limit = args.seconds.map(Duration::from_secs);
    let mut first = vec![FromRing::Info(info)];
    first.extend(client.hello().cloned().map(FromRing::Hello));
    let (mut messages, mut lines) = (0_u64, 0_u64);
    while limit.is_none_or(|limit| started.elapsed() < limit) {
        let message = match first.pop() {
            Some(message) => message,
            None => match or_fail!(client.next(Duration::from_millis(100))) {
                Some(News::Line(entry, _)) => {
                    lines += 1;
                    FromRing::Entry(*entry)
                }
                Some(News::Message(message)) => *message,
                Some(news) => {
                    remark_on(&news);
                    continue;
                }
                None => continue,
            },
        };
        messages += 1;
        let at = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        if let Err(error) = recorder.push(&Item { at, message }) {
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
