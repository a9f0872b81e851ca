//! Scenes of disturbances without or around falls: hands, sleeves, bumps, and an idle
//! ring.

use super::{SIDE, catalogue, scene};
use crate::arena::turn_to;
use crate::geometry::{EdgeRelative, Pose};
use crate::hand::{Hand, HandId};
use crate::pieces::{Catalogue, PiecePlacement};
use crate::placement::{ScatterArea, any_piece, in_gutter, opening, outwards, scatter};
use crate::scene::{Scene, retrieve};
use crate::script::{Act, Bump, HandPath};
use crate::sim_rng::SimRng;
use crate::world::ThingId;
use glam::{Quat, Vec3};
use host_core::data::default_layout;
use rules_core::games::kabuto::edition::Edition;
use rules_core::place::Edge;
use rules_core::player::Players;

/// Returns the pieces of a ring at the start of a match: none hangs over an edge.
fn calm(catalogue: &Catalogue, rng: &mut SimRng) -> Vec<PiecePlacement> {
    let players = rng.pick([Players::Two, Players::Three, Players::Four]);
    let pieces = opening(&default_layout(catalogue.edition, players), players);
    let spread = ScatterArea {
        at_edge: 0.0,
        clear: None,
    };
    scatter(&pieces, catalogue, spread, rng)
}

/// Creates a scene in which nothing happens for ten seconds.
#[must_use]
pub fn idle(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 40);
    let catalogue = catalogue(Edition::SakuraSlam);
    let pieces = calm(&catalogue, &mut rng);
    scene("idle", &catalogue, &pieces, seed, vec![Act::Wait(10.0)])
}

/// Creates a scene in which a hand reaches into the gutter, stays, may feel around, and
/// leaves.
#[must_use]
pub fn hand_in(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 41);
    let catalogue = catalogue(Edition::SakuraSlam);
    let pieces = calm(&catalogue, &mut rng);
    let edge = rng.pick(Edge::ALL);
    let (along, out) = (rng.between(20.0, 180.0), rng.between(15.0, 45.0));
    let rotation = turn_to(edge) * Quat::from_rotation_x(-rng.between(0.0, 0.5));
    let pose = |along: f32, out: f32, z: f32| Pose {
        position: EdgeRelative { edge, along, out }.at_height(SIDE, z),
        rotation,
    };
    let deep = rng.between(-40.0, -14.0);
    let aside = rng.between(-25.0, 25.0);
    let hand = Hand::fingers(
        HandId(2),
        rng.whole(1, 4) as u8,
        pose(along, out + 40.0, 60.0),
    );
    let path = vec![
        (pose(along, out, deep), rng.scale(0.06, 0.4)),
        (pose(along + aside, out, deep), rng.between(0.1, 1.0)),
        (pose(along + aside, out + 40.0, 60.0), rng.scale(0.06, 0.4)),
    ];
    let reach = Act::Reach(HandPath {
        hand,
        path,
        takes: None,
    });
    let acts = vec![Act::Wait(0.3), reach, Act::Wait(0.4)];
    scene("hand_in", &catalogue, &pieces, seed, acts)
}

/// Creates a scene in which a hand takes a piece out of the gutter.
#[must_use]
pub fn hand_retrieving(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 42);
    let catalogue = catalogue(Edition::SakuraSlam);
    let piece = any_piece(&mut rng);
    let lying = EdgeRelative {
        edge: rng.pick(Edge::ALL),
        along: rng.between(30.0, 170.0),
        out: rng.between(28.0, 58.0 - catalogue.radius(piece)),
    };
    let mut pieces = vec![in_gutter(piece, &catalogue, lying)];
    pieces.extend(calm(&catalogue, &mut rng));
    let mut scene = scene(
        "hand_retrieving",
        &catalogue,
        &pieces,
        seed,
        vec![Act::Wait(0.3)],
    );
    if let Some(reach) = retrieve(ThingId(0), scene.world()) {
        scene.then(Act::Reach(reach));
    }
    scene.then(Act::Wait(0.4));
    scene
}

/// Creates a scene in which a sleeve hangs over the edge while an arm reaches across the
/// ring.
#[must_use]
pub fn sleeve(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 43);
    let catalogue = catalogue(Edition::SakuraSlam);
    let pieces = calm(&catalogue, &mut rng);
    let edge = rng.pick(Edge::ALL);
    let width = rng.between(50.0, 100.0);
    let deep = rng.between(-30.0, -11.0);
    let rotation = turn_to(edge) * Quat::from_rotation_x(rng.between(-0.2, 0.2));
    let pose = |along: f32, out: f32, z: f32| Pose {
        position: EdgeRelative { edge, along, out }.at_height(SIDE, z),
        rotation,
    };
    let along = rng.between(60.0, 140.0);
    let aside = along + rng.between(-15.0, 15.0);
    let hand = Hand::sleeve(HandId(2), width, pose(along, 80.0, 30.0));
    let path = vec![
        (pose(along, 40.0, deep), rng.between(0.2, 0.5)),
        (pose(along, 12.0, deep), rng.between(0.2, 0.6)),
        (pose(aside, 20.0, deep - 2.0), rng.between(0.3, 1.0)),
        (pose(aside, 80.0, 40.0), rng.between(0.2, 0.5)),
    ];
    let reach = Act::Reach(HandPath {
        hand,
        path,
        takes: None,
    });
    let acts = vec![Act::Wait(0.3), reach, Act::Wait(0.4)];
    scene("sleeve", &catalogue, &pieces, seed, acts)
}

/// Creates a scene in which the table is bumped and no piece falls.
#[must_use]
pub fn bump(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 44);
    let catalogue = catalogue(Edition::SakuraSlam);
    let pieces = calm(&catalogue, &mut rng);
    let turn = Quat::from_rotation_z(rng.between(0.0, core::f32::consts::TAU));
    let bump = Bump {
        way: turn * Vec3::Y * rng.between(1.0, 2.0),
        there: 0.014,
        back: 0.016,
    };
    let acts = vec![
        Act::Wait(0.3),
        Act::Bump(bump),
        Act::Settle(1.0),
        Act::Wait(0.4),
    ];
    scene("bump", &catalogue, &pieces, seed, acts)
}

/// Creates a scene in which the table is bumped, and a piece that hung over an edge by
/// almost half falls.
#[must_use]
pub fn bump_with_fall(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 45);
    let catalogue = catalogue(Edition::SakuraSlam);
    let edge = rng.pick(Edge::ALL);
    let piece = any_piece(&mut rng);
    let at = EdgeRelative {
        edge,
        along: rng.between(40.0, 160.0),
        out: -rng.between(0.1, 0.25),
    };
    let at = at.at_height(SIDE, 0.0).truncate();
    let mut pieces = vec![catalogue.lay(piece, at, 0.0, 0.0)];
    let room = |other: &PiecePlacement| {
        let apart = other.pose.position.truncate().distance(at);
        apart > catalogue.radius(other.piece) + catalogue.radius(piece) + 1.0
    };
    pieces.extend(calm(&catalogue, &mut rng).into_iter().filter(room));
    // A blow and a slow way back: the ring slips away from under the piece.
    let bump = Bump {
        way: outwards(edge) * -rng.between(1.5, 2.5),
        there: 0.01,
        back: 0.06,
    };
    let acts = vec![
        Act::Wait(0.3),
        Act::Bump(bump),
        Act::Settle(2.0),
        Act::Wait(0.2),
    ];
    scene("bump_with_fall", &catalogue, &pieces, seed, acts)
}
