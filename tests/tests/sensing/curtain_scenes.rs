//! Scenes before the light curtain, drawn as rasters of beams over time, and
//! what must be said about them. One frame is 0.4 ms.

use dohyo_tests::curtain_rig::{Body, Rig};
use rules_core::board::BoardId;
use rules_core::place::Edge;
use rules_core::sensing::curtain::CurtainEvent;
use rules_core::sensing::observation::BodyCount;
use rules_core::time::{Instant, Span};

const SIZES: [u32; 3] = [20, 30, 40];

fn ring() -> Rig {
    Rig::new(BoardId::Ring)
}

/// What is said of a raster on one side of a ring, in words.
fn said(edge: Edge, raster: &str) -> Vec<String> {
    let mut rig = ring();
    rig.play(edge, raster);
    rig.words()
}

#[test]
fn a_disc_that_topples_is_said_at_once_and_passes() {
    let mut rig = ring();
    rig.play(
        Edge::East,
        "
         10  ......#.............  ....................
         50  .....###............  ....................
         30  .....###............  .....##.............
         20  ......#.............  .....##.............
         40  ....................  .....##.............
         50  ....................  ....................",
    );
    assert_eq!(rig.words(), ["falling 0", "passed 0"]);
    let CurtainEvent::Passed(fall) = rig.said[1].1 else {
        unreachable!()
    };
    // The left edge lies between lower 4 at 47.5 mm and upper 5 at 52.5 mm, the
    // right one between upper 7 at 72.5 mm and lower 7 at 77.5 mm, both 0.6 mm further
    // out: a beam goes dark when most of it is covered.
    assert_eq!(fall.pattern.edge, Edge::East);
    assert_eq!(fall.onset, Instant(50 * 400));
    assert_eq!(fall.drop_time().map(|span| span.0), Some(60 * 400));
    assert_eq!(fall.pattern.count, BodyCount::One);
    // And the outermost beams were dark for long: both edges are further out.
    assert_eq!((fall.width.0, fall.width_doubt.0), (27_250, 5_000));
    assert_eq!(fall.along.0, 62_500);
    // The first beam broke in frame 50; a lonely beam is said in the fourth
    // dark frame.
    assert_eq!(rig.said[0].0, Instant(53 * 400));
}

#[test]
fn a_dip_into_the_upper_plane_is_a_brush() {
    let said = said(
        Edge::South,
        "
         30  ...####.............
        200  ....................",
    );
    assert_eq!(said, ["falling 0", "brush 0"]);
}

#[test]
fn a_finger_in_and_out_is_a_hand() {
    let said = said(
        Edge::West,
        "
         60  ........##..........  ....................
         80  ........##..........  ........##..........
         60  ........##..........  ....................
        200  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "hand 0", "hand west", "hand gone west"]);
}

#[test]
fn what_looks_like_a_finger_beside_a_fall_is_asked() {
    let said = said(
        Edge::West,
        "
         40  ...###......###.....  ....................
         60  ...###......###.....  ...###......###.....
         20  ...###......###.....  ...###..............
         40  ....................  ...###..............
        200  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "falling 1", "passed 0", "passed 1?"]);
}

#[test]
fn a_hand_from_below_is_a_hand() {
    let said = said(
        Edge::West,
        "
         60  ....................  .....######.........
         80  ....######..........  .....######.........
         60  ....................  ....................
        200  ....................  ....................",
    );
    assert_eq!(said, ["hand west", "hand gone west"]);
}

#[test]
fn a_wide_hand_that_stays_is_no_fall() {
    let said = said(
        Edge::North,
        "
         50  ....########........  ....................
        300  ....########........  ....########........
        100  .....#####..........  .....######.........
        100  ....########........  ....########........
         40  ....########........  ....................
        300  ....................  ....................",
    );
    assert_eq!(
        said,
        ["falling 0", "hand 0", "hand north", "hand gone north"]
    );
}

#[test]
fn a_large_disc_that_stays_upright_fell_and_leans() {
    let said = said(
        Edge::North,
        "
         75  ....####............  ....................
        900  ....####............  ....####............
         60  ....................  ....................",
    );
    assert_eq!(
        said,
        ["falling 0", "passed 0?", "leaning north", "cleared north"]
    );
}

/// A disc falls, and half a second later two fingers come to where it lies.
const FETCHED: &str = "
         50  ....##..............  ....................
         20  ....##..............  ....##..............
         50  ....................  ....##..............
       1300  ....................  ....................
         50  ....##..............  ....................
        600  ....##..............  ....##..............
         50  ....##..............  ....................
        300  ....................  ....................";

#[test]
fn while_a_push_goes_on_what_stays_where_something_fell_may_have_fallen_too() {
    let mut rig = Rig::deep(BoardId::Ring);
    rig.falls_expected_until = Some(Instant::MAX);
    rig.play(Edge::North, FETCHED);
    let words = rig.words();
    assert_eq!(
        words[..4],
        ["falling 0", "passed 0", "falling 1", "passed 1?"]
    );
}

