//! Physical world: rigid bodies on the ring, in the gutter and on the platform.
//!
//! Falls are not scripted: pieces slide, topple over the sharp edge, stack, lean and
//! bounce by friction and gravity. A seed gives the same world bit for bit.
//!
//! Sensors are sampled between two steps: [`World::view_at`].

use super::arena::{self, CM, FRICTION, RESTITUTION};
use super::geometry::{BodyPose, Dipole, Docking, EdgeRelative, Pose, Shape, Solid, WorldView};
use super::hand::{Hand, HandId};
use super::pieces::{Catalogue, PiecePlacement};
use super::sim_rng::SimRng;
use super::units::{between, colliders, lowest, to_physics, to_space};
use glam::Vec3;
use rapier3d::prelude::{
    ColliderHandle, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Piece;
use rules_core::place::{ByPost, Post};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::{Instant, Span};

/// Duration of a simulation step: 2 ms.
pub const STEP: Span = Span::micros(2_000);

/// Gravity, mm/s2.
pub const GRAVITY: f32 = 9_810.0;

/// Height relative to the surface below which a piece or hand reaches into the gutter,
/// mm.
const BELOW: f32 = -2.0;

/// Height of a piece's middle below which the piece is about to land on the gutter's
/// floor, mm.
const ON_FLOOR: f32 = -20.0;

/// Height below which a piece has flown over the frame and off the table, mm; it is
/// removed.
const OFF_TABLE: f32 = -1_000.0;

/// Angular damping of a disc that rolls on its rim along the gutter, per second. Without
/// it a disc would never stop.
const ROLLING: f32 = 1.5;

/// Identifier of a piece in the world; it stays valid when other pieces are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThingId(pub u16);

/// Piece in the world, with its pose in the last two steps.
#[derive(Debug)]
pub(super) struct WorldPiece {
    pub(super) piece: Piece,
    /// Physics body; `None` once the piece was removed.
    body: Option<RigidBodyHandle>,
    shape: Shape,
    moment: f32,
    /// Pose at the last step but one, in mm.
    pub(super) before: Pose,
    /// Pose at the last step, in mm.
    pub(super) now: Pose,
    /// True if the piece moved in the last step.
    pub(super) moved: bool,
    /// Height of the piece's lowest point, mm.
    low: f32,
    landed: bool,
}

/// Simulated table: ring, platform, pieces and hands.
pub struct World {
    catalogue: Catalogue,
    physics: PhysicsWorld,
    items: Vec<WorldPiece>,
    hands: Vec<Hand>,
    platform: Option<(Docking, ColliderHandle)>,
    markers: ByPost<[Option<Magnet>; 4]>,
    steps: u64,
    generation: u64,
    /// True if a caller changed the world since the last step.
    touched: bool,
    rng: SimRng,
}

impl core::fmt::Debug for World {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("World")
            .field("steps", &self.steps)
            .field("items", &self.items.len())
            .finish_non_exhaustive()
    }
}

impl World {
    /// Creates a ring of these dimensions with these pieces on it. The seed varies what
    /// differs from table to table: places by hundredths of a millimetre, friction by a
    /// tenth.
    #[must_use]
    pub fn new(
        dimensions: &Dimensions,
        edition: Edition,
        pieces: &[PiecePlacement],
        seed: u64,
    ) -> Self {
        let mut physics = PhysicsWorld::new();
        physics.gravity = Vec3::new(0.0, 0.0, -GRAVITY * CM);
        physics.integration_parameters = IntegrationParameters {
            dt: STEP.0 as f32 * 1e-6,
            // A step is short; four iterations change the duration of a fall by less than
            // 1 ms.
            num_solver_iterations: 2,
            ..IntegrationParameters::default()
        };
        arena::build(&mut physics, dimensions);
        let mut world = Self {
            catalogue: Catalogue {
                dimensions: *dimensions,
                edition,
            },
            physics,
            items: Vec::with_capacity(pieces.len()),
            hands: Vec::new(),
            platform: None,
            markers: ByPost::default(),
            steps: 0,
            generation: 0,
            touched: true,
            rng: SimRng::new(seed, 1),
        };
        for &placed in pieces {
            world.add(placed);
        }
        world
    }

    /// Returns the sizes and the edition of the pieces.
    #[must_use]
    pub const fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns the length of one side of the ring, mm.
    #[must_use]
    pub fn ring_side(&self) -> f32 {
        super::pieces::mm(self.catalogue.dimensions.ring_side)
    }

    /// Returns the time of the last step.
    #[must_use]
    pub const fn now(&self) -> Instant {
        Instant(self.steps * STEP.0 as u64)
    }

