//! Recordings of a ring's messages in a format that a crash cannot corrupt. `dohyo
//! record`, `dohyo demo` and `dohyo play` write it.
//!
//! ```text
//! file    = "dohyo recording 2\n", 0x00, origin, message*
//! origin  = frame( board, firmware, place )
//! message = frame( time in us, message )
//! frame   = as on the wire: COBS( postcard, CRC ), 0x00
//! ```
//!
//! A recording holds the messages of one ring, which its origin names; [`SameRing`] checks
//! it. Format 1 has no origin and is still read and continued.
//!
//! A recording only grows, by one whole frame with one system call. Only the last frame can
//! be cut off; it is dropped when a recording is continued. A damaged frame loses itself
//! and no later one, and is reported.

mod same_ring;

pub use same_ring::{OtherRing, SameRing};

use crate::withdrawn_board::withdrawn_board;
use rules_core::board::BoardId;
use rules_core::board::withdrawn::{BoardNumber, WithdrawnBoard};
use rules_core::referee::JournalLine;
use rules_core::wire::{Deframer, FRAME_MAX, Hello, Identity, RingMessage, encode};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};

/// Header of the recordings that this program writes.
const MAGIC: &[u8] = b"dohyo recording 2\n\0";

/// Header of a recording without an origin.
const MAGIC_1: &[u8] = b"dohyo recording 1\n\0";

/// Start of the header of every recording, whatever its format.
const ANY_MAGIC: &[u8] = b"dohyo recording ";

/// Start of a file of raw frames, which is not a recording of messages.
const FRAMES_MAGIC: &[u8] = b"DOHYOREC";

/// Longest place in an origin, in characters.
const PLACE_MAX: usize = 200;

/// Origin of a recording: the ring that it was made of. Its ids are in the messages of
/// the recording, [`MessageRecording::identity`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Kind of board that the ring is built into.
    pub board: BoardId,
    /// Version of the ring's firmware.
    pub firmware: String,
    /// Address at which the ring was recorded, or a description of the simulated match.
    pub place: String,
}

impl Origin {
    /// Creates the origin of a ring that greeted with `hello` at `place`.
    #[must_use]
    pub fn new(hello: &Hello, place: &str) -> Self {
        Self {
            board: hello.board,
            firmware: hello.firmware.as_str().to_owned(),
            place: place.chars().take(PLACE_MAX).collect(),
        }
    }
}

/// Format of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// No origin.
    One,
    /// The first frame is the origin.
    Two,
}

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
    /// Ring that the messages are from; `None` if the file says nothing about it.
    pub origin: Option<Origin>,
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
        let (format, mut rest) = split_header(bytes)?;
        let mut found = Self::default();
        let mut at = MAGIC.len();
        let mut is_origin_due = format == Format::Two;
        while let Some(end) = rest.iter().position(|&byte| byte == 0) {
            let (frame, behind) = rest.split_at(end + 1);
            if let Some(board) = withdrawn_board_of(frame, is_origin_due) {
                return Err(board.to_string());
            }
            let damaged = match std::mem::take(&mut is_origin_due) {
                true => read_frame(frame).map(|origin| found.origin = origin),
                false => read_frame(frame).map(|item: Option<(u64, RingMessage)>| {
                    let item = item.map(|(at, message)| RecordedMessage { at, message });
                    found.items.extend(item);
                }),
            };
            if let Err(kind) = damaged {
                found.damage.push(Damage { at, kind });
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

    /// Returns the kind of board, from the origin or from the first `Hello`; `None` if
    /// neither can be read.
    #[must_use]
    pub fn board(&self) -> Option<BoardId> {
        let origin = self.origin.as_ref().map(|origin| origin.board);
        origin.or_else(|| {
            self.items.iter().find_map(|item| match &item.message {
                RingMessage::Hello(hello) => Some(hello.board),
                _ => None,
            })
        })
    }

    /// Returns ids and name of the ring, as last told; `None` if it was not asked.
    #[must_use]
    pub fn identity(&self) -> Option<&Identity> {
        self.items
            .iter()
            .rev()
            .find_map(|item| match &item.message {
                RingMessage::Info(info) => Some(&info.identity),
                _ => None,
            })
    }

    /// Returns the journal that the ring had at the end of the recording. A line that was
    /// recorded again with other contents replaces the first one and all that followed it.
    #[must_use]
    pub fn journal(&self) -> RecordedJournal {
        let mut journal = RecordedJournal::default();
        for item in &self.items {
            if let RingMessage::Line(line) = &item.message {
                journal.push(line);
            }
        }
        journal
    }

    /// Returns the number of bytes up to the end of the last whole frame.
    #[must_use]
    pub const fn whole(&self) -> usize {
        self.whole
    }
}

/// Journal lines of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedJournal {
    /// Lines, in order of their numbers.
    pub lines: Vec<JournalLine>,
    /// Lines that were recorded with other contents later, or that followed such a line: a
    /// power cut took them back, or they are of another ring.
    pub replaced: Vec<JournalLine>,
}

