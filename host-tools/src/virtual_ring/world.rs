//! The physical world: rigid bodies on the ring, in the gutter, on the platform.
//!
//! Nothing about falls is scripted. Pieces slide, topple over the sharp edge,
//! stack, lean and bounce as friction and gravity have it. The world is the same
//! for a seed, bit for bit.
//!
//! The sensors look between two steps: [`World::view_at`].

use super::arena::{self, CM, FRICTION, RESTITUTION};
use super::chance::Chance;
use super::hand::{Hand, HandId};
use super::outline::{between, colliders, lowest, to_physics, to_space};
use super::pieces::{Catalogue, Placed};
use super::space::{Beside, Dipole, Docking, Pose, Shape, Solid, Thing, View};
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

/// From one step to the next.
pub const STEP: Span = Span::micros(2_000);

/// Gravity, mm/s².
pub const GRAVITY: f32 = 9_810.0;

/// A piece that reaches below this is in the gutter, mm.
const BELOW: f32 = -2.0;

/// A piece whose middle is below this is about to land, mm.
const ON_FLOOR: f32 = -20.0;

/// A piece this low has flown over the frame and off the table, mm: it is gone.
const OFF_TABLE: f32 = -1_000.0;

/// What a disc that rolls on its rim along the gutter loses of its spin, in 1
/// each second. Without it one would roll for ever.
const ROLLING: f32 = 1.5;

/// A piece of the world; it keeps its number when others are taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThingId(pub u16);

/// A piece and where it is.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) piece: Piece,
    /// Nothing once it was taken away.
    body: Option<RigidBodyHandle>,
    shape: Shape,
    moment: f32,
    /// At the last step but one, in mm.
    pub(super) before: Pose,
    /// At the last step, in mm.
    pub(super) now: Pose,
    /// Whether it moved in the last step.
    pub(super) moved: bool,
    /// Its lowest point, mm.
    low: f32,
    landed: bool,
}

/// The table.
pub struct World {
    catalogue: Catalogue,
    physics: PhysicsWorld,
    items: Vec<Item>,
    hands: Vec<Hand>,
    platform: Option<(Docking, ColliderHandle)>,
    markers: ByPost<[Option<Magnet>; 4]>,
    steps: u64,
    generation: u64,
    /// Something was changed from outside since the last step.
    touched: bool,
    chance: Chance,
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
    /// A ring of these dimensions with these pieces on it. The seed scatters what
    /// no two tables have alike: places by hundredths of a millimetre, friction by
    /// a tenth.
    #[must_use]
    pub fn new(dimensions: &Dimensions, edition: Edition, pieces: &[Placed], seed: u64) -> Self {
        let mut physics = PhysicsWorld::new();
        physics.gravity = Vec3::new(0.0, 0.0, -GRAVITY * CM);
        physics.integration_parameters = IntegrationParameters {
            dt: STEP.0 as f32 * 1e-6,
            // A step is short: with 4 falls last as long, to a millisecond.
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
            chance: Chance::new(seed, 1),
        };
        for &placed in pieces {
            world.add(placed);
        }
        world
    }

    /// The sizes and the box.
    #[must_use]
    pub const fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// One side of the ring, mm.
    #[must_use]
    pub fn ring_side(&self) -> f32 {
        super::pieces::mm(self.catalogue.dimensions.ring_side)
    }

    /// When the last step was.
    #[must_use]
    pub const fn now(&self) -> Instant {
        Instant(self.steps * STEP.0 as u64)
    }

