//! The host side of Dohyo as a library; the binary `dohyo` only parses its
//! command line and calls one verb.

pub mod abalone;
pub mod citing;
pub mod cli;
pub mod client;
pub mod data;
#[cfg(feature = "physics")]
pub mod demo;
pub mod emulator;
pub mod faults;
pub mod flash;
pub mod game;
pub mod kabuto;
pub mod lettering;
pub mod lights;
pub mod live;
pub mod local;
pub mod mistake;
#[cfg(feature = "physics")]
pub mod players;
pub mod proof;
pub mod report;
pub mod scenario;
#[cfg(feature = "physics")]
pub mod serve;
pub mod sumoo;
pub mod table_file;
pub mod threads;
pub mod uf2;
pub mod verbs;
#[cfg(feature = "physics")]
pub mod virtual_ring;
pub mod wiring;
pub mod wording;

/// The version of this program and of the firmware made with it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
