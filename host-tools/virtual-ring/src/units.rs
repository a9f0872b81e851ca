//! Conversion of poses and outlines between millimetres and the centimetres of the
//! physics engine.

use super::arena::CM;
use super::geometry::{Pose, Shape};
use super::pieces::DENSITY;
use glam::{Quat, Vec3};
use rapier3d::prelude::{ColliderBuilder, Pose as Placement};

/// Returns the pose between two others at this fraction, from 0 to 1.
pub(super) fn between(before: Pose, now: Pose, fraction: f32) -> Pose {
    Pose {
        position: before.position.lerp(now.position, fraction),
        rotation: before.rotation.slerp(now.rotation, fraction),
    }
}

pub(super) fn to_physics(pose: Pose) -> Placement {
    Placement::from_parts(pose.position * CM, pose.rotation)
}

pub(super) fn to_space(pose: &Placement) -> Pose {
    Pose {
        position: pose.translation / CM,
        rotation: pose.rotation,
    }
}

/// Returns the colliders of an outline, in cm. Cylinders of the physics engine stand
/// along y.
///
/// An oval is two cylinders side by side: the width and the depth are right, and it lies
/// as still as a cylinder, which a polygon does not.
pub(super) fn colliders(shape: Shape) -> Vec<ColliderBuilder> {
    // Density factor, so that two overlapping cylinders weigh as much as their outline.
    let light = |collider: ColliderBuilder, part: f32| collider.density(DENSITY * part);
    match shape {
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        } => {
            let upright = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
            let one = |aside: f32| {
                let at = Placement::from_parts(Vec3::X * (aside * CM), upright);
                ColliderBuilder::cylinder(half_height * CM, radius_x.min(radius_y) * CM)
                    .position(at)
            };
            let apart = radius_x - radius_y;
            if apart > 0.0 {
                let part = radius_x / (2.0 * radius_y);
                [apart, -apart].map(|aside| light(one(aside), part)).into()
            } else {
                vec![light(one(0.0), 1.0)]
            }
        }
        Shape::Cuboid { half } => {
            vec![ColliderBuilder::cuboid(
                half.x * CM,
                half.y * CM,
                half.z * CM,
            )]
        }
        Shape::Capsule {
            half_length,
            radius,
        } => vec![ColliderBuilder::capsule_z(half_length * CM, radius * CM)],
    }
}

/// Returns the height of the lowest point of a solid, mm.
pub(super) fn lowest(shape: Shape, pose: Pose) -> f32 {
    let axis = pose.rotation * Vec3::Z;
    let reach = match shape {
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        } => {
            let flat = (1.0 - axis.z * axis.z).max(0.0).sqrt();
            half_height * axis.z.abs() + radius_x.max(radius_y) * flat
        }
        Shape::Cuboid { half } => {
            let down = pose.rotation.inverse() * Vec3::Z;
            down.abs().dot(half)
        }
        Shape::Capsule {
            half_length,
            radius,
        } => half_length * axis.z.abs() + radius,
    };
    pose.position.z - reach
}
