//! Acts of hands at the table of a match, with human timing.

use crate::arena::turn_to;
use crate::geometry::{Docking, EdgeRelative, Pose};
use crate::hand::{Hand, HandId};
use crate::pieces::mm;
use crate::players::push::PushPlan;
use crate::push::Push;
use crate::script::{Act, HandPath};
use crate::sim_rng::SimRng;
use crate::world::{ThingId, World};
use glam::{Quat, Vec2, Vec3};
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place, Post};
use rules_core::sensing::magnet::Magnet;

/// Returns a pause of random length between two acts.
pub(crate) fn pause(rng: &mut SimRng) -> Act {
    Act::Wait(rng.between(0.25, 0.7))
}

/// Returns the acts that move the platform to a place, from wherever it is.
pub(crate) fn dock(place: Place, world: &World, rng: &mut SimRng) -> Vec<Act> {
    let mut acts = Vec::new();
    if world.platform().is_some() {
        acts.push(Act::Lift);
        acts.push(Act::Wait(rng.between(0.35, 0.8)));
    }
    let facing = Facing::Short;
    acts.push(Act::Dock(Docking { place, facing }));
    acts.push(pause(rng));
    acts
}

/// Returns the acts that put a marker into a free slot of a post; none if all four are
/// taken.
pub(crate) fn put_marker(post: Post, marker: Magnet, world: &World, rng: &mut SimRng) -> Vec<Act> {
    let mut free: Vec<u8> = (0..4)
        .zip(&world.markers()[post])
        .filter(|slot| slot.1.is_none())
        .map(|slot| slot.0)
        .collect();
    rng.shuffle(&mut free);
    let Some(&slot) = free.first() else {
        return Vec::new();
    };
    vec![Act::Mark(post, slot, Some(marker)), pause(rng)]
}

/// Returns the acts that take a marker for which `which` is true off a post.
pub(crate) fn take_marker(
    post: Post,
    which: impl Fn(Magnet) -> bool,
    world: &World,
    rng: &mut SimRng,
) -> Vec<Act> {
    let slot = (0..4)
        .zip(&world.markers()[post])
        .find(|(_, marker)| marker.is_some_and(&which));
    match slot {
        Some((slot, _)) => vec![Act::Mark(post, slot, None), pause(rng)],
        None => Vec::new(),
    }
}

/// Returns the acts that lay the element on the platform.
pub(crate) fn lay(plan: &PushPlan, rng: &mut SimRng) -> Vec<Act> {
    let load = Act::Load {
        piece: plan.piece,
        out: plan.out,
        aside: plan.aside,
    };
    vec![load, Act::Wait(rng.between(0.4, 0.9))]
}

/// Returns the act that pushes the element.
pub(crate) fn push(plan: &PushPlan, rng: &mut SimRng) -> Act {
    Act::Push(Push {
        angle: plan.angle,
        speed: plan.speed,
        ramp: rng.between(0.03, 0.15),
        beyond: plan.beyond,
    })
}

/// Distance from the ring's edge at which a hand enters the gutter, mm: clear of both
/// walls.
const ENTERS: f32 = 38.0;

/// Returns the act of two fingers that take a piece out of the gutter, or off the frame
/// beyond it; `None` if the piece is gone.
pub(crate) fn fetch(thing: ThingId, world: &World) -> Option<Act> {
    let (_, at) = world.thing(thing)?;
    let outside = EdgeRelative::outermost(at.position, world.ring_side());
    if at.position.z > -15.0 {
        return pick_up(thing, world);
    }
    let turn = turn_to(outside.edge);
    let lean = libm::atan2f(ENTERS - outside.out, -at.position.z);
    let rotation = turn * Quat::from_rotation_x(-lean);
    let deep = -at.position.z / libm::cosf(lean);
    let pose = |from_piece: f32| Pose {
        position: at.position + rotation * Vec3::Z * from_piece,
        rotation,
    };
    Some(Act::Reach(HandPath {
        hand: Hand::fingers(HandId(1), 2, pose(deep + 40.0)),
        path: vec![
            (pose(deep), 0.15),
            (pose(2.0), 0.3),
            (pose(2.0), 0.15),
            (pose(deep), 0.3),
            (pose(deep + 60.0), 0.2),
        ],
        takes: Some((thing, 2)),
    }))
}

/// Returns the act of a hand that takes a piece off the ring from above; `None` if the
/// piece is gone.
pub(crate) fn pick_up(thing: ThingId, world: &World) -> Option<Act> {
    let (_, at) = world.thing(thing)?;
    let pose = |lift: f32| Pose {
        position: at.position + Vec3::Z * lift,
        rotation: Quat::IDENTITY,
    };
    Some(Act::Reach(HandPath {
        hand: Hand::fingers(HandId(1), 2, pose(80.0)),
        path: vec![
            (pose(6.0), 0.25),
            (pose(6.0), 0.1),
            (pose(60.0), 0.25),
            (pose(120.0), 0.15),
        ],
        takes: Some((thing, 1)),
    }))
}

/// Returns the act that puts a piece down on the ring, as near to a place as there is
/// room.
pub(crate) fn put_down(piece: Piece, near: Vec2, world: &World) -> Act {
    let catalogue = *world.catalogue();
    let half = mm(catalogue.dimensions.ring_side) / 2.0 - catalogue.radius(piece);
    let radius = catalogue.radius(piece);
    let is_free = |at: Vec2| {
        at.abs().max_element() <= half
            && (world.things())
                .filter_map(|thing| world.thing(thing))
                .all(|(other, pose)| {
                    let apart = pose.position.truncate().distance(at);
                    pose.position.z < 0.0 || apart > radius + catalogue.radius(other) + 0.5
                })
    };
    // Along a spiral, a little farther each time.
    let spiral = (0..600).map(|n| {
        let (turn, far) = (n as f32 * 0.7, n as f32 * 0.25);
        near + Vec2::from_angle(turn) * far
    });
    let found = spiral.into_iter().find(|&at| is_free(at));
    let (at, bottom) = match found {
        Some(at) => (at, 0.3),
        // No room: on top of the pieces there.
        None => (near.clamp(Vec2::splat(-half), Vec2::splat(half)), 26.0),
    };
    let placed = catalogue.lay(piece, at, bottom, 0.0);
    Act::Drop(piece, placed.pose, Vec3::ZERO)
}

/// Returns the act that puts a piece on top of another one; `None` if that one is gone.
pub(crate) fn put_on(piece: Piece, below: ThingId, world: &World) -> Option<Act> {
    let (base, pose) = world.thing(below)?;
    let catalogue = *world.catalogue();
    let at = pose.position.truncate();
    // On the highest piece at that place.
    let top = (world.things())
        .filter_map(|thing| world.thing(thing))
        .filter(|(_, pose)| pose.position.z > 0.0 && pose.position.truncate().distance(at) < 12.0)
        .map(|(other, pose)| pose.position.z + catalogue.halves(other)[2])
        .fold(pose.position.z + catalogue.halves(base)[2], f32::max);
    let placed = catalogue.lay(piece, at, top + 0.2, 0.0);
    Some(Act::Drop(piece, placed.pose, Vec3::ZERO))
}
