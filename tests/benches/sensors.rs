//! How fast the sensor models run, against the time they stand for.
//!
//! `cargo bench -p dohyo-tests --bench sensors`

use glam::{Quat, Vec3};
use rules_core::board::{BoardId, Dimensions, Profile};
use std::hint::black_box;
use std::time::Instant;
use virtual_ring::geometry::{BodyPose, Dipole, Pose, Shape, Solid, WorldView};
use virtual_ring::sensors::{Fault, MOMENT_8X3, Noise, NoiseLevel, Sensors};

fn main() {
    println!("sensor models of the ring, one core, times real time");
    for level in [NoiseLevel::Off, NoiseLevel::Nominal, NoiseLevel::Severe] {
        let word = level.word();
        report(&format!("idle, noise {word}"), level, &[], 0);
        report(&format!("one disc falling, noise {word}"), level, &[], 1);
        report(&format!("eight moving, noise {word}"), level, &[], 8);
    }
    for word in [
        "pwm:1000@0",
        "flaky:8@0",
        "led-ageing@0",
        "chain-slip@0",
        "drift@0",
    ] {
        let fault: Fault = word.parse().expect("a fault");
        report(
            &format!("idle, fault {word}"),
            NoiseLevel::Nominal,
            &[fault],
            0,
        );
    }
}

/// 40 pieces, the last of which move.
fn table(moving: usize, time: f32) -> WorldView {
    let mut view = WorldView::default();
    for n in 0..40 {
        let (column, row) = ((n % 8) as f32, (n / 8) as f32);
        let mut position = Vec3::new(column * 24.0 - 84.0, row * 24.0 - 48.0, 4.5);
        if n >= 40 - moving {
            position += Vec3::new(0.0, 72.0, -40.0 * (time * 3.0).fract());
        }
        let shape = Shape::Disc {
            radius_x: 10.0,
            radius_y: 10.0,
            half_height: 4.5,
        };
        let rotation = Quat::from_rotation_x(if n >= 40 - moving { time } else { 0.0 });
        let pose = Pose { position, rotation };
        let magnet = (n % 4 == 3).then_some(Dipole {
            position,
            moment: rotation * (Vec3::Z * MOMENT_8X3),
        });
        view.things.push(BodyPose {
            solid: Solid { shape, pose },
            magnet,
        });
    }
    view
}

fn report(what: &str, level: NoiseLevel, faults: &[Fault], moving: usize) {
    let (ring, size) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
    let mut sensors = Sensors::new(ring, &size, Noise::for_level(level), faults, 1);
    let idle = table(moving, 0.0);
    let views: Vec<WorldView> = (0..100).map(|n| table(moving, n as f32 / 100.0)).collect();
    let view = |n: u32| match moving {
        0 => &idle,
        _ => &views[n as usize % 100],
    };
    let light = fastest(250, |n| {
        black_box(sensors.curtain(n, view(n)));
    });
    let hall = fastest(145, |n| {
        black_box(sensors.hall(n, view(n)));
    });
    println!(
        "{what:34} {:7.0}x   curtain {light:5.2} us/frame   hall {hall:5.2} us/scan",
        1e6 / (light * 2500.0 + hall * 1449.3),
    );
}

/// The microseconds of one step, in the fastest of 200 rounds of so many steps:
/// what other programs take is not counted.
fn fastest(steps: u32, mut step: impl FnMut(u32)) -> f64 {
    let mut best = f64::INFINITY;
    for round in 0..200 {
        let started = Instant::now();
        (round * steps..(round + 1) * steps).for_each(&mut step);
        best = best.min(started.elapsed().as_secs_f64());
    }
    best / f64::from(steps) * 1e6
}
