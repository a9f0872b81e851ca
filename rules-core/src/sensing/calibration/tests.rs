//! Guided calibration refuses what it should and keeps what was.

extern crate std;

use super::guide::{Guide, Refusal, Step, Verdict};
use super::migration::{Misfit, Stored, V1};
use super::record::{Calibration, Group, Provenance};
use crate::board::hall::{MOST_CHANNELS, Role};
use crate::board::{Name, Profile};
use crate::lots::Lots;
use crate::place::Post;
use crate::sensing::frame::HallScan;
use crate::sensing::grid::Layout;
use crate::sensing::magnet::Strength;
use crate::sensing::sensor::Sensor;
use std::string::ToString;

/// A board whose sensors all rest a little beside the middle.
struct Table {
    profile: &'static Profile,
    levels: [i32; MOST_CHANNELS],
    noise: u32,
    lots: Lots,
}

impl Table {
    fn new(name: Name) -> Self {
        let profile = Profile::of(name);
        let mut levels = [0; MOST_CHANNELS];
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
            lots: Lots::new(1),
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

    /// Does what a step asks for, and takes it away again.
    fn show(&mut self, guide: &mut Guide, step: Step, changes: &[(Role, i32)]) {
        for &(role, steps) in changes {
            self.add(role, steps);
        }
        assert_eq!(self.measure(guide), Verdict::Taken, "{step}");
        for &(role, steps) in changes {
            self.add(role, -steps);
        }
    }

    fn measure(&mut self, guide: &mut Guide) -> Verdict {
        guide.ready();
        for index in 0.. {
            let sums = self.levels.map(|level| {
                let noise = self.lots.below(self.noise + 1) as i32 - self.noise as i32 / 2;
                (level + noise).clamp(0, 16_380) as u16
            });
            let scan = HallScan {
                index,
                sums,
                overrun: false,
            };
            if let Some(verdict) = guide.take(&scan) {
                let millis = u64::from(index) * u64::from(self.profile.hall.period().0) / 1_000;
                assert!((900..1_100).contains(&millis), "about a second");
                return verdict;
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
    let mut table = Table::new(Name::Ring);
    let mut guide = guide(&table);
    while let Some(step) = guide.wants() {
        assert_eq!(guide.finish(), None, "before {step}");
        let changes: std::vec::Vec<(Role, i32)> = match step {
            Step::Empty | Step::Piece(_) => std::vec![],
            Step::Marker(Strength::Strong) => std::vec![
                (Role::Slot(Post::One, 0), -1_050),
                (Role::Slot(Post::One, 1), 42),
                (Role::Slot(Post::One, 2), 14),
                (Role::Slot(Post::One, 3), 42),
            ],
            Step::Marker(_) => std::vec![(Role::Slot(Post::One, 0), 240)],
            Step::Platform(post) => {
                std::vec![(Role::Dock(post, 0), -700), (Role::Dock(post, 1), 720)]
            }
            Step::Disc => std::vec![(Role::Optic(Post::Four, 0), 1_600)],
        };
        table.show(&mut guide, step, &changes);
    }
    let set = guide.finish().expect("all taken");
    for (n, rest) in set.rests.iter().enumerate() {
        assert!(i32::from(rest.sum).abs_diff(table.levels[n]) <= 1, "{n}");
        assert_eq!(rest.from, Provenance::Manual);
    }
    let slots = set.levels[Group::Slots];
    assert!(slots.steps[Strength::Weak].abs_diff(240) <= 1);
    assert!(slots.steps[Strength::Strong].abs_diff(1_050) <= 1);
    for (leak, expected) in set.leakage.slots.iter().zip([-41, -14, -41]) {
        assert!((leak - expected).abs() <= 2, "{:?}", set.leakage);
    }
    assert!(set.steps(Group::Docks, Strength::Strong).abs_diff(700) <= 1);
    assert!(set.steps(Group::Optics, Strength::Strong).abs_diff(1_600) <= 1);
    assert_eq!(
        Stored::V2(set.clone()).open(table.profile).as_ref(),
        Ok(set)
    );
}

#[test]
fn a_grid_is_calibrated_with_its_leakage() {
    // What is shown are the magnets of the pieces each game has.
    let strengths: [&[i32]; 2] = [&[210, 1_100], &[210, 500, 1_100]];
    for (name, middle, layout, shown) in [
        (Name::GridHex, 30, Layout::Hexagons, strengths[0]),
        (Name::GridSquare, 17, Layout::Squares, strengths[1]),
    ] {
        let mut table = Table::new(name);
        let mut guide = guide(&table);
        assert_eq!(table.measure(&mut guide), Verdict::Taken);
        for &steps in shown {
            table.add(Role::Cell(middle), steps);
            for beside in layout.neighbours(middle) {
                table.add(Role::Cell(beside), -steps / 50);
            }
            assert_eq!(table.measure(&mut guide), Verdict::Taken, "{name} {steps}");
            table.add(Role::Cell(middle), -steps);
            for beside in layout.neighbours(middle) {
                table.add(Role::Cell(beside), steps / 50);
            }
        }
        let set = guide.finish().expect("all taken");
        let steps = set.levels[Group::Cells].steps.0;
        assert!(steps[0].abs_diff(210) <= 1 && steps[2].abs_diff(1_100) <= 1);
        assert!((set.leakage.cells + 20).abs() <= 2, "{:?}", set.leakage);
        let stored = Stored::V2(set.clone()).open(table.profile);
        assert_eq!(stored.as_ref(), Ok(set), "{name}");
    }
}

#[test]
fn what_was_measured_at_the_limits_is_found_again_after_a_power_cut() {
    let mut table = Table::new(Name::Ring);
    for post in Post::ALL {
        table.add(Role::Optic(post, 0), 350);
    }
    let mut guide = guide(&table);
    while let Some(step) = guide.wants() {
        let changes = match step {
            Step::Empty | Step::Piece(_) => std::vec![],
            Step::Marker(Strength::Strong) => std::vec![(Role::Slot(Post::One, 0), -2_000)],
            Step::Marker(_) => std::vec![(Role::Slot(Post::One, 0), 61)],
            Step::Platform(post) => {
                std::vec![(Role::Dock(post, 0), -2_090), (Role::Dock(post, 1), 2_090)]
            }
            Step::Disc => std::vec![(Role::Optic(Post::Four, 0), 3_500)],
        };
        table.show(&mut guide, step, &changes);
    }
    let set = guide.finish().expect("all taken");
    let stored = Stored::V2(set.clone()).open(table.profile);
    assert_eq!(stored.as_ref(), Ok(set));
}

#[test]
fn an_empty_board_must_be_empty_quiet_and_referenced() {
    let slot = Role::Slot(Post::Three, 2);
    let edge = Role::Edge(crate::place::Edge::West, 4);
    let optic = Role::Optic(Post::One, 1);
    let mut table = Table::new(Name::Ring);
    for (role, steps, refusal) in [
        (slot, 225, Refusal::Magnet as fn(Sensor) -> Refusal),
        (edge, -120, Refusal::Magnet),
        (optic, 900, Refusal::Covered),
        (Role::Divider, 60, Refusal::OffLevel),
    ] {
        let mut guide = guide(&table);
        table.add(role, steps);
        let expected = refusal(table.sensor(role));
        assert_eq!(table.measure(&mut guide), Verdict::Refused(expected));
        assert_eq!(guide.wants(), Some(Step::Empty), "to be done again");
        table.add(role, -steps);
        assert_eq!(table.measure(&mut guide), Verdict::Taken);
    }
    table.noise = 400;
    let mut guide = guide(&table);
    let verdict = table.measure(&mut guide);
    assert!(
        matches!(verdict, Verdict::Refused(Refusal::Noisy(_))),
        "{verdict:?}"
    );
}

#[test]
fn a_step_must_change_what_it_should_and_nothing_else() {
    let mut table = Table::new(Name::Ring);
    let mut guide = guide(&table);
    assert_eq!(table.measure(&mut guide), Verdict::Taken);
    let first = Role::Slot(Post::One, 0);
    let unchanged = Refusal::Unchanged(table.sensor(first));
    assert_eq!(table.measure(&mut guide), Verdict::Refused(unchanged));
    let sentence = "channel 1 (post 1 slot 1) has not changed: \
                    put it there and hold it still for a second";
    assert_eq!(unchanged.to_string(), sentence);
    // In the right slot, and another on another post.
    let other = Role::Slot(Post::Two, 0);
    table.add(first, 225);
    table.add(other, 225);
    let elsewhere = Refusal::Elsewhere(table.sensor(other));
    assert_eq!(table.measure(&mut guide), Verdict::Refused(elsewhere));
    table.add(other, -225);
    assert_eq!(table.measure(&mut guide), Verdict::Taken);
    // The weak one again where the strong one is due.
    let unlikely = Refusal::Unlikely(table.sensor(first));
    assert_eq!(table.measure(&mut guide), Verdict::Refused(unlikely));
}

#[test]
fn an_automatic_proposal_never_replaces_a_manual_value() {
    let mut kept = Calibration::nominal(Profile::of(Name::Ring));
    kept.levels[Group::Slots].from = Provenance::Manual;
    let mut proposal = kept.clone();
    for group in Group::ALL {
        proposal.levels[group].from = Provenance::Automatic;
        proposal.levels[group].steps[Strength::Strong] += 7;
    }
    proposal.leakage.slots = [-1, -1, -1];
    let before = kept.clone();
    assert_eq!(kept.adopt(&proposal), Ok(()));
    assert_eq!(kept.levels[Group::Slots], before.levels[Group::Slots]);
    assert_eq!(kept.leakage.slots, before.leakage.slots);
    assert_eq!(kept.levels[Group::Docks], proposal.levels[Group::Docks]);
    let foreign = Calibration::nominal(Profile::of(Name::GridHex));
    assert!(kept.adopt(&foreign).is_err());
}

#[test]
fn a_record_of_version_1_migrates() {
    let ring = Profile::of(Name::Ring);
    let nominal = Calibration::nominal(ring);
    let old = V1 {
        board: Name::Ring,
        rests: nominal.rests.iter().map(|rest| rest.sum / 4 + 3).collect(),
        markers: [230, 970],
    };
    let set = Stored::V1(old).open(ring).expect("it fits");
    assert_eq!(set.rests[5].sum, 4 * 2051);
    assert_eq!(set.rests[5].from, Provenance::Manual);
    assert_eq!(set.levels[Group::Slots].steps.0, [230, 600, 970]);
    assert_eq!(set.levels[Group::Slots].from, Provenance::Manual);
    assert_eq!(set.levels[Group::Docks].from, Provenance::Default);
}

#[test]
fn records_that_do_not_fit_say_why() {
    let ring = Profile::of(Name::Ring);
    let good = Calibration::nominal(ring);
    let mut short = good.clone();
    short.rests.pop();
    let mut odd = good.clone();
    odd.rests[7].sum = 4 * 3_000;
    let mut upside_down = good.clone();
    upside_down.levels[Group::Slots].steps[Strength::Weak] = 1_000;
    for (set, misfit, sentence) in [
        (
            short,
            Misfit::Channels {
                stored: 68,
                here: 69,
            },
            "calibration has 68 channels but this board has 69: calibrate this board",
        ),
        (
            odd,
            Misfit::Rest {
                channel: 7,
                reading: 3_000,
            },
            "calibration says channel 7 rests at 3000, which no sound sensor does: \
             empty the board and calibrate again",
        ),
        (
            upside_down,
            Misfit::Levels(Group::Slots),
            "calibration of the marker slots does not rise from weak to strong: \
             calibrate them again",
        ),
    ] {
        assert_eq!(Stored::V2(set).open(ring), Err(misfit));
        assert_eq!(misfit.to_string(), sentence);
    }
}
