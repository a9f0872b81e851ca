//! The last lines of the journal in RAM: until they are stored, and as long as
//! there is room for hosts that are a little behind.
//!
//! ```text
//!   first            stored              next
//!     | may make room  | not in flash yet |
//! ```

use super::job::{Job, LineBytes};
use crate::journal::Kind;
use heapless::Vec;

/// Bytes for lines. A line of play takes 30 to 60: about a hundred fit, more
/// than any turn makes while the flash is busy.
const ROOM: usize = 6 * 1024;

/// What stands before each line: its length and its kind.
const HEAD: usize = 2;

/// The last lines.
#[derive(Debug)]
pub(super) struct Tape {
    bytes: Vec<u8, ROOM>,
    first: u32,
    next: u32,
    stored: u32,
}

/// There is no room: too much is not stored yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

impl Tape {
    /// No lines; the next one has this number.
    pub(super) const fn new(next: u32) -> Self {
        Self {
            bytes: Vec::new(),
            first: next,
            next,
            stored: next,
        }
    }

    /// The number of the first line that is here.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// The number of the next line.
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// All lines before this one are stored, or given up.
    pub(super) const fn stored(&self) -> u32 {
        self.stored
    }

    /// Keeps a line. What is stored makes room for it, the oldest first.
    pub(super) fn push(&mut self, kind: Kind, line: &[u8]) -> Result<(), Full> {
        let needed = line.len() + HEAD;
        let mut cut = 0;
        while ROOM - (self.bytes.len() - cut) < needed {
            if self.first >= self.stored {
                break;
            }
            let Some(&length) = self.bytes.get(cut) else {
                break;
            };
            cut += usize::from(length) + HEAD;
            self.first += 1;
        }
        self.bytes.copy_within(cut.., 0);
        self.bytes.truncate(self.bytes.len() - cut);
        let length = u8::try_from(line.len()).map_err(|_| Full)?;
        if ROOM - self.bytes.len() < needed {
            return Err(Full);
        }
        let kept = self
            .bytes
            .extend_from_slice(&[length, kind.to_byte()])
            .and_then(|()| self.bytes.extend_from_slice(line));
        kept.map_err(|_| Full)?;
        self.next = self.next.saturating_add(1);
        Ok(())
    }

    /// A line could not be kept: whatever is not stored is given up.
    pub(super) fn give_up(&mut self, next: u32) {
        self.bytes.clear();
        self.first = next;
        self.next = next;
        self.stored = next;
    }

    /// The line with this number, if it is here.
    pub(super) fn line(&self, seq: u32) -> Option<(Kind, &[u8])> {
        if seq < self.first {
            return None;
        }
        let mut rest: &[u8] = &self.bytes;
        for _ in self.first..seq {
            let (&length, _) = rest.split_first()?;
            rest = rest.get(usize::from(length) + HEAD..)?;
        }
        let (&[length, kind], rest) = rest.split_first_chunk::<HEAD>()?;
        Some((Kind::from_byte(kind)?, rest.get(..usize::from(length))?))
    }

    /// What is to be stored next.
    pub(super) fn unstored(&self) -> Option<Job> {
        // Nearly always, and to go through all lines takes long.
        if self.stored >= self.next {
            return None;
        }
        let (kind, line) = self.line(self.stored)?;
        Some(Job::Append {
            seq: self.stored,
            kind,
            line: LineBytes::try_from(line).ok()?,
        })
    }

    /// All lines up to this one are stored.
    pub(super) fn store(&mut self, seq: u32) {
        self.stored = self.stored.max(seq.saturating_add(1)).min(self.next);
    }
}
