//! Interpretation of a fall: its piece, its cause, and the action that follows.

use super::super::decision::{Decision, GivenAnswer};
use super::super::evidence::{Evidence, EvidenceKind, FallEvidence};
use super::super::game::{AnyAction, AnyCorrection};
use super::super::policy::{EventClass, Policy};
use super::super::question::{Choice, ChoiceList, Doubt};
use super::super::table::{PlatformPosition, Table};
use super::candidates::{self, PieceGuess};
use super::push::{which, which_fell};
use super::{PolicyResult, TableView, apply, check_policy, fall_kind, with_standing_choices};
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{Action, Match, MatchPhase};
use crate::piece::Piece;
use crate::place::Place;
use crate::sensing::body::Body;
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::{BodyCount, Cause};

pub(super) fn consider(
    view: TableView<'_>,
    evidence: &Evidence,
    drop: &FallEvidence,
    answered: GivenAnswer,
) -> Decision {
    if is_only_logged(view, drop) {
        return Decision::Log;
    }
    let settling = matches!(view.game.state().phase, MatchPhase::Settling(_));
    let sumos = view.policies[EventClass::SumoFall];
    let guess = |seen| candidates::fallen_piece(view.game, drop, seen, sumos);
    match (drop.pattern.count, answered) {
        // Two abreast are never taken for one. Which it was if it was one is part of the
        // question, so that it need not be asked afterwards.
        (BodyCount::PerhapsTwo, None) => {
            return match guess(if_one(drop)) {
                PieceGuess::One(_) => Decision::Ask(
                    Doubt::Count,
                    with_standing_choices([Choice::One, Choice::Two]),
                ),
                PieceGuess::Any(suspects) => which_fell(&suspects, BodyCount::PerhapsTwo, None),
            };
        }
        (_, Some((Doubt::Count | Doubt::Which(_), Choice::Two))) => {
            let mut one = *drop;
            one.pattern.count = BodyCount::One;
            return Decision::Twice(Evidence {
                kind: EvidenceKind::Fell(one),
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
        Some((Doubt::Late(_), Choice::ByPush)) if view.can_unsettle() => {
            return Decision::Correct(AnyCorrection::Unsettle);
        }
        Some((Doubt::Late(piece), Choice::ByPush)) => return accident(view, piece),
        _ => {}
    }
    let (piece, by_people) = match answered {
        Some((_, Choice::Piece(piece))) => (piece, true),
        _ => {
            let seen = match answered {
                Some((Doubt::Count, Choice::One)) => if_one(drop),
                _ => evidence.certainty,
            };
            match guess(seen) {
                PieceGuess::One(piece) => (piece, seen != evidence.certainty),
                PieceGuess::Any(suspects) => {
                    return which_fell(&suspects, drop.pattern.count, answered);
                }
            }
        }
    };
    let Some(cause) = cause(view, evidence, drop, settling) else {
        return ask_why(settling, view, piece);
    };
    let (kind, decision) = match (cause, settling) {
        (Cause::Accident, _) => (EventClass::Accident, accident(view, piece)),
        (Cause::Push, true) => (fall_kind(piece), fell(view, piece)),
        (Cause::Push, false) => return ask_why(settling, view, piece),
    };
    let sure = Evidence {
        certainty: Certainty::FULL,
        ..*evidence
    };
    match check_policy(view.policies[kind], &sure, drop.pattern.witnesses) {
        PolicyResult::Pass => decision,
        _ if by_people => decision,
        PolicyResult::Log => Decision::Log,
        PolicyResult::Ask(doubt) => {
            Decision::Ask(doubt, with_standing_choices([Choice::Piece(piece)]))
        }
    }
}

/// Returns the certainty of sensing about a fall of perhaps two, if it was one.
const fn if_one(drop: &FallEvidence) -> Certainty {
    match drop.pattern.sound {
        true => Certainty::FULL,
        false => Certainty::NONE,
    }
}

/// Returns the decision about a side that could not see everything: asks which piece
/// fell, one after the other, until people answer that none did.
pub(super) fn unseen(view: TableView<'_>, answered: GivenAnswer) -> Decision {
    let logged = view.policies[EventClass::PawnFall] == Policy::LogOnly;
    if logged || !matches!(view.game.state().phase, MatchPhase::Settling(_)) {
        return Decision::Nothing;
    }
    match answered {
        Some((_, Choice::Piece(piece))) => fell(view, piece),
        _ => match which(&candidates::anything(view.game), answered) {
            Decision::Ask(doubt, list) => Decision::Ask(doubt, nothing_first(&list)),
            other => other,
        },
    }
}

fn nothing_first(list: &[Choice]) -> ChoiceList {
    let others = list
        .iter()
        .copied()
        .filter(|&choice| choice != Choice::Nothing);
    [Choice::Nothing].into_iter().chain(others).collect()
}

/// Returns the cause of a fall, or `None` if it is not certain.
///
/// Away from the docks no sensor sees a push, so that sensing takes every fall for an
/// accident. After a declared push the cause is the push, unless a hand is or just was in
/// the gutter; before that the referee asks while the platform lies there.
fn cause(
    view: TableView<'_>,
    evidence: &Evidence,
    drop: &FallEvidence,
    settling: bool,
) -> Option<Cause> {
    let sure = drop.cause.certainty.is_high();
    let unseen = is_unseen(view.game, view.table) && drop.cause.kind == Cause::Accident;
    match (unseen, settling) {
        (false, _) => sure.then_some(drop.cause.kind),
        (true, true) if !view.table.is_handled(drop.pattern.edge, evidence.at) => Some(Cause::Push),
        (true, _) => None,
    }
}

/// True if no sensor would see a push, because the platform lies away from the docks.
pub(in crate::referee) const fn is_unseen(game: &Match, table: &Table) -> bool {
    if game.terms().book().has_posts() {
        return false;
    }
    match (table.platform(), game.state().turn.platform) {
        (PlatformPosition::Down(dock), _) => matches!(dock.place, Place::Along { .. }),
        (PlatformPosition::Away, Platform::Down(..)) => true,
        (PlatformPosition::Away, Platform::Away) => false,
    }
}

/// True if the policy only logs falls like this one, judged by the likeliest body.
fn is_only_logged(view: TableView<'_>, drop: &FallEvidence) -> bool {
    let body = Body::ALL.into_iter().min_by_key(|&body| drop.costs[body]);
    let kind = match (drop.cause.kind, body) {
        (Cause::Accident, _) => EventClass::Accident,
        (Cause::Push, Some(Body::Token)) => EventClass::TokenFall,
        (Cause::Push, Some(Body::Sumo)) => EventClass::SumoFall,
        (Cause::Push, Some(Body::Belt)) => EventClass::BeltFall,
        (Cause::Push, _) => EventClass::PawnFall,
    };
    view.policies[kind] == Policy::LogOnly
}

fn fell(view: TableView<'_>, piece: Piece) -> Decision {
    judge_as(view, Action::Fall(piece))
}

fn accident(view: TableView<'_>, piece: Piece) -> Decision {
    judge_as(view, Action::Accident(piece))
}

fn judge_as(view: TableView<'_>, action: Action) -> Decision {
    match view.game.permits(&action) {
        Ok(()) => apply(action),
        Err(_) => Decision::Refuse(AnyAction::Kabuto(action)),
    }
}

/// Returns the decision to ask for the cause of a fall. After the push has come to rest
/// it can still be the push, as long as nothing was judged since.
fn ask_why(settling: bool, view: TableView<'_>, piece: Piece) -> Decision {
    let both = [Choice::ByPush, Choice::ByAccident];
    match (settling, view.can_unsettle()) {
        (true, _) => Decision::Ask(Doubt::Cause(piece), with_standing_choices(both)),
        (false, true) => Decision::Ask(Doubt::Late(piece), with_standing_choices(both)),
        (false, false) => Decision::Ask(
            Doubt::Late(piece),
            with_standing_choices([Choice::ByAccident]),
        ),
    }
}
