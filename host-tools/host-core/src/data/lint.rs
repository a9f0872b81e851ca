//! Checks for special moves that are written correctly but can never be used.
//!
//! The engine would refuse or ignore such moves at the table; reporting them when the card
//! is written is kinder.

use super::diagnostics::Diagnostics;
use super::mechanism::Spanned;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::{
    Condition, Cost, Effect, MovePart, MoveParts as PartSet, MoveTiming, PieceKind, SumoTaking,
    TurnEffect,
};

/// Costs, needs and effects of a special move, each with its byte offset. Parts with
/// mistakes of their own are left out.
#[derive(Debug)]
pub(super) struct MoveParts {
    pub(super) costs: Vec<Spanned<Cost>>,
    pub(super) needs: Vec<Spanned<Condition>>,
    pub(super) effects: Vec<Spanned<Effect>>,
    /// Lists of which one entry applies instead of all.
    pub(super) one_of: PartSet,
}

/// Reports parts of a move that contradict each other or do not fit this card.
pub(super) fn check_parts(parts: &MoveParts, has_posts: bool, diagnostics: &mut Diagnostics) {
    check_repeats(parts, diagnostics);
    check_target(parts, diagnostics);
    if !has_posts {
        check_posts(parts, diagnostics);
    }
}

/// Reports effects that are useless at the time of the move. `effects` are all effects of
/// the move, which stands at byte offset `at`.
pub(super) fn check_time(
    when: Spanned<MoveTiming>,
    place: TurnEffect,
    effects: &[Spanned<Effect>],
    at: usize,
    diagnostics: &mut Diagnostics,
) {
    let replaces = place == TurnEffect::Replaces;
    let after = when.value == MoveTiming::After;
    if effects.is_empty() && !replaces {
        let wrong = "this move has no effect";
        diagnostics.report(at, wrong, "write effect = [ { ... } ]");
    }
    if replaces && after {
        diagnostics.report(
            when.at,
            "a move in place of the turn cannot come after the push",
            "write when = \"before\", or drop `replaces_turn`",
        );
        return;
    }
    let pushes_again = effects
        .iter()
        .any(|effect| matches!(effect.value, Effect::ExtraPush(_)));
    for effect in effects {
        let key = match effect.value {
            Effect::PushGroup(_) => "push_group",
            Effect::Cue(_) => "cue",
            _ => continue,
        };
        if pushes_again {
            continue;
        }
        if after {
            diagnostics.report(
                effect.at,
                format_args!("`{key}` is for a push still to come, and this move comes after it"),
                "write when = \"before\", or add { extra_push = true }",
            );
        } else if replaces {
            diagnostics.report(
                effect.at,
                format_args!("`{key}` is for a push, and this move leaves none in the turn"),
                "drop `replaces_turn`, or add { extra_push = true }",
            );
        }
    }
}

/// Reports a repeated part that needs a choice: a player makes each kind of choice once in
/// a move. Alternatives may repeat, but for the group and the cue: the turn remembers the
/// move that allows them, not the alternative.
fn check_repeats(parts: &MoveParts, diagnostics: &mut Diagnostics) {
    let is_choice = |part: MovePart| parts.one_of.contains(part);
    let costs = parts.costs.iter().filter(|_| !is_choice(MovePart::Costs));
    let costs = costs.map(|cost| {
        let key = match cost.value {
            Cost::Pay(_) => Some("pay"),
            Cost::Stack(..) => Some("stack"),
            Cost::RemoveMarkers(..) => Some("remove_markers"),
            Cost::PayEach(_) => None,
        };
        (key, cost.at)
    });
    let needs = parts.needs.iter().filter(|need| {
        // The piece that is touched is one piece in both alternatives.
        !is_choice(MovePart::Conditions) || matches!(need.value, Condition::Touches(..))
    });
    let needs = needs.map(|need| {
        let key = match need.value {
            Condition::Touches(..) => Some("touches"),
            Condition::Markers(_) => Some("markers"),
            Condition::MarkerHere(_) => Some("marker_here"),
            Condition::Holds(_) => Some("holds"),
            Condition::KnockedOff(..) => None,
        };
        (key, need.at)
    });
    let effects = parts.effects.iter().filter(|effect| {
        let is_load = matches!(effect.value, Effect::PushGroup(_) | Effect::Cue(_));
        !is_choice(MovePart::Effects) || is_load
    });
    let effects = effects.map(|effect| {
        let key = match effect.value {
            Effect::PushGroup(_) | Effect::Cue(_) => Some("push_group` or `cue"),
            // The player points at one piece, or at several of one kind.
            Effect::Take(..)
            | Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut) => Some("take"),
            Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker => {
                Some("move_marker`, `set_marker` or `remove_marker")
            }
            Effect::Gain(_)
            | Effect::ExtraPush(_)
            | Effect::Exchange(..)
            | Effect::TakeSumo(SumoTaking::OwnMoved) => None,
        };
        (key, effect.at)
    });
    let mut seen = Vec::new();
    for (key, at) in costs.chain(needs).chain(effects) {
        let Some(key) = key else { continue };
        if seen.contains(&key) {
            let wrong = format_args!("a second `{key}` in one move");
            diagnostics.report(at, wrong, "write one, or make two moves of it");
        }
        seen.push(key);
    }
}

