//! The wire: payloads to frames and back.
//!
//! | module | what it is |
//! |---|---|
//! | [`frame`] | a payload as bytes with a check and an end |
//! | [`deframer`] | bytes, in whatever portions they come, back to payloads |
//!
//! A payload is bytes here; what they say, and the numbers by which a listener
//! knows that it missed something, belong to the messages above.

pub mod deframer;
pub mod frame;

pub use deframer::{Counts, Deframer};
pub use frame::{BadLength, FRAME_MAX, PACKET_MAX, PAYLOAD_MAX, encode, packets};

#[cfg(test)]
mod tests;
