//! Frames and scans that the device passes over on purpose, while its flash erases a
//! sector and nothing can fall: no fault, but not forgotten either.

use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use virtual_ring::geometry::WorldView;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};

/// Number of frames and of scans before the gap and after it: longer than it takes to
/// mend a fault of a stream.
const FRAMES: u32 = 5_000;
const SCANS: u32 = 3_000;

/// Curtain and analog channels of a ring on which nothing happens.
struct RingAtRest {
    sensing: Sensing,
    frame: CurtainFrame,
    scan: HallScan,
    heard: Vec<Observation>,
}

impl RingAtRest {
    fn new() -> Self {
        let profile = Profile::of(BoardId::Ring);
        let noise = Noise::for_level(NoiseLevel::Off);
        let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
        let (table, calibration) = (WorldView::default(), Calibration::nominal(profile));
        let mut at_rest = Self {
            sensing: Sensing::new(profile, &Dimensions::ASSUMED, &calibration),
            frame: sensors.curtain(0, &table).expect("a frame"),
            scan: sensors.hall(0, &table).expect("a scan"),
            heard: Vec::new(),
        };
        at_rest.run();
        at_rest.heard.clear();
        at_rest
    }

    fn run(&mut self) {
        let heard = &mut self.heard;
        for _ in 0..FRAMES {
            self.sensing
                .step_curtain(&self.frame, &mut |seen| heard.push(seen));
            self.frame.index += 1;
        }
        for _ in 0..SCANS {
            self.sensing
                .step_hall(&self.scan, &mut |seen| heard.push(seen));
            self.scan.index += 1;
        }
    }

    /// Passes over the frames and scans of an erase of 400 ms.
    fn pass_over(&mut self) {
        self.frame.index += 1_000;
        self.scan.index += 579;
    }

    fn lost(&self) -> Vec<Sensor> {
        let lost = self.heard.iter().filter_map(|seen| match seen.kind {
            ObservationKind::FaultRaised(sensor, SensorFault::Lost) => Some(sensor),
            _ => None,
        });
        lost.collect()
    }
}

#[test]
fn a_gap_that_was_announced_is_no_fault() {
    let mut ring = RingAtRest::new();
    ring.sensing.expect_gap();
    ring.pass_over();
    ring.run();
    assert_eq!(ring.heard, []);
}

#[test]
fn the_same_gap_is_a_fault_if_it_was_not_announced() {
    let mut ring = RingAtRest::new();
    ring.pass_over();
    ring.run();
    assert_eq!(ring.lost(), [Sensor::CurtainFrames, Sensor::HallScans]);
}

#[test]
fn an_announcement_holds_for_one_gap() {
    let mut ring = RingAtRest::new();
    ring.sensing.expect_gap();
    ring.run();
    ring.pass_over();
    ring.run();
    assert_eq!(ring.lost(), [Sensor::CurtainFrames, Sensor::HallScans]);
}
