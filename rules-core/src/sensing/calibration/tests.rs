//! Tests of the guided calibration: it refuses bad measurements and keeps the old set.

extern crate std;

use super::guide::{CalibrationStep, Guide, StepRefusal, StepResult};
use super::migration::{CalibrationError, CalibrationV1, StoredCalibration};
use super::values::{Calibration, ChannelGroup, Provenance};
use crate::board::cell_layout::CellLayout;
use crate::board::hall::{MAX_CHANNELS, Role};
use crate::board::{BoardId, Profile};
use crate::place::Post;
use crate::rng::Rng;
use crate::sensing::frame::HallScan;
use crate::sensing::magnet::Strength;
use crate::sensing::sensor::Sensor;
use std::string::ToString;

/// Simulated board whose sensors all rest a little beside the middle.
struct Table {
    profile: &'static Profile,
    levels: [i32; MAX_CHANNELS],
    noise: u32,
    rng: Rng,
}

impl Table {
    fn new(name: BoardId) -> Self {
        let profile = Profile::of(name);
        let mut levels = [0; MAX_CHANNELS];
        let nominal = Calibration::nominal(profile);
        for (n, (level, rest)) in levels.iter_mut().zip(&nominal.rests).enumerate() {
            let off = n as i32 % 7 * 20 - 60;
            *level = match profile.hall.channels[n].role() {
                // An open input leaks.
                None => 4 * 60,
                Some(Role::Divider) => i32::from(rest.sum),
                Some(_) => i32::from(rest.sum) + off,
            };
        }
        Self {
            profile,
            levels,
            noise: 8,
            rng: Rng::new(1),
        }
    }

    fn channel(&self, role: Role) -> usize {
        self.profile.hall.find(role).expect("on this board")
    }

    fn add(&mut self, role: Role, steps: i32) {
        let channel = self.channel(role);
        self.levels[channel] += 4 * steps;
    }

    fn sensor(&self, role: Role) -> Sensor {
        Sensor::Channel(self.channel(role) as u8, role)
    }

    /// Applies the changes of a step to the readings, measures it, and undoes them again.
    fn show(&mut self, guide: &mut Guide, step: CalibrationStep, changes: &[(Role, i32)]) {
        for &(role, steps) in changes {
            self.add(role, steps);
        }
        assert_eq!(self.measure(guide), StepResult::Taken, "{step}");
        for &(role, steps) in changes {
            self.add(role, -steps);
        }
    }

    fn measure(&mut self, guide: &mut Guide) -> StepResult {
        guide.ready();
        for index in 0.. {
            let sums = self.levels.map(|level| {
                let noise = self.rng.below(self.noise + 1) as i32 - self.noise as i32 / 2;
                (level + noise).clamp(0, 16_380) as u16
            });
            let scan = HallScan {
                index,
                sums,
                overrun: false,
            };
            if let Some(result) = guide.add_scan(&scan) {
                let millis = u64::from(index) * u64::from(self.profile.hall.period().0) / 1_000;
                assert!((900..1_100).contains(&millis), "about a second");
                return result;
            }
        }
        unreachable!("a measurement ends");
    }
}

fn guide(table: &Table) -> Guide {
    Guide::new(table.profile, &Calibration::nominal(table.profile))
}

