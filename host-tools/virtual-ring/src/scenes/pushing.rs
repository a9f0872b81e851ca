//! Scenes of pushes from the platform.

use super::{Make, SIDE, catalogue, scene};
use crate::arena::{POST_RADIUS, dock_point};
use crate::geometry::{Docking, EdgeRelative};
use crate::pieces::{Catalogue, PiecePlacement};
use crate::placement::{ScatterArea, any_piece, opening, scatter};
use crate::push::Push;
use crate::scene::Scene;
use crate::script::Act;
use crate::sim_rng::SimRng;
use glam::Vec2;
use host_core::data::default_layout;
use rules_core::board::mounts::dock_edge;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Element, Piece, Size, Token, TokenSlot};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Colour, Players, Seat};
use rules_core::referee::kabuto::markers::magnet_of;

/// Smallest distance of a resting element's middle outside the ring's edge, mm: over the
/// sensor at the back of the dock.
const REST: f32 = 34.0;

/// Chooses a place for an element on the platform, outwards and aside as in
/// [`Act::Load`], so that a push at this angle takes it over both sensors: the push line
/// goes through the middle between them.
pub(crate) fn place_on_platform(
    piece: Piece,
    angle: f32,
    catalogue: &Catalogue,
    rng: &mut SimRng,
) -> (f32, f32) {
    const BETWEEN: f32 = 19.0;
    let radius = catalogue.radius(piece);
    let slope = libm::tanf(angle.to_radians());
    let off = rng.around(-2.0, 2.0);
    let place = |out: f32| (out, (out - BETWEEN) * slope + off);
    // The element covers the sensor at the back by at least 3 mm.
    let covers = |(out, aside): (f32, f32)| libm::hypotf(out - REST, aside) < radius - 3.0;
    let tries = (0..40).map(|_| place(REST + rng.between(-4.0, radius - 3.0)));
    tries
        .into_iter()
        .find(|&place| covers(place))
        .unwrap_or(place(REST))
}

fn load(piece: Piece, angle: f32, catalogue: &Catalogue, rng: &mut SimRng) -> Act {
    let (out, aside) = place_on_platform(piece, angle, catalogue, rng);
    Act::Load { piece, out, aside }
}

/// Returns a push as people make them: slow or fast, at any angle that is allowed.
fn any_push(rng: &mut SimRng) -> Push {
    Push {
        angle: rng.around(-25.0, 25.0),
        speed: rng.scale(20.0, 600.0),
        ramp: rng.between(0.02, 0.15),
        beyond: rng.between(0.0, 6.0),
    }
}

/// Returns the acts of a push, from docking the platform to lifting it.
fn whole_push(place: Place, load: Act, push: Push) -> [Act; 9] {
    let facing = Facing::Short;
    [
        Act::Dock(Docking { place, facing }),
        Act::Wait(0.3),
        load,
        Act::Wait(0.4),
        Act::Push(push),
        Act::Settle(2.0),
        Act::Wait(0.3),
        Act::Lift,
        Act::Wait(0.2),
    ]
}

/// Returns an element to push: a disc, sometimes a token.
fn element(rng: &mut SimRng) -> Piece {
    if rng.bool_with(0.1) {
        let owner = rng.pick(Seat::ALL);
        let slot = rng.pick(TokenSlot::ALL);
        Piece::Element(Element::Token(Token { owner, slot }))
    } else {
        Piece::pawn(rng.pick(Size::ALL))
    }
}

/// Returns the maker of scenes of whole pushes in a match of this edition for this number
/// of players; `None` draws the number for each scene.
#[must_use]
pub fn push_of(edition: Edition, players: Option<Players>) -> Make {
    match (edition, players) {
        (Edition::SakuraSlam, None) => match_push,
        (Edition::SakuraSlam, Some(Players::Two)) => |seed| sakura(seed, Some(Players::Two)),
        (Edition::SakuraSlam, Some(Players::Three)) => |seed| sakura(seed, Some(Players::Three)),
        (Edition::SakuraSlam, Some(Players::Four)) => |seed| sakura(seed, Some(Players::Four)),
        (Edition::KabutoSumo, None) => kabuto_push,
        (Edition::KabutoSumo, Some(Players::Two)) => |seed| kabuto(seed, Some(Players::Two)),
        (Edition::KabutoSumo, Some(Players::Three)) => |seed| kabuto(seed, Some(Players::Three)),
        (Edition::KabutoSumo, Some(Players::Four)) => |seed| kabuto(seed, Some(Players::Four)),
    }
}