    /// Adds a piece and returns its identifier.
    pub fn add(&mut self, placed: PiecePlacement) -> ThingId {
        let shape = self.catalogue.shape(placed.piece);
        let scatter = |rng: &mut SimRng| rng.between(-0.02, 0.02);
        let place = Vec3::new(scatter(&mut self.rng), scatter(&mut self.rng), 0.01);
        let friction = FRICTION * self.rng.between(0.9, 1.1);
        let body = RigidBodyBuilder::dynamic()
            .pose(to_physics(Pose {
                position: placed.pose.position + place,
                rotation: placed.pose.rotation,
            }))
            .ccd_enabled(false);
        let body = self.physics.insert_body(body);
        for collider in colliders(shape) {
            let wood = collider.friction(friction).restitution(RESTITUTION);
            self.physics.insert_collider(wood, Some(body));
        }
        if let Some(body) = self.physics.bodies.get_mut(body) {
            let activation = body.activation_mut();
            // In cm/s: below 1 mm/s for 0.15 s.
            activation.normalized_linear_threshold = 0.1;
            activation.time_until_sleep = 0.15;
        }
        let id = ThingId(self.items.len() as u16);
        self.items.push(WorldPiece {
            piece: placed.piece,
            body: Some(body),
            shape,
            moment: self.catalogue.moment(placed.piece),
            before: placed.pose,
            now: placed.pose,
            moved: true,
            low: lowest(shape, placed.pose),
            landed: false,
        });
        self.touch();
        id
    }

    /// Removes a piece; without effect if it was removed already.
    pub fn remove(&mut self, thing: ThingId) {
        let Some(item) = self.items.get_mut(usize::from(thing.0)) else {
            return;
        };
        if let Some(body) = item.body.take() {
            item.moved = false;
            item.low = 0.0;
            self.physics.remove_body(body);
            self.touch();
        }
    }

    /// Sets the velocity of a piece, in mm/s, without spin.
    pub fn shove(&mut self, thing: ThingId, velocity: Vec3) {
        let body = self
            .items
            .get(usize::from(thing.0))
            .and_then(|item| item.body);
        if let Some(body) = body.and_then(|body| self.physics.bodies.get_mut(body)) {
            body.set_linvel(velocity * CM, true);
            body.set_angvel(Vec3::ZERO, true);
        }
        self.touch();
    }

    /// Returns the pieces that were not removed.
    pub fn things(&self) -> impl Iterator<Item = ThingId> {
        (0..)
            .zip(&self.items)
            .filter_map(|(n, item)| item.body.map(|_| ThingId(n)))
    }

    /// Returns the kind and the current pose of a piece; `None` once it was removed.
    #[must_use]
    pub fn thing(&self, thing: ThingId) -> Option<(Piece, Pose)> {
        let item = self.items.get(usize::from(thing.0))?;
        item.body.map(|_| (item.piece, item.now))
    }

    /// Returns the velocity of a piece, in mm/s.
    #[must_use]
    pub fn velocity(&self, thing: ThingId) -> Vec3 {
        (self.items.get(usize::from(thing.0)))
            .and_then(|item| self.physics.bodies.get(item.body?))
            .map_or(Vec3::ZERO, |body| body.linvel() / CM)
    }

    /// Returns the pieces that moved in the last step.
    pub(super) fn moving(&self) -> impl Iterator<Item = (ThingId, &WorldPiece)> {
        (0..)
            .zip(&self.items)
            .filter(|(_, item)| item.moved)
            .map(|(n, item)| (ThingId(n), item))
    }

