//! One numbered line of the journal: what is stored in flash and sent to hosts.
//!
//! Two kinds of lines share one numbering. A record changes the session. A
//! snapshot says how the session stands, in several parts, so that somebody who
//! has not seen what came before can go on from there; it changes nothing.

use super::record::Record;
use crate::time::Instant;

/// One numbered line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entry {
    /// Its number, from 1, over all matches and power cuts.
    pub seq: u32,
    /// What it says.
    pub body: Body,
}

/// What a line says, without its number. At most [`Body::LONGEST`] bytes in
/// postcard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    /// When, since power-up.
    pub at: Instant,
    /// The session's hash after it.
    pub hash: u64,
    /// Record or snapshot.
    pub line: Line,
}

/// A record, or a part of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Line {
    /// Changes the session.
    Record(Record),
    /// Says how it stands.
    Snapshot(Part, Record),
}

/// Which part of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// From 0.
    pub index: u8,
    /// How many there are.
    pub count: u8,
}

impl Part {
    /// Whether the snapshot is complete with it.
    #[must_use]
    pub const fn is_last(self) -> bool {
        self.index.saturating_add(1) >= self.count
    }
}

impl Body {
    /// No line is longer than this in postcard, in bytes: a record, two numbers
    /// of up to ten bytes, and what kind of line it is.
    pub const LONGEST: usize = Record::LONGEST + 24;
}
