//! Random play of Kabuto matches, in which random numbers decide what falls.
//!
//! This stands in for hands and gravity where only the rules are to be shown:
//! nothing here knows physics. Every action it proposes is one the engine
//! accepts.

use rules_core::games::kabuto::action::Action;
use rules_core::games::kabuto::legal_actions::VisitResult;
use rules_core::games::kabuto::state::{MatchPhase, Platform};
use rules_core::games::kabuto::{ActionStatus, Match, NextAction};
use rules_core::piece::{Element, Piece};
use rules_core::player::Side;
use rules_core::rng::Rng;

/// Returns the next random action in `game`; `None` when the match is over.
#[must_use]
pub fn next(game: &Match, rng: &mut Rng) -> Option<Action> {
    match game.state().phase {
        MatchPhase::Over(_) => None,
        MatchPhase::Settling(_) => Some(fall_or_rest(game, rng)),
        MatchPhase::Opening | MatchPhase::InTurn => in_turn(game, rng),
    }
}

/// Returns a random action after a push: rest with probability 3/5, otherwise a fall. One
/// fall in 16 is that of a sumo or the belt.
fn fall_or_rest(game: &Match, rng: &mut Rng) -> Action {
    if rng.below(5) < 3 {
        return Action::Settle;
    }
    let state = game.state();
    if rng.below(16) == 0 {
        let standing: Vec<Piece> = state
            .sumos
            .iter()
            .map(Piece::Sumo)
            .chain([Piece::Belt])
            .collect();
        if let Some(&piece) = rng.choose(&standing)
            && game.permits(&Action::Fall(piece)).is_ok()
        {
            return Action::Fall(piece);
        }
    }
    let loose: Vec<Element> = state.ring.kinds().map(|(element, _)| element).collect();
    rng.choose(&loose).map_or(Action::Settle, |&element| {
        Action::Fall(Piece::Element(element))
    })
}

/// Returns a random action before a push or between pushes: first an owed one, and a
/// special move now and then.
fn in_turn(game: &Match, rng: &mut Rng) -> Option<Action> {
    let expected = game.expectations();
    let moves: Vec<Action> = if rng.below(3) == 0 {
        special_moves(game)
    } else {
        Vec::new()
    };
    if let Some(action) = rng.choose(&moves) {
        return Some(action.clone());
    }
    let owed = |wish: fn(&NextAction) -> bool| {
        expected
            .iter()
            .any(|entry| entry.status == ActionStatus::Owed && wish(&entry.action))
    };
    let own = match game.state().phase {
        MatchPhase::Opening => game.terms().side_of(game.terms().players.last()),
        _ => game.terms().side_of(game.state().turn.seat),
    };
    let list = candidates(game, own);
    let choose = |rng: &mut Rng, is: fn(&Action) -> bool| {
        let fitting: Vec<&Action> = list.iter().filter(|action| is(action)).collect();
        rng.choose(&fitting).map(|action| (*action).clone())
    };
    if owed(|wish| matches!(wish, NextAction::PlaceMarker(_))) {
        choose(rng, |action| matches!(action, Action::PlaceMarker(..)))
    } else if owed(|wish| matches!(wish, NextAction::TakeMarker(_))) {
        choose(rng, |action| matches!(action, Action::TakeMarker(..)))
    } else if game.state().turn.platform == Platform::Away && game.state().turn.push_due() {
        choose(rng, |action| matches!(action, Action::Dock(..)))
    } else {
        choose(rng, |action| matches!(action, Action::Push(..)))
            .or_else(|| choose(rng, |action| matches!(action, Action::EndTurn)))
            .or_else(|| choose(rng, |action| matches!(action, Action::Dock(..))))
            .or_else(|| special_moves(game).first().cloned())
            .or_else(|| choose(rng, |action| matches!(action, Action::Submit)))
    }
}

/// Returns the legal actions of the side `own` that are not falls.
fn candidates(game: &Match, own: Side) -> Vec<Action> {
    let mut list = Vec::new();
    let _ = game.legal(&mut |action| {
        let foreign = matches!(action, Action::PlaceMarker(side, _) if *side != own);
        if !foreign
            && !matches!(
                action,
                Action::Fall(_) | Action::Accident(_) | Action::Use(_)
            )
        {
            list.push(action.clone());
        }
        VisitResult::Continue(())
    });
    list
}

fn special_moves(game: &Match) -> Vec<Action> {
    let mut list = Vec::new();
    let _ = game.legal(&mut |action| {
        if matches!(action, Action::Use(_)) {
            list.push(action.clone());
        }
        VisitResult::Continue(())
    });
    list
}