impl RecordedJournal {
    fn push(&mut self, line: &JournalLine) {
        let at = self.lines.partition_point(|known| known.seq < line.seq);
        if self.lines.get(at) != Some(line) {
            self.replaced.extend(self.lines.drain(at..));
            self.lines.push(line.clone());
        }
    }
}

/// Returns the format of a recording and the bytes behind its header.
fn split_header(bytes: &[u8]) -> Result<(Format, &[u8]), String> {
    if let Some(rest) = bytes.strip_prefix(MAGIC) {
        return Ok((Format::Two, rest));
    }
    if let Some(rest) = bytes.strip_prefix(MAGIC_1) {
        return Ok((Format::One, rest));
    }
    Err(match bytes {
        _ if bytes.starts_with(FRAMES_MAGIC) => {
            "it holds raw frames and no messages; give a file made with `--record`".into()
        }
        _ if bytes.starts_with(ANY_MAGIC) && bytes.len() >= MAGIC.len() => {
            "it was recorded by a newer program; update this one".into()
        }
        _ => "not a recording; give a file made with `dohyo record`".into(),
    })
}

/// True if the bytes are the start of a recording that was cut off within its header.
#[must_use]
pub fn is_cut_off_header(bytes: &[u8]) -> bool {
    MAGIC.starts_with(bytes) && bytes.len() < MAGIC.len()
}

/// Returns the withdrawn board that a frame names, as the origin of a recording or in a
/// `Hello`; `None` if it names none.
fn withdrawn_board_of(frame: &[u8], is_origin: bool) -> Option<WithdrawnBoard> {
    let mut board = None;
    Deframer::new().push(frame, |payload| {
        board = if is_origin {
            let number = postcard::take_from_bytes::<BoardNumber>(payload).ok();
            number.and_then(|(number, _)| BoardId::try_from(number).err())
        } else {
            let message = postcard::take_from_bytes::<u64>(payload).ok();
            message.and_then(|(_, message)| withdrawn_board(message))
        };
    });
    board
}

fn read_frame<T: for<'a> Deserialize<'a>>(frame: &[u8]) -> Result<Option<T>, DamageKind> {
    if frame == [0] {
        return Ok(None);
    }
    let mut content = Err(DamageKind::Changed);
    Deframer::new().push(frame, |payload| {
        content = postcard::from_bytes(payload)
            .map(Some)
            .map_err(|_| DamageKind::Unknown);
    });
    content
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

    /// Starts a recording of the ring with this origin.
    ///
    /// # Errors
    /// `io::Error` if header or origin cannot be written.
    pub fn begin(to: W, origin: &Origin) -> io::Result<Self> {
        let mut recorder = Self { to };
        // One system call, so that a file with a header has an origin as well.
        let mut start = MAGIC.to_vec();
        start.extend(frame(origin)?);
        recorder.to.write_all(&start)?;
        Ok(recorder)
    }

    /// Appends a message to the recording.
    ///
    /// # Errors
    /// `io::Error` if the frame cannot be written.
    pub fn push(&mut self, item: &RecordedMessage) -> io::Result<()> {
        self.to.write_all(&frame(&(item.at, &item.message))?)
    }

    /// Returns the underlying writer.
    pub fn finish(self) -> W {
        self.to
    }
}

/// Encodes a frame of a recording.
fn frame(content: &impl Serialize) -> io::Result<Vec<u8>> {
    let payload = postcard::to_allocvec(content).map_err(io::Error::other)?;
    let mut buffer = [0; FRAME_MAX];
    let frame = encode(&payload, &mut buffer).map_err(io::Error::other)?;
    Ok(frame.to_vec())
}
