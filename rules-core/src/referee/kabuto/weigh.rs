//! From a kind of body to the pieces it can be, by the game's own ledger.
//!
//! Sensing has weighed what it saw with the ledger of its moment; by the time
//! it is judged, falls before it may have changed the ledger, so the costs are
//! weighed again here.

use crate::games::kabuto::Match;
use crate::games::kabuto::state::Belt;
use crate::piece::{Element, Piece, Size, Stock, Token};
use crate::player::Seat;
use crate::referee::evidence::Drop;
use crate::referee::kind::Policy;
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::identity::{Prior, identify};
use crate::sensing::magnet::Polarity;
use crate::sensing::observation::Cause;
use heapless::Vec;

/// Kinds of piece there can be: 3 sizes, 8 tokens, 4 sumos, the belt.
pub(super) type Pieces = Vec<Piece, 16, u8>;

/// Who it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Who {
    /// Surely this piece.
    One(Piece),
    /// One of these.
    Any(Suspects),
}

/// Pieces it can have been, likeliest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspects {
    pub(super) pieces: Pieces,
    /// So many of them explain what was seen; the rest only could be there.
    pub(super) likely: usize,
}

/// What explains as badly as this, in eighths of a bit, is not likely.
const UNLIKELY: u8 = 96;

/// What can fall off the ring.
pub(in crate::referee) fn ring(game: &Match) -> Prior {
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

/// What the side to move can push.
pub(super) fn hand(game: &Match) -> Prior {
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

/// What fell, by its costs and by what is on the ring. `seen` is how sure
/// sensing was. Whose sumo it was is in its polarity, which the table may have
/// turned over: that is taken only if the policy for sumos accepts one sensor.
///
/// A sumo that a push knocks off decides the match, so it is never taken from
/// the ledger alone.
pub(super) fn fallen(game: &Match, drop: &Drop, seen: Certainty, sumos: Policy) -> Who {
    let (costs, polarity) = (&drop.costs, drop.polarity);
    let prior = ring(game);
    let who = identify(costs, &prior);
    let certainty = who.certainty.and(seen);
    let mut pieces = Pieces::new();
    for body in by_cost(costs, &prior) {
        for piece in on_ring(game, body, polarity) {
            // Sixteen kinds are all there are.
            let _ = pieces.push(piece);
        }
    }
    let fits = |piece: &Piece| match piece {
        Piece::Sumo(seat) if sumos == Policy::Accept => {
            polarity.is_none_or(|it| it == facing_up(*seat))
        }
        _ => true,
    };
    let mut alike = pieces
        .iter()
        .filter(|it| body_of_piece(**it) == who.body && fits(it));
    let decides = who.body == Body::Sumo && drop.cause == Cause::Push && sumos != Policy::Accept;
    match (alike.next(), alike.next()) {
        (Some(&piece), None) if certainty.is_high() && !decides => Who::One(piece),
        _ => {
            let likely = pieces
                .iter()
                .filter(|it| costs[body_of_piece(**it)] < UNLIKELY)
                .count();
            Who::Any(Suspects { pieces, likely })
        }
    }
}

/// All that can fall off the ring.
pub(super) fn anything(game: &Match) -> Suspects {
    let mut pieces = Pieces::new();
    let costs = Costs::default();
    for body in by_cost(&costs, &ring(game)) {
        for piece in on_ring(game, body, None) {
            let _ = pieces.push(piece);
        }
    }
    let likely = pieces.len();
    Suspects { pieces, likely }
}

/// What was pushed, by its costs and by what the side holds. `NotHeld` names
/// what the sensors see if the side holds nothing like it.
pub(super) fn pushed(game: &Match, costs: &Costs, seen: Certainty) -> Pushed {
    let prior = hand(game);
    let who = identify(costs, &prior);
    let certainty = who.certainty.and(seen);
    let mut pieces = Pieces::new();
    let side = game.terms().side_of(game.state().turn.seat);
    let inventory = &game.state().inventories[side];
    for body in by_cost(costs, &prior) {
        for (element, _) in inventory.kinds().filter(|it| body_of(it.0) == body) {
            let _ = pieces.push(Piece::Element(element));
        }
    }
    let mut alike = pieces.iter().filter(|&&it| body_of_piece(it) == who.body);
    match (alike.next(), alike.next()) {
        (Some(&piece), None) if certainty.is_high() => Pushed::Held(piece),
        _ => match alone(costs) {
            Some(piece) if seen.is_high() && !pieces.contains(&piece) => {
                Pushed::NotHeld(piece, pieces)
            }
            _ if pieces.is_empty() => Pushed::NotHeld(likeliest(costs), pieces),
            _ => {
                let likely = pieces.len();
                Pushed::Unsure(Suspects { pieces, likely })
            }
        },
    }
}

/// What was pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pushed {
    /// Surely this, which the side holds.
    Held(Piece),
    /// Surely this, which the side does not hold; it holds these.
    NotHeld(Piece, Pieces),
    /// One of these.
    Unsure(Suspects),
}

/// The pawn that explains it far better than any other body, by the sensors
/// alone.
fn alone(costs: &Costs) -> Option<Piece> {
    let body = Body::ALL.into_iter().min_by_key(|&it| costs[it])?;
    let next = Body::ALL.into_iter().filter(|&it| it != body);
    let next = next.map(|it| costs[it]).min()?;
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

/// The bodies there are, the best explanation first.
fn by_cost(costs: &Costs, prior: &Prior) -> impl Iterator<Item = Body> + use<> {
    let mut order = Body::ALL;
    order.sort_unstable_by_key(|&body| (costs[body], body));
    let counts = prior.on_ring;
    order.into_iter().filter(move |&body| counts[body] > 0)
}

/// The pieces on the ring that are such a body, the likeliest first.
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
            let fits = |seat: &Seat| polarity.is_some_and(|it| it == facing_up(*seat));
            let (likely, others) = (
                state.sumos.iter().filter(fits),
                state.sumos.iter().filter(|seat| !fits(seat)),
            );
            likely.chain(others).map(Piece::Sumo).collect()
        }
        Body::Belt => [Piece::Belt].into_iter().collect(),
    }
}

/// Which pole of a seat's sumo faces up, as they are built. A sumo that has been
/// turned over shows the other one, so this is a hint and no proof.
pub(super) const fn facing_up(seat: Seat) -> Polarity {
    match seat {
        Seat::First | Seat::Third => Polarity::Plus,
        Seat::Second | Seat::Fourth => Polarity::Minus,
    }
}
