//! Figures of the analog channels and of all senses together: `cargo bench -p
//! dohyo-tests --bench hall`. With a name behind it, only that: run so under
//! `valgrind --tool=callgrind --toggle-collect='*hall::one*'` it gives
//! instructions a scan.

use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::curtain::CurtainTracker;
use rules_core::sensing::frame::HallScan;
use rules_core::sensing::hall::HallTracker;
use rules_core::sensing::magnet::Magnet;
use std::hint::black_box;
use std::time::Instant;
use virtual_ring::geometry::WorldView;
use virtual_ring::scenes;
use virtual_ring::sensors::{GridView, Noise, NoiseLevel, Sensors};

/// Scans of each scene.
const SCANS: u32 = 3_000;

fn main() {
    println!(
        "state: curtain {} bytes, hall {} bytes, all senses {} of 24576 bytes",
        size_of::<CurtainTracker>(),
        size_of::<HallTracker>(),
        size_of::<Sensing>()
    );
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    for (name, board, scans) in scenes() {
        if wanted.as_ref().is_none_or(|it| it == name) {
            run(name, board, &scans);
        }
    }
}

fn run(name: &str, board: BoardId, scans: &[HallScan]) {
    let profile = Profile::of(board);
    let calibration = Calibration::nominal(profile);
    let mut watch = HallTracker::new(profile, &Dimensions::ASSUMED, &calibration);
    let (mut said, begin) = (0, Instant::now());
    for scan in scans {
        said += one(&mut watch, black_box(scan));
    }
    let each = begin.elapsed().as_nanos() as f64 / scans.len() as f64;
    println!(
        "{name}: {} scans, {each:.0} ns each, {said} said",
        scans.len()
    );
}

/// One scan; by itself, so that it can be counted.
#[inline(never)]
fn one(watch: &mut HallTracker, scan: &HallScan) -> u32 {
    let mut said = 0;
    watch.step(scan, &mut |_, _| said += 1);
    said
}

fn scenes() -> Vec<(&'static str, BoardId, Vec<HallScan>)> {
    vec![
        ("quiet", BoardId::Ring, on_ring(|_| false)),
        ("push", BoardId::Ring, on_ring(|_| true)),
        ("grid", BoardId::GridHex, on_grid()),
    ]
}

fn sensors(board: BoardId) -> Sensors {
    let noise = Noise::for_level(NoiseLevel::Nominal);
    Sensors::new(Profile::of(board), &Dimensions::ASSUMED, noise, &[], 1)
}

/// A push, or the table before it.
fn on_ring(moves: impl Fn(u32) -> bool) -> Vec<HallScan> {
    let mut sensors = sensors(BoardId::Ring);
    let mut scene = scenes::match_push(1);
    let mut view: WorldView = scene.view_at(1.0);
    (0..SCANS)
        .filter_map(|n| {
            // Three scans in two steps of the world, nearly.
            if moves(n) && n % 3 != 2 && scene.advance() {
                view = scene.view_at(1.0);
            }
            sensors.hall(n, &view)
        })
        .collect()
}

/// Every second cell is put down and lifted again.
fn on_grid() -> Vec<HallScan> {
    let mut sensors = sensors(BoardId::GridHex);
    let magnets: Vec<Magnet> = Magnet::all().collect();
    (0..SCANS)
        .filter_map(|n| {
            let round = (n / 300) as usize;
            let cells = (0..61).map(|cell| {
                let there = (cell + round).is_multiple_of(2);
                there.then(|| magnets[(cell + round) % magnets.len()])
            });
            let view = GridView {
                cells: cells.collect(),
                ..GridView::default()
            };
            sensors.hall_grid(n, &view)
        })
        .collect()
}