    /// Puts a piece down.
    pub fn add(&mut self, placed: Placed) -> ThingId {
        let shape = self.catalogue.shape(placed.piece);
        let scatter = |chance: &mut Chance| chance.between(-0.02, 0.02);
        let place = Vec3::new(scatter(&mut self.chance), scatter(&mut self.chance), 0.01);
        let friction = FRICTION * self.chance.between(0.9, 1.1);
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
            // In cm/s: 1 mm/s, for 0.15 s.
            activation.normalized_linear_threshold = 0.1;
            activation.time_until_sleep = 0.15;
        }
        let id = ThingId(self.items.len() as u16);
        self.items.push(Item {
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

    /// Takes a piece away; nothing happens if it is gone already.
    pub fn take(&mut self, thing: ThingId) {
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

    /// Sets a piece moving without spin, in mm/s.
    pub fn shove(&mut self, thing: ThingId, velocity: Vec3) {
        let body = self.items.get(usize::from(thing.0)).and_then(|it| it.body);
        if let Some(body) = body.and_then(|it| self.physics.bodies.get_mut(it)) {
            body.set_linvel(velocity * CM, true);
            body.set_angvel(Vec3::ZERO, true);
        }
        self.touch();
    }

    /// The pieces that are there.
    pub fn things(&self) -> impl Iterator<Item = ThingId> {
        (0..)
            .zip(&self.items)
            .filter_map(|(n, it)| it.body.map(|_| ThingId(n)))
    }

    /// What a piece is, and where it is now; nothing once it was taken away.
    #[must_use]
    pub fn thing(&self, thing: ThingId) -> Option<(Piece, Pose)> {
        let item = self.items.get(usize::from(thing.0))?;
        item.body.map(|_| (item.piece, item.now))
    }

    /// How fast a piece moves, in mm/s.
    #[must_use]
    pub fn velocity(&self, thing: ThingId) -> Vec3 {
        (self.items.get(usize::from(thing.0)))
            .and_then(|it| self.physics.bodies.get(it.body?))
            .map_or(Vec3::ZERO, |body| body.linvel() / CM)
    }

    /// Pieces that moved in the last step.
    pub(super) fn moving(&self) -> impl Iterator<Item = (ThingId, &Item)> {
        (0..)
            .zip(&self.items)
            .filter(|(_, it)| it.moved)
            .map(|(n, it)| (ThingId(n), it))
    }

    /// Whether every piece is at rest.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        !self.touched && !self.items.iter().any(|it| it.moved)
    }

    /// Whether no piece and no hand reaches below the surface.
    #[must_use]
    pub fn gutter_is_empty(&self) -> bool {
        self.items.iter().all(|it| it.low >= BELOW)
            && self.hands.iter().all(|it| it.lowest() >= BELOW)
    }

    /// Changes whenever the view may have changed: if it is the same as before,
    /// so is [`World::view_at`], at any fraction.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Where the platform lies.
    #[must_use]
    pub fn platform(&self) -> Option<Docking> {
        self.platform.map(|(docking, _)| docking)
    }

    /// Whether a point is over the platform.
    #[must_use]
    pub fn is_on_platform(&self, point: Vec3) -> bool {
        self.platform().is_some_and(|docking| {
            let dock = arena::dock_point(docking.place);
            let (along, out) = arena::platform_size(&self.catalogue.dimensions, docking.facing);
            let here = Beside::of(point, dock.edge, self.ring_side());
            (here.along - dock.along).abs() <= along / 2.0
                && (0.0..=out).contains(&here.out)
                && point.z > -arena::PLATFORM_THICK
        })
    }

    /// Lays the platform against the ring; it is lifted first if it lies already.
    pub fn dock(&mut self, docking: Docking) {
        self.lift();
        let dimensions = self.catalogue.dimensions;
        let collider = arena::lay_platform(&mut self.physics, &dimensions, docking);
        self.platform = Some((docking, collider));
        self.touch();
    }

    /// Takes the platform away from under whatever lies on it.
    pub fn lift(&mut self) {
        if let Some((_, collider)) = self.platform.take() {
            self.physics.remove_collider(collider);
            self.touch();
        }
    }

    /// Puts a marker into a slot of a post, or takes it out. A slot beyond the
    /// fourth is none.
    pub fn mark(&mut self, post: Post, slot: u8, marker: Option<Magnet>) {
        if let Some(slot) = self.markers[post].get_mut(usize::from(slot)) {
            *slot = marker;
        }
        self.touch();
    }

    /// The markers in the slots of the posts.
    #[must_use]
    pub const fn markers(&self) -> &ByPost<[Option<Magnet>; 4]> {
        &self.markers
    }

    /// A hand appears.
    pub fn add_hand(&mut self, hand: Hand) -> HandId {
        let id = hand.id;
        self.hands.push(hand.enter(&mut self.physics));
        self.touch();
        id
    }

    /// Moves a hand; it is there at the next step.
    pub fn move_hand(&mut self, id: HandId, pose: Pose) {
        for hand in self.hands.iter_mut().filter(|it| it.id == id) {
            hand.go(&mut self.physics, pose);
        }
    }

    /// A hand disappears.
    pub fn remove_hand(&mut self, id: HandId) {
        for hand in self.hands.iter_mut().filter(|it| it.id == id) {
            hand.leave(&mut self.physics);
        }
        self.hands.retain(|it| it.id != id);
        self.touch();
    }

    /// The hands that are there.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Shakes the ring at the next step with this acceleration, in mm/s². Seen
    /// from the ring, and so from its sensors, everything else is shaken.
    pub fn shake(&mut self, acceleration: Vec3) {
        self.physics.gravity = (Vec3::new(0.0, 0.0, -GRAVITY) - acceleration) * CM;
        self.physics.wake_up_all(true);
        self.touched = true;
    }

    /// Carries a piece: it follows the hand that holds it.
    pub(super) fn carry(&mut self, thing: ThingId, pose: Pose) {
        let body = self.items.get(usize::from(thing.0)).and_then(|it| it.body);
        if let Some(body) = body.and_then(|it| self.physics.bodies.get_mut(it)) {
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

    /// Two milliseconds pass.
    pub fn step(&mut self) {
        self.steps += 1;
        let still = self.physics.islands.num_active_bodies() == 0 && self.hands.is_empty();
        let was_moving = self.items.iter().any(|it| it.moved);
        if still && !self.touched && !was_moving {
            return;
        }
        self.touched = false;
        self.physics.step();
        self.physics.gravity = Vec3::new(0.0, 0.0, -GRAVITY * CM);
        let mut any = was_moving;
        let mut landed = Vec::new();
        for item in &mut self.items {
            let Some(body) = item.body.and_then(|it| self.physics.bodies.get(it)) else {
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
        let lost = |it: &Item| it.body.is_some() && it.now.position.z < OFF_TABLE;
        let lost = (0..).zip(&self.items).filter(|(_, it)| lost(it));
        let lost: Vec<ThingId> = lost.map(|(n, _)| ThingId(n)).collect();
        for thing in lost {
            self.take(thing);
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

    /// What there is to see between the last two steps: 0 is the one before, 1
    /// the last.
    #[must_use]
    pub fn view_at(&self, fraction: f32) -> View {
        let mut view = View::default();
        self.view_into(fraction, &mut view);
        view
    }

    /// [`World::view_at`] into a view that is used again.
    pub fn view_into(&self, fraction: f32, view: &mut View) {
        view.things.clear();
        view.hands.clear();
        let there = self.items.iter().filter(|it| it.body.is_some());
        view.things.extend(there.map(|item| {
            let pose = if item.moved {
                between(item.before, item.now, fraction)
            } else {
                item.now
            };
            Thing {
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