/// Reports a touched and a taken piece that cannot be the same: the player points at one
/// piece for both.
fn check_target(parts: &MoveParts, diagnostics: &mut Diagnostics) {
    // Where only one of two applies, the other may be about another piece.
    if parts.one_of.contains(MovePart::Conditions) || parts.one_of.contains(MovePart::Effects) {
        return;
    }
    let touched = parts.needs.iter().find_map(|need| match need.value {
        Condition::Touches(kind, _) => Some(kind),
        _ => None,
    });
    let taken = parts.effects.iter().find_map(|effect| match effect.value {
        Effect::Take(kind, _, _) => Some((kind, effect.at)),
        Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut) => {
            Some((PieceKind::OpponentSumo, effect.at))
        }
        _ => None,
    });
    if let (Some(touched), Some((taken, at))) = (touched, taken)
        && !overlap(touched, taken)
    {
        let (touched, taken) = (touched.word(), taken.word());
        diagnostics.report(
            at,
            format_args!(
                "the piece touched is the piece taken, and \"{touched}\" is not a \"{taken}\""
            ),
            "write the same kind for both",
        );
    }
}

/// True if a piece can be of both kinds.
fn overlap(one: PieceKind, other: PieceKind) -> bool {
    let is_pawn = |kind| matches!(kind, PieceKind::AnyPawn | PieceKind::Pawn(_));
    let is_token = |kind| matches!(kind, PieceKind::AnyToken | PieceKind::OwnToken);
    match (one, other) {
        (PieceKind::Pawn(a), PieceKind::Pawn(b)) => a == b,
        (PieceKind::AnyElement, kind) | (kind, PieceKind::AnyElement) => {
            kind == PieceKind::AnyElement || is_pawn(kind) || is_token(kind)
        }
        _ => one == other || (is_pawn(one) && is_pawn(other)) || (is_token(one) && is_token(other)),
    }
}

/// Reports parts about markers on a card without `posts = true`: markers stand on posts.
fn check_posts(parts: &MoveParts, diagnostics: &mut Diagnostics) {
    let costs = parts.costs.iter().filter_map(|cost| match cost.value {
        Cost::RemoveMarkers(..) => Some(("remove_markers", cost.at)),
        _ => None,
    });
    let needs = parts.needs.iter().filter_map(|need| match need.value {
        Condition::MarkerHere(_) => Some(("marker_here", need.at)),
        Condition::Markers(_) => Some(("markers", need.at)),
        _ => None,
    });
    let effects = parts
        .effects
        .iter()
        .filter_map(|effect| match effect.value {
            Effect::MoveMarker(_) => Some(("move_marker", effect.at)),
            Effect::SetMarker => Some(("set_marker", effect.at)),
            Effect::RemoveMarker => Some(("remove_marker", effect.at)),
            _ => None,
        });
    for (key, at) in costs.chain(needs).chain(effects) {
        let wrong = format_args!("`{key}` needs corner posts");
        diagnostics.report(at, wrong, "write posts = true for this card");
    }
}
