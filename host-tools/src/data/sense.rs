//! Whether a move that is written correctly can ever be of use.
//!
//! The engine would refuse or ignore these moves at the table; better to say
//! so when the card is written.

use super::mechanism::Placed;
use super::mistake::Notes;
use super::words::Word;
use rules_core::games::kabuto::card::{Condition, Cost, Effect, InTurn, Kind, When};

/// A move as read, with the place of everything in it.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) at: usize,
    pub(super) when: Placed<When>,
    pub(super) place: InTurn,
    pub(super) costs: Vec<Placed<Cost>>,
    pub(super) needs: Vec<Placed<Condition>>,
    pub(super) effects: Vec<Placed<Effect>>,
}

/// Notes everything that makes the move useless or impossible.
pub(super) fn check(draft: &Draft, has_posts: bool, notes: &mut Notes) {
    check_time(draft, notes);
    check_repeats(draft, notes);
    check_target(draft, notes);
    if !has_posts {
        check_posts(draft, notes);
    }
}

fn check_time(draft: &Draft, notes: &mut Notes) {
    let replaces = draft.place == InTurn::Replaces;
    let after = draft.when.it == When::After;
    if draft.effects.is_empty() && !replaces {
        let wrong = "this move has no effect";
        notes.say(draft.at, wrong, "write effect = [ { ... } ]");
    }
    if replaces && after {
        notes.say(
            draft.when.at,
            "a move in place of the turn cannot come after the push",
            "write when = \"before\", or drop `replaces_turn`",
        );
        return;
    }
    let pushes_again = draft.effects.iter().any(|it| it.it == Effect::ExtraPush);
    for effect in &draft.effects {
        let key = match effect.it {
            Effect::PushGroup(_) => "push_group",
            Effect::Cue(_) => "cue",
            _ => continue,
        };
        if pushes_again {
            continue;
        }
        if after {
            notes.say(
                effect.at,
                format_args!("`{key}` is for a push still to come, and this move comes after it"),
                "write when = \"before\", or add { extra_push = true }",
            );
        } else if replaces {
            notes.say(
                effect.at,
                format_args!("`{key}` is for a push, and this move leaves none in the turn"),
                "drop `replaces_turn`, or add { extra_push = true }",
            );
        }
    }
}

/// A player makes each kind of choice once in a move, so what asks for a
/// choice can stand in it once.
fn check_repeats(draft: &Draft, notes: &mut Notes) {
    let costs = draft.costs.iter().map(|it| {
        let key = match it.it {
            Cost::Pay(_) => Some("pay"),
            Cost::Stack(..) => Some("stack"),
            Cost::RemoveMarkers(..) => Some("remove_markers"),
            Cost::PayEach(_) => None,
        };
        (key, it.at)
    });
    let needs = draft.needs.iter().map(|it| {
        let key = match it.it {
            Condition::Touches(_) => Some("touches"),
            Condition::Markers(_) => Some("markers"),
            Condition::MarkerHere => Some("marker_here"),
            Condition::Holds(_) => Some("holds"),
        };
        (key, it.at)
    });
    let effects = draft.effects.iter().map(|it| {
        let key = match it.it {
            Effect::PushGroup(_) | Effect::Cue(_) => Some("push_group` or `cue"),
            Effect::Take(..) => Some("take"),
            Effect::MoveMarker(_) => Some("move_marker"),
            Effect::Gain(_) | Effect::ExtraPush | Effect::Exchange(..) => None,
        };
        (key, it.at)
    });
    let mut seen = Vec::new();
    for (key, at) in costs.chain(needs).chain(effects) {
        let Some(key) = key else { continue };
        if seen.contains(&key) {
            let wrong = format_args!("a second `{key}` in one move");
            notes.say(at, wrong, "write one, or make two moves of it");
        }
        seen.push(key);
    }
}

/// What is touched and what is taken is the one piece the player points at.
fn check_target(draft: &Draft, notes: &mut Notes) {
    let touched = draft.needs.iter().find_map(|it| match it.it {
        Condition::Touches(kind) => Some(kind),
        _ => None,
    });
    let taken = draft.effects.iter().find_map(|it| match it.it {
        Effect::Take(kind, _) => Some((kind, it.at)),
        _ => None,
    });
    if let (Some(touched), Some((taken, at))) = (touched, taken)
        && !overlap(touched, taken)
    {
        let (touched, taken) = (touched.word(), taken.word());
        notes.say(
            at,
            format_args!(
                "the piece touched is the piece taken, and \"{touched}\" is no \"{taken}\""
            ),
            "write the same kind for both",
        );
    }
}

/// Whether a piece can be of both kinds.
fn overlap(one: Kind, other: Kind) -> bool {
    let is_pawn = |kind| matches!(kind, Kind::AnyPawn | Kind::Pawn(_));
    let is_token = |kind| matches!(kind, Kind::AnyToken | Kind::OwnToken);
    match (one, other) {
        (Kind::Pawn(a), Kind::Pawn(b)) => a == b,
        (Kind::AnyElement, kind) | (kind, Kind::AnyElement) => {
            kind == Kind::AnyElement || is_pawn(kind) || is_token(kind)
        }
        _ => one == other || (is_pawn(one) && is_pawn(other)) || (is_token(one) && is_token(other)),
    }
}

/// Markers stand on posts; a card that has to do with them must say so.
fn check_posts(draft: &Draft, notes: &mut Notes) {
    let costs = draft.costs.iter().filter_map(|it| match it.it {
        Cost::RemoveMarkers(..) => Some(("remove_markers", it.at)),
        _ => None,
    });
    let needs = draft.needs.iter().filter_map(|it| match it.it {
        Condition::MarkerHere => Some(("marker_here", it.at)),
        Condition::Markers(_) => Some(("markers", it.at)),
        _ => None,
    });
    let effects = draft.effects.iter().filter_map(|it| match it.it {
        Effect::MoveMarker(_) => Some(("move_marker", it.at)),
        _ => None,
    });
    for (key, at) in costs.chain(needs).chain(effects) {
        let wrong = format_args!("`{key}` needs corner posts");
        notes.say(at, wrong, "write posts = true for this card");
    }
}
