//! Special moves: which one to declare, with true words about what touches what.

use super::Kind;
use super::look::{Lies, Look};
use crate::virtual_ring::chance::Chance;
use rules_core::games::kabuto::action::{Contact, OnRing, Use};
use rules_core::games::kabuto::card::Effect;
use rules_core::games::kabuto::options::Visit;
use rules_core::games::kabuto::{Action, Match};
use rules_core::piece::Piece;
use rules_core::player::Seat;

/// Pieces with less room between them than this touch, mm.
const TOUCH: f32 = 0.8;

/// Chooses a special move for whoever's turn it is, or none.
#[must_use]
pub fn choose(kind: Kind, game: &Match, look: &Look, chance: &mut Chance) -> Option<Use> {
    let often = match kind {
        Kind::Random => 0.35,
        Kind::Greedy => 0.5,
        Kind::Careful => 0.25,
    };
    if !chance.happens(often) {
        return None;
    }
    any(kind, game, look, chance)
}

/// Any special move that can be made, if there is one.
#[must_use]
pub fn any(kind: Kind, game: &Match, look: &Look, chance: &mut Chance) -> Option<Use> {
    let mut list = Vec::new();
    let _ = game.legal(&mut |action| {
        if let Action::Use(it) = action
            && is_true(it, game, look)
            && suits(kind, it, game)
        {
            list.push(*it);
        }
        Visit::Continue(())
    });
    chance.shuffle(&mut list);
    list.first().copied()
}

/// Whether somebody like this makes that move. Groups are left out: one hand
/// pushes one element here.
fn suits(kind: Kind, it: &Use, game: &Match) -> bool {
    let Some(rule) = game.terms().move_rule(it.card_of, it.nth) else {
        return false;
    };
    let has = |test: fn(&Effect) -> bool| rule.effects.iter().any(test);
    let group = has(|it| matches!(it, Effect::PushGroup(_)));
    let brings = has(|it| {
        matches!(
            it,
            Effect::Gain(_) | Effect::Take(..) | Effect::Exchange(..)
        )
    });
    let pushes = has(|it| matches!(it, Effect::ExtraPush));
    !group
        && match kind {
            Kind::Random => true,
            Kind::Greedy => brings || pushes,
            Kind::Careful => brings,
        }
}

/// Whether what is said about the table is true.
fn is_true(it: &Use, game: &Match, look: &Look) -> bool {
    let seat = game.state().turn.seat;
    let target = (it.choices.target).is_none_or(|target| {
        target.contact != Contact::Apart && find(look, seat, target.piece, target.contact).is_some()
    });
    let base = (it.choices.stack_on).is_none_or(|below| on_ring(look, below).is_some());
    target && base
}

/// A piece on the ring that lies so to a player's sumo.
#[must_use]
pub fn find(look: &Look, seat: Seat, piece: OnRing, contact: Contact) -> Option<Lies> {
    let own = Piece::Sumo(seat);
    let sumo = look.pieces.iter().find(|it| it.piece == own)?;
    let all = look.pieces.iter().filter(|it| is(it.piece, piece));
    let mut all = all.filter(|it| it.thing != sumo.thing && how(sumo, it) == contact);
    all.next().copied()
}

/// A piece on the ring, away from the edges if there is one.
#[must_use]
pub fn on_ring(look: &Look, piece: OnRing) -> Option<Lies> {
    let all = look.pieces.iter().filter(|it| is(it.piece, piece));
    let safest = all.max_by(|a, b| look.inside(a.at).total_cmp(&look.inside(b.at)));
    safest.copied()
}

fn is(piece: Piece, wanted: OnRing) -> bool {
    match wanted {
        OnRing::Piece(wanted) => piece == wanted,
        OnRing::BeltPawn => piece == Piece::Belt,
    }
}

fn how(sumo: &Lies, other: &Lies) -> Contact {
    let apart = sumo.at.distance(other.at) - sumo.radius - other.radius;
    let level = (sumo.height - other.height).abs();
    if apart > TOUCH {
        Contact::Apart
    } else if level < 5.0 {
        Contact::Touching
    } else if apart < -5.0 {
        Contact::SameStack
    } else {
        Contact::Apart
    }
}
