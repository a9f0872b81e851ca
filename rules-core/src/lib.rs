//! # Dohyo's brain
//!
//! The rules of four push-off games as pure values: no I/O, no clock, no
//! floats, no allocation, no panics. The same code judges on the device, in
//! the virtual ring and in every test.
//!
//! | module | what it is |
//! |---|---|
//! | [`clause`] | every rule of the printed books, with a number to cite |
//! | [`player`], [`piece`], [`place`] | the closed vocabulary: seats, sides, sizes, elements, posts |
//! | [`games`] | what is legal, what an action changes, who has won |
#![no_std]
#![forbid(unsafe_code)]

pub mod clause;
mod closed;
pub mod games;
pub mod lots;
pub mod piece;
pub mod place;
pub mod player;
