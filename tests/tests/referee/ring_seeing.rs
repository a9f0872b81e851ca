//! A ring whose work is left to its next step comes to the same lines as one whose work
//! is done at once.

use dohyo_tests::ring_host::plain;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::Policies;
use rules_core::ring::{Input, Ring, StoredConfig};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;
use rules_core::wire::BootReason;
use virtual_ring::geometry::WorldView;
use virtual_ring::measure::scene_run::{BoardSession, FrameObserver};
use virtual_ring::scenes;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};

/// Two rings that are shown the same.
struct Both {
    profile: &'static Profile,
    at_once: Ring,
    later: Ring,
    /// Frames after which one had judged and the other had not.
    behind: u32,
}

impl Both {
    fn new() -> Self {
        let ring = || {
            let kept = StoredConfig::new(BoardId::Ring);
            let mut ring = Ring::new(&kept, BootReason::PowerUp, "test");
            ring.begin(Instant::ZERO, &plain(2), Policies::DEFAULT)
                .expect("a match begins");
            ring
        };
        Self {
            profile: Profile::of(BoardId::Ring),
            at_once: ring(),
            later: ring(),
            behind: 0,
        }
    }

    /// How far each of them has got.
    fn stand(&self) -> [(u32, u64); 2] {
        [&self.at_once, &self.later].map(|ring| {
            let session = ring.referee().session();
            (session.count(), session.hash())
        })
    }
}

impl FrameObserver for Both {
    fn curtain(&mut self, frame: &CurtainFrame, _: &WorldView) {
        let curtain = self.profile.curtain.as_ref().expect("a curtain");
        let at = frame.at(curtain) + curtain.period;
        let [before, _] = self.stand();
        self.at_once.step(at, Input::Curtain(frame));
        self.at_once.work();
        self.later.step(at, Input::Curtain(frame));
        let [now, later] = self.stand();
        assert!(later == now || later == before, "{later:?}, not {now:?}");
        self.behind += u32::from(later != now);
    }

    fn hall(&mut self, scan: &HallScan) {
        let at = scan.at(&self.profile.hall) + self.profile.hall.period();
        self.at_once.step(at, Input::Hall(scan));
        self.at_once.work();
        self.later.step(at, Input::Hall(scan));
        let [now, later] = self.stand();
        assert_eq!(now, later, "all is judged before a scan is felt");
    }
}

#[test]
fn what_is_judged_with_the_next_frame_is_judged_as_if_at_once() {
    let (ring, size) = (Profile::of(BoardId::Ring), Dimensions::ASSUMED);
    let sensors = Sensors::new(ring, &size, Noise::for_level(NoiseLevel::Nominal), &[], 1);
    let sensing = Sensing::new(ring, &size, &Calibration::nominal(ring));
    let mut session = BoardSession::new(ring, sensors, sensing);
    let mut both = Both::new();
    for scene in [scenes::topple(1), scenes::match_push(2), scenes::flat(3)] {
        session.watch(scene, &mut both);
    }
    for ring in [&mut both.at_once, &mut both.later] {
        let at = ring.now();
        ring.step(at, Input::Time);
        ring.work();
    }
    let [now, later] = both.stand();
    assert_eq!(now, later);
    assert!(both.behind > 0, "nothing was judged later");
    assert!(now.0 > 3, "only {} lines", now.0);
    // All of it, the evidence too.
    let [now, later] = [&both.at_once, &both.later].map(|ring| format!("{ring:?}"));
    assert!(now == later, "the rings differ");
}
