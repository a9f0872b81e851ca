//! Scene: a simulated world, and a script of acts at the table.
//!
//! ```
//! use virtual_ring::scenes::edge_push;
//!
//! let mut scene = edge_push(7);
//! while scene.advance() {
//!     let _seen = scene.view_at(0.5);
//! }
//! assert_eq!(scene.truth().pushes().count(), 1);
//! ```

mod live;

use super::active_act::{ActiveAct, BumpMotion, HandMotion};
use super::arena::{dock_point, turn_to};
use super::geometry::{EdgeRelative, Pose, WorldView};
use super::hand::{Hand, HandId, Touch};
use super::manner::PushManner;
use super::pieces::{PiecePlacement, body};
use super::push;
use super::script::{Act, HandPath};
use super::truth::{FALLEN, TrueEventKind, Truth, TruthRecorder};
use super::world::{ThingId, World};
use glam::{Quat, Vec3};
use rules_core::piece::Piece;
use rules_core::sensing::observation::Cause;
use std::collections::VecDeque;

/// Simulated world with the acts to perform in it.
#[derive(Debug)]
pub struct Scene {
    name: &'static str,
    world: World,
    acts: VecDeque<Act>,
    acting: Option<ActiveAct>,
    truth: Truth,
    watcher: TruthRecorder,
    /// Cause that a fall would have if it happened now.
    cause: Cause,
    loaded: Option<ThingId>,
    /// Piece that was pushed last; `None` before the first push.
    pushed: Option<ThingId>,
    /// True while a live hand is at the table.
    live_hand: bool,
}

