//! The host side of Dohyo as a library; the binary `dohyo` only parses its
//! command line and calls one verb.

pub mod abalone;
pub mod citing;
pub mod data;
pub mod emulator;
pub mod kabuto;
pub mod lights;
pub mod mistake;
pub mod scenario;
pub mod sumoo;
pub mod uf2;
pub mod verbs;
pub mod virtual_ring;
