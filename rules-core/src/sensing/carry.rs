//! Sensing's memory, handed over value by value: written down, and read again
//! elsewhere in the same order.
//!
//! What follows from board, dimensions and calibration is not handed over: it is
//! made anew. One function for both ways, so that they cannot differ.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Takes each value along, or brings it back.
pub trait Carrier {
    /// Writes this value down, or replaces it with the one written down. What
    /// cannot be brought back stays as it is.
    fn carry<T: Serialize + DeserializeOwned>(&mut self, value: &mut T);

    /// The same for up to 32 words, most of which are zero: which are not, then
    /// those. Word by word would take a chip several times as long.
    #[inline(never)]
    fn carry_words(&mut self, words: &mut [u32]) {
        let mut there = 0_u32;
        for word in words.iter().rev() {
            there = there << 1 | u32::from(*word != 0);
        }
        self.carry(&mut there);
        if there == 0 {
            return words.fill(0);
        }
        for word in words {
            if there & 1 != 0 {
                self.carry(word);
            } else {
                *word = 0;
            }
            there >>= 1;
        }
    }
}
