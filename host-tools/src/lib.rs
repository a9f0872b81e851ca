//! Library of the program `dohyo`; the binary only parses its command line and calls one
//! verb.
//!
//! Code without I/O is in `host-core` and `virtual-ring`, the connections to a ring in
//! `ring-client`.

#[cfg(feature = "physics")]
pub mod after_match;
pub mod built_page;
pub mod clause_index;
pub mod cli;
#[cfg(feature = "club")]
pub mod club;
#[cfg(feature = "terminal")]
pub mod demo;
pub mod emulator;
pub mod evening;
pub mod files;
pub mod hub;
pub mod people;
pub mod ring_server;
#[cfg(feature = "terminal")]
pub mod seat;
#[cfg(feature = "serve")]
pub mod serve;
pub mod shard;
pub mod state_folder;
pub mod terminal_output;
pub mod threads;
pub mod uf2;
pub mod verb_groups;
pub mod verbs;
pub mod wall_clock;
pub mod wiring;
