//! Library of the program `dohyo`; the binary only parses its command line and calls one
//! verb.
//!
//! Code without I/O is in `host-core` and `virtual-ring`, the connections to a ring in
//! `ring-client`.

pub mod clause_index;
pub mod cli;
#[cfg(feature = "terminal")]
pub mod demo;
pub mod emulator;
pub mod files;
pub mod ring_server;
#[cfg(feature = "serve")]
pub mod serve;
pub mod terminal_output;
pub mod threads;
pub mod uf2;
pub mod verb_groups;
pub mod verbs;
pub mod wiring;
