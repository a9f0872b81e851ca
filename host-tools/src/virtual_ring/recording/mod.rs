//! Recordings: raw frames in a compact file that replays bit for bit.
//!
//! ```text
//!   "DOHYOREC"  version (u16)   then blocks:  length (u32)  CRC-32  contents
//!
//!   first block   the header, postcard
//!   then          frames: one stream of curtain frames, one of scans
//!   last          an empty block: the recording is whole
//! ```
//!
//! Numbers are little-endian. A block stands on its own: what comes before a
//! damaged or missing part still reads. Curtain frames that are alike collapse
//! to a count, others to the bits that flipped; sums of a scan are written as
//! differences to the scan before, in as many bits as their channel needs.
//!
//! The two streams are put together again by time, the curtain's frame first if
//! both begin together: record them in that order. Nothing here knows where
//! frames come from.

mod bits;
mod code;
mod read;
mod write;

pub use read::{ReadError, Recording};
pub use write::{Recorder, WriteError};

use rules_core::board::{Dimensions, Name};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 8] = *b"DOHYOREC";

/// The version this program writes.
const VERSION: u16 = 1;

/// A block is written when it has grown to this many bytes.
const BLOCK: usize = 1 << 16;

/// And when it holds so many frames, even if they are all alike: 20 s of them.
const BLOCK_FRAMES: u32 = 50_000;

/// No block is longer, and none holds more frames: a number beyond is damage.
const LONGEST: u32 = 1 << 20;

/// Where a recording comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The board.
    pub board: Name,
    /// Its dimensions.
    pub dimensions: Dimensions,
    /// The seed of a simulated one; 0 from a real one.
    pub seed: u64,
    /// The version of the program that wrote it.
    pub tool: String,
}

impl Header {
    /// A recording that this program makes now.
    #[must_use]
    pub fn now(board: Name, dimensions: Dimensions, seed: u64) -> Self {
        Self {
            board,
            dimensions,
            seed,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// What a recording holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// A frame of the curtain.
    Curtain(CurtainFrame),
    /// A scan of the analog channels.
    Hall(HallScan),
}
