//! Scenes of falls without a push: single ones of every kind, and several at once.

use super::pushing::stopped;
use super::{SIDE, catalogue, scene};
use crate::arena::turn_to;
use crate::geometry::{EdgeRelative, Pose};
use crate::hand::{Hand, HandId};
use crate::pieces::{Catalogue, PiecePlacement};
use crate::placement::{any_piece, outwards};
use crate::scene::Scene;
use crate::script::{Act, HandPath};
use crate::sim_rng::SimRng;
use crate::world::ThingId;
use glam::{Quat, Vec2, Vec3};
use rules_core::board::Micrometres;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Piece, Size};
use rules_core::place::{Edge, Post};

fn turn(rng: &mut SimRng) -> f32 {
    rng.between(0.0, core::f32::consts::TAU)
}

/// Returns the pose behind a piece at `at`, facing it along its own y.
fn behind(at: Vec2, reach: f32, rotation: Quat) -> Pose {
    Pose {
        position: at.extend(0.0) - rotation * Vec3::Y * reach,
        rotation,
    }
}

/// Returns the act of a hand that moves `far` mm at this speed, waits, and is lifted.
fn shift(hand: Hand, far: f32, speed: f32) -> Act {
    let from = hand.pose();
    let there = Pose {
        position: from.position + from.rotation * Vec3::Y * far,
        ..from
    };
    let above = Pose {
        position: there.position + Vec3::Z * 60.0 - there.rotation * Vec3::Y * 20.0,
        ..there
    };
    let path = vec![(there, far / speed), (there, 0.08), (above, 0.2)];
    Act::Reach(HandPath {
        hand,
        path,
        takes: None,
    })
}

/// Creates a scene with a piece at an edge and a thumb that pushes it over. The thumb
/// stops when the piece's middle is `over` mm past the edge.
fn over_edge(
    piece: Piece,
    edge: Edge,
    catalogue: &Catalogue,
    speed: f32,
    over: f32,
    rng: &mut SimRng,
) -> (PiecePlacement, Act) {
    let radius = catalogue.radius(piece);
    let inside = rng.between(3.0, 8.0);
    let at = EdgeRelative {
        edge,
        along: rng.between(radius + 10.0, SIDE - radius - 10.0),
        out: -inside,
    };
    let at = at.at_height(SIDE, 0.0).truncate();
    let rotation = turn_to(edge) * Quat::from_rotation_z(rng.around(-0.3, 0.3));
    let hand = Hand::thumb(HandId(2), behind(at, radius + 1.0, rotation));
    let placed = catalogue.lay(piece, at, 0.0, turn(rng));
    (placed, shift(hand, inside + 1.0 + over, speed))
}

fn one_over_edge(name: &'static str, seed: u64, speed: f32, over: f32, rng: &mut SimRng) -> Scene {
    let catalogue = catalogue(Edition::SakuraSlam);
    let piece = any_piece(rng);
    let edge = rng.pick(Edge::ALL);
    let (placed, push) = over_edge(piece, edge, &catalogue, speed, over, rng);
    let acts = vec![Act::Wait(0.15), push, Act::Settle(1.5), Act::Wait(0.1)];
    scene(name, &catalogue, &[placed], seed, acts)
}

/// Creates a scene in which a piece is toppled over the edge, slowly or fast.
#[must_use]
pub fn topple(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 20);
    let speed = rng.scale(20.0, 600.0);
    let over = rng.between(0.5, 2.5);
    one_over_edge("topple", seed, speed, over, &mut rng)
}

/// Creates a scene in which a hand knocks a piece off and continues a little.
#[must_use]
pub fn nudge(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 21);
    let speed = rng.scale(80.0, 500.0);
    let over = rng.between(1.0, 8.0);
    one_over_edge("nudge", seed, speed, over, &mut rng)
}

/// Creates a scene in which a piece is dropped flat beside the ring, with its bottom at
/// the height of the edge; sometimes it is thrown down.
#[must_use]
pub fn flat(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 22);
    let catalogue = catalogue(Edition::SakuraSlam);
    let piece = any_piece(&mut rng);
    let radius = catalogue.radius(piece);
    let at = EdgeRelative {
        edge: rng.pick(Edge::ALL),
        along: rng.between(radius + 10.0, SIDE - radius - 10.0),
        out: rng.between(radius + 0.5, 59.0 - radius),
    };
    let at = at.at_height(SIDE, 0.0).truncate();
    let pose = catalogue.lay(piece, at, 0.0, turn(&mut rng)).pose;
    let down = if rng.bool_with(0.3) {
        rng.between(0.0, 1_000.0)
    } else {
        0.0
    };
    let drop = Act::Drop(piece, pose, Vec3::NEG_Z * down);
    let acts = vec![Act::Wait(0.15), drop, Act::Settle(1.2), Act::Wait(0.1)];
    scene("flat", &catalogue, &[], seed, acts)
}

