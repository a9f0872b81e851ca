//! From where to push which element, in which direction and how far.

use super::Kind;
use super::look::{Look, Moved};
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::pieces::Catalogue;
use crate::virtual_ring::scenes::place_on_platform;
use rules_core::games::kabuto::Match;
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Place, Post};
use rules_core::player::Side;

/// A push somebody wants to make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushPlan {
    /// Where the platform lies.
    pub place: Place,
    /// The element.
    pub piece: Piece,
    /// How far outwards from the ring's edge it is laid, mm.
    pub out: f32,
    /// How far clockwise from the platform's middle line, mm.
    pub aside: f32,
    /// Degrees clockwise from straight onto the ring.
    pub angle: f32,
    /// Millimetres a second.
    pub speed: f32,
    /// How far past the platform the hand goes on, mm.
    pub beyond: f32,
}

/// Pushes a player who looks compares.
const COMPARED: usize = 40;

/// Tries to find one that can be made at all.
const TRIES: usize = 60;

/// Where somebody may push from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Anywhere the rules allow.
    Anywhere,
    /// Here: the platform stays.
    Here(Place),
}

/// Chooses a push for whoever's turn it is; nothing with an empty hand.
#[must_use]
pub fn choose(
    kind: Kind,
    game: &Match,
    look: &Look,
    catalogue: &Catalogue,
    from: From,
    chance: &mut Chance,
) -> Option<PushPlan> {
    let mut hand: Vec<Element> = game.in_hand().map(|it| it.0).collect();
    let mut best: Option<(f32, PushPlan)> = None;
    let compared = if kind == Kind::Random { 1 } else { COMPARED };
    let mut found = 0;
    for n in 0..TRIES {
        chance.shuffle(&mut hand);
        let piece = Piece::Element(*hand.first()?);
        let place = match from {
            From::Here(place) => place,
            From::Anywhere => somewhere(game, chance),
        };
        let plan = any(kind, place, piece, catalogue, chance);
        let radius = catalogue.radius(piece);
        let (at, ahead) = look.line(place, plan.out, plan.aside, plan.angle);
        // The last one is made whatever lies in its way.
        if !look.is_free(at, radius) && n + 1 < TRIES {
            continue;
        }
        let slope = plan.angle.to_radians().cos();
        let way = (plan.out + radius + plan.beyond) / slope;
        let moved = look.swept(at, ahead, radius, way);
        let worth = worth(kind, game, &plan, &moved);
        if best.is_none_or(|(other, _)| worth > other) {
            best = Some((worth, plan));
        }
        found += 1;
        if found >= compared {
            break;
        }
    }
    best.map(|it| it.1)
}

/// A place for the platform.
fn somewhere(game: &Match, chance: &mut Chance) -> Place {
    if game.terms().book().has_posts() {
        Place::Corner(chance.pick(Post::ALL))
    } else {
        Place::Along {
            edge: chance.pick(Edge::ALL),
            // Not where a corner's dock is: that would be taken for the corner.
            at_mm: chance.whole(52, 165) as u16,
        }
    }
}

fn any(
    kind: Kind,
    place: Place,
    piece: Piece,
    catalogue: &Catalogue,
    chance: &mut Chance,
) -> PushPlan {
    let angle = chance.around(-25.0, 25.0);
    let (out, aside) = place_on_platform(piece, angle, catalogue, chance);
    let beyond = match kind {
        Kind::Random => chance.between(0.0, 12.0),
        Kind::Greedy => chance.between(6.0, 18.0),
        Kind::Careful => chance.between(3.0, 15.0),
    };
    PushPlan {
        place,
        piece,
        out,
        aside,
        angle,
        speed: chance.scale(60.0, 500.0),
        beyond,
    }
}

/// How much a push promises.
fn worth(kind: Kind, game: &Match, plan: &PushPlan, moved: &[Moved]) -> f32 {
    let own = game.terms().side_of(game.state().turn.seat);
    let falls: f32 = moved
        .iter()
        .map(|it| {
            let near = (1.0 - it.inside.max(0.0) / 30.0).max(0.0);
            match it.piece {
                Piece::Sumo(seat) if game.terms().side_of(seat) == own => {
                    -fear(kind) * (0.2 + near)
                }
                Piece::Sumo(_) | Piece::Belt if it.inside < 0.0 => 60.0,
                Piece::Sumo(_) | Piece::Belt => 6.0 * near,
                Piece::Element(element) if it.inside < 0.0 => value(element),
                Piece::Element(_) => 0.1 * near,
            }
        })
        .sum();
    let cost = match plan.piece {
        Piece::Element(element) => 0.3 * value(element),
        _ => 0.0,
    };
    falls - cost + post_worth(kind, game, own, plan.place)
}

/// How much a player minds moving the own sumo.
const fn fear(kind: Kind) -> f32 {
    match kind {
        Kind::Random | Kind::Greedy => 10.0,
        Kind::Careful => 80.0,
    }
}

const fn value(element: Element) -> f32 {
    match element {
        Element::Pawn(Size::Small) => 1.0,
        Element::Pawn(Size::Medium) => 2.0,
        Element::Pawn(Size::Large) => 3.0,
        Element::Token(_) => 0.5,
    }
}

/// A careful player collects posts, and slams when there is something to slam
/// with.
fn post_worth(kind: Kind, game: &Match, own: Side, place: Place) -> f32 {
    let Place::Corner(post) = place else {
        return 0.0;
    };
    let markers = game.state().markers[own];
    if kind != Kind::Careful || markers.contains(post) {
        return 0.0;
    }
    let in_hand: u8 = game.in_hand().map(|it| it.1).sum();
    match (markers.len(), in_hand) {
        (3, 0..=1) => -20.0,
        (3, _) => 3.0,
        _ => 1.0,
    }
}
