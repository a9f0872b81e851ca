//! Simulated players' choice of a push: platform place, element, direction and distance.

use super::Strategy;
use super::push_preview::{MovedPiece, TablePreview};
use crate::pieces::Catalogue;
use crate::scenes::place_on_platform;
use crate::sim_rng::SimRng;
use rules_core::games::kabuto::Match;
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Place, Post};
use rules_core::player::Side;

/// Push that a player intends to make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushPlan {
    /// Place of the platform from which the element is pushed.
    pub place: Place,
    /// Element to push.
    pub piece: Piece,
    /// Distance of the element outwards from the ring's edge, in mm.
    pub out: f32,
    /// Distance of the element clockwise from the platform's middle line, in mm.
    pub aside: f32,
    /// Direction of the push in degrees, clockwise from straight onto the ring.
    pub angle: f32,
    /// Speed of the hand in mm per second.
    pub speed: f32,
    /// Distance that the hand continues past the platform, in mm.
    pub beyond: f32,
}

/// Number of pushes that a greedy or careful player compares.
const MAX_COMPARED: usize = 40;

/// Number of attempts to find a push whose element has room on the platform.
const MAX_TRIES: usize = 60;

/// Places from which a player may push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushOrigin {
    /// The player may push from any place that the rules allow.
    Anywhere,
    /// The player pushes from this place, where the platform stays.
    Here(Place),
}

/// Chooses a push for the player whose turn it is; `None` if the player has no element.
#[must_use]
pub fn choose(
    kind: Strategy,
    game: &Match,
    look: &TablePreview,
    catalogue: &Catalogue,
    from: PushOrigin,
    rng: &mut SimRng,
) -> Option<PushPlan> {
    let mut hand: Vec<Element> = game.in_hand().map(|held| held.0).collect();
    let mut best: Option<(f32, PushPlan)> = None;
    let compared = if kind == Strategy::Random {
        1
    } else {
        MAX_COMPARED
    };
    let mut found = 0;
    for n in 0..MAX_TRIES {
        rng.shuffle(&mut hand);
        let piece = Piece::Element(*hand.first()?);
        let place = match from {
            PushOrigin::Here(place) => place,
            PushOrigin::Anywhere => somewhere(game, rng),
        };
        let plan = any(kind, place, piece, catalogue, rng);
        let radius = catalogue.radius(piece);
        let (at, ahead) = look.line(place, plan.out, plan.aside, plan.angle);
        // The last attempt is accepted even if a piece is in its way.
        if !look.is_free(at, radius) && n + 1 < MAX_TRIES {
            continue;
        }
        let slope = libm::cosf(plan.angle.to_radians());
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
    best.map(|best| best.1)
}

/// Chooses a place for the platform at random.
fn somewhere(game: &Match, rng: &mut SimRng) -> Place {
    if game.terms().book().has_posts() {
        Place::Corner(rng.pick(Post::ALL))
    } else {
        Place::Along {
            edge: rng.pick(Edge::ALL),
            // Away from the corner docks, where the ring would recognise the corner
            // instead.
            at_mm: rng.whole(52, 165) as u16,
        }
    }
}

fn any(
    kind: Strategy,
    place: Place,
    piece: Piece,
    catalogue: &Catalogue,
    rng: &mut SimRng,
) -> PushPlan {
    let angle = rng.around(-25.0, 25.0);
    let (out, aside) = place_on_platform(piece, angle, catalogue, rng);
    let beyond = match kind {
        Strategy::Random => rng.between(0.0, 12.0),
        Strategy::Greedy => rng.between(6.0, 18.0),
        Strategy::Careful => rng.between(3.0, 15.0),
    };
    PushPlan {
        place,
        piece,
        out,
        aside,
        angle,
        speed: rng.scale(60.0, 500.0),
        beyond,
    }
}

/// Returns the estimated value of a push; the player prefers the highest.
fn worth(kind: Strategy, game: &Match, plan: &PushPlan, moved: &[MovedPiece]) -> f32 {
    let own = game.terms().side_of(game.state().turn.seat);
    let falls: f32 = moved
        .iter()
        .map(|hit| {
            let near = (1.0 - hit.inside.max(0.0) / 30.0).max(0.0);
            match hit.piece {
                Piece::Sumo(seat) if game.terms().side_of(seat) == own => {
                    -fear(kind) * (0.2 + near)
                }
                Piece::Sumo(_) | Piece::Belt if hit.inside < 0.0 => 60.0,
                Piece::Sumo(_) | Piece::Belt => 6.0 * near,
                Piece::Element(element) if hit.inside < 0.0 => value(element),
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

/// Returns the penalty for moving the own sumo.
const fn fear(kind: Strategy) -> f32 {
    match kind {
        Strategy::Random | Strategy::Greedy => 10.0,
        Strategy::Careful => 80.0,
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

/// Returns the value of docking at a place's post: a careful player collects posts, and
/// slams when there is an element left to slam with.
fn post_worth(kind: Strategy, game: &Match, own: Side, place: Place) -> f32 {
    let Place::Corner(post) = place else {
        return 0.0;
    };
    let markers = game.state().markers[own];
    if kind != Strategy::Careful || markers.contains(post) {
        return 0.0;
    }
    let in_hand: u8 = game.in_hand().map(|held| held.1).sum();
    match (markers.len(), in_hand) {
        (3, 0..=1) => -20.0,
        (3, _) => 3.0,
        _ => 1.0,
    }
}
