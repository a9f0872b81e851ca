//! When segments begin, and when it is taken down what is known.

use super::*;
use crate::board::{Dimensions, Name};
use crate::sensing::calibration::Calibration;

const BEGAN: Instant = Instant(900_000);

fn running() -> Running {
    let (board, dimensions) = (Profile::of(Name::Ring), Dimensions::ASSUMED);
    let mut sensing = Sensing::new(board, &dimensions, &Calibration::nominal(board));
    let mut running = Running::new(board);
    assert!(running.is_overdue(BEGAN) && running.is_over(BEGAN, Wait::Copying));
    running.begin(BEGAN, Posts::default());
    let (mut pool, map) = (Pool::<400>::new(), Map::of(board));
    let mut learn = |running: &mut Running, at| running.learn(at, &mut pool, &mut sensing);
    // At first sensing is as if something was seen.
    assert!(!learn(&mut running, BEGAN + Span(UNKNOWN.0 - 1)));
    let later = BEGAN + UNKNOWN;
    running.now.as_mut().unwrap().unwatched = 1;
    let first = learn(&mut running, later);
    assert!(!first, "the first frame is work enough");
    running.now.as_mut().unwrap().unwatched = 2;
    assert!(learn(&mut running, later) && !running.is_usable(1));
    assert!(learn(&mut running, later) && running.is_usable(1));
    assert!(!learn(&mut running, later));
    assert!(!running.is_over(BEGAN + LENGTH, Wait::None), "not written");
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
    assert!(over(LENGTH, Wait::None) && !over(Span(LENGTH.0 - 1), Wait::None));
    assert!(over(LATEST, Wait::Stirring) && !over(LENGTH, Wait::Stirring));
    assert!(over(COPIED, Wait::Copying) && !over(LATEST, Wait::Copying));
    assert!(running.is_overdue(BEGAN + OVERDUE) && !running.is_overdue(BEGAN + COPIED));
}
