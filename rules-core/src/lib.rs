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
//! | [`board`] | how each board is wired, as data |
//! | [`sensing`] | raw frames in, observations with their certainty out |
//! | [`games`] | what is legal, what an action changes, who has won |
//! | [`lights`] | what the LEDs show, as a function of what is to be shown and the time |
//! | [`referee`] | weighs what is seen, decides, asks, and can always be overruled |
//! | [`panel`] | buttons in, wishes of people out; and what the lights are to show |
//! | [`journal`] | what happened, as records that outlive the power |
//! | [`wire`] | payloads to frames and back, for USB; the messages |
//! | `proof` | the raw frames each decision rests on, to be judged again elsewhere (feature `ring`) |
//! | `ring` | all of it together: the whole product between pins and bytes (feature `ring`) |
#![no_std]
#![forbid(unsafe_code)]

pub mod board;
mod checksum;
pub mod clause;
mod closed;
pub mod games;
pub mod journal;
pub mod lights;
pub mod lots;
pub mod panel;
pub mod piece;
pub mod place;
pub mod player;
#[cfg(feature = "ring")]
pub mod proof;
pub mod referee;
#[cfg(feature = "ring")]
pub mod ring;
pub mod sensing;
pub mod time;
pub mod wire;
