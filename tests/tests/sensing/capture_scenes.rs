//! Evidence of what happens on the virtual ring: judged anew, it comes to the
//! very same; and it can be drawn.

use dohyo_tests::capture_rig::{CaptureRig, witness};
use host_core::capture::{draw, replay};
use rules_core::board::{BoardId, Profile};
use rules_core::capture::CaptureBuffer;
use rules_core::sensing::calibration::Calibration;
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel};

fn shown(name: BoardId, level: NoiseLevel, seeds: u64) -> Vec<CaptureRig> {
    let profile = Profile::of(name);
    let round = |seed| {
        let scenes = scenes::ALL.iter().filter(|it| it.0 != "idle");
        let scenes = scenes.map(|(_, make)| make(seed));
        witness(profile, Noise::for_level(level), &[], seed, scenes)
    };
    (100..100 + seeds).map(round).collect()
}

fn assert_exact(witnesses: &[CaptureRig]) {
    let mut decisions = 0;
    for witness in witnesses {
        assert_eq!(witness.differ, [], "judged anew, something else is said");
        assert_eq!(witness.missing, 0, "no room for captures");
        decisions += witness.seq;
    }
    assert!(decisions > 20, "only {decisions} decisions");
}

#[test]
fn judged_anew_every_decision_is_the_same_and_the_last_eight_are_there() {
    let witnesses = shown(BoardId::Ring, NoiseLevel::Nominal, 2);
    assert_exact(&witnesses);
    for witness in &witnesses {
        let fewest = witness.fewest;
        assert!(fewest >= 8, "at some time only {fewest} were there");
    }
}

#[test]
fn all_of_it_takes_at_most_52_kib() {
    assert!(
        size_of::<CaptureBuffer>() <= 52 * 1024,
        "{}",
        size_of::<CaptureBuffer>()
    );
}

#[test]
fn evidence_is_drawn_with_beams_and_channels() {
    let calibration = Calibration::nominal(Profile::of(BoardId::Ring));
    let ring = Profile::of(BoardId::Ring);
    let scene = scenes::topple(1);
    let noise = Noise::for_level(NoiseLevel::Nominal);
    let witness = witness(ring, noise, &[], 1, [scene].into_iter());
    let fell = witness.seq.checked_sub(1).expect("something fell");
    let bytes = witness.bytes(fell);
    let picture = draw(&bytes, &calibration).expect("sound evidence");
    assert!(picture.contains("replayed: the same result"));
    assert!(picture.matches("<polyline").count() >= 10, "channels");
    assert!(picture.contains("fill=\"#0072b2\" d=\"M"), "beams");
}

#[test]
fn damaged_evidence_gets_a_sentence() {
    let ring = Profile::of(BoardId::Ring);
    let calibration = Calibration::nominal(ring);
    let noise = Noise::for_level(NoiseLevel::Nominal);
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
    assert!(flaw.to_string().contains("this program reads 5:"), "{flaw}");
    let mut other = calibration;
    other.rests[5].sum += 1;
    let flaw = replay(&bytes, &other).expect_err("another calibration");
    assert!(flaw.to_string().contains("calibration"), "{flaw}");
}
