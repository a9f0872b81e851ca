//! The host side of Dohyo as a library; the binary `dohyo` only parses its
//! command line and calls one verb.

pub mod scenario;
pub mod sumoo;
pub mod verbs;