    /// True if every piece is at rest.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        !self.touched && !self.items.iter().any(|item| item.moved)
    }

    /// True if no piece and no hand reaches below the surface.
    #[must_use]
    pub fn gutter_is_empty(&self) -> bool {
        self.items.iter().all(|item| item.low >= BELOW)
            && self.hands.iter().all(|hand| hand.lowest() >= BELOW)
    }

    /// Returns a counter that changes whenever the view may have changed: while it is
    /// equal, [`World::view_at`] is equal at any fraction.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the position of the docked platform; `None` if it is not at the ring.
    #[must_use]
    pub fn platform(&self) -> Option<Docking> {
        self.platform.map(|(docking, _)| docking)
    }

    /// True if a point is over the platform.
    #[must_use]
    pub fn is_on_platform(&self, point: Vec3) -> bool {
        self.platform().is_some_and(|docking| {
            let dock = arena::dock_point(docking.place);
            let (along, out) = arena::platform_size(&self.catalogue.dimensions, docking.facing);
            let here = EdgeRelative::new(point, dock.edge, self.ring_side());
            (here.along - dock.along).abs() <= along / 2.0
                && (0.0..=out).contains(&here.out)
                && point.z > -arena::PLATFORM_THICK
        })
    }

    /// Docks the platform; lifts it first if it is already docked.
    pub fn dock(&mut self, docking: Docking) {
        self.lift();
        let dimensions = self.catalogue.dimensions;
        let collider = arena::lay_platform(&mut self.physics, &dimensions, docking);
        self.platform = Some((docking, collider));
        self.touch();
    }

    /// Removes the platform from under the pieces on it.
    pub fn lift(&mut self) {
        if let Some((_, collider)) = self.platform.take() {
            self.physics.remove_collider(collider);
            self.touch();
        }
    }

    /// Puts a marker into a slot of a post, or takes it out (`None`). Ignored for a slot
    /// beyond the fourth.
    pub fn mark(&mut self, post: Post, slot: u8, marker: Option<Magnet>) {
        if let Some(slot) = self.markers[post].get_mut(usize::from(slot)) {
            *slot = marker;
        }
        self.touch();
    }

    /// Returns the markers in the slots of the posts.
    #[must_use]
    pub const fn markers(&self) -> &ByPost<[Option<Magnet>; 4]> {
        &self.markers
    }

    /// Adds a hand to the world and returns its identifier.
    pub fn add_hand(&mut self, hand: Hand) -> HandId {
        let id = hand.id;
        self.hands.push(hand.enter(&mut self.physics));
        self.touch();
        id
    }

    /// Moves a hand to a pose that it reaches with the next step.
    pub fn move_hand(&mut self, id: HandId, pose: Pose) {
        for hand in self.hands.iter_mut().filter(|hand| hand.id == id) {
            hand.go(&mut self.physics, pose);
        }
    }

    /// Removes a hand from the world.
    pub fn remove_hand(&mut self, id: HandId) {
        for hand in self.hands.iter_mut().filter(|hand| hand.id == id) {
            hand.leave(&mut self.physics);
        }
        self.hands.retain(|hand| hand.id != id);
        self.touch();
    }

    /// Returns the hands at the table.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Shakes the ring with this acceleration, in mm/s2, during the next step. In the
    /// frame of the ring and its sensors, everything else is accelerated.
    pub fn shake(&mut self, acceleration: Vec3) {
        self.physics.gravity = (Vec3::new(0.0, 0.0, -GRAVITY) - acceleration) * CM;
        self.physics.wake_up_all(true);
        self.touched = true;
    }

    /// Moves a held piece with the hand that holds it.
    pub(super) fn hold(&mut self, thing: ThingId, pose: Pose) {
        let body = self
            .items
            .get(usize::from(thing.0))
            .and_then(|item| item.body);
        if let Some(body) = body.and_then(|body| self.physics.bodies.get_mut(body)) {
            body.set_body_type(
                rapier3d::prelude::RigidBodyType::KinematicPositionBased,
                true,
            );
            body.set_next_kinematic_position(to_physics(pose));
        }
        self.touched = true;
    }

    fn touch(&mut self) {
        self.touched = true;
        self.generation += 1;
    }

    /// Advances the world by one step (2 ms).
    pub fn step(&mut self) {
        self.steps += 1;
        let still = self.physics.islands.num_active_bodies() == 0 && self.hands.is_empty();
        let was_moving = self.items.iter().any(|item| item.moved);
        if still && !self.touched && !was_moving {
            return;
        }
        self.touched = false;
        self.physics.step();
        self.physics.gravity = Vec3::new(0.0, 0.0, -GRAVITY * CM);
        let mut any = was_moving;
        let mut landed = Vec::new();
        for item in &mut self.items {
            let Some(body) = item.body.and_then(|body| self.physics.bodies.get(body)) else {
                continue;
            };
            item.before = item.now;
            if body.is_sleeping() {
                item.moved = false;
                continue;
            }
            item.now = to_space(body.position());
            item.moved = true;
            item.low = lowest(item.shape, item.now);
            any = true;
            if item.now.position.z < ON_FLOOR && !item.landed {
                item.landed = true;
                landed.push(item.body);
            }
        }
        let lost = |item: &WorldPiece| item.body.is_some() && item.now.position.z < OFF_TABLE;
        let lost = (0..).zip(&self.items).filter(|(_, item)| lost(item));
        let lost: Vec<ThingId> = lost.map(|(n, _)| ThingId(n)).collect();
        for thing in lost {
            self.remove(thing);
        }
        for body in landed.into_iter().flatten() {
            if let Some(body) = self.physics.bodies.get_mut(body) {
                body.set_angular_damping(ROLLING);
            }
        }
        for hand in &mut self.hands {
            any |= hand.arrive();
        }
        self.generation += u64::from(any);
    }

    /// Returns the view between the last two steps: fraction 0 is the last but one, 1 the
    /// last.
    #[must_use]
    pub fn view_at(&self, fraction: f32) -> WorldView {
        let mut view = WorldView::default();
        self.view_into(fraction, &mut view);
        view
    }

    /// Writes the view between the last two steps into an existing one, as
    /// [`World::view_at`] returns it.
    pub fn view_into(&self, fraction: f32, view: &mut WorldView) {
        view.things.clear();
        view.hands.clear();
        let there = self.items.iter().filter(|item| item.body.is_some());
        view.things.extend(there.map(|item| {
            let pose = if item.moved {
                between(item.before, item.now, fraction)
            } else {
                item.now
            };
            BodyPose {
                solid: Solid {
                    shape: item.shape,
                    pose,
                },
                magnet: (item.moment != 0.0).then(|| Dipole {
                    position: pose.position,
                    moment: pose.rotation * Vec3::new(0.0, 0.0, item.moment),
                }),
            }
        }));
        for hand in &self.hands {
            hand.solids(fraction, &mut view.hands);
        }
        view.platform = self.platform();
        view.markers = self.markers;
    }
}
