//! Evidence of what happens on the virtual ring: judged anew, it comes to the
//! very same; and it can be drawn.

use dohyo_tests::proof_play::{Witness, witness};
use host_tools::proof::{draw, replay};
use host_tools::virtual_ring::scenes;
use host_tools::virtual_ring::sensors::{Level, Noise};
use rules_core::board::{Name, Profile};
use rules_core::proof::Proofs;
use rules_core::sensing::calibration::Calibration;

fn shown(name: Name, level: Level, seeds: u64) -> Vec<Witness> {
    let profile = Profile::of(name);
    let round = |seed| {
        let scenes = scenes::ALL.iter().filter(|it| it.0 != "idle");
        let scenes = scenes.map(|(_, make)| make(seed));
        witness(profile, Noise::of(level), &[], seed, scenes)
    };
    (100..100 + seeds).map(round).collect()
}

fn assert_exact(witnesses: &[Witness]) {
    let mut decisions = 0;
    for witness in witnesses {
        assert_eq!(witness.differ, [], "judged anew, something else is said");
        assert_eq!(witness.proofs.unkept(), 0, "no room for evidence");
        decisions += witness.seq;
    }
    assert!(decisions > 20, "only {decisions} decisions");
}

#[test]
fn judged_anew_every_decision_is_the_same_and_the_last_eight_are_there() {
    let witnesses = shown(Name::Ring, Level::Nominal, 2);
    assert_exact(&witnesses);
    for witness in &witnesses {
        let fewest = witness.fewest;
        assert!(fewest >= 8, "at some time only {fewest} were there");
    }
}

#[test]
fn judged_anew_every_decision_of_a_cheap_ring_is_the_same() {
    assert_exact(&shown(Name::RingLite, Level::Nominal, 2));
}

#[test]
fn all_of_it_takes_at_most_48_kib() {
    assert!(size_of::<Proofs>() <= 48 * 1024, "{}", size_of::<Proofs>());
}

#[test]
fn evidence_is_drawn_with_beams_and_channels() {
    let calibration = Calibration::nominal(Profile::of(Name::Ring));
    let ring = Profile::of(Name::Ring);
    let scene = scenes::topple(1);
    let noise = Noise::of(Level::Nominal);
    let witness = witness(ring, noise, &[], 1, [scene].into_iter());
    let fell = witness.seq.checked_sub(1).expect("something fell");
    let bytes = witness.bytes(fell);
    let picture = draw(&bytes, &calibration).expect("sound evidence");
    assert!(picture.contains("judged anew: the same"));
    assert!(picture.matches("<polyline").count() >= 10, "channels");
    assert!(picture.contains("fill=\"#0072b2\" d=\"M"), "beams");
}

#[test]
fn damaged_evidence_gets_a_sentence() {
    let ring = Profile::of(Name::Ring);
    let calibration = Calibration::nominal(ring);
    let noise = Noise::of(Level::Nominal);
    let witness = witness(ring, noise, &[], 1, [scenes::topple(1)].into_iter());
    let bytes = witness.bytes(witness.seq - 1);
    for at in 4..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let flaw = replay(&damaged, &calibration).expect_err("a flipped bit");
        assert!(flaw.to_string().contains("damaged"), "byte {at}: {flaw}");
        let flaw = replay(&bytes[..at], &calibration).expect_err("a cut");
        assert!(flaw.to_string().contains("damaged"), "cut at {at}: {flaw}");
    }
    let mut newer = bytes.clone();
    newer[3] += 1;
    let flaw = replay(&newer, &calibration).expect_err("another version");
    assert!(flaw.to_string().contains("reads format 4"), "{flaw}");
    let mut other = calibration;
    other.rests[5].sum += 1;
    let flaw = replay(&bytes, &other).expect_err("another calibration");
    assert!(flaw.to_string().contains("calibration"), "{flaw}");
}
