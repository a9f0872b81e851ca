//! What is seen of scenes on the virtual ring, against what was true: each named
//! scene a few times, and pushes, on a ring with the usual noise.

use dohyo_tests::curtain_rig::SHALLOW;
use host_tools::threads::Threads;
use rules_core::board::{BoardId, Dimensions, Profile};
use virtual_ring::measure::campaign::CampaignPlan;
use virtual_ring::measure::compare::{CoverageGaps, pair};
use virtual_ring::measure::tally::Tally;
use virtual_ring::scenes::{self, Make};
use virtual_ring::sensors::{Fault, Noise, NoiseLevel};

fn measured(scenes: &[Make], pushes: u64, faults: &[&str]) -> Tally {
    measured_on(Dimensions::ASSUMED, scenes, pushes, faults)
}

fn measured_on(dimensions: Dimensions, scenes: &[Make], pushes: u64, faults: &[&str]) -> Tally {
    let plan = CampaignPlan {
        profile: Profile::of(BoardId::Ring),
        dimensions,
        build: None,
        noise: Noise::for_level(NoiseLevel::Nominal),
        faults: faults.iter().map(|it| fault(it)).collect(),
        pushes,
        pushing: scenes.to_vec(),
        scripted: (vec![], 0),
        idle_hours: 0.0,
        seed: 7,
    };
    plan.run(&Threads(2), &|_, _| {}).sum()
}

fn fault(word: &str) -> Fault {
    word.parse().unwrap_or_else(|_| panic!("no fault {word}"))
}

/// Nothing wrong was said for sure, and nothing fell unseen.
fn assert_trusty(name: &str, tally: &Tally) {
    assert_eq!(tally.missed, 0, "{name}: missed");
    assert_eq!(tally.silent_wrong, 0, "{name}: wrong, and sure of it");
    assert_eq!(tally.attribution_wrong(), 0, "{name}: wrong cause");
}

/// Several bodies through one place within 50 ms: most are told apart.
const CROWDS: [&str; 2] = ["burst", "abreast"];

#[test]
fn in_every_scene_all_falls_are_seen_and_nothing_wrong_is_said_for_sure() {
    for (name, make) in scenes::ALL {
        if CROWDS.contains(&name) || name == "leaning" {
            continue;
        }
        let tally = measured(&[make], 4, &[]);
        assert_trusty(name, &tally);
        assert_eq!(tally.slandered, 0, "{name}: a healthy sensor was named");
    }
}

/// Pushes of the long run in which bodies that fell together looked like fingers.
#[test]
fn what_falls_together_is_not_taken_for_a_hand() {
    let edge = scenes::edge_push as Make;
    let plan = CampaignPlan {
        profile: Profile::of(BoardId::Ring),
        dimensions: Dimensions::ASSUMED,
        build: None,
        noise: Noise::for_level(NoiseLevel::Nominal),
        faults: vec![],
        pushes: 0,
        pushing: vec![edge, edge, edge, scenes::match_push],
        scripted: (vec![], 0),
        idle_hours: 0.0,
        seed: 1,
    };
    for number in [7_963, 12_751, 15_910] {
        let scene = plan.push(number).expect("a push");
        let watched = plan.session(plan.seed).watch(scene, &mut ());
        let side = plan.dimensions.ring_side.0 as f32 / 1000.0;
        let missed = pair(&watched, side, &CoverageGaps::default()).missed;
        assert!(missed.is_empty(), "{number}: {missed:?}");
    }
}

#[test]
fn in_a_shallow_gutter_what_leans_in_the_beams_is_seen() {
    let tally = measured_on(SHALLOW, &[scenes::leaning], 6, &[]);
    assert_trusty("leaning", &tally);
    assert!(tally.falls >= 4, "{} falls", tally.falls);
}

#[test]
fn of_two_abreast_none_is_lost_and_of_a_burst_hardly_any() {
    for (name, make) in scenes::ALL {
        if CROWDS.contains(&name) {
            let tally = measured(&[make], 20, &[]);
            let Tally { missed, falls, .. } = tally;
            let most = if name == "abreast" { 0 } else { falls / 25 };
            assert!(missed <= most, "{name}: {missed} of {falls} missed");
            assert_eq!(tally.silent_wrong, 0, "{name}: wrong, and sure of it");
        }
    }
}

#[test]
fn of_pushes_all_falls_are_seen_at_once_and_known_in_120_ms() {
    let tally = measured(&[scenes::edge_push, scenes::match_push], 60, &[]);
    assert_trusty("pushes", &tally);
    assert!(tally.falls > 50, "{} falls", tally.falls);
    assert_eq!(tally.invented, 0);
    let first = tally.latency.spread().expect("falls");
    assert!(first.p99 <= 2.0, "first word {first:?}");
    let last = tally.finality.spread().expect("falls");
    assert!(last.max <= 120.0, "final word {last:?}");
}

#[test]
fn a_failed_sensor_is_named_and_what_it_hides_is_asked() {
    for word in [
        "stuck-dark:1",
        "stuck-lit:1",
        "dead-led:3",
        "flaky:8",
        "hall-stuck:8",
        "hall-flaky:3",
        "mux-s0:0",
        "mux-s3:1",
        "chain-slip",
        "chain-broken",
        "lanes-swapped",
        "en-stuck",
    ] {
        let tally = measured(&[scenes::edge_push], 20, &[word]);
        assert_trusty(word, &tally);
        assert_eq!(tally.unnamed, 0, "{word}: not named");
        let named = tally.named.spread().expect("a name");
        assert!(named.max <= 1_000.0, "{word}: named after {named:?} ms");
    }
}

#[test]
fn the_same_seed_gives_the_same_figures_on_any_number_of_threads() {
    let plan = CampaignPlan {
        profile: Profile::of(BoardId::Ring),
        dimensions: Dimensions::ASSUMED,
        build: None,
        noise: Noise::for_level(NoiseLevel::Nominal),
        faults: vec![],
        pushes: 45,
        pushing: vec![scenes::edge_push],
        scripted: (vec![], 0),
        idle_hours: 0.0,
        seed: 3,
    };
    let figures = |jobs| {
        let sum = plan.run(&Threads(jobs), &|_, _| {}).sum();
        (sum.falls, sum.asked, sum.confusion, sum.place.spread())
    };
    assert_eq!(figures(1), figures(3));
}
