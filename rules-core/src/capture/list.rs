//! List of the captures in memory, and their bytes by journal line.

use super::{CaptureBuffer, CaptureEntry};
use crate::sensing::observation::ObservationId;

/// Description of a capture in memory, without its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureInfo {
    /// Observation that the capture shows.
    pub id: ObservationId,
    /// First and last journal line that rest on the observation; `None` if no line
    /// does so far.
    pub lines: Option<(u32, u32)>,
    /// Length of the capture in bytes, as far as it is copied.
    pub bytes: u16,
}

impl CaptureInfo {
    /// Iterates over the journal lines that the capture is found by: none, one or two.
    pub fn lines(&self) -> impl Iterator<Item = u32> + use<> {
        let lines = self.lines;
        let first = lines.map(|(first, _)| first);
        let last = lines.filter(|(first, last)| first != last);
        first.into_iter().chain(last.map(|(_, last)| last))
    }
}

impl CaptureEntry {
    fn info(&self) -> CaptureInfo {
        CaptureInfo {
            id: self.id,
            lines: self.lines,
            bytes: self.bytes.len(),
        }
    }
}

impl<const CHUNKS: usize> CaptureBuffer<CHUNKS> {
    /// Iterates over all captures in the buffer, the oldest first.
    pub fn list(&self) -> impl Iterator<Item = CaptureInfo> {
        self.kept.iter().map(CaptureEntry::info)
    }

    /// Returns the capture that a journal line rests on; `None` if there is none, or it
    /// was dropped.
    #[must_use]
    pub fn of_line(&self, line: u32) -> Option<CaptureInfo> {
        let mut all = self.list();
        all.find(|capture| capture.lines().any(|linked| linked == line))
    }

    /// Reads a capture from `offset` on into `into`; returns the number of bytes read, 0
    /// at its end or if it is gone. A capture that is still being copied is read as far
    /// as it has come: call [`CaptureBuffer::finish`] first.
    pub fn read(&self, id: ObservationId, offset: u16, into: &mut [u8]) -> usize {
        let kept = self.kept.iter().find(|entry| entry.id == id);
        kept.map_or(0, |kept| self.pool.read(&kept.bytes, offset, into))
    }
}
