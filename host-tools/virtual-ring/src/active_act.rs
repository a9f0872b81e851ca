//! Acts at the table that take several simulation steps, and their progress.

use super::geometry::Pose;
use super::hand::HandId;
use super::pieces::body;
use super::push;
use super::script::{Bump, HandPath};
use super::truth::{TrueEventKind, Truth, TruthRecorder};
use super::units::between;
use super::world::{STEP, ThingId, World};
use glam::Vec3;

/// Duration of a simulation step, in seconds.
const DT: f32 = STEP.0 as f32 * 1e-6;

/// Act at the table that is in progress.
#[derive(Debug)]
pub(super) enum ActiveAct {
    /// Pause without any motion; the number counts the steps left.
    Wait(u32),
    /// Pause until all pieces are at rest; ends after this number of steps at the latest.
    Settle(u32),
    /// Thumb pushing an element from the platform.
    Push(push::PushMotion),
    /// Hand moving along a path.
    Reach(HandMotion),
    /// Table moving after a bump.
    Bump(BumpMotion),
}

impl ActiveAct {
    pub(super) const fn wait(seconds: f32) -> Self {
        Self::Wait((seconds / DT) as u32)
    }

    pub(super) const fn settle(at_most: f32) -> Self {
        Self::Settle((at_most / DT) as u32)
    }

    /// Advances the act before a simulation step. Returns true while it is in progress.
    pub(super) fn step(
        &mut self,
        world: &mut World,
        truth: &mut Truth,
        watcher: &mut TruthRecorder,
    ) -> bool {
        match self {
            Self::Wait(left) | Self::Settle(left) if *left == 0 => false,
            Self::Wait(left) => {
                *left -= 1;
                true
            }
            Self::Settle(left) => {
                *left -= 1;
                !world.is_at_rest()
            }
            Self::Push(push) => push.step(world, truth),
            Self::Reach(reach) => reach.step(world, truth, watcher),
            Self::Bump(bump) => bump.step(world),
        }
    }
}

/// Motion of a hand along a path.
#[derive(Debug)]
pub(super) struct HandMotion {
    reach: HandPath,
    id: HandId,
    from: Pose,
    leg: usize,
    time: f32,
    /// Piece in the hand, with its offset from the hand's middle in mm; `None` for an
    /// empty hand.
    holds: Option<(ThingId, Vec3)>,
}

impl HandMotion {
    pub(super) fn begin(reach: HandPath, world: &mut World) -> Self {
        let id = world.add_hand(reach.hand.clone());
        Self {
            id,
            from: reach.hand.pose(),
            reach,
            leg: 0,
            time: 0.0,
            holds: None,
        }
    }

    fn step(&mut self, world: &mut World, truth: &mut Truth, watcher: &mut TruthRecorder) -> bool {
        let Some(&(to, lasts)) = self.reach.path.get(self.leg) else {
            world.remove_hand(self.id);
            if let Some((thing, _)) = self.holds
                && let Some((piece, _)) = world.thing(thing)
            {
                world.remove(thing);
                truth.push(world.now(), TrueEventKind::Retrieved(thing, body(piece)));
            }
            return false;
        };
        self.time += DT;
        let part = (self.time / lasts.max(DT)).min(1.0);
        let pose = between(self.from, to, part);
        world.move_hand(self.id, pose);
        if let Some((thing, offset)) = self.holds
            && let Some((_, held)) = world.thing(thing)
        {
            let position = pose.position + offset;
            world.hold(thing, Pose { position, ..held });
        }
        if part >= 1.0 {
            if let Some((thing, leg)) = self.reach.takes
                && leg == self.leg
                && let Some((_, held)) = world.thing(thing)
            {
                watcher.forget(thing);
                self.holds = Some((thing, held.position - pose.position));
            }
            self.from = to;
            self.leg += 1;
            self.time = 0.0;
        }
        true
    }
}

/// Motion of a bumped table: there and back, each with half a period of a cosine.
#[derive(Debug)]
pub(super) struct BumpMotion {
    pub(super) bump: Bump,
    pub(super) time: f32,
}

impl BumpMotion {
    fn step(&mut self, world: &mut World) -> bool {
        let Bump { way, there, back } = self.bump;
        // Acceleration at the middle of the coming step.
        let time = self.time + DT / 2.0;
        let (way, time, lasts) = if time < there {
            (way, time, there)
        } else {
            (-way, time - there, back)
        };
        if time > lasts {
            return false;
        }
        let rate = core::f32::consts::PI / lasts;
        world.shake(way / 2.0 * rate * rate * libm::cosf(rate * time));
        self.time += DT;
        true
    }
}
