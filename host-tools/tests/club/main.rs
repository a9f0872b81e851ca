//! Rings shared by many programs: the hub, the bridge to a broker, an evening of a club.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]

#[cfg(feature = "club")]
mod access;
#[cfg(feature = "club")]
mod archive;
mod evening;
#[cfg(feature = "serve")]
mod hall;
#[cfg(feature = "club")]
mod home_assistant;
mod hub;
#[cfg(feature = "club")]
mod kills;
#[cfg(feature = "club")]
mod people;
#[path = "../shared/playing_ring.rs"]
mod playing_ring;
#[cfg(feature = "club")]
mod programs;
