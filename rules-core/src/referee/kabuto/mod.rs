//! The flow of Sakura Slam and Kabuto Sumo at the table: from what is seen to
//! what is judged. Nobody has to press anything but to declare special moves.
//!
//! | seen | taken as |
//! |---|---|
//! | platform set down | docking; waits while things still move |
//! | marker comes | a marker set, by the side of its colour |
//! | marker goes | a marker taken for the slam, else wrongly |
//! | pushed | a push; implies rest, and docking where the platform lies |
//! | fell | a fall by the push, or an accident |
//! | nothing moves | everything at rest |
//!
//! | file | concern |
//! |---|---|
//! | `consider` | docking, markers, rest |
//! | `push`, `fall` | which piece, and what it means |
//! | `weigh` | bodies and the pieces they can be |
//! | `markers` | colours and magnets |
//! | [`correction`] | what people can put right in the game |
//! | [`repair`] | what people can put right on the table |

mod consider;
pub mod correction;
mod fall;
pub mod markers;
mod push;
pub mod repair;
mod weigh;

pub(super) use consider::{consider, unjudged};
pub(super) use fall::is_unseen;
pub(super) use weigh::ring;

use super::game::Play;
use super::gate::{Gate, choices, gate};
use super::kind::{Kind, Policies};
use super::table::Table;
use super::verdict::Verdict;
use crate::games::kabuto::{Action, Match};
use crate::piece::{Element, Piece};

/// What the flow looks at.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Match,
    pub(super) table: &'a Table,
    pub(super) policies: &'a Policies,
    /// Whether the rest judged last can still be taken back.
    pub(super) can_unsettle: bool,
}

/// Which policy an action stands under.
pub(super) const fn kind_of(action: &Action) -> Option<Kind> {
    match action {
        Action::Dock(..) => Some(Kind::Dock),
        Action::PlaceMarker(..) | Action::TakeMarker(..) => Some(Kind::Marker),
        Action::Push(..) => Some(Kind::Push),
        Action::Fall(piece) => Some(fall_kind(*piece)),
        Action::Accident(_) => Some(Kind::Accident),
        Action::Settle => Some(Kind::Settle),
        Action::Use(_) | Action::EndTurn | Action::Submit => None,
    }
}

const fn fall_kind(piece: Piece) -> Kind {
    match piece {
        Piece::Element(Element::Pawn(_)) => Kind::PawnFall,
        Piece::Element(Element::Token(_)) => Kind::TokenFall,
        Piece::Sumo(_) => Kind::SumoFall,
        Piece::Belt => Kind::BeltFall,
    }
}

fn judge(action: Action) -> Verdict {
    Verdict::Judge(Play::Kabuto(action))
}
