//! Measurement of detection against ground truth.
//!
//! | module | contents |
//! |---|---|
//! | [`scene_run`] | runs a scene through sensors and sensing, and keeps reports and truth |
//! | [`clocks`] | schedule of both frame streams |
//! | [`compare`] | comparison of reports with the truth |
//! | [`tally`] | counts and statistics |
//! | [`builds`] | many rings at rest, drawn by lot: shares and margins |
//! | [`builds_picture`] | drawing of their margins |
//! | [`campaign`] | many scenes over several threads |
//! | [`grid`], `grid_rig`, `grid_tally` | the same for grid boards: plan, one board, counts |
//! | [`idle`] | idle hours |
//! | [`picture`] | drawing of a push |

pub mod builds;
pub mod builds_picture;
pub mod campaign;
pub mod clocks;
pub mod compare;
pub mod grid;
mod grid_rig;
mod grid_tally;
pub mod idle;
pub mod picture;
pub mod scene_run;
pub mod tally;
