//! Rings of several designs against the sensitivity table of the design study, which was
//! made by another program.

use super::{BeamCheck, Build, Design, Field, PROPOSED, RingCheck};
use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::place::Edge;

fn curtain() -> Curtain {
    Profile::of(BoardId::Ring).curtain.expect("a curtain")
}

fn field(build: &Build) -> Field {
    Field::new(&curtain(), &Dimensions::ASSUMED, build)
}

fn number_of(field: &Field, edge: Edge, bit: ChainBit) -> usize {
    let mut places = field.places.iter();
    let found = places.position(|beam| beam.edge == edge && beam.bit == bit);
    found.expect("the curtain has the beam")
}

#[test]
fn a_nominal_beam_has_the_current_reckoned_by_hand() {
    let field = field(&Build::nominal(PROPOSED, 1));
    for detector in field.detectors.iter().flatten() {
        // 36 mW/sr over 7.7 cm are 0.607 mW/cm²; the gain is sqrt(2.0 * 6.4) = 3.58.
        assert!((2.0..2.2).contains(&detector.own), "{}", detector.own);
        assert!((0.269..0.271).contains(&detector.threshold));
        assert!((0.300..0.304).contains(&detector.needed));
        // 0.002 mW/cm² of the room.
        assert!(
            (0.0071..0.0073).contains(&detector.room),
            "{}",
            detector.room
        );
    }
}

#[test]
fn foreign_light_comes_from_the_other_plane() {
    let field = field(&Build::nominal(PROPOSED, 1));
    let beam = number_of(&field, Edge::South, ChainBit::Beam(Plane::Upper, 10));
    let detector = field.detectors[beam].as_ref().expect("a detector");
    let along = |n: usize| field.places[n].emitter[0] - field.places[beam].detector[0];
    let mut from: Vec<(f64, f64)> = (detector.foreign.iter())
        .map(|light| (along(light.emitter), light.current / detector.own))
        .collect();
    from.sort_by(|a, b| b.1.total_cmp(&a.1));
    // 15 mm one way in the other plane, then 25 mm the other way.
    assert!((-16.0..-14.0).contains(&from[0].0), "{from:?}");
    assert!((0.006..0.013).contains(&from[0].1), "{from:?}");
    assert!(from[1..].iter().all(|light| light.1 < 0.001), "{from:?}");
    assert!(field.detectors.iter().all(Option::is_some));
}

#[test]
fn posts_shade_the_first_beams_unless_their_feet_are_notched() {
    let beams = [(Plane::Upper, 0), (Plane::Lower, 19), (Plane::Upper, 10)];
    let own = |notched| {
        let design = Design {
            notched,
            ..PROPOSED
        };
        let field = field(&Build::nominal(design, 3));
        beams.map(|(plane, n)| {
            let beam = number_of(&field, Edge::East, ChainBit::Beam(plane, n));
            field.detectors[beam].as_ref().expect("a detector").own
        })
    };
    let (open, shaded) = (own(true), own(false));
    assert!(open.iter().all(|&own| own > 1.9), "{open:?}");
    // 2.5 mm from a corner with a post of 8 mm; 102.5 mm are far from any.
    assert_eq!(shaded[..2], [0.0, 0.0]);
    assert!((open[2] - shaded[2]).abs() < 1e-9);
}

#[test]
fn a_seed_makes_the_same_ring_and_another_seed_another() {
    for design in super::DESIGNS {
        let ring = |seed| field(&Build::drawn(design, seed));
        assert_eq!(ring(4), ring(4), "{}", design.word);
        assert_ne!(ring(4), ring(5), "{}", design.word);
        assert_eq!(Design::parse(design.word), Some(design));
    }
    // Nominal rings differ only in places.
    let nominal = |seed| Build::nominal(PROPOSED, seed);
    let parts = |seed| nominal(seed).beam(Edge::North, 9);
    assert_eq!(nominal(1).supply, nominal(2).supply);
    assert_eq!(parts(1).gain, parts(2).gain);
    assert_ne!(parts(1).emitter.place, parts(2).emitter.place);
}

/// Shares in percent of 100 rings of a design: good rings, clear beams dark, blocked beams
/// lit; and both medians.
struct Shares {
    good: f64,
    dark: f64,
    lit: f64,
    medians: [f64; 2],
}

fn shares(word: &str) -> Shares {
    const RINGS: u64 = 100;
    let design = Design::parse(word).expect("a design");
    let rings: Vec<RingCheck> = (0..RINGS)
        .map(|seed| Build::drawn(design, seed))
        .map(|build| RingCheck::new(&field(&build), &build))
        .collect();
    let beams = || rings.iter().flat_map(|ring| &ring.beams);
    let percent = |part: usize, of: usize| part as f64 * 100.0 / of as f64;
    let of_beams =
        |wrong: fn(&&BeamCheck) -> bool| percent(beams().filter(wrong).count(), beams().count());
    let median = |margin: fn(&BeamCheck) -> f64| {
        let mut all: Vec<f64> = beams().map(margin).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    Shares {
        good: percent(
            rings.iter().filter(|ring| ring.is_good()).count(),
            rings.len(),
        ),
        dark: of_beams(|beam| beam.lit < 1.0),
        lit: of_beams(|beam| beam.blocked < 1.0),
        medians: [median(|beam| beam.lit), median(|beam| beam.blocked)],
    }
}

/// Rows of the study: rings all good, clear beams dark, blocked beams lit, median margins
/// lit and blocked.
#[test]
fn designs_fail_as_the_study_says() {
    let rows = [
        ("proposed", 99.7, 0.0, 0.0, [5.3, 11.0]),
        ("74hc165", 99.8, 0.0, 0.0, [6.0, 8.8]),
        ("drill-stand", 94.5, 0.03, 0.01, [4.4, 12.0]),
        ("by-hand", 1.1, 3.3, 0.4, [3.0, 12.0]),
        ("glossy", 3.1, 0.0, 7.4, [5.6, 2.1]),
        ("no-bores", 0.0, 0.0, 83.0, [11.0, 0.5]),
        ("mixed-bins", 19.9, 1.1, 0.0, [4.3, 15.0]),
        ("sunlit", 56.7, 0.0, 0.8, [5.5, 5.1]),
    ];
    for (word, good, dark, lit, medians) in rows {
        let found = shares(word);
        // 100 rings scatter by up to 5 %.
        assert!(
            (found.good - good).abs() < 13.0,
            "{word}: {} good",
            found.good
        );
        assert!(
            (found.dark - dark).abs() < 0.8,
            "{word}: {} dark",
            found.dark
        );
        assert!((found.lit - lit).abs() < 4.0, "{word}: {} lit", found.lit);
        for (found, wanted) in found.medians.into_iter().zip(medians) {
            let ratio = found / wanted;
            assert!((0.83..1.2).contains(&ratio), "{word}: {found} for {wanted}");
        }
    }
}

#[test]
fn a_ring_with_late_chains_is_not_good() {
    let design = |window| Design {
        clock: super::design::ClockLine {
            window,
            resistance: 150.0,
        },
        register: Design::parse("74hc165").expect("a design").register,
        ..PROPOSED
    };
    let check = |window| {
        let build = Build::nominal(design(window), 1);
        RingCheck::new(&field(&build), &build)
    };
    assert!(check(80.0).slack > 0.0 && check(80.0).is_good());
    assert!(check(60.0).slack < 0.0 && !check(60.0).is_good());
}
