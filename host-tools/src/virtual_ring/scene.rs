//! A scene: a world, and people who do something at the table.
//!
//! ```
//! use host_tools::virtual_ring::scenes::edge_push;
//!
//! let mut scene = edge_push(7);
//! while scene.advance() {
//!     let _seen = scene.view_at(0.5);
//! }
//! assert_eq!(scene.truth().pushes().count(), 1);
//! ```

use super::acting::{Acting, Bumping, Reaching};
use super::arena::{dock_point, turn_to};
use super::hand::{Hand, HandId, Touch};
use super::pieces::{Placed, body};
use super::push;
use super::script::{Act, Reach};
use super::space::{Beside, Pose, View};
use super::truth::{FALLEN, Happening, Truth, Watcher};
use super::world::{ThingId, World};
use glam::{Quat, Vec3};
use rules_core::piece::Piece;
use rules_core::sensing::observation::Cause;
use std::collections::VecDeque;

/// A world and what is done in it.
#[derive(Debug)]
pub struct Scene {
    name: &'static str,
    world: World,
    acts: VecDeque<Act>,
    acting: Option<Acting>,
    truth: Truth,
    watcher: Watcher,
    /// Why something would fall now.
    cause: Cause,
    loaded: Option<ThingId>,
    /// What was pushed last.
    pushed: Option<ThingId>,
}

