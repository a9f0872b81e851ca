//! Docking, markers and rest: what is seen, as actions of the game.

use super::super::evidence::{Evidence, Seen, SlotChange, Way, Witnesses};
use super::super::game::{Overrule, Play};
use super::super::kind::{Kind, Policy};
use super::super::question::{Choice, Doubt};
use super::super::table::{Berth, News, Slot, Table};
use super::super::verdict::{Answered, Verdict};
use super::correction::Correction;
use super::{Gate, View, choices, fall, gate, judge, markers, push, repair};
use crate::board::mounts::{DOCK_ALONG, dock_edge};
use crate::games::kabuto::state::{Platform, PushDuty, SlamDuty};
use crate::games::kabuto::{Action, Match, Phase, Reason};
use crate::place::{Facing, Place, Post};
use crate::player::Side;
use crate::sensing::certainty::Certainty;
use crate::time::Instant;

/// How far apart two readings of one place on an edge may be, in millimetres.
/// Half the pitch of the edge sensors.
const SAME_PLACE_MM: u16 = 16;

/// Where along its edge a corner's dock lies, in millimetres.
const DOCK_MM: u16 = (DOCK_ALONG / 1000) as u16;

/// A place as the game at the table names it: without posts the docks of the
/// corners are places along their edges like any other.
pub(super) const fn as_played(game: &Match, place: Place) -> Place {
    match place {
        Place::Corner(post) if !game.terms().book().has_posts() => Place::Along {
            edge: dock_edge(post),
            at_mm: DOCK_MM,
        },
        Place::Corner(_) | Place::Along { .. } => place,
    }
}

/// What is to be done about `evidence`.
pub(in crate::referee) fn consider(
    view: View<'_>,
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    if matches!(view.game.state().phase, Phase::Over(_)) {
        return Verdict::Idle;
    }
    match (evidence.seen, answered) {
        (_, Some((Doubt::AfterCut | Doubt::Overflow, Choice::TableIsRight))) => adopt(view),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Verdict::Idle,
        (Seen::Docked(place, facing), _) => dock(view, evidence, (place, facing), answered),
        (Seen::Marker(change), _) => marker(view, evidence, change, answered),
        (Seen::Pushed(shove), _) => push::consider(view, evidence, &shove, answered),
        (Seen::Fell(drop), _) => fall::consider(view, evidence, &drop, answered),
        (Seen::Unseen(_), _) => fall::unseen(view, answered),
        (Seen::Rest, _) => rest(view, evidence, answered),
        (Seen::Lifted | Seen::Said(_) | Seen::Cell { .. } | Seen::Board(_), _) => Verdict::Idle,
    }
}

/// What the table shows becomes what the game says.
fn adopt(view: View<'_>) -> Verdict {
    repair::shown(view.game, view.table).map_or(Verdict::Idle, correct)
}

/// Whether two readings mean the same place.
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
    view: View<'_>,
    evidence: &Evidence,
    (place, facing): (Place, Facing),
    answered: Answered,
) -> Verdict {
    let place = as_played(view.game, place);
    let state = view.game.state();
    let turn = &state.turn;
    if state.phase != Phase::InTurn {
        return match view.policies[Kind::Dock] {
            Policy::LogOnly => Verdict::Log,
            // Too early, not wrong: it is looked at again when its time has come.
            Policy::Accept | Policy::TwoSensors | Policy::Ask => Verdict::Idle,
        };
    }
    let stays = matches!(turn.platform, Platform::Down(at, _) if is_same_place(at, place));
    // Whoever's push was replaced has no use for the platform: the next player
    // sets it down, wherever that is.
    let unused = turn.pushes == 0 && turn.push != PushDuty::Replaced;
    if stays && unused && facing == Facing::Short {
        return Verdict::Idle;
    }
    let kind = if turn.platform_fixed() || turn.push == PushDuty::Replaced {
        Kind::TurnEnd
    } else {
        Kind::Dock
    };
    if let Some(asked) = ask_if_doubtful(view, kind, evidence, answered) {
        return asked;
    }
    let action = Action::Dock(place, facing);
    match view.game.permits(&action) {
        Ok(()) => judge(action),
        // Put back where it belongs.
        Err(_) if stays && facing == Facing::Short => Verdict::Idle,
        Err(_) if insists(answered) => adopt(view),
        Err(_) => Verdict::Refuse(Play::Kabuto(action)),
    }
}

/// What the policy says; nothing if it passes.
fn ask_if_doubtful(
    view: View<'_>,
    kind: Kind,
    evidence: &Evidence,
    answered: Answered,
) -> Option<Verdict> {
    if answered.is_some() {
        return None;
    }
    match gate(view.policies[kind], evidence, Witnesses::One) {
        Gate::Pass => None,
        Gate::Log => Some(Verdict::Log),
        Gate::Ask(doubt) => Some(Verdict::Ask(doubt, choices([Choice::AsSeen]))),
    }
}

/// Whether people say that it counts all the same.
pub(super) const fn insists(answered: Answered) -> bool {
    matches!(answered, Some((_, Choice::TableIsRight)))
}

