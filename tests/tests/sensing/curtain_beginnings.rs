//! How a fall begins before the light curtain: what is enough to say so, and what
//! must not spoil it. One frame is 0.4 ms.

use dohyo_tests::curtain_rig::Rig;
use rules_core::board::BoardId;
use rules_core::place::Edge;
use rules_core::sensing::curtain::CurtainEvent;
use rules_core::sensing::observation::BodyCount;
use rules_core::time::Instant;

fn ring() -> Rig {
    Rig::new(BoardId::Ring)
}

#[test]
fn two_beams_are_said_in_the_third_dark_frame() {
    let mut rig = ring();
    rig.play(Edge::North, "4 ..##................");
    assert_eq!(rig.words(), ["falling 0"]);
    assert_eq!(rig.said[0].0, Instant(52 * 400));
}

#[test]
fn three_dark_frames_of_one_beam_are_nothing() {
    let mut rig = ring();
    rig.play(Edge::North, "3 ..#.................\n60 ....");
    assert!(rig.words().is_empty(), "{:?}", rig.words());
}

#[test]
fn while_falls_are_expected_they_begin_one() {
    let mut rig = ring();
    rig.falls_expected_until = Some(Instant::MAX);
    rig.play(Edge::North, "3 ..#.................\n200 ....");
    assert_eq!(rig.words(), ["falling 0", "brush 0"]);
    assert_eq!(rig.said[0].0, Instant(52 * 400));
}

#[test]
fn a_twitch_below_as_something_begins_to_fall_does_not_make_it_a_hand() {
    let mut rig = ring();
    rig.play(
        Edge::East,
        "
          2  ......##............  ....................
          4  ......##............  ......#.............
         40  .....####...........  ....................
         50  .....####...........  .....###............
         40  ....................  .....###............
         50  ....................  ....................",
    );
    assert_eq!(rig.words(), ["falling 0", "passed 0?"]);
    let CurtainEvent::Passed(fall) = rig.said[1].1 else {
        unreachable!()
    };
    assert_eq!(fall.drop_time().map(|span| span.0), Some(46 * 400));
    assert_eq!(
        (fall.pattern.count, fall.pattern.sound),
        (BodyCount::PerhapsTwo, false)
    );
}
