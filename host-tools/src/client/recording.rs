//! All a ring says, in a file that a crash cannot spoil.
//!
//! ```text
//! file  = "dohyo recording 1\n", 0x00, frame*
//! frame = as on the wire: COBS( ( time in µs, message ) in postcard, CRC ), 0x00
//! ```
//!
//! It only ever grows, by one whole frame with one call of the system. A frame
//! that was cut off is the last one, and is dropped when somebody goes on with
//! the file. A damaged frame costs itself and nothing after it, and is told.

use rules_core::wire::{Deframer, FRAME_MAX, FromRing, encode};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What every recording begins with.
const MAGIC: &[u8] = b"dohyo recording 1\n\0";

/// Something a ring said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// When it came, in microseconds since somebody began to record, or last went
    /// on with it.
    pub at: u64,
    /// What.
    pub message: FromRing,
}

/// What is in a recording.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recording {
    /// All that reads, in order.
    pub items: Vec<Item>,
    /// What does not.
    pub damage: Vec<Damage>,
    /// Where the last whole frame ends, in bytes.
    whole: usize,
}

/// Something that does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// Where it begins, in bytes.
    pub at: usize,
    /// What it is.
    pub kind: DamageKind,
}

/// What does not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamageKind {
    /// A frame whose bytes have changed.
    Changed,
    /// The last frame, of which a part is missing.
    CutOff,
    /// A message that this program does not know.
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

impl Recording {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no recording; says what to do.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; make one with `dohyo record`".into(),
            _ => format!("it cannot be read ({error}); give a file made with `dohyo record`"),
        })?;
        Self::parse(&bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no recording.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            return Err("it is no recording; give a file made with `dohyo record`".into());
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
}

fn read_frame(frame: &[u8]) -> Result<Option<Item>, DamageKind> {
    if frame == [0] {
        return Ok(None);
    }
    let mut item = Err(DamageKind::Changed);
    Deframer::new().push(frame, |payload| {
        item = match postcard::from_bytes(payload) {
            Ok((at, message)) => Ok(Some(Item { at, message })),
            Err(_) => Err(DamageKind::Unknown),
        };
    });
    item
}

/// Writes a recording.
#[derive(Debug)]
pub struct Recorder<W> {
    to: W,
}

impl Recorder<File> {
    /// Begins a recording, or goes on with one: a last frame that was cut off is
    /// dropped first.
    ///
    /// # Errors
    /// If the file cannot be written, or is something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        if !file.metadata()?.is_file() {
            return Self::begin(file);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // Cut off within its first words, it holds nothing.
        if MAGIC.starts_with(&bytes) && bytes.len() < MAGIC.len() {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            return Self::begin(file);
        }
        let known = Recording::parse(&bytes).map_err(io::Error::other)?;
        file.set_len(known.whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { to: file })
    }
}

impl<W: Write> Recorder<W> {
    /// Begins a recording.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut to: W) -> io::Result<Self> {
        to.write_all(MAGIC)?;
        Ok(Self { to })
    }

    /// Adds what a ring said.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, item: &Item) -> io::Result<()> {
        let payload = postcard::to_allocvec(&(item.at, &item.message)).map_err(io::Error::other)?;
        let mut buffer = [0; FRAME_MAX];
        let frame = encode(&payload, &mut buffer).map_err(io::Error::other)?;
        self.to.write_all(frame)
    }

    /// What was written to.
    pub fn finish(self) -> W {
        self.to
    }
}
