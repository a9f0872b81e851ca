//! Acts that take time, while they go on.

use super::hand::HandId;
use super::outline::between;
use super::pieces::body;
use super::push;
use super::script::{Bump, Reach};
use super::space::Pose;
use super::truth::{Happening, Truth, Watcher};
use super::world::{STEP, ThingId, World};
use glam::Vec3;

/// Seconds in a step.
const DT: f32 = STEP.0 as f32 * 1e-6;

/// An act that is going on.
#[derive(Debug)]
pub(super) enum Acting {
    /// Waits for so many more steps.
    Wait(u32),
    /// Waits for rest; so many more steps at most.
    Settle(u32),
    /// A push.
    Push(push::Running),
    /// A hand on its way.
    Reach(Reaching),
    /// The table is shaken.
    Bump(Bumping),
}

impl Acting {
    pub(super) const fn wait(seconds: f32) -> Self {
        Self::Wait((seconds / DT) as u32)
    }

    pub(super) const fn settle(at_most: f32) -> Self {
        Self::Settle((at_most / DT) as u32)
    }

    /// Goes on, before a step; says whether it is still going on.
    pub(super) fn go_on(
        &mut self,
        world: &mut World,
        truth: &mut Truth,
        watcher: &mut Watcher,
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

/// A hand on its way.
#[derive(Debug)]
pub(super) struct Reaching {
    reach: Reach,
    id: HandId,
    from: Pose,
    leg: usize,
    time: f32,
    /// What it holds, and where from the hand's middle.
    holds: Option<(ThingId, Vec3)>,
}

impl Reaching {
    pub(super) fn begin(reach: Reach, world: &mut World) -> Self {
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

    fn step(&mut self, world: &mut World, truth: &mut Truth, watcher: &mut Watcher) -> bool {
        let Some(&(to, lasts)) = self.reach.path.get(self.leg) else {
            world.remove_hand(self.id);
            if let Some((thing, _)) = self.holds
                && let Some((piece, _)) = world.thing(thing)
            {
                world.take(thing);
                truth.note(world.now(), Happening::Retrieved(thing, body(piece)));
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
            world.carry(thing, Pose { position, ..held });
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

/// The table moves and comes back, each way like half a wave.
#[derive(Debug)]
pub(super) struct Bumping {
    pub(super) bump: Bump,
    pub(super) time: f32,
}

impl Bumping {
    fn step(&mut self, world: &mut World) -> bool {
        let Bump { way, there, back } = self.bump;
        // In the middle of the coming step.
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
        world.shake(way / 2.0 * rate * rate * (rate * time).cos());
        self.time += DT;
        true
    }
}