#[test]
fn after_a_push_has_ended_what_stays_where_something_fell_is_a_hand() {
    let mut rig = Rig::deep(BoardId::Ring);
    // The push ended 20 ms before the disc fell; falls are expected until 1.5 s later.
    let fell = Instant(u64::from(rig.index) * u64::from(rig.curtain.period.0));
    rig.falls_expected_until = Some(fell + Span::millis(1_480));
    rig.play(Edge::North, FETCHED);
    assert_eq!(
        rig.words(),
        [
            "falling 0",
            "passed 0",
            "falling 1",
            "hand 1",
            "hand north",
            "hand gone north"
        ]
    );
}

#[test]
fn beside_what_leans_a_fall_is_seen() {
    let said = said(
        Edge::North,
        "
         75  ....####............  ....................
        900  ....####............  ....####............
         50  ....####.....##.....  ....####............
         50  ....####.....##.....  ....####.....##.....
         50  ....####............  ....####.....##.....
        100  ....####............  ....####............",
    );
    assert_eq!(said[3..], ["falling 1", "passed 1"].map(str::to_owned));
}

#[test]
fn a_bounce_through_the_lower_plane_is_no_second_fall() {
    let said = said(
        Edge::North,
        "
         50  ....##..............  ....................
         50  ....##..............  ....##..............
         30  ....................  ....##..............
         60  ....................  ....................
         40  ....................  ....##..............
        900  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "passed 0"]);
}

#[test]
fn one_after_the_other_at_the_same_place_are_two() {
    let said = said(
        Edge::North,
        "
         50  ....##..............  ....................
         20  ....##..............  ....##..............
          5  ....................  ....##..............
         20  ....##..............  ....##..............
         10  ....##..............  ....................
         30  ....##..............  ....##..............
         30  ....................  ....##..............
        200  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "falling 1", "passed 0", "passed 1"]);
}

#[test]
fn two_abreast_that_meet_are_two() {
    let mut rig = ring();
    rig.play(
        Edge::North,
        "
         15  .....#..#...........  ....................
         25  ....######..........  ....................
         20  ....######..........  .....#..#...........
         20  ....######..........  ....######..........
         10  .....#..#...........  ....######..........
         30  ....................  ....######..........
        200  ....................  ....................",
    );
    let words = rig.words();
    assert_eq!(words[..2], ["falling 0", "falling 1"].map(str::to_owned));
    assert_eq!(rig.passed().len(), 2, "{words:?}");
}

#[test]
fn a_body_over_the_corner_is_one() {
    let mut rig = ring();
    let north = Body {
        diameter: 30.0,
        ..Body::toppling(Edge::North, 198.0, 30, 2, 5.0)
    };
    let east = Body {
        diameter: 20.0,
        ..Body::toppling(Edge::East, 0.0, 30, 2, 9.0)
    };
    rig.fall(&[north, east]);
    assert_eq!(
        rig.words(),
        ["falling 0", "falling 1", "passed 0", "same body 1"]
    );
}

#[test]
fn six_discs_in_50_ms_are_six() {
    let mut rig = ring();
    let bodies: Vec<Body> = (0..6)
        .map(|n| {
            let edge = Edge::ALL[n % 2];
            Body::toppling(edge, 30.0 + 30.0 * n as f64, 20, n, 5.0 + 10.0 * n as f64)
        })
        .collect();
    rig.fall(&bodies);
    let mut onsets: Vec<u64> = rig.passed().iter().map(|it| it.onset.0 / 1000).collect();
    onsets.sort_unstable();
    let expected: Vec<u64> = (0..6).map(|n| 20 + 5 + 10 * n).collect();
    assert_eq!(onsets.len(), 6, "{:?}", rig.words());
    for (onset, expected) in onsets.iter().zip(expected) {
        assert!(onset.abs_diff(expected) <= 1, "{onsets:?}");
    }
}

#[test]
fn a_bump_is_a_bump_and_no_fall() {
    let mut rig = ring();
    let mut pictures =
        rules_core::place::ByEdge::<dohyo_tests::curtain_rig::SidePattern>::default();
    for (n, edge) in Edge::ALL.into_iter().enumerate() {
        pictures[edge].upper = 0b1_0000_0100 << n;
    }
    rig.hold(6, &pictures);
    rig.quiet(15);
    for (n, edge) in Edge::ALL.into_iter().enumerate() {
        pictures[edge].upper = 0;
        pictures[edge].lower = 0b1_0000_0100 << n;
    }
    rig.hold(6, &pictures);
    rig.quiet(300);
    assert!(rig.passed().is_empty(), "{:?}", rig.words());
    let words = rig.words();
    assert_eq!(
        words.iter().filter(|it| *it == "bump").count(),
        1,
        "{words:?}"
    );
    assert!(
        words
            .iter()
            .all(|it| it.contains("falling") || it.contains("bump")),
        "{words:?}"
    );
}

