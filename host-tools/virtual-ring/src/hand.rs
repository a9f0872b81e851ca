//! Hands, fingers and sleeves: they follow a path, block light, and push pieces or pass
//! through them.

use super::geometry::{Pose, Shape, Solid};
use super::units::{between, colliders, lowest, to_physics};
use glam::{Quat, Vec3};
use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

/// Coefficient of friction, skin on wood.
const FRICTION: f32 = 0.5;

/// Identifier of a hand in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandId(pub u16);

/// Effect of a hand on pieces in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// The hand pushes pieces in its way.
    Pushes,
    /// The hand passes through pieces, as a careful hand moves none.
    Careful,
}

/// Hand, finger, forearm or sleeve: solids that move together.
#[derive(Debug, Clone, PartialEq)]
pub struct Hand {
    /// Identifier of the hand.
    pub id: HandId,
    /// Solids of the hand, relative to its middle.
    pub parts: Vec<Solid>,
    /// Effect of the hand on pieces in its way.
    pub touch: Touch,
    before: Pose,
    now: Pose,
    next: Pose,
    body: Option<RigidBodyHandle>,
}

impl Hand {
    /// Creates a hand of these parts with its reference point at `pose`.
    #[must_use]
    pub const fn new(id: HandId, parts: Vec<Solid>, touch: Touch, pose: Pose) -> Self {
        Self {
            id,
            parts,
            touch,
            before: pose,
            now: pose,
            next: pose,
            body: None,
        }
    }

    /// Creates the flat of a thumb that pushes along its own y: 18 mm wide, from 4 mm
    /// above the surface it pushes over. Its reference point is the middle of its front.
    #[must_use]
    pub fn thumb(id: HandId, pose: Pose) -> Self {
        let half = Vec3::new(9.0, 6.0, 14.0);
        let part = part(
            Shape::Cuboid { half },
            Vec3::new(0.0, -half.y, half.z + 4.0),
        );
        Self::new(id, vec![part], Touch::Pushes, pose)
    }

    /// Creates a forearm laid across: a bar of `length` mm that pushes along its own y,
    /// from 3 mm above the surface. Its reference point is the middle of its front.
    #[must_use]
    pub fn forearm(id: HandId, length: f32, pose: Pose) -> Self {
        let half = Vec3::new(length / 2.0, 20.0, 20.0);
        let part = part(
            Shape::Cuboid { half },
            Vec3::new(0.0, -half.y, half.z + 3.0),
        );
        Self::new(id, vec![part], Touch::Pushes, pose)
    }

    /// Creates `count` fingers that point down from a palm; the reference point is the
    /// middle of their tips.
    #[must_use]
    pub fn fingers(id: HandId, count: u8, pose: Pose) -> Self {
        // Finger of an adult: 14 mm thick, 16 mm from one to the next.
        let finger = Shape::Capsule {
            half_length: 28.0,
            radius: 7.0,
        };
        let middle = f32::from(count.saturating_sub(1)) / 2.0;
        let palm = Shape::Cuboid {
            half: Vec3::new(38.0, 14.0, 45.0),
        };
        let parts = (0..count)
            .map(|n| part(finger, Vec3::new((f32::from(n) - middle) * 16.0, 0.0, 35.0)))
            .chain([part(palm, Vec3::new(0.0, 0.0, 110.0))])
            .collect();
        Self::new(id, parts, Touch::Careful, pose)
    }

    /// Creates a sleeve `width` mm wide that hangs down from a forearm above; the
    /// reference point is the middle of its hem.
    #[must_use]
    pub fn sleeve(id: HandId, width: f32, pose: Pose) -> Self {
        let cloth = Shape::Cuboid {
            half: Vec3::new(width / 2.0, 1.5, 30.0),
        };
        let arm = Shape::Cuboid {
            half: Vec3::new(width / 2.0, 60.0, 20.0),
        };
        let parts = vec![
            part(cloth, Vec3::new(0.0, 0.0, 30.0)),
            part(arm, Vec3::new(0.0, 0.0, 80.0)),
        ];
        Self::new(id, parts, Touch::Careful, pose)
    }

    /// Returns the pose of the hand's reference point.
    #[must_use]
    pub const fn pose(&self) -> Pose {
        self.now
    }

    /// Returns the height of the hand's lowest point, mm.
    #[must_use]
    pub fn lowest(&self) -> f32 {
        let mut solids = Vec::with_capacity(self.parts.len());
        self.solids(1.0, &mut solids);
        (solids.iter())
            .map(|solid| lowest(solid.shape, solid.pose))
            .fold(f32::INFINITY, f32::min)
    }

    /// Appends the hand's solids in space to `into`, interpolated between the last two
    /// steps.
    pub fn solids(&self, fraction: f32, into: &mut Vec<Solid>) {
        let at = between(self.before, self.now, fraction);
        into.extend(self.parts.iter().map(|part| Solid {
            shape: part.shape,
            pose: Pose {
                position: at.position + at.rotation * part.pose.position,
                rotation: at.rotation * part.pose.rotation,
            },
        }));
    }

    pub(super) fn enter(mut self, physics: &mut PhysicsWorld) -> Self {
        if self.touch == Touch::Pushes {
            let body = RigidBodyBuilder::kinematic_position_based().pose(to_physics(self.now));
            let body = physics.insert_body(body);
            for part in &self.parts {
                let place = to_physics(part.pose);
                for shape in colliders(part.shape) {
                    let place = place * shape.position;
                    physics.insert_collider(shape.friction(FRICTION).position(place), Some(body));
                }
            }
            self.body = Some(body);
        }
        self
    }

    pub(super) fn go(&mut self, physics: &mut PhysicsWorld, pose: Pose) {
        self.next = pose;
        if let Some(body) = self.body.and_then(|body| physics.bodies.get_mut(body)) {
            body.set_next_kinematic_position(to_physics(pose));
        }
    }

    /// Completes a simulation step. Returns true if this or the previous step moved the
    /// hand.
    pub(super) fn arrive(&mut self) -> bool {
        let moved = self.before != self.now || self.now != self.next;
        self.before = self.now;
        self.now = self.next;
        moved
    }

    pub(super) fn leave(&mut self, physics: &mut PhysicsWorld) {
        if let Some(body) = self.body.take() {
            physics.remove_body(body);
        }
    }
}

fn part(shape: Shape, position: Vec3) -> Solid {
    Solid {
        shape,
        pose: Pose {
            position,
            rotation: Quat::IDENTITY,
        },
    }
}
