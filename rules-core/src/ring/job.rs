//! Jobs that a ring gives to its flash, and their reports. The ring gives one job at a
//! time and does not wait for its report.

use crate::journal::RecordKind;
use crate::referee::LineBody;
use heapless::Vec;

/// Encoded journal line, without its number.
pub type LineBytes = Vec<u8, { LineBody::MAX_SIZE }>;

/// Maximum size of the serialised settings and calibration, in bytes.
pub const KEPT_MAX: usize = 1024;

/// A job for the flash, made by [`Ring::job`](super::Ring::job).
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Job {
    /// Append this line to the journal, under the number `seq`.
    Append {
        /// Number of the line in the journal.
        seq: u32,
        /// Kind of the line: start of a match, end of a snapshot, or plain entry.
        kind: RecordKind,
        /// Encoded line.
        line: LineBytes,
    },
    /// Read from the journal the first line that has this number or a higher one.
    Read(u32),
    /// Save settings and calibration, which [`Ring::config_bytes`] returns. The number is
    /// the edition to save; [`Report::Saved`] returns it, so that a change made meanwhile
    /// is saved again.
    ///
    /// [`Ring::config_bytes`]: super::Ring::config_bytes
    Save(u8),
    /// Erase one sector if the journal needs it. The ring gives this job only while no
    /// push that counts can be under way.
    Reclaim,
}

/// Result of a [`Job`], which the ring gets as [`Input::Storage`](super::Input::Storage).
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made one at a time, and there is no heap"
)]
pub enum Report {
    /// Result of [`Job::Append`]: the line with this number is stored, or the reason why
    /// not.
    Appended(u32, Result<(), StorageError>),
    /// Result of [`Job::Read`].
    Read {
        /// Requested line number.
        from: u32,
        /// Number and bytes of the line found, `None` if there is none; or the reason why
        /// the flash could not be read.
        found: Result<Option<(u32, LineBytes)>, StorageError>,
    },
    /// Result of [`Job::Save`]: this edition of settings and calibration is saved, or the
    /// reason why not.
    /// [`StorageError::NeedsReclaim`] means that one sector was erased and the job must be
    /// repeated.
    Saved(u8, Result<(), StorageError>),
    /// Result of [`Job::Reclaim`].
    Reclaimed(ReclaimReport),
}

/// Result of [`Job::Reclaim`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ReclaimReport {
    /// One sector was erased; more may follow.
    Erased {
        /// Number of the first line that the journal still holds.
        first: u32,
    },
    /// The journal needed no erased sector.
    Done,
    /// The journal needs a sector, but the running match occupies all of them.
    Short,
    /// The flash failed to erase a sector.
    Failed,
}

/// Reason why a flash job stored nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StorageError {
    /// A sector must be erased first.
    NeedsReclaim,
    /// The running match occupies all the room.
    Full,
    /// The flash is worn out or does not answer.
    Broken,
}
