//! Whether a move that is written correctly can ever be of use.
//!
//! The engine would refuse or ignore these moves at the table; better to say
//! so when the card is written.

use super::mechanism::Placed;
use super::mistake::Notes;
use super::words::Word;
use rules_core::games::kabuto::card::{Condition, Cost, Effect, InTurn, Kind, When};

/// What a move is made of, with the place of everything. Parts with mistakes
/// of their own are left out.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) costs: Vec<Placed<Cost>>,
    pub(super) needs: Vec<Placed<Condition>>,
    pub(super) effects: Vec<Placed<Effect>>,
}

/// Notes parts that cannot stand together, or not on this card.
pub(super) fn check_parts(parts: &Parts, has_posts: bool, notes: &mut Notes) {
    check_repeats(parts, notes);
    check_target(parts, notes);
    if !has_posts {
        check_posts(parts, notes);
    }
}

/// Notes effects that are of no use at the time of the move. `effects` are all
/// it has; the move stands at byte `at`.
pub(super) fn check_time(
    when: Placed<When>,
    place: InTurn,
    effects: &[Placed<Effect>],
    at: usize,
    notes: &mut Notes,
) {
    let replaces = place == InTurn::Replaces;
    let after = when.it == When::After;
    if effects.is_empty() && !replaces {
        let wrong = "this move has no effect";
        notes.say(at, wrong, "write effect = [ { ... } ]");
    }
    if replaces && after {
        notes.say(
            when.at,
            "a move in place of the turn cannot come after the push",
            "write when = \"before\", or drop `replaces_turn`",
        );
        return;
    }
    let pushes_again = effects.iter().any(|it| it.it == Effect::ExtraPush);
    for effect in effects {
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
fn check_repeats(parts: &Parts, notes: &mut Notes) {
    let costs = parts.costs.iter().map(|it| {
        let key = match it.it {
            Cost::Pay(_) => Some("pay"),
            Cost::Stack(..) => Some("stack"),
            Cost::RemoveMarkers(..) => Some("remove_markers"),
            Cost::PayEach(_) => None,
        };
        (key, it.at)
    });
    let needs = parts.needs.iter().map(|it| {
        let key = match it.it {
            Condition::Touches(_) => Some("touches"),
            Condition::Markers(_) => Some("markers"),
            Condition::MarkerHere => Some("marker_here"),
            Condition::Holds(_) => Some("holds"),
        };
        (key, it.at)
    });
    let effects = parts.effects.iter().map(|it| {
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
fn check_target(parts: &Parts, notes: &mut Notes) {
    let touched = parts.needs.iter().find_map(|it| match it.it {
        Condition::Touches(kind) => Some(kind),
        _ => None,
    });
    let taken = parts.effects.iter().find_map(|it| match it.it {
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
fn check_posts(parts: &Parts, notes: &mut Notes) {
    let costs = parts.costs.iter().filter_map(|it| match it.it {
        Cost::RemoveMarkers(..) => Some(("remove_markers", it.at)),
        _ => None,
    });
    let needs = parts.needs.iter().filter_map(|it| match it.it {
        Condition::MarkerHere => Some(("marker_here", it.at)),
        Condition::Markers(_) => Some(("markers", it.at)),
        _ => None,
    });
    let effects = parts.effects.iter().filter_map(|it| match it.it {
        Effect::MoveMarker(_) => Some(("move_marker", it.at)),
        _ => None,
    });
    for (key, at) in costs.chain(needs).chain(effects) {
        let wrong = format_args!("`{key}` needs corner posts");
        notes.say(at, wrong, "write posts = true for this card");
    }
}
