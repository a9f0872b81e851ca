//! Tests of the start of segments and of their snapshots.

use super::*;
use crate::board::{BoardId, Dimensions};
use crate::sensing::calibration::Calibration;

const BEGAN: Instant = Instant(900_000);

fn running() -> SegmentRecorder {
    let (board, dimensions) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
    let mut sensing = Sensing::new(board, &dimensions, &Calibration::nominal(board));
    let mut running = SegmentRecorder::BLANK;
    running.begin_anew(board);
    assert!(running.is_overdue(BEGAN) && running.is_over(BEGAN, RolloverWait::Copying));
    running.begin(BEGAN, Posts::default());
    let (mut pool, map) = (Pool::<400>::new(), GroupMap::from_profile(board));
    let mut learn =
        |running: &mut SegmentRecorder, at| running.start_snapshot(at, &mut pool, &mut sensing);
    // At first sensing behaves as if a beam were dark.
    assert!(!learn(&mut running, BEGAN + Span(SNAPSHOT_TIMEOUT.0 - 1)));
    let later = BEGAN + SNAPSHOT_TIMEOUT;
    running.now.as_mut().unwrap().unwatched = 1;
    let first = learn(&mut running, later);
    assert!(!first, "the first frame is work enough");
    running.now.as_mut().unwrap().unwatched = 2;
    assert!(learn(&mut running, later) && !running.is_usable(1));
    assert!(learn(&mut running, later) && running.is_usable(1));
    assert!(!learn(&mut running, later));
    assert!(
        !running.is_over(BEGAN + LENGTH, RolloverWait::None),
        "not written"
    );
    running.complete(&map, &mut pool);
    running
}

#[test]
fn a_scan_that_began_before_the_frame_that_came_first_goes_into_its_segment() {
    let running = running();
    assert!(!running.is_overdue(BEGAN - Span(690)));
    assert!(running.is_overdue(Instant(400)), "a clock that starts over");
}

#[test]
fn a_segment_waits_a_while_for_what_goes_on() {
    let running = running();
    let over = |after, wait| running.is_over(BEGAN + after, wait);
    assert!(over(LENGTH, RolloverWait::None) && !over(Span(LENGTH.0 - 1), RolloverWait::None));
    assert!(
        over(MAX_STIRRING_LENGTH, RolloverWait::Stirring) && !over(LENGTH, RolloverWait::Stirring)
    );
    assert!(
        over(MAX_COPYING_LENGTH, RolloverWait::Copying)
            && !over(MAX_STIRRING_LENGTH, RolloverWait::Copying)
    );
    assert!(
        running.is_overdue(BEGAN + MAX_LENGTH) && !running.is_overdue(BEGAN + MAX_COPYING_LENGTH)
    );
}
