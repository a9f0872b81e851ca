//! What a ring takes: memory as it is, time as it was measured here.

use host_tools::local::LocalRing;
use host_tools::virtual_ring::measure::clocks::{Clocks, Stream};
use host_tools::virtual_ring::scenes;
use host_tools::virtual_ring::sensors::{Level, Noise, Sensors};
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::panel::{Keys, Panel};
use rules_core::proof::Proofs;
use rules_core::referee::{Body, Record, Referee, Session};
use rules_core::ring::{Input, Ring};
use rules_core::sensing::Sensing;
use rules_core::wire::{FRAME_MAX, PAYLOAD_MAX};
use std::time::Instant;

fn main() {
    sizes();
    let (frames, seconds) = run();
    println!(
        "a push with all its frames: {frames} frames, {:.0} ns each with flash and wire",
        seconds * 1e9 / frames as f64
    );
}

fn sizes() {
    let rows = [
        ("Ring, evidence included", size_of::<Ring>()),
        ("  of it Sensing", size_of::<Sensing>()),
        ("  of it Proofs (evidence)", size_of::<Proofs>()),
        ("  of it Referee", size_of::<Referee>()),
        ("    of it Session", size_of::<Session>()),
        (
            "  of it Panel and Keys",
            size_of::<Panel>() + size_of::<Keys>(),
        ),
        ("longest record", Record::LONGEST),
        ("longest line", Body::LONGEST),
        ("longest payload of a message", PAYLOAD_MAX),
        ("longest frame", FRAME_MAX),
    ];
    for (what, bytes) in rows {
        println!("{what:32} {bytes:>7} bytes on this machine");
    }
    println!("budget of a ring                   {} bytes", 96 * 1024);
}

/// One push, its frames into a ring as fast as it goes.
fn run() -> (u64, f64) {
    let profile = Profile::of(Name::Ring);
    let noise = Noise::of(Level::Nominal);
    let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
    let (mut scene, mut clocks) = (scenes::edge_push(7), Clocks::new(profile));
    let mut local = LocalRing::new(Name::Ring);
    let (mut frames, mut spent) = (0, 0.0);
    while scene.advance() {
        let view = scene.view_at(1.0);
        while let Some(due) = clocks.next_until(scene.world().now()) {
            match due.what {
                Stream::Curtain => {
                    if let Some(frame) = sensors.curtain(due.index, &view) {
                        let began = Instant::now();
                        local.step(due.known, Input::Curtain(&frame));
                        spent += began.elapsed().as_secs_f64();
                        frames += 1;
                    }
                }
                Stream::Hall => {
                    if let Some(scan) = sensors.hall(due.index, &view) {
                        let began = Instant::now();
                        local.step(due.known, Input::Hall(&scan));
                        spent += began.elapsed().as_secs_f64();
                        frames += 1;
                    }
                }
            }
        }
    }
    (frames, spent)
}
