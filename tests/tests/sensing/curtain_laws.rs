//! Laws of the light curtain, over arbitrary frames and over random scenes.

use dohyo_tests::curtain_rig::{Body, Rig, SidePattern, frame};
use proptest::prelude::*;
use rules_core::board::BoardId;
use rules_core::board::curtain::Plane;
use rules_core::place::{ByEdge, Edge};
use rules_core::rng::Rng;
use rules_core::sensing::curtain::CurtainEvent;
use std::collections::BTreeMap;

/// How frames are made up.
#[derive(Debug, Clone, Copy)]
enum Make {
    /// Any bits at all.
    Garbage,
    /// Whole chains, any beams.
    AnyBeams,
    /// A few beams.
    FewBeams,
    /// Runs of beams that stay for a while.
    Blocks,
    /// Nothing.
    Quiet,
}

fn any_make() -> impl Strategy<Value = Make> {
    prop_oneof![
        Just(Make::Garbage),
        Just(Make::AnyBeams),
        Just(Make::FewBeams),
        Just(Make::Blocks),
        Just(Make::Quiet),
    ]
}

fn picture(make: Make, lots: &mut Rng) -> SidePattern {
    let row = |lots: &mut Rng| match make {
        Make::AnyBeams => lots.next_u64() as u32,
        Make::FewBeams => {
            (lots.next_u64() & lots.next_u64() & lots.next_u64() & lots.next_u64()) as u32
        }
        Make::Blocks if lots.below(2) == 0 => ((1_u32 << lots.below(10)) - 1) << lots.below(20),
        _ => 0,
    };
    SidePattern {
        upper: row(lots),
        lower: row(lots),
        sun: if lots.below(50) == 0 { row(lots) } else { 0 },
    }
}

/// Plays arbitrary frames.
fn play(rig: &mut Rig, acts: &[(Make, u32)], gaps: bool, lots: &mut Rng) {
    for &(make, frames) in acts {
        let mut pictures = ByEdge::<SidePattern>::default();
        for _ in 0..frames {
            if gaps && lots.below(200) == 0 {
                rig.index = rig.index.saturating_add(lots.below(300));
            }
            if lots.below(match make {
                Make::Blocks => 40,
                _ => 4,
            }) == 0
            {
                pictures = ByEdge::from_fn(|_| picture(make, lots));
            }
            let mut shown = frame(&rig.curtain, rig.index, &pictures);
            if let Make::Garbage = make {
                shown.reads = shown.reads.map(|read| read.map(|_| lots.next_u64() as u32));
            }
            if lots.below(300) == 0 {
                shown.index = lots.next_u64() as u32 % rig.index.max(1);
                let index = rig.index;
                rig.show_raw(&shown);
                rig.index = index;
                continue;
            }
            rig.show_raw(&shown);
        }
    }
}

