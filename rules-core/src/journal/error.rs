//! Errors of the journal, with sentences for people.

use core::fmt;

/// Reason why a flash region cannot be opened. Its contents are unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum OpenError<E> {
    /// The flash cannot be read.
    Flash(E),
    /// A newer program has written a record in the region.
    Newer {
        /// Newest format found in the region.
        found: u8,
        /// Newest format that this program knows.
        known: u8,
    },
    /// The region does not consist of whole sectors of this flash, or the flash has words
    /// longer than 4 bytes.
    Unsuitable,
}

impl<E: fmt::Debug> fmt::Display for OpenError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flash(error) => write!(f, "the flash cannot be read ({error:?}): try again"),
            Self::Newer { found, known } => write!(
                f,
                "what is stored was written by a newer program (format {found}, this one knows up to {known}): \
                 update the program, or wipe the region and lose what it holds"
            ),
            Self::Unsuitable => write!(
                f,
                "the region does not suit the flash: give one within it that starts at a multiple of {}, \
                 on a flash with words of 1, 2 or 4 bytes",
                super::SECTOR
            ),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for OpenError<E> {}

/// Reason why a record was not appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AppendError<E> {
    /// The flash failed. The record may or may not be stored; reading on from the last
    /// confirmed record shows which.
    Flash(E),
    /// The payload is longer than a record may be.
    TooLong {
        /// Length of the payload in bytes.
        length: usize,
        /// Longest allowed payload in bytes.
        most: usize,
    },
    /// The region is empty, and only a `Begin` can be its first record.
    NoMatch,
    /// No erased sector is left, but `reclaim` can make one.
    NeedsReclaim,
    /// No erased sector is left, and all stored records must stay.
    Full,
    /// The flash failed to store the record in several places.
    Worn,
}

impl<E: fmt::Debug> fmt::Display for AppendError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flash(error) => write!(
                f,
                "the flash failed ({error:?}): open the region again to see whether the record is there"
            ),
            Self::TooLong { length, most } => write!(
                f,
                "a payload of {length} bytes is too long for a record: give at most {most} bytes"
            ),
            Self::NoMatch => f.write_str("no match has begun: append a Begin first"),
            Self::NeedsReclaim => {
                f.write_str("no erased sector is left: call `reclaim` when the ring is idle")
            }
            Self::Full => f.write_str(
                "the running match fills the region: wipe it, and write a snapshot when `reclaim` returns `Short`",
            ),
            Self::Worn => f.write_str(
                "the flash failed to store data in several places: it is worn out; replace the board",
            ),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for AppendError<E> {}
