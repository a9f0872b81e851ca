//! Rings shared by many programs: the hub, and the bridge to a broker.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]

#[cfg(feature = "club")]
mod bridge;
mod hub;
#[path = "../shared/playing_ring.rs"]
mod playing_ring;
