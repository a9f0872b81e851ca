//! Model of the reflective sensors under the push line: they detect solids just above
//! them through a window in the platform.

use super::ray;
use crate::geometry::{Shape, Solid};
use glam::Vec3;

/// Level of a reflective sensor with nothing above it, in ADC steps.
pub const UNCOVERED: f32 = 200.0;
/// Level of a reflective sensor with wood on the platform above it, in ADC steps.
pub const COVERED: f32 = 1900.0;
/// Reflectivity of a hand relative to wood.
const HAND: f32 = 0.5;
/// Radius of the spot that a reflective sensor sees, in mm.
const SPOT: f32 = 1.5;
/// Height above the platform at which the reflected light has halved, in mm.
const HALF_AT: f32 = 6.0;

/// Returns the level of a reflective sensor under pieces and hands, in ADC steps.
/// `brightness` is the relative light of its emitter: 1 for a new one.
pub(super) fn level(pieces: &[Solid], hands: &[Solid], sensor: Vec3, brightness: f32) -> f32 {
    let wood = pieces.iter().map(|solid| seen(solid, sensor));
    let hands = hands.iter().map(|solid| HAND * seen(solid, sensor));
    let most = wood.chain(hands).fold(0.0, f32::max);
    UNCOVERED + (COVERED - UNCOVERED) * brightness * most
}

/// Returns the fraction of the light that a solid reflects, from 0 to 1.
fn seen(solid: &Solid, sensor: Vec3) -> f32 {
    let position = solid.pose.position;
    let reach = ray::reach(&solid.shape) + SPOT;
    let away = (position - sensor).truncate();
    if away.length_squared() > reach * reach || position.z + reach < sensor.z {
        return 0.0;
    }
    let (overlap, bottom) = above(solid, sensor);
    let covered = ((overlap + SPOT) / (2.0 * SPOT)).clamp(0.0, 1.0);
    let covered = covered * covered * (3.0 - 2.0 * covered);
    if bottom < sensor.z {
        return 0.0;
    }
    // Measured from the platform's surface.
    let height = bottom.max(0.0) / HALF_AT;
    covered / (1.0 + height * height)
}

/// Returns the overlap of the solid's outline over the sensor (negative: distance to it)
/// and the height of its underside there, both in mm.
fn above(solid: &Solid, sensor: Vec3) -> (f32, f32) {
    let position = solid.pose.position;
    let away = sensor.with_z(position.z) - position;
    let back = solid.pose.rotation.conjugate();
    match solid.shape {
        Shape::Disc {
            radius_x,
            radius_y,
            half_height,
        } => {
            // Intersection of the plumb line with the middle plane of the disc; a disc on
            // edge covers hardly anything.
            let axis = solid.pose.rotation * Vec3::Z;
            if axis.z.abs() < 0.2 {
                return (-radius_x.max(radius_y), position.z);
            }
            let rise = -(axis.x * away.x + axis.y * away.y) / axis.z;
            let local = back * away.with_z(rise);
            let scaled = (local.x / radius_x, local.y / radius_y);
            let part = (scaled.0 * scaled.0 + scaled.1 * scaled.1).sqrt();
            let overlap = (1.0 - part) * radius_x.min(radius_y);
            (overlap, position.z + rise - half_height / axis.z.abs())
        }
        Shape::Cuboid { half } => {
            let local = back * away;
            let overlap = (half.x - local.x.abs()).min(half.y - local.y.abs());
            (overlap, position.z - half.z)
        }
        Shape::Capsule {
            half_length,
            radius,
        } => {
            // Nearest point of the rod in plan.
            let rod = solid.pose.rotation * (Vec3::Z * half_length);
            let plan = rod.truncate();
            let along = if plan.length_squared() > 1e-6 {
                (away.truncate().dot(plan) / plan.length_squared()).clamp(-1.0, 1.0)
            } else {
                0.0
            };
            let overlap = radius - (away.truncate() - plan * along).length();
            let tip = if along == 0.0 {
                -rod.z.abs()
            } else {
                rod.z * along
            };
            (overlap, position.z + tip - radius)
        }
    }
}
