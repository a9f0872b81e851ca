//! # Dohyo's brain
//!
//! The rules of four push-off games as pure values: no I/O, no clock, no
//! floats, no allocation, no panics. The same code judges on the device, in
//! the virtual ring and in every test.
#![no_std]
#![forbid(unsafe_code)]

pub mod clause;
pub mod games;
