//! What a ring wants of its flash, and what becomes of it. The ring never waits
//! for an answer: it asks for one job at a time and goes on.

use crate::journal::Kind;
use crate::referee::Body;
use heapless::Vec;

/// A line as bytes.
pub type LineBytes = Vec<u8, { Body::LONGEST }>;

/// The longest set of settings and calibration, in bytes.
pub const KEPT_MAX: usize = 1024;

/// Something to do with the flash.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Job {
    /// Append this line to the journal. Its number is what the journal must
    /// give it.
    Append {
        /// The number.
        seq: u32,
        /// What it is to the journal.
        kind: Kind,
        /// The line.
        line: LineBytes,
    },
    /// Read the first line that has this number or a higher one.
    Read(u32),
    /// Save settings and calibration: the bytes are in [`Ring::kept`].
    ///
    /// [`Ring::kept`]: super::Ring::kept
    /// The number says which: they may change before it is done.
    Save(u8),
    /// Erase one sector, if the journal wants to. Offered only while no push that
    /// counts can be under way.
    Tidy,
}

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Report {
    /// The line with this number is stored, or why not.
    Appended(u32, Result<(), Failure>),
    /// The line read, with its number; nothing if there is none.
    Read {
        /// The number asked for.
        from: u32,
        /// What was found.
        found: Option<(u32, LineBytes)>,
    },
    /// Settings and calibration with this number are saved, or why not. What needs
    /// tidying was tidied by a sector: once more.
    Saved(u8, Result<(), Failure>),
    /// What tidying did.
    Tidied(Tidied),
}

/// What tidying did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Tidied {
    /// A sector was erased; there may be more to do. The journal begins with
    /// this line now.
    Erased {
        /// The first line there is.
        first: u32,
    },
    /// Nothing was to be done.
    Done,
    /// Room is scarce, but the running match takes all of it.
    Short,
    /// The flash does not do what it is told.
    Failed,
}

/// Why something was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Failure {
    /// Something has to be erased first.
    NeedsTidy,
    /// The running match takes all the room there is.
    Full,
    /// The flash is worn out or does not answer.
    Broken,
}
