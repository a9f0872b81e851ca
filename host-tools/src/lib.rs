//! The host side of Dohyo as a library; the binary `dohyo` only parses its
//! command line and calls one verb.

pub mod abalone;
pub mod citing;
pub mod client;
pub mod data;
pub mod faults;
pub mod flash;
pub mod kabuto;
pub mod lights;
pub mod local;
pub mod mistake;
#[cfg(feature = "physics")]
pub mod players;
#[cfg(feature = "physics")]
pub mod proof;
pub mod scenario;
pub mod sumoo;
pub mod verbs;
#[cfg(feature = "physics")]
pub mod virtual_ring;

/// The version of this program and of the firmware made with it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
