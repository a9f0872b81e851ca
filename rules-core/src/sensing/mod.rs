//! From raw frames to observations.
//!
//! | module | what it is |
//! |---|---|
//! | [`frame`] | what the hardware delivers |
//! | [`hall`] | the analog channels: markers, platform, passing magnets, cells |
//! | [`grid`] | who is whose neighbour on a grid board, what a cell reads |
//! | [`calibration`] | what channels read at rest, and how far magnets move them |
//! | [`observation`] | what is said about it |
//! | [`sensor`] | names of sensors and troubles |
//! | [`magnet`], [`body`] | what can be told apart, at rest and falling |
//! | [`curtain`] | from curtain frames to falls, hands, troubles |
//! | [`certainty`] | how sure, in eighths of a bit |
//! | [`identity`] | who fell, weighed with what can have been there |
//! | [`cause`] | why it fell: a push or an accident |
//! | `carry` | its memory as values, to go on from elsewhere |
//! | [`Sensing`] | all of it together |
//!
//! Sensing knows the board and nothing of the games: it says that a large disc
//! fell, not what that means.

pub mod body;
pub mod calibration;
#[cfg(feature = "ring")]
pub mod carry;
pub mod cause;
pub mod certainty;
pub mod curtain;
pub mod frame;
pub mod grid;
pub mod hall;
pub mod identity;
pub mod magnet;
pub mod observation;
mod senses;
pub mod sensor;

pub use senses::{Known, Sensing};