fn any_acts() -> impl Strategy<Value = Vec<(Make, u32)>> {
    prop::collection::vec((any_make(), 1..600_u32), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn arbitrary_frames_are_survived_and_times_never_run_back(
        acts in any_acts(), seed in any::<u64>(),
    ) {
        let mut rig = Rig::cold(BoardId::Ring);
        play(&mut rig, &acts, true, &mut Rng::new(seed));
        prop_assert!(rig.said.is_sorted_by_key(|(at, _)| *at));
    }

    #[test]
    fn everything_that_begins_ends(
        acts in any_acts(), seed in any::<u64>(),
    ) {
        let mut rig = Rig::cold(BoardId::Ring);
        play(&mut rig, &acts, true, &mut Rng::new(seed));
        rig.quiet(10_000);
        let (mut falls, mut hands) = (BTreeMap::new(), ByEdge::<i32>::default());
        for (_, sight) in &rig.said {
            match sight {
                CurtainEvent::Falling(id, _) => *falls.entry(id.0).or_insert(0) += 1,
                CurtainEvent::Passed(passage) => *falls.entry(passage.pattern.id.0).or_insert(0) -= 1,
                CurtainEvent::NoFall(id, _) => *falls.entry(id.0).or_insert(0) -= 1,
                CurtainEvent::Hand(spot) => hands[spot.edge] += 1,
                CurtainEvent::HandGone(edge) => hands[*edge] -= 1,
                _ => {}
            }
            prop_assert!(falls.values().all(|it| (0..=1).contains(it)), "{:?}", rig.words());
        }
        prop_assert!(falls.values().all(|it| *it == 0), "{:?}", rig.words());
        prop_assert_eq!(hands, ByEdge::default());
        let troubles: Vec<_> = rig.watch.faults().collect();
        prop_assert!(troubles.is_empty(), "{:?}", troubles);
        rig.forget();
        rig.fall(&[Body::toppling(Edge::East, 104.0, 30, 1, 4.0)]);
        prop_assert_eq!(rig.passed().len(), 1, "sees again: {:?}", rig.words());
        prop_assert!(rig.passed()[0].pattern.sound);
    }

    #[test]
    fn at_most_one_fall_is_said_with_a_frame(
        acts in any_acts(), seed in any::<u64>(),
    ) {
        let mut rig = Rig::cold(BoardId::Ring);
        play(&mut rig, &acts, true, &mut Rng::new(seed));
        let falls = rig.said.iter().filter(|it| matches!(it.1, CurtainEvent::Passed(_)));
        let times: Vec<_> = falls.map(|it| it.0).collect();
        prop_assert!(times.is_sorted_by(|one, next| one < next), "{:?}", rig.words());
    }

    #[test]
    fn a_fall_is_said_within_120_ms_whatever_is_seen(
        acts in any_acts(), seed in any::<u64>(),
    ) {
        let mut rig = Rig::cold(BoardId::Ring);
        // In a gap nothing can be said.
        play(&mut rig, &acts, false, &mut Rng::new(seed));
        for (at, sight) in &rig.said {
            if let CurtainEvent::Passed(passage) = sight {
                // If others were done with the same frame, one after the other.
                prop_assert!(at.since(passage.onset).0 <= 120_000, "{:?}", rig.words());
            }
        }
    }

    #[test]
    fn a_dead_beam_never_invents_a_fall(
        bodies in prop::collection::vec(any_body(), 0..5),
        edge in 0..4_usize, upper in any::<bool>(), beam in 0..20_u8, seed in any::<u64>(),
    ) {
        let falls = |dead: Option<Plane>| {
            let mut rig = Rig::new(BoardId::Ring);
            if let Some(plane) = dead {
                rig.kill(Edge::ALL[edge], plane, beam);
            }
            rig.noise = Some((1000, Rng::new(seed)));
            rig.fall(&bodies);
            rig.passed().len()
        };
        let plane = if upper { Plane::Upper } else { Plane::Lower };
        prop_assert!(falls(Some(plane)) <= falls(None));
    }

    #[test]
    fn discs_far_apart_are_all_seen_through_noise(
        size in 0..3_usize, push in 0..4_usize, along in 25.0..175.0_f64, seed in any::<u64>(),
    ) {
        let mut rig = Rig::new(BoardId::Ring);
        rig.noise = Some((1000, Rng::new(seed)));
        let size = [20, 30, 40][size];
        let bodies = Edge::ALL.map(|edge| Body::toppling(edge, along, size, push, 4.0 + edge.index() as f64));
        rig.fall(&bodies);
        let passed = rig.passed();
        prop_assert_eq!(passed.len(), 4, "{:?}", rig.words());
        for fall in passed {
            let off = (fall.width.0 as i32 - size as i32 * 1000).abs();
            prop_assert!(off <= 5_000, "{} mm: {}", size, fall.width);
        }
        // From the first dark frame to the word: at most 2 ms.
        let falling = rig.said.iter().filter(|(_, it)| matches!(it, CurtainEvent::Falling(..)));
        let mut onsets: Vec<u64> = rig.passed().iter().map(|it| it.onset.0).collect();
        onsets.sort_unstable();
        for ((at, _), onset) in falling.zip(onsets) {
            prop_assert!(at.0 - onset <= 4_000, "{}", at.0 - onset);
        }
    }
}

/// A disc that falls, or one that only dips into the upper plane.
fn any_body() -> impl Strategy<Value = Body> {
    (
        0..4_usize,
        10.0..190.0_f64,
        0..3_usize,
        0..4_usize,
        2.0..60.0_f64,
        any::<bool>(),
    )
        .prop_map(|(edge, along, size, push, at, falls)| {
            let mut body = Body::toppling(Edge::ALL[edge], along, [20, 30, 40][size], push, at);
            if !falls {
                body.lower.1 = 0.0;
            }
            body
        })
}

/// A minute of nothing but noise of one in a thousand.
#[test]
fn noise_alone_is_nothing() {
    let mut rig = Rig::new(BoardId::Ring);
    rig.noise = Some((1000, Rng::new(5)));
    rig.quiet(60 * 2500);
    assert!(rig.words().is_empty(), "{:?}", rig.words());
}
