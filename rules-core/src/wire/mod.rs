//! The wire: payloads to frames and back.
//!
//! | module | what it is |
//! |---|---|
//! | [`frame`] | a payload as bytes with a check and an end |
//! | [`deframer`] | bytes, in whatever portions they come, back to payloads |
//!
//! | `hello` | who is there, in a form that never changes (feature `ring`) |
//! | `message` | everything else that is said (feature `ring`) |

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
