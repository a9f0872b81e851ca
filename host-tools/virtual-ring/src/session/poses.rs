//! Poses of everything on the table as numbers, 12 for each thing.

use crate::arena::{PLATFORM_THICK, dock_point, platform_size, turn_to};
use crate::geometry::{Docking, EdgeRelative, Pose, Shape, Solid};
use crate::world::World;
use glam::{Quat, Vec3};
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::piece::{Element, Piece};
use rules_core::place::Post;
use rules_core::referee::kabuto::markers::colour_of;

/// Kind of a thing, as its number: what to draw.
pub(super) mod kind {
    /// First of the tokens: two for each seat.
    pub(crate) const TOKENS: f32 = 10.0;
    /// First of the sumos, by seat.
    pub(crate) const SUMOS: f32 = 20.0;
    /// Belt with the disc under it.
    pub(crate) const BELT: f32 = 30.0;
    /// First of the marbles of Abalone, by player.
    pub(crate) const MARBLES: f32 = 40.0;
    /// First of the tokens of SUMOO, by colour and force.
    pub(crate) const SUMOO: f32 = 50.0;
    /// First of the markers, by colour.
    pub(crate) const MARKERS: f32 = 60.0;
    /// Platform.
    pub(crate) const PLATFORM: f32 = 90.0;
    /// Box of a hand: the flat of a thumb, a palm.
    pub(crate) const BOX: f32 = 91.0;
    /// Rod of a hand: a finger.
    pub(crate) const ROD: f32 = 92.0;
}

/// First identifier of the platform, of the markers, and of the parts of hands.
const PLATFORM_ID: f32 = 1_000.0;
const MARKER_ID: usize = 1_100;
const HAND_ID: usize = 1_200;

/// Half sizes of a marker, mm, and the height of its middle.
const MARKER: Vec3 = Vec3::new(5.0, 5.0, 4.0);
const MARKER_Z: f32 = 4.0;

/// Appends one thing.
pub(super) fn push(into: &mut Vec<f32>, id: f32, kind: f32, half: Vec3, pose: Pose) {
    into.extend([id, kind]);
    into.extend(half.to_array());
    into.extend(pose.position.to_array());
    into.extend(pose.rotation.to_array());
}

fn kind_of(piece: Piece) -> f32 {
    match piece {
        Piece::Element(Element::Pawn(size)) => size.index() as f32,
        Piece::Element(Element::Token(token)) => {
            kind::TOKENS + (2 * token.owner.index() + token.slot.index()) as f32
        }
        Piece::Sumo(seat) => kind::SUMOS + seat.index() as f32,
        Piece::Belt => kind::BELT,
    }
}

/// Appends everything of a ring: pieces, platform, markers, hands.
pub(super) fn ring(world: &World, into: &mut Vec<f32>) {
    for thing in world.things() {
        if let Some((piece, pose)) = world.thing(thing) {
            let half = Vec3::from_array(world.catalogue().halves(piece));
            push(into, f32::from(thing.0), kind_of(piece), half, pose);
        }
    }
    if let Some(docking) = world.platform() {
        let (half, pose) = platform(&world.catalogue().dimensions, docking);
        push(into, PLATFORM_ID, kind::PLATFORM, half, pose);
    }
    for (post, slots) in world.markers().iter() {
        for (n, marker) in slots.iter().enumerate() {
            if let Some(colour) = marker.and_then(colour_of) {
                let pose = Pose {
                    position: slot(post, n as u8, &world.catalogue().dimensions),
                    rotation: Quat::IDENTITY,
                };
                let id = (MARKER_ID + 4 * post.index() + n) as f32;
                push(
                    into,
                    id,
                    kind::MARKERS + colour.index() as f32,
                    MARKER,
                    pose,
                );
            }
        }
    }
    let mut solids: Vec<Solid> = Vec::new();
    for hand in world.hands() {
        hand.solids(1.0, &mut solids);
    }
    for (n, solid) in solids.iter().enumerate() {
        let (kind, half) = match solid.shape {
            Shape::Cuboid { half } => (kind::BOX, half),
            Shape::Capsule {
                half_length,
                radius,
            } => (kind::ROD, Vec3::new(radius, radius, half_length + radius)),
            Shape::Disc {
                radius_x,
                radius_y,
                half_height,
            } => (kind::ROD, Vec3::new(radius_x, radius_y, half_height)),
        };
        push(into, (HAND_ID + n) as f32, kind, half, solid.pose);
    }
}

/// Returns the half sizes and the pose of the docked platform.
fn platform(dimensions: &Dimensions, docking: Docking) -> (Vec3, Pose) {
    let (along, out) = platform_size(dimensions, docking.facing);
    let dock = dock_point(docking.place);
    let middle = EdgeRelative {
        out: out / 2.0,
        ..dock
    };
    let side = crate::pieces::mm(dimensions.ring_side);
    let pose = Pose {
        position: middle.at_height(side, -PLATFORM_THICK / 2.0),
        rotation: turn_to(dock.edge),
    };
    (Vec3::new(along, out, PLATFORM_THICK) / 2.0, pose)
}

/// Returns the middle of a marker in a slot of a post.
fn slot(post: Post, n: u8, dimensions: &Dimensions) -> Vec3 {
    let mount = Profile::of(BoardId::Ring).mount(Role::Slot(post, n), dimensions);
    mount.map_or(Vec3::ZERO, |mount| {
        Vec3::new(
            mount.point.x as f32 / 1000.0,
            mount.point.y as f32 / 1000.0,
            MARKER_Z,
        )
    })
}
