//! Sensing: from raw frames to observations.
//!
//! | module | contents |
//! |---|---|
//! | [`frame`] | raw curtain frames and analog scans, as the hardware delivers them |
//! | [`curtain`] | light-curtain pipeline: frames to falls, hands and faults |
//! | [`hall`] | analog channels: markers, platform, passing magnets, cells |
//! | [`calibration`] | rest level of each channel, and how far magnets move it |
//! | [`observation`] | output of sensing: typed, timed, with its certainty |
//! | [`fall`] | vocabulary of falls: measurement, costs, cause |
//! | [`sensor`] | names of sensors and of their faults |
//! | [`magnet`], [`body`] | classes that sensors can tell apart, at rest and falling |
//! | [`certainty`] | certainty of an answer, in eighths of a bit |
//! | [`classifier`] | cost of each body for a fall, from width, dwell time and magnet |
//! | [`cause`] | cause of a fall: a push or an accident |
//! | [`cell_scope`] | cells of a grid board that a fault leaves unread |
//! | `archive` | state of all trackers as values, to continue from it elsewhere |
//! | [`Sensing`] | curtain, Hall sensors, classifier and cause combined |
//!
//! Sensing knows the board and nothing of the games: it reports that a large disc fell,
//! not what that means.

#[cfg(feature = "ring")]
pub mod archive;
pub mod body;
pub mod calibration;
pub mod cause;
pub mod cell_scope;
pub mod certainty;
pub mod classifier;
pub mod curtain;
pub mod fall;
pub mod frame;
mod fusion;
pub mod hall;
pub mod magnet;
pub mod observation;
pub mod sensor;

pub use fusion::{FallContext, Sensing};
