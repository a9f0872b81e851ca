//! Socket of a transport: bytes to and from a ring behind a server, which may turn a
//! client away with a sentence.

use super::super::error::LinkError;
use super::super::hub_stream::HubStream;
use super::TURNED_AWAY;
use std::io::{self, Read, Write};
use std::time::Duration;

/// Longest wait for the next piece of the sentence with which a server turns a client
/// away.
const SENTENCE_TIMEOUT: Duration = Duration::from_millis(500);

/// Maximum length of that sentence, in bytes.
const SENTENCE_MAX: usize = 1024;

/// Stream whose reads can be limited in time.
pub(super) trait TimedStream: Read + Write {
    /// Sets the longest wait of a read.
    fn set_wait(&self, wait: Duration) -> io::Result<()>;
}

#[cfg(feature = "tcp")]
impl TimedStream for std::net::TcpStream {
    fn set_wait(&self, wait: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(wait))
    }
}

impl TimedStream for HubStream {
    fn set_wait(&self, wait: Duration) -> io::Result<()> {
        self.set_read_timeout(wait)
    }
}

/// Sends all of `bytes`; closes the stream if that fails.
pub(super) fn send<S: TimedStream>(stream: &mut Option<S>, bytes: &[u8]) -> Result<(), LinkError> {
    let open = stream.as_mut().ok_or(LinkError::Lost)?;
    match open.write_all(bytes) {
        Ok(()) => Ok(()),
        // Not an error yet: a refusal of the server may still wait to be read.
        Err(error) if LinkError::classify(&error) == LinkError::Lost => Ok(()),
        Err(error) => {
            *stream = None;
            Err(LinkError::classify(&error))
        }
    }
}

/// Waits up to `wait` for bytes and appends them; closes the stream if it has ended.
pub(super) fn receive<S: TimedStream>(
    stream: &mut Option<S>,
    bytes: &mut Vec<u8>,
    wait: Duration,
) -> Result<(), LinkError> {
    let open = stream.as_mut().ok_or(LinkError::Lost)?;
    let wait = wait.max(Duration::from_millis(1));
    let mut buffer = [0; 4096];
    let fault = match open.set_wait(wait).and_then(|()| open.read(&mut buffer)) {
        Ok(0) => LinkError::Lost,
        Ok(count) => match buffer[..count].strip_prefix(TURNED_AWAY.as_bytes()) {
            Some(start) => LinkError::TurnedAway(read_sentence(open, start)),
            None => {
                bytes.extend(&buffer[..count]);
                return Ok(());
            }
        },
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => {
                return Ok(());
            }
            _ => LinkError::classify(&error),
        },
    };
    *stream = None;
    Err(fault)
}

/// Reads a sentence that begins with `start` up to the end of its line. It may come in
/// several pieces; a server that stops within it is not waited for.
fn read_sentence(stream: &mut impl TimedStream, start: &[u8]) -> String {
    let mut sentence = start.to_vec();
    let mut buffer = [0; 256];
    let is_timed = stream.set_wait(SENTENCE_TIMEOUT).is_ok();
    while is_timed && !sentence.contains(&b'\n') && sentence.len() < SENTENCE_MAX {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => sentence.extend_from_slice(&buffer[..count]),
        }
    }
    let line = sentence.split(|&byte| byte == b'\n').next();
    String::from_utf8_lossy(line.unwrap_or_default())
        .trim()
        .to_owned()
}