fn marker(view: View<'_>, evidence: &Evidence, change: SlotChange, answered: Answered) -> Verdict {
    let terms = view.game.terms();
    if !terms.book().has_posts() {
        return Verdict::Idle;
    }
    let side = match answered {
        Some((_, Choice::Marker(side))) => Some(side),
        _ => markers::side_of(terms, change.marker),
    };
    let on_game = |side: Side| view.game.state().markers[side].contains(change.post);
    let Some(side) = side else {
        // Nobody here plays this colour: only a marker that comes matters.
        return match change.way {
            Way::Off => Verdict::Idle,
            Way::On if answered.is_some() => Verdict::Idle,
            Way::On => whose(view, evidence),
        };
    };
    let action = match change.way {
        Way::On if on_game(side) => return Verdict::Idle,
        Way::On => Action::PlaceMarker(side, change.post),
        // It was never there for the game, or another of the side still is.
        Way::Off if !on_game(side) => return Verdict::Idle,
        Way::Off if shows(view.game, view.table, side, change.post) => return Verdict::Idle,
        Way::Off => Action::TakeMarker(side, change.post),
    };
    let permitted = view.game.permits(&action);
    if let Err(refusal) = &permitted
        && is_early(view.game, side, &refusal.reason)
        && view.policies[Kind::Marker] != Policy::LogOnly
    {
        return Verdict::Idle;
    }
    if !evidence.certainty.is_high() && answered.is_none() && change.way == Way::On {
        return whose(view, evidence);
    }
    if let Some(asked) = ask_if_doubtful(view, Kind::Marker, evidence, answered) {
        return asked;
    }
    match permitted {
        Ok(()) => judge(action),
        Err(_) if insists(answered) => adopt(view),
        Err(_) => Verdict::Refuse(Play::Kabuto(action)),
    }
}

/// Whose marker came: asked, unless markers are only written down.
fn whose(view: View<'_>, evidence: &Evidence) -> Verdict {
    match gate(view.policies[Kind::Marker], evidence, Witnesses::Two) {
        Gate::Log => Verdict::Log,
        Gate::Pass | Gate::Ask(_) => {
            let sides = view.game.terms().players.sides().map(Choice::Marker);
            Verdict::Ask(Doubt::Whose, choices(sides))
        }
    }
}

/// Whether a marker has only come or gone before its time: while things still
/// move, or before the platform of whoever's turn it is.
fn is_early(game: &Match, side: Side, reason: &Reason) -> bool {
    let own = side == game.terms().side_of(game.state().turn.seat);
    match reason {
        Reason::NotAtRest => true,
        Reason::PlatformAway => own,
        _ => false,
    }
}

/// Whether a marker of this side is on this post, as far as sensors tell.
pub(super) fn shows(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    table.slots(post).iter().any(|slot| match slot {
        Slot::Holds(magnet, _) => markers::side_of(game.terms(), *magnet) == Some(side),
        Slot::Empty(_) | Slot::Unknown => false,
    })
}

fn rest(view: View<'_>, evidence: &Evidence, answered: Answered) -> Verdict {
    if !matches!(view.game.state().phase, Phase::Settling(_)) {
        return Verdict::Idle;
    }
    ask_if_doubtful(view, Kind::Settle, evidence, answered).unwrap_or_else(|| judge(Action::Settle))
}

/// Something the table shows whose time has come only now: a platform set down
/// early, a marker set before the platform, markers taken for the slam while
/// things still moved. Gives it as new evidence.
pub(in crate::referee) fn unjudged(game: &Match, table: &Table, now: Instant) -> Option<Evidence> {
    let state = game.state();
    if state.phase != Phase::InTurn {
        return None;
    }
    if let (Berth::Down(dock), Platform::Away) = (table.platform(), state.turn.platform)
        && dock.news == News::Fresh
    {
        return Some(Evidence {
            at: now,
            seen: Seen::Docked(dock.place, dock.facing),
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
        .filter(|&post| slams && is_said_empty(game, table, side, post))
        .filter(|&post| table.fresh(post).next().is_some());
    let post = gone.next()?;
    let colour = game.terms().colours[state.turn.seat];
    Some(Evidence {
        at: now,
        seen: Seen::Marker(SlotChange {
            post,
            slot: 0,
            marker: markers::magnet_of(colour),
            way: Way::Off,
        }),
        certainty: Certainty::FULL,
    })
}

/// The marker of `side` that stands on `post`, as if it had come just now.
fn slot_evidence(
    game: &Match,
    table: &Table,
    (side, post): (Side, Post),
    now: Instant,
) -> Option<Evidence> {
    table
        .fresh(post)
        .filter_map(|(slot, it)| match it {
            Slot::Holds(marker, certainty) => Some((slot, marker, certainty)),
            Slot::Empty(_) | Slot::Unknown => None,
        })
        .find(|(_, marker, _)| markers::side_of(game.terms(), *marker) == Some(side))
        .map(|(slot, marker, certainty)| Evidence {
            at: now,
            seen: Seen::Marker(SlotChange {
                post,
                slot,
                marker,
                way: Way::On,
            }),
            certainty,
        })
}

/// Whether the sensors say for sure that no marker of this side is there. The
/// slots of a post are read together, and of one that was empty from the beginning
/// nothing is said: once another has been heard of, silence means empty.
pub(super) fn is_known_empty(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    let slots = table.slots(post);
    let heard = slots.iter().any(|slot| *slot != Slot::Unknown);
    heard
        && slots.iter().all(|slot| match slot {
            Slot::Unknown => true,
            Slot::Empty(certainty) => certainty.is_high(),
            Slot::Holds(magnet, certainty) => {
                certainty.is_high() && markers::side_of(game.terms(), *magnet) != Some(side)
            }
        })
}

/// Whether a slot of the post was said to be empty as well. After power-up the
/// markers are heard of one after the other: silence is not enough then to judge
/// that one was taken.
fn is_said_empty(game: &Match, table: &Table, side: Side, post: Post) -> bool {
    let said = |slot: &Slot| matches!(slot, Slot::Empty(_));
    table.slots(post).iter().any(said) && is_known_empty(game, table, side, post)
}

/// A correction as a verdict.
pub(super) const fn correct(correction: Correction) -> Verdict {
    Verdict::Correct(Overrule::Kabuto(correction))
}
