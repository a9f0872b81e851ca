//! What stands on the ring when a match begins, beside the sumos.

use crate::piece::{BySize, Size};

/// The discs on the ring at the start. The one in the centre is among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// Size of the disc in the centre.
    pub centre: Size,
    /// All discs on the ring.
    pub pawns: BySize<u8>,
}