/// Creates a scene of a whole push in a match of Sakura Slam on a crowded ring: platform,
/// marker, element, push, rest, platform away.
#[must_use]
pub fn match_push(seed: u64) -> Scene {
    sakura(seed, None)
}

fn sakura(seed: u64, players: Option<Players>) -> Scene {
    let mut rng = SimRng::new(seed, 3);
    let catalogue = catalogue(Edition::SakuraSlam);
    let any_players = rng.pick(Players::ALL);
    let players = players.unwrap_or(any_players);
    let post = rng.pick(Post::ALL);
    let place = Place::Corner(post);
    let pieces = crowd(&catalogue, players, place, 0.3, &mut rng);
    let seat = rng.pick(Seat::ALL).index();
    let push = any_push(&mut rng);
    let what = element(&mut rng);
    let load = load(what, push.angle, &catalogue, &mut rng);
    let mut acts = vec![
        Act::Wait(0.1),
        Act::Mark(post, seat as u8, Some(magnet_of(Colour::ALL[seat]))),
        Act::Wait(0.2),
    ];
    acts.extend(whole_push(place, load, push));
    scene("match_push", &catalogue, &pieces, seed, acts)
}

/// Returns the pieces of a match, away from the place of the pushed element.
fn crowd(
    catalogue: &Catalogue,
    players: Players,
    place: Place,
    at_edge: f32,
    rng: &mut SimRng,
) -> Vec<PiecePlacement> {
    let layout = default_layout(catalogue.edition, players);
    let mut pieces = opening(&layout, players);
    // Elements pushed onto the ring since the start.
    let since = rng.whole(0, 18);
    pieces.extend((0..since).map(|_| match catalogue.edition {
        Edition::SakuraSlam => element(rng),
        Edition::KabutoSumo => Piece::pawn(rng.pick(Size::ALL)),
    }));
    let dock = dock_point(place).at_height(SIDE, 0.0).truncate();
    let spread = ScatterArea {
        at_edge,
        clear: Some((dock, 12.0)),
    };
    scatter(&pieces, catalogue, spread, rng)
}

/// Creates a scene of a whole push in Kabuto Sumo, whose rules have no posts: the
/// platform lies anywhere along an edge. The posts are on the ring all the same.
#[must_use]
pub fn kabuto_push(seed: u64) -> Scene {
    kabuto(seed, None)
}

fn kabuto(seed: u64, players: Option<Players>) -> Scene {
    let mut rng = SimRng::new(seed, 4);
    let catalogue = catalogue(Edition::KabutoSumo);
    let any_players = rng.pick(Players::ALL);
    let players = players.unwrap_or(any_players);
    let place = Place::Along {
        edge: rng.pick(Edge::ALL),
        at_mm: rng.whole(30, 170) as u16,
    };
    let pieces = crowd(&catalogue, players, place, 0.3, &mut rng);
    let push = any_push(&mut rng);
    let what = Piece::pawn(rng.pick(Size::ALL));
    let load = load(what, push.angle, &catalogue, &mut rng);
    let mut acts = vec![Act::Wait(0.1)];
    acts.extend(whole_push(place, load, push));
    scene("kabuto_push", &catalogue, &pieces, seed, acts)
}

/// Returns the acts of a short push at a corner, with everything in place from the start.
fn short_push(post: Post, load: Act, push: Push) -> Vec<Act> {
    vec![
        Act::Dock(Docking {
            place: Place::Corner(post),
            facing: Facing::Short,
        }),
        load,
        Act::Wait(0.25),
        Act::Push(push),
        Act::Settle(0.9),
        Act::Wait(0.1),
    ]
}

