//! Observations that a ring without faults makes during a Kabuto match, for scripts and
//! trials that need no physics.

use rules_core::board::Micrometres;
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match};
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Post};
use rules_core::player::{Seat, Side};
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{
    BodyCount, Cause, CurtainFall, Fall, FallCause, FallId, FallPattern, ObservationKind,
    PlatformLoad, Push, Witnesses,
};
use rules_core::time::{Instant, Span};

/// Returns the observations of an action by a ring without faults; `None` if no sensor
/// can see it.
#[must_use]
pub fn observations_for(
    game: &Match,
    action: &Action,
    id: FallId,
    now: Instant,
) -> Option<Vec<ObservationKind>> {
    let known = |side: &Side| game.terms().players.sides().any(|known| known == *side);
    Some(match action {
        Action::Dock(place, facing) => vec![
            ObservationKind::Undocked,
            ObservationKind::Docked {
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
            if remarks.iter().any(|remark| remark.word() != "flicked") {
                return None;
            }
            let body = body_of(*load.first()?);
            vec![
                ObservationKind::Loaded(PlatformLoad {
                    place,
                    magnet: None,
                    certainty: Certainty::FULL,
                }),
                ObservationKind::PushStarted(place),
                ObservationKind::Pushed(Push {
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

/// Returns the observation of a side's slot of a post, with or without its marker.
#[must_use]
pub fn marker(game: &Match, side: Side, post: Post, there: bool) -> ObservationKind {
    let terms = game.terms();
    let seat = terms.players.seats_of(side).next().unwrap_or(Seat::First);
    ObservationKind::Marker {
        post,
        slot: side.index() as u8,
        marker: there.then(|| magnet_of(terms.colours[seat])),
        certainty: Certainty::FULL,
    }
}

/// Returns the two observations of a fall: its onset, and the completed fall.
#[must_use]
pub fn falls(piece: Piece, cause: Cause, id: FallId, onset: Instant) -> Vec<ObservationKind> {
    let fall = fall(piece, cause, id, onset);
    vec![
        ObservationKind::Falling(id, fall.measured.spot()),
        ObservationKind::Fell(fall),
    ]
}

/// Returns a completed fall as both planes see it, with full certainty.
#[must_use]
pub fn fall(piece: Piece, cause: Cause, id: FallId, onset: Instant) -> Fall {
    Fall {
        measured: CurtainFall {
            pattern: FallPattern {
                id,
                edge: Edge::South,
                witnesses: Witnesses::Two,
                count: BodyCount::One,
                sound: true,
            },
            onset,
            along: Micrometres::mm(100),
            width: Micrometres::mm(30),
            width_doubt: Micrometres::mm(5),
            drop: Span::millis(30),
            dark: Span::millis(60),
        },
        magnet: None,
        costs: costs(body_of(piece)).into(),
        cause: FallCause {
            kind: cause,
            certainty: Certainty::FULL,
        },
    }
}

/// Returns costs of a fall that only this body explains.
#[must_use]
pub fn costs(body: Body) -> ByBody<u8> {
    let mut costs = ByBody([200; 6]);
    costs[body] = 0;
    costs
}

/// Returns the body that sensors take a piece for.
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
