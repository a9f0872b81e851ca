//! Wire format between ring and host: frames around payloads, and the messages in them.
//!
//! | module | contents |
//! |---|---|
//! | [`frame`] | encoder of a payload as a frame with checksum and end byte |
//! | [`deframer`] | decoder of bytes, in portions of any size, to payloads |
//! | `device` | crash and health of the device (feature `ring`) |
//! | `hello` | greeting of both sides, in a form that never changes (feature `ring`) |
//! | `identity` | ids and name of a ring (feature `ring`) |
//! | `message` | all other messages (feature `ring`) |
//!
//! The deframer finds every encoded frame, whatever bytes precede it:
//!
//! ```
//! use rules_core::wire::{Deframer, FRAME_MAX, encode};
//!
//! let mut out = [0; FRAME_MAX];
//! let frame = encode(b"a ruling", &mut out)?;
//! let line = [b"garbage\0".as_slice(), frame].concat();
//!
//! let mut deframer = Deframer::new();
//! let mut payloads = Vec::new();
//! for packet in line.chunks(5) {
//!     deframer.push(packet, |payload| payloads.push(payload.to_vec()));
//! }
//! assert_eq!(payloads, [b"a ruling"]);
//! # Ok::<(), rules_core::wire::LengthError>(())
//! ```

pub mod deframer;
#[cfg(feature = "ring")]
pub mod device;
pub mod frame;
#[cfg(feature = "ring")]
pub mod hello;
#[cfg(feature = "ring")]
pub mod identity;
#[cfg(feature = "ring")]
pub mod message;

pub use deframer::{Deframer, FrameCounts};
#[cfg(feature = "ring")]
pub use device::{Crash, CrashCause, DeviceHealth, FirmwarePhase};
pub use frame::{FRAME_MAX, LengthError, PACKET_MAX, PAYLOAD_MAX, encode};
#[cfg(feature = "ring")]
pub use hello::{BootReason, Hello, HostHello, PROTOCOL, Protocol};
#[cfg(feature = "ring")]
pub use identity::{Identity, JournalId, RingId, RingName};
#[cfg(feature = "ring")]
pub use message::{HostMessage, Request, RequestError, Response, RingMessage};

#[cfg(test)]
mod tests;
