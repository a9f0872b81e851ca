//! Virtual ring: a physical model of the table with known ground truth, and models of the
//! sensors. The output is what the hardware would deliver, frame for frame, so that
//! detection can be measured.
//!
//! | module | contents |
//! |---|---|
//! | `recording` | raw frames in a file that replays bit for bit |
//! | `sensors` | models of the sensors and their faults |
//! | `view_cache` | view of the world between two steps |
//! | `geometry` | lengths, poses, solids and magnets, shared by physics and sensors |
//! | `pieces` | outline, weight and magnet of the pieces |
//! | `arena` | fixed parts: ring, gutter, posts, platform |
//! | `world` | rigid bodies in the arena, step by step |
//! | `hand`, `push`, `manner` | hands, fingers, sleeves; a thumb that pushes, and how |
//! | `habits` | where people lay an element, and how they push it |
//! | `script`, `scene` | acts of people at the table; a world in which they happen |
//! | `scenes` | scenes by name, each made from a seed |
//! | `truth` | ground truth |
//! | `grid_calibration` | a grid board drawn by lot, calibrated by the ring's guide |
//! | `match_hashes` | hashes of a match, to compare machines |
//! | `measure` | observations compared with ground truth |
//! | `pushes` | pushes from everywhere on the platform: ruled, asked about, or unnoticed |
//! | `play` | whole matches, judged by the ground truth and by the referee |
//! | `placement` | positions of the pieces at the start |
//! | `sim_rng` | random lengths and angles |
//! | `players` | simulated players and how they choose |
//! | `session` | a match that somebody outside drives: a page, a terminal, a test |
//! | `demo` | a match shown to a viewer while it is played |
//! | [`in_process`], [`mock_flash`] | the ring the device runs, with a flash in memory |
//! | [`manual`] | such a ring in real time, with typed inputs |
//! | [`faults`] | everything broken on purpose |
//! | [`executor`] | independent pieces of work, and who runs them |
//! | [`explain`](mod@explain) | a simulation explained step by step |
//!
//! Without feature `physics` there is no table: only the ring, its flash, typed
//! inputs and faults. There is no I/O, no clock and no thread in either case.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "physics")]
mod active_act;
#[cfg(feature = "physics")]
pub mod arena;
#[cfg(feature = "physics")]
pub mod demo;
pub mod executor;
pub mod explain;
#[cfg(all(test, feature = "physics"))]
mod fall_timing_tests;
pub mod faults;
#[cfg(feature = "physics")]
pub mod geometry;
#[cfg(feature = "physics")]
pub mod grid_calibration;
#[cfg(feature = "physics")]
pub mod habits;
#[cfg(feature = "physics")]
pub mod hand;
pub mod in_process;
#[cfg(feature = "physics")]
pub mod manner;
pub mod manual;
#[cfg(feature = "physics")]
pub mod match_hashes;
#[cfg(feature = "physics")]
pub mod measure;
pub mod mock_flash;
#[cfg(feature = "physics")]
pub mod pieces;
#[cfg(feature = "physics")]
pub mod placement;
#[cfg(feature = "physics")]
pub mod play;
#[cfg(feature = "physics")]
pub mod players;
#[cfg(feature = "physics")]
pub mod push;
#[cfg(feature = "physics")]
pub mod pushes;
#[cfg(feature = "physics")]
pub mod recording;
#[cfg(feature = "physics")]
pub mod scene;
#[cfg(feature = "physics")]
pub mod scenes;
#[cfg(feature = "physics")]
pub mod script;
#[cfg(feature = "physics")]
pub mod sensors;
#[cfg(feature = "physics")]
pub mod session;
#[cfg(feature = "physics")]
pub mod sim_rng;
#[cfg(all(test, feature = "physics"))]
mod tests;
#[cfg(feature = "physics")]
pub mod truth;
#[cfg(feature = "physics")]
mod units;
#[cfg(feature = "physics")]
pub mod view_cache;
#[cfg(feature = "physics")]
pub mod world;