impl Scene {
    /// Creates a scene with this name, world and script.
    #[must_use]
    pub fn new(name: &'static str, world: World, acts: Vec<Act>) -> Self {
        let mut watcher = TruthRecorder::default();
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
            live_hand: false,
        }
    }

    /// Returns the name of the scene.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the simulated world.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Returns the ground truth up to now.
    #[must_use]
    pub const fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Returns the view between the last two steps; see [`World::view_at`].
    #[must_use]
    pub fn view_at(&self, fraction: f32) -> WorldView {
        self.world.view_at(fraction)
    }

    /// Appends an act to the script.
    pub fn then(&mut self, act: Act) {
        self.acts.push_back(act);
    }

    /// Advances the scene by one step (2 ms). Returns false if the script has ended and
    /// no time passed.
    pub fn advance(&mut self) -> bool {
        loop {
            if let Some(acting) = &mut self.acting {
                if acting.step(&mut self.world, &mut self.truth, &mut self.watcher) {
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
        self.watcher
            .update(&self.world, self.cause, &mut self.truth);
        let pushing = self.live_hand || matches!(self.acting, Some(ActiveAct::Push(_)));
        if self.cause == Cause::Push && !pushing && self.world.is_at_rest() {
            self.cause = Cause::Accident;
            self.truth.push(self.world.now(), TrueEventKind::Rested);
        }
        true
    }

    fn begin(&mut self, act: Act) {
        let now = self.world.now();
        match act {
            Act::Wait(seconds) => self.acting = Some(ActiveAct::wait(seconds)),
            Act::Settle(seconds) => self.acting = Some(ActiveAct::settle(seconds)),
            Act::Dock(docking) => {
                self.world.dock(docking);
                self.truth.push(now, TrueEventKind::Docked(docking));
            }
            Act::Lift => {
                self.unload();
                self.world.lift();
                self.truth.push(now, TrueEventKind::Lifted);
            }
            Act::Mark(post, slot, marker) => {
                self.world.mark(post, slot, marker);
                self.truth
                    .push(now, TrueEventKind::Marked(post, slot, marker));
            }
            Act::Load { piece, out, aside } => self.load(piece, (out, aside), 0.0),
            Act::Lay {
                piece,
                out,
                aside,
                turn,
            } => self.load(piece, (out, aside), turn),
            Act::Push(push) => self.push(push, PushManner::STEADY),
            Act::PushWith(push, manner) => self.push(push, manner),
            Act::TakeBack => {
                let taken = self.loaded.take();
                if let Some((thing, (piece, _))) =
                    taken.and_then(|thing| Some((thing, self.world.thing(thing)?)))
                {
                    self.truth.push(now, TrueEventKind::Unloaded(body(piece)));
                    self.world.remove(thing);
                }
            }
            Act::Lean(hand) => {
                self.world.add_hand(hand);
            }
            Act::Unlean(hand) => self.world.remove_hand(hand),
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
                let thing = self.world.add(PiecePlacement { piece, pose });
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
                self.truth.push(now, TrueEventKind::Bump);
                let time = 0.0;
                self.acting = Some(ActiveAct::Bump(BumpMotion { bump, time }));
            }
        }
    }

    /// True if the piece pushed last still lies on the platform, at least in part.
    #[must_use]
    pub fn can_push_on(&self) -> bool {
        let Some((thing, docking)) = self.pushed.zip(self.world.platform()) else {
            return false;
        };
        let edge = dock_point(docking.place).edge;
        self.world.thing(thing).is_some_and(|(piece, pose)| {
            let out = EdgeRelative::new(pose.position, edge, self.world.ring_side()).out;
            let radius = self.world.catalogue().radius(piece);
            pose.position.z > 0.0 && out + radius > 0.0 && !self.watcher.has_fallen(thing)
        })
    }

    /// Returns the pieces that have fallen and still lie in the gutter or beyond.
    #[must_use]
    pub fn fallen(&self) -> Vec<ThingId> {
        let things = self.world.things();
        things
            .filter(|&thing| self.watcher.has_fallen(thing))
            .collect()
    }

    fn reach(&mut self, reach: HandPath) {
        // A careful hand moves no piece, so a later fall is still caused by the push.
        if reach.hand.touch == Touch::Pushes {
            self.cause = Cause::Accident;
        }
        self.acting = Some(ActiveAct::Reach(HandMotion::begin(reach, &mut self.world)));
    }

    fn push(&mut self, push: push::Push, manner: PushManner) {
        self.pushed = self.loaded.take();
        let begun = self
            .pushed
            .and_then(|thing| push::PushMotion::begin(push, manner, thing, &mut self.world));
        if let Some(begun) = begun {
            self.cause = Cause::Push;
            self.acting = Some(ActiveAct::Push(begun));
        }
    }

    fn load(&mut self, piece: Piece, (out, aside): (f32, f32), turn: f32) {
        let Some(docking) = self.world.platform() else {
            return;
        };
        let dock = dock_point(docking.place);
        let at = EdgeRelative {
            along: dock.along + aside,
            out,
            ..dock
        };
        let at = at.at_height(self.world.ring_side(), 0.0);
        let catalogue = *self.world.catalogue();
        let placed = catalogue.lay(piece, at.truncate(), 0.2, turn);
        self.loaded = Some(self.world.add(placed));
        let what = TrueEventKind::Loaded(docking.place, body(piece));
        self.truth.push(self.world.now(), what);
    }

    /// Removes every piece on the platform.
    fn unload(&mut self) {
        self.loaded = None;
        let on_it = |thing: &ThingId| {
            let there = self.world.thing(*thing);
            there.is_some_and(|(_, pose)| self.world.is_on_platform(pose.position))
        };
        let things: Vec<ThingId> = self.world.things().filter(on_it).collect();
        for thing in things {
            if let Some((piece, _)) = self.world.thing(thing) {
                let what = TrueEventKind::Unloaded(body(piece));
                self.truth.push(self.world.now(), what);
            }
            self.world.remove(thing);
        }
    }
}

/// Returns the path of two fingers that take a piece out of the gutter; `None` if the
/// piece is gone.
pub(super) fn retrieve(thing: ThingId, world: &World) -> Option<HandPath> {
    let (_, at) = world.thing(thing)?;
    let turn = turn_to(EdgeRelative::outermost(at.position, world.ring_side()).edge);
    // The hand leans outwards by 20 degrees, towards its arm.
    let rotation = turn * Quat::from_rotation_x(-0.35);
    let pose = |lift: f32, away: f32| Pose {
        position: at.position + turn * Vec3::new(0.0, away, lift),
        rotation,
    };
    Some(HandPath {
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
