//! Measurement of an idle board, on which every report is false.

use super::scene_run::{BoardSession, RasterLabel};
use crate::geometry::WorldView;
use rules_core::time::Span;

/// Time after power-up in which the board reports what is on it, such as markers.
const WARM_UP: Span = Span::millis(2_000);

/// Length of a chunk of idle time: short enough to keep its reports in memory, long
/// enough to be fast.
pub(super) const CHUNK: Span = Span::millis(30_000);

/// Shows an unchanging table to a board, one `CHUNK` at a time. Calls `each` with the
/// reports of a chunk, until it returns false.
pub fn idle(
    session: &mut BoardSession,
    view: &WorldView,
    each: &mut impl FnMut(&[RasterLabel]) -> bool,
) {
    session.wait(view, WARM_UP);
    while each(&session.wait(view, CHUNK)) {}
}