/// Creates a scene with rows of pieces from the platform to the far edge, the last ones
/// close to it or over it by less than half. The element pushes them all by about its own
/// width, and several fall.
#[must_use]
pub fn edge_push(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 2);
    let catalogue = catalogue(Edition::SakuraSlam);
    let post = rng.pick(Post::ALL);
    let pieces = rows(&catalogue, post, &mut rng);
    let element = Piece::pawn(rng.pick([Size::Medium, Size::Large, Size::Large]));
    let angle = rng.around(-8.0, 8.0);
    let push = Push {
        angle,
        speed: rng.scale(100.0, 600.0),
        ramp: rng.between(0.02, 0.08),
        beyond: rng.between(4.0, 18.0),
    };
    let load = load(element, angle, &catalogue, &mut rng);
    let acts = short_push(post, load, push);
    scene("edge_push", &catalogue, &pieces, seed, acts)
}

/// Returns rows of touching pieces, straight away from the dock of a post.
fn rows(catalogue: &Catalogue, post: Post, rng: &mut SimRng) -> Vec<PiecePlacement> {
    let edge = dock_edge(post);
    let mut pieces: Vec<PiecePlacement> = Vec::new();
    // The row before the dock, then one on each side of it.
    for (along, often) in [(40.0, 1.0), (84.0, 0.6), (4.0, 0.6)] {
        if !rng.bool_with(often) {
            continue;
        }
        let mut at = SIDE;
        let mut first = true;
        // From the far edge towards the dock.
        while at > 24.0 {
            let piece = any_piece(rng);
            let radius = catalogue.radius(piece);
            if first {
                at += radius * rng.between(0.5, 0.85);
            }
            first = false;
            let middle = EdgeRelative {
                edge,
                along: along + rng.between(-2.0, 2.0),
                out: -(at - radius),
            };
            at -= 2.0 * radius + rng.between(0.1, 0.6);
            let middle = middle.at_height(SIDE, 0.0).truncate();
            if has_room(middle, radius, &pieces, catalogue) {
                let turn = rng.between(0.0, core::f32::consts::TAU);
                pieces.push(catalogue.lay(piece, middle, 0.0, turn));
            }
        }
    }
    pieces
}

/// True if a piece at `at` overlaps no other piece and no post.
fn has_room(at: Vec2, radius: f32, pieces: &[PiecePlacement], catalogue: &Catalogue) -> bool {
    let posts = at.abs().distance(Vec2::splat(SIDE / 2.0)) > radius + POST_RADIUS + 0.5;
    posts
        && pieces.iter().all(|other| {
            let apart = other.pose.position.truncate().distance(at);
            apart > radius + catalogue.radius(other.piece)
        })
}

/// Creates a scene in which an element is flicked across an empty ring and flies over the
/// far edge.
#[must_use]
pub fn flick_push(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 5);
    let catalogue = catalogue(Edition::SakuraSlam);
    let post = rng.pick(Post::ALL);
    let push = Push {
        angle: rng.around(-5.0, 5.0),
        speed: rng.between(1_150.0, 1_450.0),
        ramp: 0.02,
        beyond: 0.0,
    };
    let load = load(element(&mut rng), push.angle, &catalogue, &mut rng);
    let acts = short_push(post, load, push);
    scene("flick_push", &catalogue, &[], seed, acts)
}

/// Creates a scene of a push that ends on an empty ring; no piece falls.
#[must_use]
pub fn stopped_push(seed: u64) -> Scene {
    let mut rng = SimRng::new(seed, 6);
    let post = rng.pick(Post::ALL);
    let catalogue = catalogue(Edition::SakuraSlam);
    let acts = stopped(&catalogue, post, &mut rng);
    scene("stopped_push", &catalogue, &[], seed, acts)
}

/// Returns the acts of a push that ends on the ring.
pub(super) fn stopped(catalogue: &Catalogue, post: Post, rng: &mut SimRng) -> Vec<Act> {
    let push = any_push(rng);
    let load = load(element(rng), push.angle, catalogue, rng);
    short_push(post, load, push)
}
