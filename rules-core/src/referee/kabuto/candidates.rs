//! Candidates for a piece: from a class of body to the pieces it can be, by the game's
//! ledger.
//!
//! Sensing has weighed its readings with the ledger of that time. When the evidence is
//! judged, earlier falls may have changed the ledger, so that the costs are weighed again
//! here.

use crate::games::kabuto::Match;
use crate::games::kabuto::state::Belt;
use crate::piece::{Element, Piece, Size, Stock, Token};
use crate::player::Seat;
use crate::referee::evidence::FallEvidence;
use crate::referee::policy::Policy;
use crate::referee::weighing::{Prior, classify, weigh_push};
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::magnet::Polarity;
use crate::sensing::observation::Cause;
use heapless::Vec;

/// List of all kinds of piece there can be: 3 sizes, 8 tokens, 4 sumos, the belt.
pub(super) type Pieces = Vec<Piece, 16, u8>;

/// Guess of the piece that fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PieceGuess {
    /// The piece is certainly this one.
    One(Piece),
    /// The piece is one of these.
    Any(PieceCandidates),
}

/// Possible pieces, likeliest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceCandidates {
    pub(super) pieces: Pieces,
    /// Number of the pieces, from the front, that explain the readings; the others only
    /// could be there.
    pub(super) likely: usize,
}

/// Cost from which a piece is not likely, in eighths of a bit.
const UNLIKELY: u8 = 96;

/// Returns the pieces that can fall off the ring.
pub(in crate::referee) fn ring_prior(game: &Match) -> Prior {
    let state = game.state();
    let centre = game.terms().book().centre;
    let mut on_ring = elements(&state.ring);
    on_ring[Body::Sumo] = state.sumos.len() as u8;
    if state.belt == Belt::OnRing {
        on_ring[Body::Belt] = 1;
        // The pawn below the belt falls as the belt.
        let below = &mut on_ring[body_of_size(centre)];
        *below = below.saturating_sub(1);
    }
    Prior {
        on_ring,
        belt_on: centre,
    }
}

/// Returns the elements that the side to move can push, as a prior.
#[must_use]
pub fn hand_prior(game: &Match) -> Prior {
    let side = game.terms().side_of(game.state().turn.seat);
    Prior {
        on_ring: elements(&game.state().inventories[side]),
        belt_on: game.terms().book().centre,
    }
}

fn elements(heap: &Stock) -> ByBody<u8> {
    let mut counts = ByBody::<u8>::default();
    for (element, count) in heap.kinds() {
        let body = body_of(element);
        counts[body] = counts[body].saturating_add(count);
    }
    counts
}

const fn body_of(element: Element) -> Body {
    match element {
        Element::Pawn(size) => body_of_size(size),
        Element::Token(_) => Body::Token,
    }
}

pub(super) const fn body_of_size(size: Size) -> Body {
    match size {
        Size::Small => Body::Small,
        Size::Medium => Body::Medium,
        Size::Large => Body::Large,
    }
}

/// Returns the piece that fell, or the candidates for it, by its costs and by the pieces
/// on the ring. `seen` is the certainty of sensing. The owner of a sumo shows in its
/// polarity, which the table may have turned over: that counts only if the policy for
/// sumos accepts one sensor.
///
/// A sumo that a push knocks off decides the match, so that it is never taken from the
/// ledger alone.
pub(super) fn fallen_piece(
    game: &Match,
    drop: &FallEvidence,
    seen: Certainty,
    sumos: Policy,
) -> PieceGuess {
    let (costs, polarity) = (&drop.costs, drop.polarity);
    let prior = ring_prior(game);
    let who = classify(costs, &prior);
    let certainty = who.certainty.min(seen);
    let mut pieces = Pieces::new();
    for body in by_cost(costs, &prior) {
        for piece in on_ring(game, body, polarity) {
            // Sixteen kinds are all there are.
            let _ = pieces.push(piece);
        }
    }
    let fits = |piece: &Piece| match piece {
        Piece::Sumo(seat) if sumos == Policy::Accept => {
            polarity.is_none_or(|pole| pole == facing_up(*seat))
        }
        _ => true,
    };
    let mut alike = pieces
        .iter()
        .filter(|piece| body_of_piece(**piece) == who.body && fits(piece));
    let decides =
        who.body == Body::Sumo && drop.cause.kind == Cause::Push && sumos != Policy::Accept;
    match (alike.next(), alike.next()) {
        (Some(&piece), None) if certainty.is_high() && !decides => PieceGuess::One(piece),
        _ => {
            let likely = pieces
                .iter()
                .filter(|piece| costs[body_of_piece(**piece)] < UNLIKELY)
                .count();
            PieceGuess::Any(PieceCandidates { pieces, likely })
        }
    }
}

/// Returns all pieces that can fall off the ring, without any evidence.
pub(super) fn anything(game: &Match) -> PieceCandidates {
    let mut pieces = Pieces::new();
    let costs = Costs::default();
    for body in by_cost(&costs, &ring_prior(game)) {
        for piece in on_ring(game, body, None) {
            let _ = pieces.push(piece);
        }
    }
    let likely = pieces.len();
    PieceCandidates { pieces, likely }
}

