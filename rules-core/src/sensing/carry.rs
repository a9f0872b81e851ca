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
}
