//! Health record of each beam. Most records are blank, and only the others are archived,
//! because archiving all of them takes as long as a frame on the RP2040.

use crate::sensing::frame::WORDS;

/// Health record of one beam.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct BeamRecord {
    /// Points for windows in which the beam was lit in the dark.
    pub blinded: u8,
    /// Points for windows in which the beam flickered.
    pub flaky: u8,
    /// Windows without a bad sample while the beam is masked; a bad one takes two away.
    pub good: u8,
}

impl BeamRecord {
    const FRESH: Self = Self {
        blinded: 0,
        flaky: 0,
        good: 0,
    };

    /// True if a window without a stray reading leaves the record unchanged.
    const fn is_at_rest(self) -> bool {
        self.blinded == 0 && self.flaky == 0
    }

    /// True if the record has nothing to archive.
    #[cfg(feature = "serde")]
    const fn is_blank(self) -> bool {
        self.blinded | self.flaky | self.good == 0
    }
}

/// Records of all beams, by word and bit.
#[derive(Debug, Clone)]
pub(super) struct BeamRecords([[BeamRecord; 32]; WORDS]);

impl BeamRecords {
    pub const FRESH: Self = Self([[BeamRecord::FRESH; 32]; WORDS]);

    pub const fn get_mut(&mut self, word: usize, bit: u32) -> &mut BeamRecord {
        &mut self.0[word % WORDS][bit as usize % 32]
    }

    /// Returns the beams of a word whose record is not at rest.
    pub fn nonzero(&self, word: usize) -> u32 {
        mask(&self.0[word % WORDS], |record| !record.is_at_rest())
    }
}

/// Returns the beams of a word whose records satisfy `is`.
fn mask(word: &[BeamRecord; 32], is: impl Fn(BeamRecord) -> bool) -> u32 {
    let mut mask = 0;
    for &record in word.iter().rev() {
        mask = mask << 1 | u32::from(is(record));
    }
    mask
}

#[cfg(feature = "serde")]
mod sparse {
    use super::{BeamRecords, WORDS, mask};
    use core::fmt;
    use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
    use serde::ser::{Serialize, SerializeTuple, Serializer};

    /// Writes for each word the mask of the records that are not blank, then the records.
    impl Serialize for BeamRecords {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let masks = self
                .0
                .each_ref()
                .map(|word| mask(word, |record| !record.is_blank()));
            let count: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
            let mut tuple = serializer.serialize_tuple(WORDS + count as usize)?;
            for (word, mut left) in self.0.iter().zip(masks) {
                tuple.serialize_element(&left)?;
                while left != 0 {
                    tuple.serialize_element(&word[left.trailing_zeros() as usize % 32])?;
                    left &= left - 1;
                }
            }
            tuple.end()
        }
    }

    impl<'de> Deserialize<'de> for BeamRecords {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_tuple(WORDS * 33, InOrder)
        }
    }

    struct InOrder;

    impl<'de> Visitor<'de> for InOrder {
        type Value = BeamRecords;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("six words, each with the records it names")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<BeamRecords, A::Error> {
            let short = || A::Error::invalid_length(0, &self);
            let mut records = BeamRecords::FRESH;
            for word in &mut records.0 {
                let named: u32 = seq.next_element()?.ok_or_else(short)?;
                for (bit, record) in word.iter_mut().enumerate() {
                    if named >> bit & 1 != 0 {
                        *record = seq.next_element()?.ok_or_else(short)?;
                    }
                }
            }
            Ok(records)
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::{BeamRecord, BeamRecords};

    fn some() -> BeamRecords {
        let mut records = BeamRecords::FRESH;
        for (word, bit, flaky) in [(0, 0, 3), (0, 31, 1), (5, 7, 12)] {
            *records.get_mut(word, bit) = BeamRecord {
                flaky,
                good: 2,
                ..BeamRecord::FRESH
            };
        }
        records
    }

    #[test]
    fn what_is_handed_over_is_what_comes_in() {
        let mut bytes = [0; 64];
        let bytes = postcard::to_slice(&some(), &mut bytes).unwrap();
        let (back, rest): (BeamRecords, _) = postcard::take_from_bytes(bytes).unwrap();
        assert!(rest.is_empty());
        for word in 0..6 {
            for bit in 0..32 {
                let [one, other] = [&back, &some()].map(|records| records.0[word][bit]);
                assert_eq!((one.flaky, one.good), (other.flaky, other.good));
            }
        }
    }

    #[test]
    fn blank_records_take_a_byte_a_word() {
        let mut bytes = [0; 64];
        let bytes = postcard::to_slice(&BeamRecords::FRESH, &mut bytes).unwrap();
        assert_eq!(bytes, [0; 6]);
    }
}