#[test]
fn the_width_tells_the_discs_apart() {
    for size in SIZES {
        for push in 0..4 {
            for step in 0..25 {
                let along = 60.03 + f64::from(step) * 0.4;
                let mut rig = ring();
                rig.fall(&[Body::toppling(Edge::South, along, size, push, 3.0)]);
                let passed = rig.passed();
                assert_eq!(passed.len(), 1, "{size} mm at {along}: {:?}", rig.words());
                let fall = passed[0];
                assert!(
                    fall.pattern.sound && fall.pattern.count == BodyCount::One,
                    "{size} at {along}: {fall:?}"
                );
                let (width, doubt) = (fall.width.0 as i64, fall.width_doubt.0 as i64);
                let off = width - i64::from(size) * 1000;
                assert!(
                    off.abs() <= doubt,
                    "{size} mm at {along}: {width} +- {doubt}"
                );
                assert!(off.abs() < 5_000, "{size} mm at {along}: {width}");
                assert!(doubt <= 5_000);
                let middle = f64::from(fall.along.0) / 1000.0;
                assert!(
                    (middle - along).abs() < 5.0,
                    "{size} mm at {along}: {middle}"
                );
                let late = rig.said[1].0.since(fall.onset).0;
                assert!(late <= 115_000, "{size} mm said after {late} us");
            }
        }
    }
}

#[test]
fn flat_falls_pass_too() {
    for size in SIZES {
        for step in 0..25 {
            let along = 100.03 + f64::from(step) * 0.4;
            let mut rig = ring();
            rig.fall(&[Body::flat(Edge::North, along, size, 3.0)]);
            assert_eq!(
                rig.words(),
                ["falling 0", "passed 0"],
                "{size} mm at {along}"
            );
        }
    }
}

#[test]
fn a_beam_that_comes_late_makes_no_second_body() {
    let said = said(
        Edge::North,
        "
          4  ....##.##...........  ....................
         40  ....#####...........  ....................
         40  ....#####...........  ....####............
         30  ....................  ....####............
        200  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "falling 1", "same body 1", "passed 0"]);
}

#[test]
fn a_second_body_in_the_first_ones_shadow_is_kept() {
    let mut rig = ring();
    rig.play(
        Edge::North,
        "
         50  ....##..............  ....................
         20  ....##..............  ....##..............
         10  ....................  ....##..............
         40  ....##..............  ....##..............
         40  ....##..............  ....##..............
         40  ....................  ....##..............
        200  ....................  ....................",
    );
    assert_eq!(rig.passed().len(), 2, "{:?}", rig.words());
}

#[test]
fn a_high_bounce_after_a_fall_is_no_hand() {
    let mut rig = ring();
    rig.play(
        Edge::North,
        "
         50  ....##..............  ....................
         50  ....##..............  ....##..............
         30  ....................  ....##..............
         60  ....................  ....................
         20  ....................  ....##..............
         20  ....##..............  ....##..............
         20  ....................  ....##..............
        900  ....................  ....................",
    );
    assert!(
        rig.words().iter().all(|it| !it.contains("hand")),
        "{:?}",
        rig.words()
    );
    // From a second body in its shadow it cannot be told: that is asked.
    let sound = rig
        .passed()
        .iter()
        .filter(|fall| fall.pattern.sound)
        .count();
    assert_eq!(sound, 1, "{:?}", rig.words());
}

#[test]
fn a_beam_that_flickers_beside_what_leans_is_no_fall() {
    let said = said(
        Edge::North,
        "
         75  ....####............  ....................
        900  ....####............  ....####............
         12  ....#####...........  ....####............
         50  ....####............  ....####............
         12  ....#####...........  ....####............
        200  ....####............  ....####............",
    );
    let words = ["falling 0", "passed 0?", "leaning north"];
    assert_eq!(said, words);
}

#[test]
fn a_rod_that_lies_across_is_doubted_as_two() {
    let mut rig = ring();
    rig.play(
        Edge::North,
        "
         50  ....########........  ....................
         20  ....########........  ....########........
         30  ....................  ....########........
        200  ....................  ....................",
    );
    let passed = rig.passed();
    assert_eq!(passed.len(), 1, "{:?}", rig.words());
    assert_eq!(passed[0].pattern.count, BodyCount::PerhapsTwo);
}

#[test]
fn what_rolls_along_the_gutter_after_its_fall_is_no_hand() {
    let said = said(
        Edge::North,
        "
         50  ....##..............  ....................
         40  ....##..............  ....##..............
         30  ....................  ....##..............
         30  ....................  ....................
        150  ....................  .....##.............
        150  ....................  .......##...........
        150  ....................  .........##.........
        150  ....................  ...........##.......
        200  ....................  ....................",
    );
    assert_eq!(said, ["falling 0", "passed 0"]);
}