#[test]
fn a_ring_is_calibrated_step_by_step() {
    let mut table = Table::new(BoardId::Ring);
    let mut guide = guide(&table);
    while let Some(step) = guide.wants() {
        assert_eq!(guide.finish(), None, "before {step}");
        let changes: std::vec::Vec<(Role, i32)> = match step {
            CalibrationStep::Empty | CalibrationStep::Piece(_) => std::vec![],
            CalibrationStep::Marker(Strength::Strong) => std::vec![
                (Role::Slot(Post::One, 0), -1_050),
                (Role::Slot(Post::One, 1), 42),
                (Role::Slot(Post::One, 2), 14),
                (Role::Slot(Post::One, 3), 42),
            ],
            CalibrationStep::Marker(_) => std::vec![(Role::Slot(Post::One, 0), 240)],
            CalibrationStep::Platform(post) => {
                std::vec![(Role::Dock(post, 0), -700), (Role::Dock(post, 1), 720)]
            }
            CalibrationStep::Disc => std::vec![(Role::Optic(Post::Four, 0), 1_600)],
        };
        table.show(&mut guide, step, &changes);
    }
    let set = guide.finish().expect("all taken");
    for (n, rest) in set.rests.iter().enumerate() {
        assert!(i32::from(rest.sum).abs_diff(table.levels[n]) <= 1, "{n}");
        assert_eq!(rest.from, Provenance::Manual);
    }
    let slots = set.levels[ChannelGroup::Slots];
    assert!(slots.steps[Strength::Weak].abs_diff(240) <= 1);
    assert!(slots.steps[Strength::Strong].abs_diff(1_050) <= 1);
    for (leak, expected) in set.leakage.slots.iter().zip([-41, -14, -41]) {
        assert!((leak - expected).abs() <= 2, "{:?}", set.leakage);
    }
    assert!(
        set.steps(ChannelGroup::Docks, Strength::Strong)
            .abs_diff(700)
            <= 1
    );
    assert!(
        set.steps(ChannelGroup::Optics, Strength::Strong)
            .abs_diff(1_600)
            <= 1
    );
    assert_eq!(
        StoredCalibration::V2(set.clone())
            .open(table.profile)
            .as_ref(),
        Ok(set)
    );
}

#[test]
fn a_grid_is_calibrated_with_its_leakage() {
    // The magnets shown are those of the pieces each game has.
    let strengths: [&[i32]; 2] = [&[210, 1_100], &[210, 500, 1_100]];
    for (name, middle, layout, shown) in [
        (BoardId::GridHex, 30, CellLayout::Hexagons, strengths[0]),
        (BoardId::GridSquare, 17, CellLayout::Squares, strengths[1]),
    ] {
        let mut table = Table::new(name);
        let mut guide = guide(&table);
        assert_eq!(table.measure(&mut guide), StepResult::Taken);
        for &steps in shown {
            table.add(Role::Cell(middle), steps);
            for beside in layout.neighbours(middle) {
                table.add(Role::Cell(beside), -steps / 50);
            }
            assert_eq!(
                table.measure(&mut guide),
                StepResult::Taken,
                "{name} {steps}"
            );
            table.add(Role::Cell(middle), -steps);
            for beside in layout.neighbours(middle) {
                table.add(Role::Cell(beside), steps / 50);
            }
        }
        let set = guide.finish().expect("all taken");
        let steps = set.levels[ChannelGroup::Cells].steps.0;
        assert!(steps[0].abs_diff(210) <= 1 && steps[2].abs_diff(1_100) <= 1);
        assert!((set.leakage.cells + 20).abs() <= 2, "{:?}", set.leakage);
        let stored = StoredCalibration::V2(set.clone()).open(table.profile);
        assert_eq!(stored.as_ref(), Ok(set), "{name}");
    }
}

#[test]
fn what_was_measured_at_the_limits_is_found_again_after_a_power_cut() {
    let mut table = Table::new(BoardId::Ring);
    for post in Post::ALL {
        table.add(Role::Optic(post, 0), 350);
    }
    let mut guide = guide(&table);
    while let Some(step) = guide.wants() {
        let changes = match step {
            CalibrationStep::Empty | CalibrationStep::Piece(_) => std::vec![],
            CalibrationStep::Marker(Strength::Strong) => {
                std::vec![(Role::Slot(Post::One, 0), -2_000)]
            }
            CalibrationStep::Marker(_) => std::vec![(Role::Slot(Post::One, 0), 61)],
            CalibrationStep::Platform(post) => {
                std::vec![(Role::Dock(post, 0), -2_090), (Role::Dock(post, 1), 2_090)]
            }
            CalibrationStep::Disc => std::vec![(Role::Optic(Post::Four, 0), 3_500)],
        };
        table.show(&mut guide, step, &changes);
    }
    let set = guide.finish().expect("all taken");
    let stored = StoredCalibration::V2(set.clone()).open(table.profile);
    assert_eq!(stored.as_ref(), Ok(set));
}

