//! Fixed parts of the table: the ring's block, the gutter around it, the posts, and the
//! platform while it is docked.
//!
//! The physics engine uses centimetres, grams and seconds, because its contact margins
//! suit bodies a few units wide. The other modules use millimetres.

use super::geometry::{Docking, EdgeRelative};
use super::pieces::mm;
use glam::{Quat, Vec3};
use rapier3d::prelude::{
    ColliderBuilder, ColliderHandle, PhysicsWorld, Pose as Placement, SharedShape,
};
use rules_core::board::Dimensions;
use rules_core::board::mounts::{self, DOCK_ALONG, dock_edge};
use rules_core::place::{Edge, Facing, Place};

/// Factor from millimetres to the centimetres of the physics engine.
pub(super) const CM: f32 = 0.1;

/// Coefficient of friction, wood on wood.
pub(super) const FRICTION: f32 = 0.35;

/// Fraction of its speed that a bouncing piece keeps, wood on wood.
pub(super) const RESTITUTION: f32 = 0.3;

/// Drop of the gutter's floor for each mm away from the ring: 8 degrees, so that pieces
/// slide away from the ring's wall.
pub const FLOOR_SLOPE: f32 = 0.140_54;

/// Radius of a post, mm.
pub const POST_RADIUS: f32 = 8.0;

/// Height of a post above the ring's surface, mm.
pub const POST_HEIGHT: f32 = 30.0;

/// Thickness of the platform, mm. The frame around the gutter is lower than the ring by
/// this amount, because the platform lies on it.
pub const PLATFORM_THICK: f32 = mounts::PLATFORM_THICK as f32 / 1000.0;

/// Height of the platform above the ring's surface, mm. On exactly flush surfaces a
/// simulated disc would catch in the seam, which no real one does.
const PLATFORM_ABOVE: f32 = 0.15;

/// Width of the frame beyond the gutter, mm.
const FRAME_WIDE: f32 = 150.0;

/// Returns the point of the ring's edge that the middle of a docked platform touches.
#[must_use]
pub fn dock_point(place: Place) -> EdgeRelative {
    let (edge, along) = match place {
        Place::Corner(post) => (dock_edge(post), DOCK_ALONG as f32 / 1000.0),
        Place::Along { edge, at_mm } => (edge, f32::from(at_mm)),
    };
    EdgeRelative {
        edge,
        along,
        out: 0.0,
    }
}

/// Returns the platform's width along the ring's edge and its length outwards, both in
/// mm.
#[must_use]
pub fn platform_size(dimensions: &Dimensions, facing: Facing) -> (f32, f32) {
    let short = mm(dimensions.platform_width);
    let long = mm(dimensions.platform_length);
    match facing {
        Facing::Short => (short, long),
        Facing::Long => (long, short),
    }
}

/// Returns the rotation about z that turns north to the outward direction of `edge`.
pub(crate) fn turn_to(edge: Edge) -> Quat {
    let quarter = core::f32::consts::FRAC_PI_2;
    Quat::from_rotation_z(-quarter * edge.index() as f32)
}

fn wood(shape: SharedShape) -> ColliderBuilder {
    ColliderBuilder::new(shape)
        .friction(FRICTION)
        .restitution(RESTITUTION)
}

/// Inserts the ring's block, the gutter and the posts into the physics world.
pub(super) fn build(physics: &mut PhysicsWorld, dimensions: &Dimensions) {
    let half = mm(dimensions.ring_side) / 2.0 * CM;
    let depth = mm(dimensions.gutter_depth) * CM;
    let wide = mm(dimensions.gutter_width) * CM;
    let block = wood(SharedShape::cuboid(half, half, depth / 2.0 + 1.0)).translation(Vec3::new(
        0.0,
        0.0,
        -depth / 2.0 - 1.0,
    ));
    physics.insert_collider(block, None);
    for edge in Edge::ALL {
        let turn = turn_to(edge);
        if let Some(floor) = floor(half, depth, wide) {
            let at = Placement::from_parts(Vec3::ZERO, turn);
            physics.insert_collider(wood(floor).position(at), None);
        }
        physics.insert_collider(frame(half + wide, depth, turn), None);
    }
    // Both editions use the same ring. Also without markers, the posts keep pieces from
    // leaving over the very corner, where no beam runs.
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
        let high = POST_HEIGHT * CM + depth;
        let stand = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
        let middle = Vec3::new(x * half, y * half, POST_HEIGHT * CM - high / 2.0);
        let post = wood(SharedShape::cylinder(high / 2.0, POST_RADIUS * CM))
            .position(Placement::from_parts(middle, stand));
        physics.insert_collider(post, None);
    }
}

/// Returns the gutter's floor north of the ring, mitred at the corners so that the four
/// floors meet.
fn floor(half: f32, depth: f32, wide: f32) -> Option<SharedShape> {
    const THICK: f32 = 3.0;
    // From a little under the block to a little under the frame.
    let (inner, outer) = (half - 0.5, half + wide + 0.5);
    let height = |y: f32| -depth - FLOOR_SLOPE * (y - half);
    let corners = [
        (-inner, inner),
        (inner, inner),
        (-outer, outer),
        (outer, outer),
    ];
    let points: Vec<Vec3> = (corners.into_iter())
        .flat_map(|(x, y)| [height(y), height(y) - THICK].map(|z| Vec3::new(x, y, z)))
        .collect();
    SharedShape::convex_hull(&points)
}

/// Returns the frame beyond the gutter on one side; its inner wall holds the detectors.
fn frame(from: f32, depth: f32, turn: Quat) -> ColliderBuilder {
    let wide = FRAME_WIDE * CM / 2.0;
    let top = -PLATFORM_THICK * CM;
    let high = (depth + 2.0 + top) / 2.0;
    let middle = turn * Vec3::new(0.0, from + wide, top - high);
    wood(SharedShape::cuboid(from + 2.0 * wide, wide, high))
        .position(Placement::from_parts(middle, turn))
}

/// Inserts the docked platform into the physics world.
pub(super) fn lay_platform(
    physics: &mut PhysicsWorld,
    dimensions: &Dimensions,
    docking: Docking,
) -> ColliderHandle {
    let (along, out) = platform_size(dimensions, docking.facing);
    let thick = PLATFORM_THICK + PLATFORM_ABOVE;
    let side = dock_point(docking.place);
    let middle = EdgeRelative {
        out: out / 2.0,
        ..side
    };
    let middle = middle.at_height(mm(dimensions.ring_side), PLATFORM_ABOVE - thick / 2.0);
    let half = Vec3::new(along, out, thick) / 2.0 * CM;
    let collider = wood(SharedShape::cuboid(half.x, half.y, half.z))
        .position(Placement::from_parts(middle * CM, turn_to(side.edge)));
    physics.insert_collider(collider, None)
}
