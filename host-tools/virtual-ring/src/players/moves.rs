//! Simulated players' choice of special moves, with truthful statements about which
//! pieces touch.

use super::Strategy;
use super::push_preview::{PlacedPiece, TablePreview};
use crate::sim_rng::SimRng;
use rules_core::games::kabuto::action::{Contact, MoveUse, OnRing};
use rules_core::games::kabuto::card::Effect;
use rules_core::games::kabuto::legal_actions::VisitResult;
use rules_core::games::kabuto::{Action, Match};
use rules_core::piece::Piece;
use rules_core::player::Seat;

/// Largest gap at which two pieces count as touching, in mm.
const TOUCH: f32 = 0.8;

/// Chooses a special move for the player whose turn it is; `None` if the player declares
/// none.
#[must_use]
pub fn choose(
    kind: Strategy,
    game: &Match,
    look: &TablePreview,
    rng: &mut SimRng,
) -> Option<MoveUse> {
    let often = match kind {
        Strategy::Random => 0.35,
        Strategy::Greedy => 0.5,
        Strategy::Careful => 0.25,
    };
    if !rng.bool_with(often) {
        return None;
    }
    any(kind, game, look, rng)
}

/// Returns a random special move that can be made and suits the strategy, if there is
/// one.
#[must_use]
pub fn any(kind: Strategy, game: &Match, look: &TablePreview, rng: &mut SimRng) -> Option<MoveUse> {
    let mut list = playable(game, look);
    list.retain(|chosen| suits(kind, chosen, game));
    rng.shuffle(&mut list);
    list.first().copied()
}

/// Returns the special moves that the rules allow, with choices that agree with the
/// table, but for pushes of groups: a simulated hand pushes one element.
#[must_use]
pub fn playable(game: &Match, look: &TablePreview) -> Vec<MoveUse> {
    let mut list = Vec::new();
    let _ = game.legal(&mut |action| {
        if let Action::Use(chosen) = action
            && is_true(chosen, game, look)
            && suits(Strategy::Random, chosen, game)
        {
            list.push(*chosen);
        }
        VisitResult::Continue(())
    });
    list
}

/// True if a player with this strategy makes that move. Group pushes are left out,
/// because a simulated hand pushes one element.
fn suits(kind: Strategy, chosen: &MoveUse, game: &Match) -> bool {
    let Some(rule) = game.terms().move_rule(chosen.card_of, chosen.nth) else {
        return false;
    };
    let has = |test: fn(&Effect) -> bool| rule.effects.iter().any(test);
    let group = has(|effect| matches!(effect, Effect::PushGroup(_)));
    let brings = has(|effect| {
        matches!(
            effect,
            Effect::Gain(_) | Effect::Take(..) | Effect::Exchange(..)
        )
    });
    let pushes = has(|effect| matches!(effect, Effect::ExtraPush(_)));
    !group
        && match kind {
            Strategy::Random => true,
            Strategy::Greedy => brings || pushes,
            Strategy::Careful => brings,
        }
}

/// True if the choices of the move agree with the table.
fn is_true(chosen: &MoveUse, game: &Match, look: &TablePreview) -> bool {
    let seat = game.state().turn.seat;
    let target = (chosen.choices.target).is_none_or(|target| {
        target.contact != Contact::Apart && find(look, seat, target.piece, target.contact).is_some()
    });
    let base = (chosen.choices.stack_on).is_none_or(|below| on_ring(look, below).is_some());
    target && base
}

/// Finds a piece on the ring with this contact to a player's sumo.
#[must_use]
pub fn find(
    look: &TablePreview,
    seat: Seat,
    piece: OnRing,
    contact: Contact,
) -> Option<PlacedPiece> {
    let own = Piece::Sumo(seat);
    let sumo = look.pieces.iter().find(|placed| placed.piece == own)?;
    let all = look.pieces.iter().filter(|placed| is(placed.piece, piece));
    let mut all = all.filter(|placed| placed.thing != sumo.thing && how(sumo, placed) == contact);
    all.next().copied()
}

/// Finds a piece of this kind on the ring, the one farthest from the edges.
#[must_use]
pub fn on_ring(look: &TablePreview, piece: OnRing) -> Option<PlacedPiece> {
    let all = look.pieces.iter().filter(|placed| is(placed.piece, piece));
    let safest = all.max_by(|a, b| look.inside(a.at).total_cmp(&look.inside(b.at)));
    safest.copied()
}

fn is(piece: Piece, wanted: OnRing) -> bool {
    match wanted {
        OnRing::Piece(wanted) => piece == wanted,
        OnRing::BeltPawn => piece == Piece::Belt,
    }
}

fn how(sumo: &PlacedPiece, other: &PlacedPiece) -> Contact {
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
