//! A fall: which piece it was, whether the push made it fall, and what then.

use super::super::evidence::{Drop, Evidence, Seen};
use super::super::game::{Overrule, Play};
use super::super::kind::{Kind, Policy};
use super::super::question::{Choice, Choices, Doubt};
use super::super::table::{Berth, Table};
use super::super::verdict::{Answered, Verdict};
use super::push::{which, which_fell};
use super::weigh::{self, Who};
use super::{Gate, View, choices, fall_kind, gate, judge};
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{Action, Match, Phase};
use crate::piece::Piece;
use crate::place::Place;
use crate::sensing::body::Body;
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::{Cause, Count};

pub(super) fn consider(
    view: View<'_>,
    evidence: &Evidence,
    drop: &Drop,
    answered: Answered,
) -> Verdict {
    if is_only_logged(view, drop) {
        return Verdict::Log;
    }
    let settling = matches!(view.game.state().phase, Phase::Settling(_));
    match (drop.count, answered) {
        // Two abreast are never taken for one.
        (Count::PerhapsTwo, None) => {
            return Verdict::Ask(Doubt::Count, choices([Choice::One, Choice::Two]));
        }
        (_, Some((Doubt::Count | Doubt::Which(_), Choice::Two))) => {
            let one = Drop {
                count: Count::One,
                ..*drop
            };
            return Verdict::Twice(Evidence {
                seen: Seen::Fell(one),
                ..*evidence
            });
        }
        _ => {}
    }
    match answered {
        Some((Doubt::Cause(piece), Choice::ByPush)) => return fell(view, piece),
        Some((Doubt::Cause(piece) | Doubt::Late(piece), Choice::ByAccident)) => {
            return accident(view, piece);
        }
        Some((Doubt::Late(piece), Choice::ByPush)) if settling => return fell(view, piece),
        Some((Doubt::Late(_), Choice::ByPush)) if view.can_unsettle => {
            return Verdict::Correct(Overrule::Unsettle);
        }
        Some((Doubt::Late(piece), Choice::ByPush)) => return accident(view, piece),
        _ => {}
    }
    let (piece, by_people) = match answered {
        Some((_, Choice::Piece(piece))) => (piece, true),
        _ => {
            let sumos = view.policies[Kind::SumoFall];
            match weigh::fallen(view.game, drop, evidence.certainty, sumos) {
                Who::One(piece) => (piece, false),
                Who::Any(suspects) => return which_fell(&suspects, answered),
            }
        }
    };
    let Some(cause) = cause(view, evidence, drop, settling) else {
        return ask_why(settling, view, piece);
    };
    let (kind, verdict) = match (cause, settling) {
        (Cause::Accident, _) => (Kind::Accident, accident(view, piece)),
        (Cause::Push, true) => (fall_kind(piece), fell(view, piece)),
        (Cause::Push, false) => return ask_why(settling, view, piece),
    };
    let sure = Evidence {
        certainty: Certainty::FULL,
        ..*evidence
    };
    match gate(view.policies[kind], &sure, drop.witnesses) {
        Gate::Pass => verdict,
        _ if by_people => verdict,
        Gate::Log => Verdict::Log,
        Gate::Ask(doubt) => Verdict::Ask(doubt, choices([Choice::Piece(piece)])),
    }
}

/// What fell where nothing was seen: anything on the ring, one after the other,
/// until people say that it was nothing.
pub(super) fn unseen(view: View<'_>, answered: Answered) -> Verdict {
    let logged = view.policies[Kind::PawnFall] == Policy::LogOnly;
    if logged || !matches!(view.game.state().phase, Phase::Settling(_)) {
        return Verdict::Idle;
    }
    match answered {
        Some((_, Choice::Piece(piece))) => fell(view, piece),
        _ => match which(&weigh::anything(view.game), answered) {
            Verdict::Ask(doubt, list) => Verdict::Ask(doubt, nothing_first(&list)),
            other => other,
        },
    }
}

fn nothing_first(list: &[Choice]) -> Choices {
    let others = list.iter().copied().filter(|&it| it != Choice::Nothing);
    [Choice::Nothing].into_iter().chain(others).collect()
}

/// Why it fell, if that is for sure.
///
/// Away from the docks no sensor sees a push, so that sensing takes all that
/// falls for an accident. Of a push that was told it is the push, unless a hand
/// is or just was in the gutter; before that it is asked while the platform lies
/// there.
fn cause(view: View<'_>, evidence: &Evidence, drop: &Drop, settling: bool) -> Option<Cause> {
    let sure = drop.cause_certainty.is_high();
    let unseen = is_unseen(view.game, view.table) && drop.cause == Cause::Accident;
    match (unseen, settling) {
        (false, _) => sure.then_some(drop.cause),
        (true, true) if !view.table.is_handled(drop.edge, evidence.at) => Some(Cause::Push),
        (true, _) => None,
    }
}

/// Whether no sensor would see a push: the platform lies away from the docks.
pub(in crate::referee) const fn is_unseen(game: &Match, table: &Table) -> bool {
    if game.terms().book().has_posts() {
        return false;
    }
    match (table.platform(), game.state().turn.platform) {
        (Berth::Down(dock), _) => matches!(dock.place, Place::Along { .. }),
        (Berth::Away, Platform::Down(..)) => true,
        (Berth::Away, Platform::Away) => false,
    }
}

/// Whether falls like this one are only written down: by what it looks like
/// most.
fn is_only_logged(view: View<'_>, drop: &Drop) -> bool {
    let body = Body::ALL.into_iter().min_by_key(|&it| drop.costs[it]);
    let kind = match (drop.cause, body) {
        (Cause::Accident, _) => Kind::Accident,
        (Cause::Push, Some(Body::Token)) => Kind::TokenFall,
        (Cause::Push, Some(Body::Sumo)) => Kind::SumoFall,
        (Cause::Push, Some(Body::Belt)) => Kind::BeltFall,
        (Cause::Push, _) => Kind::PawnFall,
    };
    view.policies[kind] == Policy::LogOnly
}

fn fell(view: View<'_>, piece: Piece) -> Verdict {
    say(view, Action::Fall(piece))
}

fn accident(view: View<'_>, piece: Piece) -> Verdict {
    say(view, Action::Accident(piece))
}

fn say(view: View<'_>, action: Action) -> Verdict {
    match view.game.permits(&action) {
        Ok(()) => judge(action),
        Err(_) => Verdict::Refuse(Play::Kabuto(action)),
    }
}

/// Whether the push made it fall. After the push has come to rest that can
/// still be said, as long as nothing was judged since.
fn ask_why(settling: bool, view: View<'_>, piece: Piece) -> Verdict {
    let both = [Choice::ByPush, Choice::ByAccident];
    match (settling, view.can_unsettle) {
        (true, _) => Verdict::Ask(Doubt::Cause(piece), choices(both)),
        (false, true) => Verdict::Ask(Doubt::Late(piece), choices(both)),
        (false, false) => Verdict::Ask(Doubt::Late(piece), choices([Choice::ByAccident])),
    }
}