/// Creates a scene in which a piece is flicked off the ring, fast.
#[must_use]
pub fn flick(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 23);
    let catalogue = catalogue(Edition::SakuraSlam);
    let piece = any_piece(&mut rng);
    let edge = rng.pick(Edge::ALL);
    let radius = catalogue.radius(piece);
    let at = EdgeRelative {
        edge,
        along: rng.between(radius + 20.0, SIDE - radius - 20.0),
        out: -rng.between(5.0, 30.0),
    };
    let placed = catalogue.lay(
        piece,
        at.at_height(SIDE, 0.0).truncate(),
        0.0,
        turn(&mut rng),
    );
    let aside = Quat::from_rotation_z(rng.around(-0.3, 0.3));
    let velocity = aside * outwards(edge) * rng.between(700.0, 1_200.0);
    let acts = vec![
        Act::Wait(0.15),
        Act::Shove(ThingId(0), velocity),
        Act::Settle(1.2),
        Act::Wait(0.1),
    ];
    scene("flick", &catalogue, &[placed], seed, acts)
}

/// Creates a scene with discs side by side at an edge, with gaps, and a forearm that
/// sweeps them off.
fn swept(
    name: &'static str,
    seed: u64,
    sizes: &[Size],
    gap: impl Fn(&mut SimRng) -> f32,
    rng: &mut SimRng,
) -> Scene {
    let catalogue = catalogue(Edition::SakuraSlam);
    let edge = rng.pick(Edge::ALL);
    let gaps: Vec<f32> = sizes.iter().map(|_| gap(rng)).collect();
    let width = |size: &Size| 2.0 * catalogue.radius(Piece::pawn(*size));
    let whole: f32 = sizes.iter().map(width).chain(gaps.iter().copied()).sum();
    let slack = (SIDE - 20.0 - whole).max(0.0);
    let mut along = 10.0 + rng.between(0.0, slack);
    let line = rng.between(-30.0, -24.0);
    let mut pieces = Vec::new();
    for (size, gap) in sizes.iter().zip(gaps) {
        let piece = Piece::pawn(*size);
        let radius = catalogue.radius(piece);
        // Their trailing edges are in line, where the forearm meets them.
        let at = EdgeRelative {
            edge,
            along: along + radius,
            out: line + radius,
        };
        along += 2.0 * radius + gap;
        let at = at.at_height(SIDE, 0.0).truncate();
        pieces.push(catalogue.lay(piece, at, 0.0, turn(rng)));
    }
    let middle = EdgeRelative {
        edge,
        along: SIDE / 2.0,
        out: line,
    };
    let middle = middle.at_height(SIDE, 0.0).truncate();
    let arm = Hand::forearm(HandId(2), 180.0, behind(middle, 1.0, turn_to(edge)));
    // Until the middle of the smallest disc is over the edge.
    let sweep = shift(arm, -line - 9.0 + 2.0, rng.between(250.0, 500.0));
    let acts = vec![Act::Wait(0.15), sweep, Act::Settle(1.2), Act::Wait(0.1)];
    scene(name, &catalogue, &pieces, seed, acts)
}

/// Creates a scene in which two to six discs are swept off an edge within 50 ms.
#[must_use]
pub fn burst(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 24);
    let count = rng.whole(2, 6);
    let mut sizes: Vec<Size> = (0..count).map(|_| rng.pick(Size::ALL)).collect();
    // There is room for 170 mm: smaller discs are preferred to fewer.
    let width = |sizes: &[Size]| -> usize { sizes.iter().map(|size| 21 + 10 * size.index()).sum() };
    while width(&sizes) > 170
        && let Some(widest) = sizes.iter_mut().max()
    {
        *widest = Size::Small;
    }
    let room = (176 - width(&sizes).min(170)) as f32 / count as f32;
    let gap = move |rng: &mut SimRng| rng.between(0.5, room.clamp(1.0, 12.0));
    swept("burst", seed, &sizes, gap, &mut rng)
}

/// Creates a scene in which two discs that touch are swept off side by side.
#[must_use]
pub fn abreast(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 25);
    let size = rng.pick(Size::ALL);
    let other = if rng.bool_with(0.5) {
        size
    } else {
        rng.pick(Size::ALL)
    };
    swept("abreast", seed, &[size, other], |_| 0.2, &mut rng)
}

