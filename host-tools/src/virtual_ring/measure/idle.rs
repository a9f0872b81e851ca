//! Hours in which nothing happens: whatever is said in them is false.

use super::watch::{Said, Session};
use crate::virtual_ring::space::View;
use rules_core::time::Span;

/// After power-up the table is taken in: markers that lie there are said.
const TAKEN_IN: Span = Span::millis(2_000);

/// Half a minute: short enough to keep what is said, long enough to be quick.
const PIECE: Span = Span::millis(30_000);

/// Looks at an unchanging table, half a minute at a time; calls `each` with the
/// seconds of a piece and what was said in it. It goes on until `each` says
/// `false`.
pub fn idle(session: &mut Session, view: &View, each: &mut impl FnMut(f64, &[Said]) -> bool) {
    session.wait(view, TAKEN_IN);
    while each(f64::from(PIECE.0) / 1e6, &session.wait(view, PIECE)) {}
}
