//! Figures of the light curtain: `cargo bench -p dohyo-tests --bench curtain`.
//! With a name behind it, only that: run so under `valgrind --tool=callgrind
//! --toggle-collect='*curtain::one*'` it gives instructions a frame.

use dohyo_tests::curtain_rig::{Body, Rig, SidePattern, frame};
use rules_core::board::BoardId;
use rules_core::place::{ByEdge, Edge};
use rules_core::rng::Rng;
use rules_core::sensing::curtain::CurtainTracker;
use rules_core::sensing::frame::CurtainFrame;
use std::hint::black_box;
use std::time::Instant;

/// Frames of each scene.
const FRAMES: u32 = 20_000;

fn main() {
    println!("state: {} bytes", size_of::<CurtainTracker>());
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    for (name, frames) in scenes() {
        if wanted.as_ref().is_none_or(|it| it == name) {
            run(name, &frames);
        }
    }
}

fn run(name: &str, frames: &[CurtainFrame]) {
    let mut watch = Rig::cold(BoardId::Ring).watch;
    let (mut said, begin) = (0, Instant::now());
    for frame in frames {
        said += one(&mut watch, black_box(frame));
    }
    let each = begin.elapsed().as_nanos() as f64 / frames.len() as f64;
    println!(
        "{name}: {} frames, {each:.0} ns each, {said} said",
        frames.len()
    );
}

/// One frame; by itself, so that it can be counted.
#[inline(never)]
fn one(watch: &mut CurtainTracker, frame: &CurtainFrame) -> u32 {
    let mut said = 0;
    watch.step(frame, None, &mut |_, _| said += 1);
    said
}

fn scenes() -> Vec<(&'static str, Vec<CurtainFrame>)> {
    let curtain = Rig::cold(BoardId::Ring).curtain;
    let quiet = ByEdge::<SidePattern>::default();
    let of = |pictures: &dyn Fn(u32) -> ByEdge<SidePattern>| -> Vec<CurtainFrame> {
        (0..FRAMES)
            .map(|n| frame(&curtain, n, &pictures(n)))
            .collect()
    };
    // A fall on some side every 200 ms.
    let play = |n: u32| {
        let mut pictures = ByEdge::default();
        let edge = Edge::ALL[(n / 500) as usize % 4];
        let body = Body::toppling(edge, 100.0, 40, 0, 20.0);
        body.shade(&curtain, f64::from(n % 500) * 0.4, &mut pictures[edge]);
        pictures
    };
    // Four discs on each side at once, all the time.
    let crowd = |n: u32| {
        ByEdge::from_fn(|edge| {
            let mut picture = SidePattern::default();
            for place in 0..4 {
                let along = 25.0 + 50.0 * f64::from(place);
                let body = Body::toppling(edge, along, 20, 1, 2.0 * f64::from(place));
                body.shade(&curtain, f64::from(n % 250) * 0.4, &mut picture);
            }
            picture
        })
    };
    let mut noisy = of(&play);
    let mut lots = Rng::new(1);
    for frame in &mut noisy {
        for read in &mut frame.reads {
            // One beam in a thousand: every sixth read.
            if lots.below(1000) < 168 {
                read[lots.below(5) as usize] ^= 1 << lots.below(32);
            }
        }
    }
    let chaos = |n: u32| {
        let mut lots = Rng::new(u64::from(n / 5));
        ByEdge::from_fn(|_| SidePattern {
            upper: lots.next_u64() as u32,
            lower: lots.next_u64() as u32,
            ..SidePattern::default()
        })
    };
    vec![
        ("quiet", of(&|_| quiet)),
        ("play", of(&play)),
        ("noise", noisy),
        ("crowd", of(&crowd)),
        ("chaos", of(&chaos)),
    ]
}
