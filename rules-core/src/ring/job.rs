//! Flash jobs of a ring, and their reports. The ring never waits for a report: it asks
//! for one job at a time and goes on.

use crate::journal::RecordKind;
use crate::referee::LineBody;
use heapless::Vec;

/// Bytes of a journal line.
pub type LineBytes = Vec<u8, { LineBody::LONGEST }>;

/// Maximum size of settings and calibration, in bytes.
pub const KEPT_MAX: usize = 1024;

/// A job for the flash.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Job {
    /// Append this line to the journal. The journal must give it this number.
    Append {
        /// Number of the line.
        seq: u32,
        /// Kind of the line for the journal.
        kind: RecordKind,
        /// Bytes of the line.
        line: LineBytes,
    },
    /// Read the first line that has this number or a higher one.
    Read(u32),
    /// Save settings and calibration, whose bytes are in [`Ring::config_bytes`]. The
    /// number is the edition to save; [`Report::Saved`] returns it, so that a change made
    /// meanwhile is saved again.
    ///
    /// [`Ring::config_bytes`]: super::Ring::config_bytes
    Save(u8),
    /// Erase one sector, if the journal needs it. Offered only while no push that counts
    /// can be under way.
    Reclaim,
}

/// Report of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Report {
    /// The line with this number is stored, or the reason why not.
    Appended(u32, Result<(), StorageError>),
    /// Result of reading a line.
    Read {
        /// Number asked for.
        from: u32,
        /// Line found, with its number; `None` if there is none.
        found: Option<(u32, LineBytes)>,
    },
    /// Settings and calibration of this edition are saved, or the reason why not.
    /// [`StorageError::NeedsTidy`] means that one sector was erased and the job must be
    /// repeated.
    Saved(u8, Result<(), StorageError>),
    /// Result of reclaiming a sector.
    Tidied(ReclaimReport),
}

/// Result of reclaiming a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ReclaimReport {
    /// A sector was erased; there may be more to do. The journal begins with this line
    /// now.
    Erased {
        /// First line of the journal.
        first: u32,
    },
    /// No sector had to be erased.
    Done,
    /// Room is scarce, but the running match occupies all of it.
    Short,
    /// The flash does not respond as it should.
    Failed,
}

/// Reason why data was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StorageError {
    /// A sector must be erased first.
    NeedsTidy,
    /// The running match occupies all the room.
    Full,
    /// The flash is worn out or does not answer.
    Broken,
}
