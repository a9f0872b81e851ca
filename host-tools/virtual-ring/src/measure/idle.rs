//! Measurement of an idle board, on which every report is false.

use super::scene_run::{BoardSession, RasterLabel};
use crate::geometry::WorldView;
use rules_core::time::Span;

/// Time after power-up in which the board reports what is on it, such as markers.
const WARM_UP: Span = Span::millis(2_000);

/// Length of a chunk of idle time: short enough to keep its reports in memory, long
/// enough to be fast.
const CHUNK: Span = Span::millis(30_000);

/// Shows an unchanging table to a board, one chunk of 30 s at a time. Calls `each` with
/// the seconds of a chunk and its reports, until it returns false.
pub fn idle(
    session: &mut BoardSession,
    view: &WorldView,
    each: &mut impl FnMut(f64, &[RasterLabel]) -> bool,
) {
    session.wait(view, WARM_UP);
    while each(f64::from(CHUNK.0) / 1e6, &session.wait(view, CHUNK)) {}
}
