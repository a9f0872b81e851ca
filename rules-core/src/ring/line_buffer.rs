//! Buffer of the last journal lines in RAM. It holds lines until they are in flash, and
//! longer while there is room, for hosts that are a few lines behind.
//!
//! ```text
//!   first            stored              next
//!     | may make room  | not in flash yet |
//! ```

use super::job::{Job, LineBytes};
use crate::journal::RecordKind;
use heapless::Vec;

/// Capacity of the buffer in bytes. A line of play takes 30 to 60 bytes: about a hundred
/// fit, more than any turn makes while the flash is busy.
const ROOM: usize = 6_000;

/// Number of bytes before each line in the buffer: its length and its kind.
const HEAD: usize = 2;

/// Buffer of the last journal lines, in order of their numbers.
#[derive(Debug)]
pub(super) struct LineBuffer {
    bytes: Vec<u8, ROOM>,
    first: u32,
    next: u32,
    stored: u32,
}

/// Error of a full buffer: too many lines are not stored yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BufferFull;

impl LineBuffer {
    /// Creates an empty buffer; the first line pushed gets the number `next`.
    pub(super) const fn new(next: u32) -> Self {
        Self {
            bytes: Vec::new(),
            first: next,
            next,
            stored: next,
        }
    }

    /// Returns the number of the first line in the buffer.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// Returns the number that the next pushed line gets.
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// Returns the number of the first line that is not in flash yet; all lines before it
    /// are stored or given up.
    pub(super) const fn stored(&self) -> u32 {
        self.stored
    }

    /// Adds a line to the end of the buffer; drops stored lines to make room, the oldest
    /// first.
    pub(super) fn push(&mut self, kind: RecordKind, line: &[u8]) -> Result<(), BufferFull> {
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
        let length = u8::try_from(line.len()).map_err(|_| BufferFull)?;
        if ROOM - self.bytes.len() < needed {
            return Err(BufferFull);
        }
        let pushed = self
            .bytes
            .extend_from_slice(&[length, kind.to_byte()])
            .and_then(|()| self.bytes.extend_from_slice(line));
        pushed.map_err(|_| BufferFull)?;
        self.next = self.next.saturating_add(1);
        Ok(())
    }

    /// Drops all lines, also those that are not stored, because one did not fit. The next
    /// line gets the number `next`.
    pub(super) fn give_up(&mut self, next: u32) {
        self.bytes.clear();
        self.first = next;
        self.next = next;
        self.stored = next;
    }

    /// Returns kind and bytes of the line with this number; `None` if it is not in the
    /// buffer.
    pub(super) fn line(&self, seq: u32) -> Option<(RecordKind, &[u8])> {
        if seq < self.first {
            return None;
        }
        let mut rest: &[u8] = &self.bytes;
        for _ in self.first..seq {
            let (&length, _) = rest.split_first()?;
            rest = rest.get(usize::from(length) + HEAD..)?;
        }
        let (&[length, kind], rest) = rest.split_first_chunk::<HEAD>()?;
        Some((
            RecordKind::from_byte(kind)?,
            rest.get(..usize::from(length))?,
        ))
    }

    /// Returns the job that stores the first line that is not in flash; `None` if all
    /// are.
    pub(super) fn unstored(&self) -> Option<Job> {
        // Nearly always, and walking over all lines is expensive.
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

    /// Marks all lines up to this one as stored.
    pub(super) fn store(&mut self, seq: u32) {
        self.stored = self.stored.max(seq.saturating_add(1)).min(self.next);
    }
}