/// Creates a scene in which a piece is pushed at a corner and goes off beside the post.
#[must_use]
pub fn corner(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 26);
    let catalogue = catalogue(Edition::KabutoSumo);
    let piece = any_piece(&mut rng);
    let radius = catalogue.radius(piece);
    let way = turn_to(rng.pick(Edge::ALL))
        * Quat::from_rotation_z(-core::f32::consts::FRAC_PI_4 + rng.around(-0.25, 0.25));
    let aside = rng.between(9.0, 14.0) + radius;
    let aside = if rng.bool_with(0.5) { aside } else { -aside };
    // From the corner back along the way.
    let square = Vec2::splat(SIDE / 2.0);
    let ahead = (way * Vec3::Y).truncate();
    let corner = square * ahead.signum();
    let inside = rng.between(6.0, 12.0);
    let beside = Vec2::new(-ahead.y, ahead.x) * aside;
    let at = corner - ahead * (inside + aside.abs()) + beside;
    let hand = Hand::thumb(HandId(2), behind(at, radius + 1.0, way));
    let placed = catalogue.lay(piece, at, 0.0, turn(&mut rng));
    let push = shift(hand, inside + 6.0, rng.scale(60.0, 500.0));
    let acts = vec![Act::Wait(0.15), push, Act::Settle(1.5), Act::Wait(0.1)];
    scene("corner", &catalogue, &[placed], seed, acts)
}

/// Creates a scene in which a disc slips between fingers, falls on its rim and leans on
/// the ring's wall, where it blocks the beams.
#[must_use]
pub fn leaning(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 27);
    let mut catalogue = catalogue(Edition::SakuraSlam);
    // In a gutter of the intended depth no disc reaches up to the beams.
    catalogue.dimensions.gutter_depth = Micrometres::mm(45);
    let edge = rng.pick(Edge::ALL);
    let piece = Piece::pawn(Size::Large);
    let radius = catalogue.radius(piece);
    // Upright would be a quarter turn; its top leans towards the ring.
    let tilt = rng.between(0.19, 0.3);
    let rotation = turn_to(edge) * Quat::from_rotation_x(core::f32::consts::FRAC_PI_2 + tilt);
    let at = EdgeRelative {
        edge,
        along: rng.between(30.0, 170.0),
        out: 6.0 + radius * libm::sinf(tilt),
    };
    let pose = Pose {
        position: at.at_height(SIDE, radius + 4.0),
        rotation,
    };
    let drop = Act::Drop(piece, pose, Vec3::ZERO);
    let acts = vec![Act::Wait(0.15), drop, Act::Settle(1.5), Act::Wait(0.6)];
    scene("leaning", &catalogue, &[], seed, acts)
}

/// Creates a scene in which a small disc is thrown into the gutter so hard that it
/// bounces up through the lower plane.
#[must_use]
pub fn bounce(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 28);
    let catalogue = catalogue(Edition::SakuraSlam);
    let piece = Piece::pawn(Size::Small);
    let at = EdgeRelative {
        edge: rng.pick(Edge::ALL),
        along: rng.between(20.0, 180.0),
        out: rng.between(14.0, 40.0),
    };
    let mut pose = catalogue
        .lay(piece, at.at_height(SIDE, 0.0).truncate(), 0.0, 0.0)
        .pose;
    pose.rotation *= Quat::from_rotation_x(rng.between(-0.1, 0.1));
    let drop = Act::Drop(piece, pose, Vec3::NEG_Z * rng.between(2_500.0, 3_500.0));
    let acts = vec![Act::Wait(0.15), drop, Act::Settle(1.2), Act::Wait(0.1)];
    scene("bounce", &catalogue, &[], seed, acts)
}

/// Creates a scene with a push onto the ring; three seconds after all is at rest, a hand
/// knocks a disc off the opposite edge.
#[must_use]
pub fn late_accident(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 29);
    let catalogue = catalogue(Edition::SakuraSlam);
    let (post, far) = rng.pick([
        (Post::One, Edge::West),
        (Post::Two, Edge::North),
        (Post::Three, Edge::East),
        (Post::Four, Edge::South),
    ]);
    let mut acts = stopped(&catalogue, post, &mut rng);
    let piece = any_piece(&mut rng);
    let speed = rng.scale(80.0, 500.0);
    let (placed, nudge) = over_edge(piece, far, &catalogue, speed, 3.0, &mut rng);
    acts.extend([Act::Wait(3.0), nudge, Act::Settle(1.5), Act::Wait(0.1)]);
    scene("late_accident", &catalogue, &[placed], seed, acts)
}