impl Scene {
    /// A scene of this name.
    #[must_use]
    pub fn new(name: &'static str, world: World, acts: Vec<Act>) -> Self {
        let mut watcher = Watcher::default();
        for thing in world.things() {
            if (world.thing(thing)).is_some_and(|(_, pose)| pose.position.z < -FALLEN) {
                watcher.forget(thing);
            }
        }
        Self {
            name,
            world,
            acts: acts.into(),
            acting: None,
            truth: Truth::default(),
            watcher,
            cause: Cause::Accident,
            loaded: None,
            pushed: None,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The world.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// What has really happened so far.
    #[must_use]
    pub const fn truth(&self) -> &Truth {
        &self.truth
    }

    /// See [`World::view_at`].
    #[must_use]
    pub fn view_at(&self, fraction: f32) -> View {
        self.world.view_at(fraction)
    }

    /// What is done next, after all that was to be done before.
    pub fn then(&mut self, act: Act) {
        self.acts.push_back(act);
    }

    /// Two milliseconds pass; says whether they did, that is, whether there was
    /// still something to do.
    pub fn advance(&mut self) -> bool {
        loop {
            if let Some(acting) = &mut self.acting {
                if acting.go_on(&mut self.world, &mut self.truth, &mut self.watcher) {
                    break;
                }
                self.acting = None;
            }
            match self.acts.pop_front() {
                Some(act) => self.begin(act),
                None => return false,
            }
        }
        self.world.step();
        self.watcher.look(&self.world, self.cause, &mut self.truth);
        let pushing = matches!(self.acting, Some(Acting::Push(_)));
        if self.cause == Cause::Push && !pushing && self.world.is_at_rest() {
            self.cause = Cause::Accident;
            self.truth.note(self.world.now(), Happening::Rested);
        }
        true
    }

    fn begin(&mut self, act: Act) {
        let now = self.world.now();
        match act {
            Act::Wait(seconds) => self.acting = Some(Acting::wait(seconds)),
            Act::Settle(seconds) => self.acting = Some(Acting::settle(seconds)),
            Act::Dock(docking) => {
                self.world.dock(docking);
                self.truth.note(now, Happening::Docked(docking));
            }
            Act::Lift => {
                self.unload();
                self.world.lift();
                self.truth.note(now, Happening::Lifted);
            }
            Act::Mark(post, slot, marker) => {
                self.world.mark(post, slot, marker);
                self.truth.note(now, Happening::Marked(post, slot, marker));
            }
            Act::Load { piece, out, aside } => self.load(piece, out, aside),
            Act::Push(push) => {
                self.pushed = self.loaded.take();
                let begun = self.pushed;
                let begun = begun.and_then(|it| push::Running::begin(push, it, &mut self.world));
                if let Some(begun) = begun {
                    self.cause = Cause::Push;
                    self.acting = Some(Acting::Push(begun));
                }
            }
            Act::PushOn => {
                let still = self.pushed.filter(|_| self.can_push_on());
                self.loaded = still.or(self.loaded);
            }
            Act::Shove(thing, velocity) => {
                self.cause = Cause::Accident;
                self.world.shove(thing, velocity);
            }
            Act::Drop(piece, pose, velocity) => {
                self.cause = Cause::Accident;
                let thing = self.world.add(Placed { piece, pose });
                self.world.shove(thing, velocity);
            }
            Act::Reach(reach) => self.reach(reach),
            Act::Retrieve => {
                let last = self.truth.falls().last().map(|(_, fell)| fell.thing);
                if let Some(reach) = last.and_then(|thing| retrieve(thing, &self.world)) {
                    self.reach(reach);
                }
            }
            Act::Bump(bump) => {
                self.cause = Cause::Accident;
                self.truth.note(now, Happening::Bump);
                let time = 0.0;
                self.acting = Some(Acting::Bump(Bumping { bump, time }));
            }
        }
    }

    /// Whether what was pushed last still lies on the platform, in part at least.
    #[must_use]
    pub fn can_push_on(&self) -> bool {
        let Some((thing, docking)) = self.pushed.zip(self.world.platform()) else {
            return false;
        };
        let edge = dock_point(docking.place).edge;
        self.world.thing(thing).is_some_and(|(piece, pose)| {
            let out = Beside::of(pose.position, edge, self.world.ring_side()).out;
            let radius = self.world.catalogue().radius(piece);
            pose.position.z > 0.0 && out + radius > 0.0 && !self.watcher.has_fallen(thing)
        })
    }

    /// The pieces that have fallen and still lie in the gutter or beyond.
    #[must_use]
    pub fn fallen(&self) -> Vec<ThingId> {
        let things = self.world.things();
        things.filter(|&it| self.watcher.has_fallen(it)).collect()
    }

    fn reach(&mut self, reach: Reach) {
        // A careful hand moves nothing: what still falls, the push made fall.
        if reach.hand.touch == Touch::Pushes {
            self.cause = Cause::Accident;
        }
        self.acting = Some(Acting::Reach(Reaching::begin(reach, &mut self.world)));
    }

    fn load(&mut self, piece: Piece, out: f32, aside: f32) {
        let Some(docking) = self.world.platform() else {
            return;
        };
        let dock = dock_point(docking.place);
        let at = Beside {
            along: dock.along + aside,
            out,
            ..dock
        };
        let at = at.at_height(self.world.ring_side(), 0.0);
        let catalogue = *self.world.catalogue();
        let placed = catalogue.lay(piece, at.truncate(), 0.2, 0.0);
        self.loaded = Some(self.world.add(placed));
        let what = Happening::Loaded(docking.place, body(piece));
        self.truth.note(self.world.now(), what);
    }

    /// Takes away whatever lies on the platform.
    fn unload(&mut self) {
        self.loaded = None;
        let on_it = |thing: &ThingId| {
            let there = self.world.thing(*thing);
            there.is_some_and(|(_, pose)| self.world.is_on_platform(pose.position))
        };
        let things: Vec<ThingId> = self.world.things().filter(on_it).collect();
        for thing in things {
            if let Some((piece, _)) = self.world.thing(thing) {
                let what = Happening::Unloaded(body(piece));
                self.truth.note(self.world.now(), what);
            }
            self.world.take(thing);
        }
    }
}

/// Two fingers that take a piece out of the gutter; nothing if it is gone.
pub(super) fn retrieve(thing: ThingId, world: &World) -> Option<Reach> {
    let (_, at) = world.thing(thing)?;
    let turn = turn_to(Beside::outermost(at.position, world.ring_side()).edge);
    // The hand leans outwards by 20 degrees, where the arm comes from.
    let rotation = turn * Quat::from_rotation_x(-0.35);
    let pose = |lift: f32, away: f32| Pose {
        position: at.position + turn * Vec3::new(0.0, away, lift),
        rotation,
    };
    Some(Reach {
        hand: Hand::fingers(HandId(1), 2, pose(90.0, 40.0)),
        path: vec![
            (pose(60.0, 10.0), 0.15),
            (pose(2.0, 0.0), 0.25),
            (pose(2.0, 0.0), 0.15),
            (pose(60.0, 10.0), 0.25),
            (pose(90.0, 60.0), 0.15),
        ],
        takes: Some((thing, 2)),
    })
}
