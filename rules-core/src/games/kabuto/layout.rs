//! Discs on the ring when a match begins, besides the sumos.

use crate::piece::{BySize, Size};

/// Discs on the ring at the start. The disc in the centre is among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// Size of the disc in the centre.
    pub centre: Size,
    /// Number of all discs on the ring, by size.
    pub pawns: BySize<u8>,
}
