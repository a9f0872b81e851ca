//! Archiving of the sensing trackers' state: a sequence of values, written once and read
//! back in the same order.
//!
//! Values that follow from board, dimensions and calibration are not archived; the reader
//! recomputes them. One function serves both directions, so that they cannot differ.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reader or writer of a component's state, value by value. Both work through one
/// function, so that the two directions cannot differ.
pub trait Archive {
    /// Writes `value`, or replaces it with the value written earlier. A value that cannot
    /// be read back stays unchanged.
    fn archive<T: Serialize + DeserializeOwned>(&mut self, value: &mut T);

    /// Archives up to 32 words of which most are zero: a bit mask of the non-zero words,
    /// then their values. Archiving every word would take several times as long on the
    /// RP2040.
    #[inline(never)]
    fn archive_words(&mut self, words: &mut [u32]) {
        let mut there = 0_u32;
        for word in words.iter().rev() {
            there = there << 1 | u32::from(*word != 0);
        }
        self.archive(&mut there);
        if there == 0 {
            return words.fill(0);
        }
        for word in words {
            if there & 1 != 0 {
                self.archive(word);
            } else {
                *word = 0;
            }
            there >>= 1;
        }
    }
}
