//! Interpretation of docking, markers and rest as actions of the game.

use super::super::decision::{Decision, GivenAnswer};
use super::super::evidence::{Evidence, EvidenceKind, MarkerMove, SlotChange};
use super::super::game::{AnyAction, AnyCorrection};
use super::super::policy::{EventClass, Policy};
use super::super::question::{Choice, Doubt};
use super::super::table::{JudgeStatus, PlatformPosition, SlotContent, Table};
use super::correction::Correction;
use super::{
    PolicyResult, TableView, apply, check_policy, fall, markers, push, repair,
    with_standing_choices,
};
use crate::board::mounts::{DOCK_ALONG, dock_edge};
use crate::games::kabuto::state::{Platform, PushDuty, SlamDuty};
use crate::games::kabuto::{Action, Match, MatchPhase, Reason};
use crate::place::{Facing, Place, Post};
use crate::player::Side;
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::Witnesses;
use crate::time::Instant;

/// Largest distance between two readings of one place on an edge, in millimetres: half
/// the pitch of the edge sensors.
const SAME_PLACE_MM: u16 = 16;

/// Position of a corner's dock along its edge, in millimetres.
const DOCK_MM: u16 = (DOCK_ALONG / 1000) as u16;

/// Returns a place as the game names it: without posts the docks of the corners are
/// places along their edges like any other.
pub(super) const fn as_played(game: &Match, place: Place) -> Place {
    match place {
        Place::Corner(post) if !game.terms().book().has_posts() => Place::Along {
            edge: dock_edge(post),
            at_mm: DOCK_MM,
        },
        Place::Corner(_) | Place::Along { .. } => place,
    }
}

