//! One record as bytes.
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
//! Little-endian. The first 12 bytes stay as they are for ever; `format` says
//! how to read the payload, so that a newer program can read what an older one
//! wrote and an older one notices that it cannot.
//!
//! The storage below has a checksum of its own for what it stores. The one here
//! goes with the record when it leaves the flash: to the host, into a
//! recording, back into a replay. It costs 4 bytes.

use crate::checksum;

/// The bytes before the payload.
pub const HEAD: usize = 12;

/// Records are a multiple of this long, so that no driver has to write a rest.
const WORD: usize = 4;

/// What a record is to the journal. What it says is in its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Kind {
    /// A match begins; this and all up to the next `Begin` is one match.
    Begin,
    /// All that came before in this match, as one state.
    Snapshot,
    /// Anything else.
    Entry,
}

impl Kind {
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

/// One record, its payload where it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record<'a> {
    /// One more than that of the record before it; the first is 1. The highest
    /// number there is belongs to no record, so that there is always a next.
    pub number: u32,
    /// What it is to the journal.
    pub kind: Kind,
    /// How to read the payload.
    pub format: u8,
    /// What it says.
    pub payload: &'a [u8],
}

/// Bytes that are no record for this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Unreadable {
    /// Not what was once written.
    Damaged,
    /// Sound, but of a format of the future.
    Newer {
        /// That format.
        format: u8,
    },
}

impl<'a> Record<'a> {
    /// Writes the record into `out` and returns the part that is it; `None` if
    /// it does not fit.
    ///
    /// ```
    /// use rules_core::journal::{Kind, Record};
    ///
    /// let record = Record { number: 7, kind: Kind::Begin, format: 1, payload: b"hello" };
    /// let mut out = [0; 64];
    /// let bytes = record.encode(&mut out).unwrap();
    /// assert_eq!(bytes.len(), 20);
    /// assert_eq!(Record::decode(bytes, 1), Ok(record));
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
        let crc = checksum::of(out.get(checksum::LENGTH..end)?);
        out.first_chunk_mut::<{ checksum::LENGTH }>()?
            .copy_from_slice(&crc);
        Some(out)
    }

    /// The record in these bytes, for a program that knows formats up to
    /// `known`. Bytes after it do not matter.
    ///
    /// # Errors
    ///
    /// [`Unreadable`], if there is none.
    pub fn decode(bytes: &'a [u8], known: u8) -> Result<Self, Unreadable> {
        Self::sound(bytes)
            .ok_or(Unreadable::Damaged)
            .and_then(|(number, kind, format, payload)| {
                if format > known {
                    return Err(Unreadable::Newer { format });
                }
                Ok(Self {
                    number,
                    kind: Kind::from_byte(kind).ok_or(Unreadable::Damaged)?,
                    format,
                    payload,
                })
            })
    }

    /// Number, kind, format and payload, if the checksum says so.
    fn sound(bytes: &'a [u8]) -> Option<(u32, u8, u8, &'a [u8])> {
        let (crc, rest) = bytes.split_first_chunk::<{ checksum::LENGTH }>()?;
        let (number, fields) = rest.split_first_chunk()?;
        let (length, fields) = fields.split_first_chunk()?;
        let (&[kind, format], payload) = fields.split_first_chunk()?;
        let number = u32::from_le_bytes(*number);
        let payload = payload.get(..usize::from(u16::from_le_bytes(*length)))?;
        let checked = rest.get(..HEAD - checksum::LENGTH + payload.len())?;
        (*crc == checksum::of(checked) && number != u32::MAX)
            .then_some((number, kind, format, payload))
    }
}