/// Returns the element that was pushed, or the candidates for it, by its costs and by the
/// side's inventory. Only what the hand can hold is weighed: what nobody can push is no
/// rival, and the only element in hand is certain unless the costs contradict it. `seen`
/// is the certainty of sensing, which does not know the inventory: two elements that look
/// alike are no doubt if the side holds only one of them. With [`Certainty::NONE`] the
/// width was not measured, and a magnet alone may be that of a wrestler at the rim.
/// `NotHeld` names the element that the sensors see if the side holds none like it.
pub(super) fn pushed(game: &Match, costs: &Costs, seen: Certainty) -> PushGuess {
    let prior = hand_prior(game);
    let who = weigh_push(costs, &prior);
    let mut pieces = Pieces::new();
    let side = game.terms().side_of(game.state().turn.seat);
    let inventory = &game.state().inventories[side];
    for body in by_cost(costs, &prior) {
        for (element, _) in inventory
            .kinds()
            .filter(|&(element, _)| body_of(element) == body)
        {
            let _ = pieces.push(Piece::Element(element));
        }
    }
    let measured = seen != Certainty::NONE || pieces.len() == 1;
    let mut alike = pieces
        .iter()
        .filter(|&&piece| body_of_piece(piece) == who.body);
    match (alike.next(), alike.next()) {
        (Some(&piece), None) if measured && who.certainty.is_high() => PushGuess::Held(piece),
        _ => match alone(costs) {
            Some(piece) if seen.is_high() && !pieces.contains(&piece) => {
                PushGuess::NotHeld(piece, pieces)
            }
            _ if pieces.is_empty() => PushGuess::NotHeld(likeliest(costs), pieces),
            _ => {
                let likely = pieces.len();
                PushGuess::Unsure(PieceCandidates { pieces, likely })
            }
        },
    }
}

/// Guess of the element that was pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PushGuess {
    /// The element is certainly this one, which the side holds.
    Held(Piece),
    /// The element is this one by the sensors, and the side does not hold it; it holds
    /// these.
    NotHeld(Piece, Pieces),
    /// The element is one of these.
    Unsure(PieceCandidates),
}

/// Returns the pawn that explains the readings far better than any other body, by the
/// sensors alone; `None` if no pawn does.
fn alone(costs: &Costs) -> Option<Piece> {
    let body = Body::ALL.into_iter().min_by_key(|&body| costs[body])?;
    let next = Body::ALL.into_iter().filter(|&other| other != body);
    let next = next.map(|other| costs[other]).min()?;
    let sure = Certainty(next.saturating_sub(costs[body])).is_high();
    let size = size_of(body)?;
    sure.then_some(Piece::pawn(size))
}

fn likeliest(costs: &Costs) -> Piece {
    let sizes = Size::ALL.into_iter();
    let size = sizes.min_by_key(|&size| costs[body_of_size(size)]);
    Piece::pawn(size.unwrap_or(Size::Small))
}

const fn size_of(body: Body) -> Option<Size> {
    match body {
        Body::Small => Some(Size::Small),
        Body::Medium => Some(Size::Medium),
        Body::Large => Some(Size::Large),
        Body::Token | Body::Sumo | Body::Belt => None,
    }
}

const fn body_of_piece(piece: Piece) -> Body {
    match piece {
        Piece::Element(element) => body_of(element),
        Piece::Sumo(_) => Body::Sumo,
        Piece::Belt => Body::Belt,
    }
}

/// Iterates over the bodies in the prior, the best explanation first.
fn by_cost(costs: &Costs, prior: &Prior) -> impl Iterator<Item = Body> + use<> {
    let mut order = Body::ALL;
    order.sort_unstable_by_key(|&body| (costs[body], body));
    let counts = prior.on_ring;
    order.into_iter().filter(move |&body| counts[body] > 0)
}

/// Returns the pieces on the ring that are of this class of body, the likeliest first.
fn on_ring(game: &Match, body: Body, polarity: Option<Polarity>) -> Pieces {
    let state = game.state();
    match body {
        Body::Small | Body::Medium | Body::Large => {
            size_of(body).map(Piece::pawn).into_iter().collect()
        }
        Body::Token => Token::all()
            .map(Element::Token)
            .filter(|&token| state.ring.count(token) > 0)
            .map(Piece::Element)
            .collect(),
        Body::Sumo => {
            let fits = |seat: &Seat| polarity.is_some_and(|pole| pole == facing_up(*seat));
            let (likely, others) = (
                state.sumos.iter().filter(fits),
                state.sumos.iter().filter(|seat| !fits(seat)),
            );
            likely.chain(others).map(Piece::Sumo).collect()
        }
        Body::Belt => [Piece::Belt].into_iter().collect(),
    }
}

/// Returns the pole of a seat's sumo that faces up, as sumos are built. A sumo that has
/// been turned over shows the other pole, so this is a hint and not proof.
pub(super) const fn facing_up(seat: Seat) -> Polarity {
    match seat {
        Seat::First | Seat::Third => Polarity::Plus,
        Seat::Second | Seat::Fourth => Polarity::Minus,
    }
}
