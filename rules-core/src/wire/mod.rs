//! The wire: payloads to frames and back.
//!
//! | module | what it is |
//! |---|---|
//! | [`frame`] | a payload as bytes with a check and an end |
//! | [`deframer`] | bytes, in whatever portions they come, back to payloads |
//! | `hello` | who is there, in a form that never changes (feature `ring`) |
//! | `message` | everything else that is said (feature `ring`) |
//!
//! What one side encodes the other finds again, whatever stood before it:
//!
//! ```
//! use rules_core::wire::{Deframer, FRAME_MAX, encode};
//!
//! let mut out = [0; FRAME_MAX];
//! let frame = encode(b"a ruling", &mut out)?;
//! let line = [b"garbage\0".as_slice(), frame].concat();
//!
//! let mut deframer = Deframer::new();
//! let mut heard = Vec::new();
//! for packet in line.chunks(5) {
//!     deframer.push(packet, |payload| heard.push(payload.to_vec()));
//! }
//! assert_eq!(heard, [b"a ruling"]);
//! # Ok::<(), rules_core::wire::BadLength>(())
//! ```

pub mod deframer;
pub mod frame;
#[cfg(feature = "ring")]
pub mod hello;
#[cfg(feature = "ring")]
pub mod message;

pub use deframer::{Counts, Deframer};
pub use frame::{BadLength, FRAME_MAX, PACKET_MAX, PAYLOAD_MAX, encode, packets};
#[cfg(feature = "ring")]
pub use hello::{BootReason, Hello, HostHello, PROTOCOL, Protocol};
#[cfg(feature = "ring")]
pub use message::{Ask, FromHost, FromRing, Outcome, Refusal};

#[cfg(test)]
mod tests;
