//! Figures of evidence: `cargo bench -p dohyo-tests --bench capture [scenes]`. How
//! many decisions are replayed to the same, how large they are and how many are
//! kept. With `cost` behind it, what frames of a table at rest cost; run so under
//! `valgrind --tool=callgrind --toggle-collect='*capture::watch*'` it gives
//! instructions.

use dohyo_tests::capture_rig::{CaptureRig, ReplayShare, witness};
use dohyo_tests::curtain_rig::{Rig, SidePattern, frame};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::capture::{AnyFrame, CaptureBuffer};
use rules_core::place::ByEdge;
use rules_core::rng::Rng;
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::HallScan;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel};

/// Frames of the curtain for the cost.
const FRAMES: u32 = 10_000;

fn main() {
    if std::env::args().any(|it| it == "cost") {
        cost();
        return;
    }
    let asked = std::env::args().skip(1).find_map(|it| it.parse().ok());
    let rounds: u64 = asked.unwrap_or(4);
    println!("memory: {} bytes", size_of::<CaptureBuffer>());
    let ring = Profile::of(BoardId::Ring);
    let mut shares = BTreeMap::<&str, ReplayShare>::new();
    let mut fewest = usize::MAX;
    for seed in 0..rounds {
        let each = scenes::ALL.iter().filter(|it| it.0 != "idle");
        let scenes = each.map(|(_, make)| make(seed));
        let noise = Noise::for_level(NoiseLevel::Nominal);
        let it: CaptureRig = witness(ring, noise, &[], seed, scenes);
        fewest = fewest.min(it.fewest);
        for (said, replayed) in it.differ.iter().take(3) {
            println!("differs: {said:?}\n     as: {replayed:?}");
        }
        for (kind, share) in it.shares {
            let sum = shares.entry(kind).or_default();
            sum.same += share.same;
            sum.other += share.other;
            sum.cut += share.cut;
            sum.bled += share.bled;
            sum.bytes.extend(share.bytes);
        }
        if it.missing > 0 {
            println!("not kept: {}", it.missing);
        }
    }
    for (kind, mut share) in shares {
        share.bytes.sort_unstable();
        let at = |part: usize| share.bytes[(share.bytes.len() - 1) * part / 100];
        println!(
            "{kind}: {} same, {} other, {} with crosstalk, {} begin late; bytes p50 {}, p99 {}, most {}",
            share.same,
            share.other,
            share.bled,
            share.cut,
            at(50),
            at(99),
            at(100),
        );
    }
    println!("decisions kept, at the least: {fewest}");
}

/// What frames cost with evidence and without.
fn cost() {
    let ring = Profile::of(BoardId::Ring);
    let calibration = Calibration::nominal(ring);
    let mut lots = Rng::new(1);
    let mut frames = Vec::new();
    let scan = ring.hall.period().0;
    let clear = Rig::cold(BoardId::Ring).curtain;
    for index in 0..FRAMES {
        let quiet = frame(&clear, index, &ByEdge::<SidePattern>::default());
        frames.push(AnyFrame::Curtain(quiet));
        let (from, to) = (index * 400 / scan, (index + 1) * 400 / scan);
        for index in from..to {
            let mut sums = [0; 96];
            for (sum, rest) in sums.iter_mut().zip(&calibration.rests) {
                *sum = rest.sum + (0..8).map(|_| lots.below(4) as u16).sum::<u16>() - 12;
            }
            frames.push(AnyFrame::Hall(HallScan {
                index,
                sums,
                overrun: false,
            }));
        }
    }
    let dimensions = Dimensions::ASSUMED;
    let mut sensing = Sensing::new(ring, &dimensions, &calibration);
    let mut proofs = Box::new(<CaptureBuffer>::new(ring, &dimensions, &calibration));
    let (mut seeing, mut keeping) = (Duration::ZERO, Duration::ZERO);
    for frame in &frames {
        let begin = Instant::now();
        watch(&mut proofs, &mut sensing, frame);
        let middle = Instant::now();
        match frame {
            AnyFrame::Curtain(it) => sensing.step_curtain(it, &mut |_| {}),
            AnyFrame::Hall(it) => sensing.step_hall(it, &mut |_| {}),
        }
        seeing += middle.elapsed();
        keeping += middle - begin;
    }
    let each = |time: Duration| time.as_nanos() / frames.len() as u128;
    let (keeping, seeing) = (each(keeping), each(seeing));
    println!("a frame: keeping {keeping} ns, seeing {seeing} ns");
}

/// One frame; by itself, so that it can be counted.
#[inline(never)]
fn watch(proofs: &mut CaptureBuffer, sensing: &mut Sensing, frame: &AnyFrame) {
    match frame {
        AnyFrame::Curtain(it) => proofs.curtain(it, sensing),
        AnyFrame::Hall(it) => proofs.hall(it, sensing),
    }
}
