//! Recordings: raw frames in a compact file that replays bit for bit.
//!
//! ```text
//!   "DOHYOREC"  version (u16)   then blocks:  length (u32)  CRC-32  contents
//!
//!   first block   the header, postcard
//!   then          frames: one stream of curtain frames, one of scans
//!   last          an empty block: the recording is complete
//! ```
//!
//! Numbers are little-endian. Each block is independent, so blocks before a damaged or
//! missing part can still be read. Equal curtain frames are stored as a count, others as
//! the bits that flipped; sums of a scan are stored as differences to the scan before, in
//! as many bits as their channel needs.
//!
//! Reading merges the two streams by time, the curtain frame first if both begin
//! together: record them in that order. The format does not depend on the source of the
//! frames.

mod bits;
mod codec;
mod read;
mod write;

pub use read::{FrameRecording, ReadError};
pub use write::{FrameRecorder, WriteError};

use rules_core::board::{BoardId, Dimensions};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 8] = *b"DOHYOREC";

/// Version of the file format that this program writes.
const VERSION: u16 = 1;

/// Size at which a block is written to the file, in bytes.
const BLOCK: usize = 1 << 16;

/// Number of frames at which a block is written to the file even if they are all equal:
/// 20 s of them.
const BLOCK_FRAMES: u32 = 50_000;

/// Largest length of a block in bytes and largest number of frames in it; a larger number
/// is damage.
const MAX_BLOCK_SIZE: u32 = 1 << 20;

/// Header of a recording: its board and its origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Kind of board.
    pub board: BoardId,
    /// Dimensions of the board.
    pub dimensions: Dimensions,
    /// Seed of a simulated board; 0 for a real one.
    pub seed: u64,
    /// Version of the program that wrote the recording.
    pub tool: String,
}

impl Header {
    /// Creates the header of a recording made by this program.
    #[must_use]
    pub fn now(board: BoardId, dimensions: Dimensions, seed: u64) -> Self {
        Self {
            board,
            dimensions,
            seed,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Frame or scan in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordedFrame {
    /// Frame of the light curtain.
    Curtain(CurtainFrame),
    /// Scan of the analog channels.
    Hall(HallScan),
}
