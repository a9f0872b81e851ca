//! Recordings of a ring's messages in a format that a crash cannot corrupt.
//!
//! ```text
//! file  = "dohyo recording 1\n", 0x00, frame*
//! frame = as on the wire: COBS( ( time in us, message ) in postcard, CRC ), 0x00
//! ```
//!
//! A recording only grows, by one whole frame with one system call. Only the last frame can
//! be cut off; it is dropped when a recording is continued. A damaged frame loses itself
//! and no later one, and is reported.

use rules_core::wire::{Deframer, FRAME_MAX, RingMessage, encode};
use std::fmt;
use std::io::{self, Write};

/// Header of every recording.
const MAGIC: &[u8] = b"dohyo recording 1\n\0";

/// Message of a ring with its time of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMessage {
    /// Time of arrival, in microseconds since the recording was started or last continued.
    pub at: u64,
    /// Message as received.
    pub message: RingMessage,
}

/// Contents of a recording file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MessageRecording {
    /// Readable messages, in order.
    pub items: Vec<RecordedMessage>,
    /// Unreadable parts of the file.
    pub damage: Vec<Damage>,
    /// End of the last whole frame, as a byte offset.
    whole: usize,
}

/// Unreadable part of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// Byte offset of the unreadable part.
    pub at: usize,
    /// Kind of damage.
    pub kind: DamageKind,
}

/// Kind of damage to a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamageKind {
    /// The bytes of a frame have changed.
    Changed,
    /// The last frame was cut off before its end.
    CutOff,
    /// The frame holds a message of a kind that this program does not know.
    Unknown,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.kind {
            DamageKind::Changed => write!(
                f,
                "byte {at}: the file is damaged here; take an undamaged copy of it"
            ),
            DamageKind::CutOff => write!(
                f,
                "byte {at}: the end is cut off; what is before it reads, and `dohyo record` can go on with it"
            ),
            DamageKind::Unknown => write!(
                f,
                "byte {at}: a message that this program does not know; update it"
            ),
        }
    }
}

impl MessageRecording {
    /// Parses the bytes of a recording file.
    ///
    /// # Errors
    /// A sentence if the bytes are not a recording.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            return Err("not a recording; give a file made with `dohyo record`".into());
        };
        let mut found = Self::default();
        let mut at = MAGIC.len();
        while let Some(end) = rest.iter().position(|&byte| byte == 0) {
            let (frame, behind) = rest.split_at(end + 1);
            match read_frame(frame) {
                Ok(Some(item)) => found.items.push(item),
                Ok(None) => {}
                Err(kind) => found.damage.push(Damage { at, kind }),
            }
            at += frame.len();
            rest = behind;
        }
        found.whole = at;
        if !rest.is_empty() {
            let kind = DamageKind::CutOff;
            found.damage.push(Damage { at, kind });
        }
        Ok(found)
    }

    /// Returns the number of bytes up to the end of the last whole frame.
    #[must_use]
    pub const fn whole(&self) -> usize {
        self.whole
    }
}

/// True if the bytes are the start of a recording that was cut off within its header.
#[must_use]
pub fn is_cut_off_header(bytes: &[u8]) -> bool {
    MAGIC.starts_with(bytes) && bytes.len() < MAGIC.len()
}

fn read_frame(frame: &[u8]) -> Result<Option<RecordedMessage>, DamageKind> {
    if frame == [0] {
        return Ok(None);
    }
    let mut item = Err(DamageKind::Changed);
    Deframer::new().push(frame, |payload| {
        item = match postcard::from_bytes(payload) {
            Ok((at, message)) => Ok(Some(RecordedMessage { at, message })),
            Err(_) => Err(DamageKind::Unknown),
        };
    });
    item
}

/// Writer of a recording.
#[derive(Debug)]
pub struct MessageRecorder<W> {
    to: W,
}

impl<W: Write> MessageRecorder<W> {
    /// Continues a recording; `to` must be positioned at its end.
    pub const fn resume(to: W) -> Self {
        Self { to }
    }

    /// Starts a recording by writing its header.
    ///
    /// # Errors
    /// `io::Error` if the header cannot be written.
    pub fn begin(mut to: W) -> io::Result<Self> {
        to.write_all(MAGIC)?;
        Ok(Self { to })
    }

    /// Appends a message to the recording.
    ///
    /// # Errors
    /// `io::Error` if the frame cannot be written.
    pub fn push(&mut self, item: &RecordedMessage) -> io::Result<()> {
        let payload = postcard::to_allocvec(&(item.at, &item.message)).map_err(io::Error::other)?;
        let mut buffer = [0; FRAME_MAX];
        let frame = encode(&payload, &mut buffer).map_err(io::Error::other)?;
        self.to.write_all(frame)
    }

    /// Returns the underlying writer.
    pub fn finish(self) -> W {
        self.to
    }
}
