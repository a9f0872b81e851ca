//! Physical rings: what one builder got out of the bag, drilled and soldered.
//!
//! | module | contents |
//! |---|---|
//! | [`design`] | parts and workmanship that a ring is built with, as data |
//! | [`drawn`] | one ring with all its parts, drawn from a seed |
//! | [`field`] | currents of all detectors in the light of all emitters |
//! | [`check`] | verdict on a ring: beams that are dark when clear, or lit when blocked |
//!
//! A [`Build`] depends on its design and its seed alone, so that any ring of a campaign
//! can be built again.

pub mod check;
pub mod design;
pub mod drawn;
pub mod field;
mod lots;
#[cfg(test)]
mod tests;

pub use check::{BeamCheck, RingCheck};
pub use design::{DESIGNS, Design, PROPOSED};
pub use drawn::Build;
pub use field::Field;