/// Returns the decision about `evidence`, with the answer of people if they were asked.
pub(in crate::referee) fn consider(
    view: TableView<'_>,
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Decision {
    if matches!(view.game.state().phase, MatchPhase::Over(_)) {
        return Decision::Nothing;
    }
    match (evidence.kind, answered) {
        (_, Some((Doubt::AfterCut | Doubt::Overflow, Choice::TableIsRight))) => adopt(view),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Decision::Nothing,
        (EvidenceKind::Docked(place, facing), _) => dock(view, evidence, (place, facing), answered),
        (EvidenceKind::Marker(change), _) => marker(view, evidence, change, answered),
        (EvidenceKind::Pushed(shove), _) => push::consider(view, evidence, &shove, answered),
        (EvidenceKind::Fell(drop), _) => fall::consider(view, evidence, &drop, answered),
        (EvidenceKind::Unseen(_), _) => fall::unseen(view, answered),
        (EvidenceKind::Rest, _) => rest(view, evidence, answered),
        (
            EvidenceKind::Undocked
            | EvidenceKind::Declared(_)
            | EvidenceKind::Cell { .. }
            | EvidenceKind::Board(_),
            _,
        ) => Decision::Nothing,
    }
}

/// Returns the decision to correct the game to the state that the table shows.
fn adopt(view: TableView<'_>) -> Decision {
    repair::shown(view.game, view.table).map_or(Decision::Nothing, correct)
}

/// True if two readings of the platform mean the same place.
pub(super) const fn is_same_place(one: Place, other: Place) -> bool {
    match (one, other) {
        (Place::Corner(one), Place::Corner(other)) => one.index() == other.index(),
        (Place::Corner(post), Place::Along { edge, at_mm })
        | (Place::Along { edge, at_mm }, Place::Corner(post)) => {
            edge.index() == dock_edge(post).index() && at_mm.abs_diff(DOCK_MM) <= SAME_PLACE_MM
        }
        (
            Place::Along { edge, at_mm },
            Place::Along {
                edge: other_edge,
                at_mm: other_mm,
            },
        ) => edge.index() == other_edge.index() && at_mm.abs_diff(other_mm) <= SAME_PLACE_MM,
    }
}

fn dock(
    view: TableView<'_>,
    evidence: &Evidence,
    (place, facing): (Place, Facing),
    answered: GivenAnswer,
) -> Decision {
    let place = as_played(view.game, place);
    let state = view.game.state();
    let turn = &state.turn;
    if state.phase != MatchPhase::InTurn {
        return match view.policies[EventClass::Dock] {
            Policy::LogOnly => Decision::Log,
            // Too early, not wrong: it is judged again when its time has come.
            Policy::Accept | Policy::TwoSensors | Policy::Ask => Decision::Nothing,
        };
    }
    let stays = matches!(turn.platform, Platform::Down(at, _) if is_same_place(at, place));
    // A player whose push was replaced has no use for the platform: the next player sets
    // it down, wherever that is.
    let unused = turn.pushes == 0 && turn.push != PushDuty::Replaced;
    if stays && unused && facing == Facing::Short {
        return Decision::Nothing;
    }
    // Set down again where it was, while a push is left, does not end the turn.
    let resumes = stays && turn.extra > 0 && turn.pushes > 0;
    let goes_on = resumes || turn.may_relocate();
    let ends_turn = turn.platform_fixed() || turn.push == PushDuty::Replaced;
    let kind = if ends_turn && !goes_on {
        EventClass::TurnEnd
    } else {
        EventClass::Dock
    };
    if let Some(asked) = ask_if_doubtful(view, kind, evidence, answered) {
        return asked;
    }
    let place = match turn.platform {
        // The place as the game knows it: two readings of it differ by millimetres.
        Platform::Down(at, _) if resumes => at,
        _ => place,
    };
    let action = Action::Dock(place, facing);
    match view.game.permits(&action) {
        Ok(()) => apply(action),
        // Put back where it belongs.
        Err(_) if stays && facing == Facing::Short => Decision::Nothing,
        Err(_) if insists(answered) => adopt(view),
        Err(_) => Decision::Refuse(AnyAction::Kabuto(action)),
    }
}

/// Returns the decision that the policy demands, to ask or to log; `None` if the evidence
/// passes or people have answered.
fn ask_if_doubtful(
    view: TableView<'_>,
    kind: EventClass,
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Option<Decision> {
    if answered.is_some() {
        return None;
    }
    match check_policy(view.policies[kind], evidence, Witnesses::One) {
        PolicyResult::Pass => None,
        PolicyResult::Log => Some(Decision::Log),
        PolicyResult::Ask(doubt) => Some(Decision::Ask(
            doubt,
            with_standing_choices([Choice::AsSeen]),
        )),
    }
}

/// True if people answered that the event counts although the rules forbid it.
pub(super) const fn insists(answered: GivenAnswer) -> bool {
    matches!(answered, Some((_, Choice::TableIsRight)))
}

fn marker(
    view: TableView<'_>,
    evidence: &Evidence,
    change: SlotChange,
    answered: GivenAnswer,
) -> Decision {
    let terms = view.game.terms();
    if !terms.book().has_posts() {
        return Decision::Nothing;
    }
    let side = match answered {
        Some((_, Choice::Marker(side))) => Some(side),
        _ => markers::side_of(terms, change.marker),
    };
    let on_game = |side: Side| view.game.state().markers[side].contains(change.post);
    let Some(side) = side else {
        // No side plays this colour: only a marker that comes matters.
        return match change.movement {
            MarkerMove::Off => Decision::Nothing,
            MarkerMove::On if answered.is_some() => Decision::Nothing,
            MarkerMove::On => whose(view, evidence),
        };
    };
    let action = match change.movement {
        MarkerMove::On if on_game(side) => return Decision::Nothing,
        MarkerMove::On => Action::PlaceMarker(side, change.post),
        // The game never had it there, or another marker of the side still is.
        MarkerMove::Off if !on_game(side) => return Decision::Nothing,
        MarkerMove::Off if shows(view.game, view.table, side, change.post) => {
            return Decision::Nothing;
        }
        MarkerMove::Off => Action::TakeMarker(side, change.post),
    };
    let permitted = view.game.permits(&action);
    if let Err(refusal) = &permitted
        && is_early(view.game, side, &refusal.reason)
        && view.policies[EventClass::Marker] != Policy::LogOnly
    {
        return Decision::Nothing;
    }
    if !evidence.certainty.is_high() && answered.is_none() && change.movement == MarkerMove::On {
        return whose(view, evidence);
    }
    if let Some(asked) = ask_if_doubtful(view, EventClass::Marker, evidence, answered) {
        return asked;
    }
    match permitted {
        Ok(()) => apply(action),
        Err(_) if insists(answered) => adopt(view),
        Err(_) => Decision::Refuse(AnyAction::Kabuto(action)),
    }
}

/// Returns the decision to ask whose marker came, unless markers are only logged.
fn whose(view: TableView<'_>, evidence: &Evidence) -> Decision {
    match check_policy(view.policies[EventClass::Marker], evidence, Witnesses::Two) {
        PolicyResult::Log => Decision::Log,
        PolicyResult::Pass | PolicyResult::Ask(_) => {
            let sides = view.game.terms().players.sides().map(Choice::Marker);
            Decision::Ask(Doubt::Whose, with_standing_choices(sides))
        }
    }
}

/// True if a marker was refused only because it came or went before its time: while
/// pieces still move, or before the platform of the side to move.
fn is_early(game: &Match, side: Side, reason: &Reason) -> bool {
    let own = side == game.terms().side_of(game.state().turn.seat);
    match reason {
        Reason::NotAtRest => true,
        Reason::PlatformAway => own,
        _ => false,
    }
}

/// True if a marker of this side is on this post, as far as the sensors show.
pub(super) fn shows(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    table.slots(post).iter().any(|slot| match slot {
        SlotContent::Holds(magnet, _) => markers::side_of(game.terms(), *magnet) == Some(side),
        SlotContent::Empty(_) | SlotContent::Unknown => false,
    })
}

fn rest(view: TableView<'_>, evidence: &Evidence, answered: GivenAnswer) -> Decision {
    if !matches!(view.game.state().phase, MatchPhase::Settling(_)) {
        return Decision::Nothing;
    }
    ask_if_doubtful(view, EventClass::Settle, evidence, answered)
        .unwrap_or_else(|| apply(Action::Settle))
}

/// Returns evidence that the table shows and whose time has come only now: a platform set
/// down early, a marker set before the platform, markers removed for the slam while
/// pieces still moved. `None` if there is none.
pub(in crate::referee) fn unjudged(game: &Match, table: &Table, now: Instant) -> Option<Evidence> {
    let state = game.state();
    if state.phase != MatchPhase::InTurn {
        return None;
    }
    if let (PlatformPosition::Down(dock), Platform::Away) = (table.platform(), state.turn.platform)
        && dock.status == JudgeStatus::Fresh
    {
        return Some(Evidence {
            id: dock.id,
            at: now,
            kind: EvidenceKind::Docked(dock.place, dock.facing),
            certainty: dock.certainty,
        });
    }
    let side = game.terms().side_of(state.turn.seat);
    if state.turn.marker_owed()
        && let Platform::Down(Place::Corner(post), _) = state.turn.platform
    {
        return slot_evidence(game, table, (side, post), now);
    }
    let slams = state.turn.slam == SlamDuty::Owed && state.turn.push != PushDuty::Due;
    let mut gone = state.markers[side]
        .iter()
        .filter(|&post| slams && is_reported_empty(game, table, side, post))
        .filter(|&post| table.fresh(post).next().is_some());
    let post = gone.next()?;
    let colour = game.terms().colours[state.turn.seat];
    Some(Evidence {
        id: table.post_id(post),
        at: now,
        kind: EvidenceKind::Marker(SlotChange {
            post,
            slot: 0,
            marker: markers::magnet_of(colour),
            movement: MarkerMove::Off,
        }),
        certainty: Certainty::FULL,
    })
}

/// Returns the evidence of the marker of `side` on `post`, as if it had come just now;
/// `None` if there is none that has not been judged.
fn slot_evidence(
    game: &Match,
    table: &Table,
    (side, post): (Side, Post),
    now: Instant,
) -> Option<Evidence> {
    table
        .fresh(post)
        .filter_map(|(slot, content)| match content {
            SlotContent::Holds(marker, certainty) => Some((slot, marker, certainty)),
            SlotContent::Empty(_) | SlotContent::Unknown => None,
        })
        .find(|(_, marker, _)| markers::side_of(game.terms(), *marker) == Some(side))
        .map(|(slot, marker, certainty)| Evidence {
            id: table.slot_id(post, slot),
            at: now,
            kind: EvidenceKind::Marker(SlotChange {
                post,
                slot,
                marker,
                movement: MarkerMove::On,
            }),
            certainty,
        })
}

/// True if the sensors show for certain that no marker of this side is on this post. The
/// slots of a post are read together, and sensing reports nothing about one that was
/// empty from the start: once another has been reported, silence means empty.
pub(super) fn is_known_empty(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    let slots = table.slots(post);
    let heard = slots.iter().any(|slot| *slot != SlotContent::Unknown);
    heard
        && slots.iter().all(|slot| match slot {
            SlotContent::Unknown => true,
            SlotContent::Empty(certainty) => certainty.is_high(),
            SlotContent::Holds(magnet, certainty) => {
                certainty.is_high() && markers::side_of(game.terms(), *magnet) != Some(side)
            }
        })
}

/// True if no marker of this side is on this post and a slot of it was reported empty.
/// After power-up the markers are reported one after the other: silence alone then does
/// not prove that one was removed.
fn is_reported_empty(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    let empty = |slot: &SlotContent| matches!(slot, SlotContent::Empty(_));
    table.slots(post).iter().any(empty) && is_known_empty(game, table, side, post)
}

/// Returns the decision to apply a correction.
pub(super) const fn correct(correction: Correction) -> Decision {
    Decision::Correct(AnyCorrection::Kabuto(correction))
}
