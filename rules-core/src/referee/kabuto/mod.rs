//! Sakura Slam and Kabuto Sumo at the table: from evidence to judgements. Players declare
//! only what no sensor shows: special moves, the end of a turn, a submission, and pushes
//! away from the docks.
//!
//! | evidence | interpretation |
//! |---|---|
//! | platform set down | docking; waits while pieces still move |
//! | marker comes | a marker set, by the side of its colour |
//! | marker goes | a marker removed for the slam, else wrongly |
//! | pushed | a push; implies rest, and docking where the platform lies |
//! | fell | a fall by the push, or an accident |
//! | nothing moves | everything at rest |
//!
//! | module | contents |
//! |---|---|
//! | `interpret` | docking, markers, rest |
//! | `push`, `fall` | the piece, and its meaning |
//! | `candidates` | bodies and the pieces they can be |
//! | `markers` | colours and magnets |
//! | [`correction`] | corrections of the game |
//! | [`repair`] | repairs of the table |
//! | `refereed` | the match as one of the refereed games |

mod candidates;
pub mod correction;
mod fall;
mod interpret;
pub mod markers;
mod push;
mod refereed;
pub mod repair;

pub use candidates::hand_prior;
pub use refereed::KabutoOpening;

use super::decision::Decision;
use super::game::AnyAction;
use super::policy::EventClass;
use super::policy_check::{PolicyResult, check_policy, with_standing_choices};
use crate::games::kabuto::{Action, Match};
use crate::piece::{Element, Piece};

/// Input of the interpreter of Kabuto Sumo besides the evidence.
pub(super) type TableView<'a> = super::game::TableView<'a, Match>;

/// Returns the event class whose policy applies to an action; `None` for an action that
/// only people declare.
pub(super) const fn kind_of(action: &Action) -> Option<EventClass> {
    match action {
        Action::Dock(..) => Some(EventClass::Dock),
        Action::PlaceMarker(..) | Action::TakeMarker(..) => Some(EventClass::Marker),
        Action::Push(..) => Some(EventClass::Push),
        Action::Fall(piece) => Some(fall_kind(*piece)),
        Action::Accident(_) => Some(EventClass::Accident),
        Action::Settle => Some(EventClass::Settle),
        Action::Use(_) | Action::EndTurn | Action::Submit => None,
    }
}

const fn fall_kind(piece: Piece) -> EventClass {
    match piece {
        Piece::Element(Element::Pawn(_)) => EventClass::PawnFall,
        Piece::Element(Element::Token(_)) => EventClass::TokenFall,
        Piece::Sumo(_) => EventClass::SumoFall,
        Piece::Belt => EventClass::BeltFall,
    }
}

fn apply(action: Action) -> Decision {
    Decision::Judge(AnyAction::Kabuto(action))
}