#[test]
fn an_empty_board_must_be_empty_quiet_and_referenced() {
    let slot = Role::Slot(Post::Three, 2);
    let edge = Role::Edge(crate::place::Edge::West, 4);
    let optic = Role::Optic(Post::One, 1);
    let mut table = Table::new(BoardId::Ring);
    for (role, steps, refusal) in [
        (slot, 225, StepRefusal::Magnet as fn(Sensor) -> StepRefusal),
        (edge, -120, StepRefusal::Magnet),
        (optic, 900, StepRefusal::Covered),
        (Role::Divider, 60, StepRefusal::OffLevel),
    ] {
        let mut guide = guide(&table);
        table.add(role, steps);
        let expected = refusal(table.sensor(role));
        assert_eq!(table.measure(&mut guide), StepResult::Refused(expected));
        assert_eq!(
            guide.wants(),
            Some(CalibrationStep::Empty),
            "to be done again"
        );
        table.add(role, -steps);
        assert_eq!(table.measure(&mut guide), StepResult::Taken);
    }
    table.noise = 400;
    let mut guide = guide(&table);
    let result = table.measure(&mut guide);
    assert!(
        matches!(result, StepResult::Refused(StepRefusal::Noisy(_))),
        "{result:?}"
    );
}

#[test]
fn a_step_must_change_what_it_should_and_nothing_else() {
    let mut table = Table::new(BoardId::Ring);
    let mut guide = guide(&table);
    assert_eq!(table.measure(&mut guide), StepResult::Taken);
    let first = Role::Slot(Post::One, 0);
    let unchanged = StepRefusal::Unchanged(table.sensor(first));
    assert_eq!(table.measure(&mut guide), StepResult::Refused(unchanged));
    let sentence = "channel 1 (post 1 slot 1) has not changed: \
                    put it there and hold it still for a second";
    assert_eq!(unchanged.to_string(), sentence);
    // In the right slot, and another on another post.
    let other = Role::Slot(Post::Two, 0);
    table.add(first, 225);
    table.add(other, 225);
    let elsewhere = StepRefusal::Elsewhere(table.sensor(other));
    assert_eq!(table.measure(&mut guide), StepResult::Refused(elsewhere));
    table.add(other, -225);
    assert_eq!(table.measure(&mut guide), StepResult::Taken);
    // The weak one again where the strong one is due.
    let unlikely = StepRefusal::Unlikely(table.sensor(first));
    assert_eq!(table.measure(&mut guide), StepResult::Refused(unlikely));
}

#[test]
fn a_record_of_version_1_migrates() {
    let ring = Profile::of(BoardId::Ring);
    let nominal = Calibration::nominal(ring);
    let old = CalibrationV1 {
        board: BoardId::Ring,
        rests: nominal.rests.iter().map(|rest| rest.sum / 4 + 3).collect(),
        markers: [230, 970],
    };
    let set = StoredCalibration::V1(old).open(ring).expect("it fits");
    let slot = ring.hall.find(Role::Slot(Post::One, 1)).expect("a slot");
    assert_eq!(set.rests[slot].sum, 4 * 2051);
    assert_eq!(set.rests[slot].from, Provenance::Manual);
    assert_eq!(set.levels[ChannelGroup::Slots].steps.0, [230, 600, 970]);
    assert_eq!(set.levels[ChannelGroup::Slots].from, Provenance::Manual);
    assert_eq!(set.levels[ChannelGroup::Docks].from, Provenance::Default);
}

#[test]
fn records_that_do_not_fit_say_why() {
    let ring = Profile::of(BoardId::Ring);
    let good = Calibration::nominal(ring);
    let mut short = good.clone();
    short.rests.pop();
    let mut odd = good.clone();
    odd.rests[7].sum = 4 * 3_000;
    let mut upside_down = good.clone();
    upside_down.levels[ChannelGroup::Slots].steps[Strength::Weak] = 1_000;
    for (set, misfit, sentence) in [
        (
            short,
            CalibrationError::Channels {
                stored: 68,
                here: 69,
            },
            "calibration has 68 channels but this board has 69: calibrate this board",
        ),
        (
            odd,
            CalibrationError::Rest {
                channel: 7,
                reading: 3_000,
            },
            "calibration says channel 7 rests at 3000, which no sound sensor does: \
             empty the board and calibrate again",
        ),
        (
            upside_down,
            CalibrationError::Levels(ChannelGroup::Slots),
            "calibration of the marker slots does not rise from weak to strong: \
             calibrate them again",
        ),
    ] {
        assert_eq!(StoredCalibration::V2(set).open(ring), Err(misfit));
        assert_eq!(misfit.to_string(), sentence);
    }
}
