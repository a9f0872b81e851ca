//! Numbered line of the journal, as stored in flash and sent to hosts.
//!
//! Two kinds of lines share one numbering. A record changes the session. A snapshot
//! contains the state of the session, in several parts, so that a follower without the
//! lines before it can start there; it changes nothing.

use super::record::Record;
use crate::time::Instant;

/// Numbered line of the journal: a record, or a part of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalLine {
    /// Number of the line, from 1, over all matches and power cuts.
    pub seq: u32,
    /// Contents of the line.
    pub body: LineBody,
}

/// Contents of a line, without its number. At most [`LineBody::MAX_SIZE`] bytes in
/// postcard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineBody {
    /// Time at which the line was written, since power-up.
    pub at: Instant,
    /// Hash of the session after the line.
    pub hash: u64,
    /// Record, or part of a snapshot.
    pub line: LineContent,
}

/// Content of a line: a record, or a part of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum LineContent {
    /// Record that changes the session.
    Record(Record),
    /// Part of a snapshot of the session.
    Snapshot(SnapshotPart, Record),
}

/// Position of a part within its snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SnapshotPart {
    /// Index of the part in the snapshot, from 0.
    pub index: u8,
    /// Number of parts in the snapshot.
    pub count: u8,
}

impl SnapshotPart {
    /// True if this part completes the snapshot.
    #[must_use]
    pub const fn is_last(self) -> bool {
        self.index.saturating_add(1) >= self.count
    }
}

impl LineBody {
    /// Maximum size of a line in postcard, in bytes: a record, two numbers of up to ten
    /// bytes, and the kind of the line.
    pub const MAX_SIZE: usize = Record::MAX_SIZE + 24;
}
