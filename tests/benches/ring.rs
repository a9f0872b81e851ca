//! What a ring takes: memory as it is, time as it was measured here.

use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::capture::CaptureBuffer;
use rules_core::panel::{Debouncer, Panel};
use rules_core::referee::{LineBody, Record, Referee, Session};
use rules_core::ring::{Input, Ring};
use rules_core::sensing::Sensing;
use rules_core::wire::{FRAME_MAX, PAYLOAD_MAX};
use std::time::Instant;
use virtual_ring::in_process::InProcessRing;
use virtual_ring::measure::clocks::{Clocks, FrameStream};
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};

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
        ("  of it CaptureBuffer", size_of::<CaptureBuffer>()),
        ("  of it Referee", size_of::<Referee>()),
        ("    of it Session", size_of::<Session>()),
        (
            "  of it Panel and Keys",
            size_of::<Panel>() + size_of::<Debouncer>(),
        ),
        ("longest record", Record::MAX_SIZE),
        ("longest line", LineBody::MAX_SIZE),
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
    let profile = Profile::of(BoardId::Ring);
    let noise = Noise::for_level(NoiseLevel::Nominal);
    let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
    let (mut scene, mut clocks) = (scenes::edge_push(7), Clocks::new(profile));
    let mut local = InProcessRing::new(BoardId::Ring);
    let (mut frames, mut spent) = (0, 0.0);
    while scene.advance() {
        let view = scene.view_at(1.0);
        while let Some(due) = clocks.next_until(scene.world().now()) {
            match due.what {
                FrameStream::Curtain => {
                    if let Some(frame) = sensors.curtain(due.index, &view) {
                        let began = Instant::now();
                        local.step(due.known, Input::Curtain(&frame));
                        spent += began.elapsed().as_secs_f64();
                        frames += 1;
                    }
                }
                FrameStream::Hall => {
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
