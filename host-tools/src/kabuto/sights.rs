//! What the sensors of a sound ring see of what happens in a Kabuto match, for
//! scripts and trials that need no physics.

use rules_core::board::Micrometres;
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match};
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Post};
use rules_core::player::{Seat, Side};
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::{Certainty, Identity};
use rules_core::sensing::observation::{Cause, Count, Fall, FallId, Loaded, Pushed, Spot, What};
use rules_core::time::{Instant, Span};

/// What a sound ring says about an action; nothing if no sensor can see it.
#[must_use]
pub fn of(game: &Match, action: &Action, id: FallId, now: Instant) -> Option<Vec<What>> {
    let known = |side: &Side| game.terms().players.sides().any(|it| it == *side);
    Some(match action {
        Action::Dock(place, facing) => vec![
            What::Lifted,
            What::Docked {
                place: *place,
                facing: *facing,
                certainty: Certainty::FULL,
            },
        ],
        Action::PlaceMarker(side, post) if known(side) => vec![marker(game, *side, *post, true)],
        Action::TakeMarker(side, post) if known(side) => vec![marker(game, *side, *post, false)],
        Action::Push(load, remarks) if load.len() == 1 => {
            let Platform::Down(place, _) = game.state().turn.platform else {
                return None;
            };
            if remarks.iter().any(|it| it.word() != "flicked") {
                return None;
            }
            let body = body_of(*load.first()?);
            vec![
                What::Loaded(Loaded {
                    place,
                    magnet: None,
                    certainty: Certainty::FULL,
                }),
                What::PushStarted(place),
                What::Pushed(Pushed {
                    place,
                    began: now,
                    speed: if remarks.is_empty() { 100 } else { 2_000 },
                    costs: costs(body),
                    body,
                    certainty: Certainty(200),
                }),
            ]
        }
        Action::Fall(piece) => falls(*piece, Cause::Push, id, now),
        Action::Accident(piece) => falls(*piece, Cause::Accident, id, now),
        _ => return None,
    })
}

/// A slot of a post, with or without the marker of a side.
#[must_use]
pub fn marker(game: &Match, side: Side, post: Post, there: bool) -> What {
    let terms = game.terms();
    let seat = terms.players.seats_of(side).next().unwrap_or(Seat::First);
    What::Marker {
        post,
        slot: side.index() as u8,
        marker: there.then(|| magnet_of(terms.colours[seat])),
        certainty: Certainty::FULL,
    }
}

/// A fall from its first beam to its name.
#[must_use]
pub fn falls(piece: Piece, cause: Cause, id: FallId, onset: Instant) -> Vec<What> {
    let fall = fall(piece, cause, id, onset);
    vec![What::Falling(id, fall.spot), What::Fell(fall)]
}

/// A fall as both planes see it.
#[must_use]
pub fn fall(piece: Piece, cause: Cause, id: FallId, onset: Instant) -> Fall {
    let body = body_of(piece);
    let spot = Spot {
        edge: Edge::South,
        along: Micrometres::mm(100),
    };
    Fall {
        id,
        onset,
        spot,
        width: Micrometres::mm(30),
        drop: Some(Span::millis(30)),
        dark: Span::millis(60),
        count: Count::One,
        magnet: None,
        costs: costs(body),
        identity: Identity {
            body,
            certainty: Certainty(200),
            candidates: [body].into_iter().collect(),
        },
        cause,
        cause_certainty: Certainty::FULL,
        sound: true,
    }
}

/// What explains only this body.
#[must_use]
pub fn costs(body: Body) -> ByBody<u8> {
    let mut costs = ByBody([200; 6]);
    costs[body] = 0;
    costs
}

/// The kind of body a piece is.
#[must_use]
pub const fn body_of(piece: Piece) -> Body {
    match piece {
        Piece::Element(Element::Pawn(Size::Small)) => Body::Small,
        Piece::Element(Element::Pawn(Size::Medium)) => Body::Medium,
        Piece::Element(Element::Pawn(Size::Large)) => Body::Large,
        Piece::Element(Element::Token(_)) => Body::Token,
        Piece::Sumo(_) => Body::Sumo,
        Piece::Belt => Body::Belt,
    }
}
