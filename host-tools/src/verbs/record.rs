//! `dohyo record FILE`: records all messages of a ring.

use super::connect::{RingArgs, or_fail, remark_on};
use super::{VerbResult, complain};
use crate::files::shown;
use host_core::recording::{MessageRecorder, Origin, OtherRing, RecordedMessage, SameRing};
use ring_client::recording::{self, SyncedFile};
use ring_client::{ClientUpdate, Transport};
use rules_core::wire::RingMessage;
use rules_core::wire::message::{FollowFrom, Streams, WatchStream};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Longest time for which a ring may send no line of the recording that it continues.
const PROOF_TIME: Duration = Duration::from_secs(10);

/// Record all messages of a ring.
///
/// A recording only grows; one that was cut off is continued, with the ring it was begun
/// with. What is recorded is on the disk within a second. Ctrl-C ends it.
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
    let cannot = |error: io::Error| {
        complain(format_args!(
            "cannot write {name}: {error}; free some room, or give another file"
        ))
    };
    let mut client = or_fail!(args.ring.connect_live());
    let hello = match client.hello() {
        Some(hello) => hello.clone(),
        None => return Ok(complain("the ring does not greet; plug it in again")),
    };
    let origin = Origin::new(&hello, &client.line().place());
    let opened = match recording::open(&args.file, &origin) {
        Ok(opened) => opened,
        Err(error) => return Ok(cannot(error)),
    };
    let mut writer = RingWriter {
        recorder: opened.recorder,
        check: SameRing::new(&opened.known),
        held: Vec::new(),
        started: Instant::now(),
        messages: 0,
        lines: 0,
    };
    // Asked now, so that the recording can tell later.
    let info = or_fail!(client.info());
    let streams = Streams::of(WatchStream::Waiting).with(WatchStream::Health);
    let streams = streams.with(WatchStream::Device);
    or_fail!(client.watch(streams.with(WatchStream::Observations)));
    or_fail!(client.follow(FollowFrom::Match));
    writeln!(out, "recording to {name}")?;
    out.flush()?;
    let limit = args.seconds.map(Duration::from_secs);
    let mut first = vec![RingMessage::Info(info), RingMessage::Hello(hello)];
    let proof = limit.map_or(PROOF_TIME, |limit| limit.min(PROOF_TIME));
    let mut is_known = false;
    while limit.is_none_or(|limit| writer.started.elapsed() < limit) {
        is_known |= writer.check.is_proved();
        if !is_known && writer.started.elapsed() >= proof {
            break;
        }
        let written = match first.pop() {
            Some(message) => writer.push(message),
            None => match or_fail!(client.next(Duration::from_millis(100))) {
                Some(ClientUpdate::Line(followed)) => writer.push(RingMessage::Line(followed.line)),
                Some(ClientUpdate::Message(message)) => writer.push(*message),
                Some(update) => {
                    remark_on(&update);
                    // Another ring may answer now.
                    writer.check.doubt();
                    continue;
                }
                None => continue,
            },
        };
        match written {
            Ok(()) => {}
            Err(NotRecorded::Other(why)) => return Ok(refuse(&args.file, why)),
            Err(NotRecorded::File(error)) => return Ok(cannot(error)),
        }
    }
    if !writer.held.is_empty() {
        return Ok(refuse(&args.file, OtherRing::Silent));
    }
    let (messages, lines) = (writer.messages, writer.lines);
    if let Err(error) = writer.recorder.finish().close() {
        return Ok(cannot(error));
    }
    writeln!(
        out,
        "{name}: {messages} messages, {lines} of them lines of the journal"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Says why another ring is not recorded to this file, and where to record it.
fn refuse(file: &Path, why: OtherRing) -> ExitCode {
    let (name, other) = (file.display(), another_name(file));
    let other = other.display();
    complain(format_args!(
        "{name} is not continued: {why}; record this ring to another file, such as {other}"
    ))
}

/// Writer of a recording that takes the messages of one ring only.
struct RingWriter {
    recorder: MessageRecorder<SyncedFile>,
    check: SameRing,
    /// Messages of a ring that has not proved yet to be that of the recording.
    held: Vec<RecordedMessage>,
    started: Instant,
    messages: u64,
    lines: u64,
}

/// Reason why a message was not recorded.
enum NotRecorded {
    /// The message is of another ring, or may be.
    Other(OtherRing),
    /// The file cannot be written.
    File(io::Error),
}

impl RingWriter {
    /// Records a message, unless the recording has it already.
    fn push(&mut self, message: RingMessage) -> Result<(), NotRecorded> {
        match &message {
            RingMessage::Hello(hello) => {
                self.check.greeted(hello).map_err(NotRecorded::Other)?;
            }
            RingMessage::Line(line) => {
                if !self.check.line(line).map_err(NotRecorded::Other)? {
                    return self.flush();
                }
                self.lines += 1;
            }
            _ => {}
        }
        self.messages += 1;
        let at = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.held.push(RecordedMessage { at, message });
        self.flush()
    }

    /// Writes the held messages if the ring has proved to be that of the recording.
    fn flush(&mut self) -> Result<(), NotRecorded> {
        if self.check.is_proved() {
            for item in self.held.drain(..) {
                self.recorder.push(&item).map_err(NotRecorded::File)?;
            }
        }
        Ok(())
    }
}

/// Returns a name beside `file` that is not taken.
fn another_name(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let names = (2..).map(|n| file.with_file_name(format!("{stem}-{n}.dohyo")));
    let mut free = names.take(1_000).filter(|name| !name.exists());
    free.next().unwrap_or_else(|| PathBuf::from("FILE.dohyo"))
}
