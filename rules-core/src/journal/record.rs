//! Byte format of a journal record.
//!
//! ```text
//!   0  CRC-32 of all that follows, without the padding
//!   4  number
//!   8  length of the payload
//!  10  kind
//!  11  format
//!  12  payload, then 0xff up to a multiple of 4
//! ```
//!
//! All numbers are little-endian. The first 12 bytes never change; `format` states how to
//! read the payload, so that a newer program can read the records of an older one, and an
//! older program notices that it cannot read a newer one's.
//!
//! The storage below has its own checksum for its items. This checksum stays with the
//! record when it leaves the flash: to the host, into a recording, back into a replay. It
//! costs 4 bytes.

use crate::checksum;

/// Length of the header before the payload, in bytes.
pub const HEAD: usize = 12;

/// Alignment of record lengths, in bytes, so that no driver has to write a partial word.
const WORD: usize = 4;

/// Role of a record in the journal, independent of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordKind {
    /// Record that starts a match: it and all records up to the next `Begin` are one
    /// match.
    Begin,
    /// Record from which the match can be resumed, without the earlier records of it.
    Snapshot,
    /// Record of any other content.
    Entry,
}

impl RecordKind {
    pub(crate) const fn to_byte(self) -> u8 {
        match self {
            Self::Begin => 1,
            Self::Snapshot => 2,
            Self::Entry => 3,
        }
    }

    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::Begin),
            2 => Some(Self::Snapshot),
            3 => Some(Self::Entry),
            _ => None,
        }
    }
}

/// Journal record, with its payload borrowed from the buffer it was read into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredRecord<'a> {
    /// Number of the record: one more than that of the record before it; the first is 1.
    /// `u32::MAX` is never used, so that there is always a next number.
    pub number: u32,
    /// Role of the record in the journal.
    pub kind: RecordKind,
    /// Format number of the payload; a newer program uses a higher one.
    pub format: u8,
    /// Contents of the record, opaque to the journal.
    pub payload: &'a [u8],
}

/// Reason why bytes cannot be decoded as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordError {
    /// The bytes are not a complete, unchanged record.
    Damaged,
    /// The record is valid, but its format is newer than this program.
    Newer {
        /// Format number of the record.
        format: u8,
    },
}

impl<'a> StoredRecord<'a> {
    /// Encodes the record into `out` and returns the part of it used; `None` if the
    /// record does not fit.
    ///
    /// ```
    /// use rules_core::journal::{RecordKind, StoredRecord};
    ///
    /// let kind = RecordKind::Begin;
    /// let record = StoredRecord { number: 7, kind, format: 1, payload: b"hello" };
    /// let mut out = [0; 64];
    /// let bytes = record.encode(&mut out).unwrap();
    /// assert_eq!(bytes.len(), 20);
    /// assert_eq!(StoredRecord::decode(bytes, 1), Ok(record));
    /// ```
    #[must_use]
    pub fn encode<'b>(&self, out: &'b mut [u8]) -> Option<&'b [u8]> {
        let length = u16::try_from(self.payload.len()).ok()?;
        let end = HEAD + self.payload.len();
        let out = out.get_mut(..end.next_multiple_of(WORD))?;
        let (head, rest) = out.split_at_mut_checked(HEAD)?;
        let (payload, padding) = rest.split_at_mut_checked(self.payload.len())?;
        payload.copy_from_slice(self.payload);
        padding.fill(0xff);
        let number = self.number.to_le_bytes();
        let tail = [self.kind.to_byte(), self.format];
        let fields = number.into_iter().chain(length.to_le_bytes()).chain(tail);
        for (place, byte) in head.iter_mut().skip(checksum::LENGTH).zip(fields) {
            *place = byte;
        }
        let crc = checksum::crc32(out.get(checksum::LENGTH..end)?);
        out.first_chunk_mut::<{ checksum::LENGTH }>()?
            .copy_from_slice(&crc);
        Some(out)
    }

    /// Decodes the record at the start of `bytes`, for a program that knows formats up to
    /// `known`. Bytes after the record are ignored.
    ///
    /// # Errors
    ///
    /// [`RecordError::Newer`] if the format is above `known`, [`RecordError::Damaged`] if
    /// the bytes are not a record.
    pub fn decode(bytes: &'a [u8], known: u8) -> Result<Self, RecordError> {
        Self::sound(bytes).ok_or(RecordError::Damaged).and_then(
            |(number, kind, format, payload)| {
                if format > known {
                    return Err(RecordError::Newer { format });
                }
                Ok(Self {
                    number,
                    kind: RecordKind::from_byte(kind).ok_or(RecordError::Damaged)?,
                    format,
                    payload,
                })
            },
        )
    }

    /// Returns number, kind, format and payload of the record at the start of `bytes`;
    /// `None` if its checksum does not match.
    fn sound(bytes: &'a [u8]) -> Option<(u32, u8, u8, &'a [u8])> {
        let (crc, rest) = bytes.split_first_chunk::<{ checksum::LENGTH }>()?;
        let (number, fields) = rest.split_first_chunk()?;
        let (length, fields) = fields.split_first_chunk()?;
        let (&[kind, format], payload) = fields.split_first_chunk()?;
        let number = u32::from_le_bytes(*number);
        let payload = payload.get(..usize::from(u16::from_le_bytes(*length)))?;
        let checked = rest.get(..HEAD - checksum::LENGTH + payload.len())?;
        (*crc == checksum::crc32(checked) && number != u32::MAX)
            .then_some((number, kind, format, payload))
    }
}
