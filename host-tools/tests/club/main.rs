//! Rings shared by many programs: the hub.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]

mod hub;
#[path = "../shared/playing_ring.rs"]
mod playing_ring;
