//! Weighing of a fall: the costs that sensing delivers, with the pieces that can be on
//! the ring.
//!
//! Costs are in eighths of a bit ([`crate::sensing::certainty`]). The [`Prior`] comes
//! from the ledger of the match. A body that cannot be there is never named; if it
//! explains the fall far better than any that can, the answer is a guess with
//! [`Certainty::NONE`].
//!
//! Falls are weighed here and nowhere else: when one arrives, for the certainty in its
//! evidence, and again when it is judged, because falls before it may have changed the
//! ledger meanwhile. The simulator weighs by the same functions with the true ledger.

use crate::piece::Size;
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::fall::{BodyCount, Fall};

/// Pieces that can be on the ring according to the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prior {
    /// Number of bodies of each class.
    pub on_ring: ByBody<u8>,
    /// Size of the pawn that carries the belt.
    pub belt_on: Size,
}

impl Prior {
    /// Prior with one body of each class: before a match is known, and for the sensors
    /// alone.
    pub const ANYTHING: Self = Self {
        on_ring: ByBody([1; Body::ALL.len()]),
        belt_on: Size::Medium,
    };
}

/// Classification of a fall: the body that explains it best, and its certainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classification {
    /// Best explanation among the bodies that can be on the ring.
    pub body: Body,
    /// Lead of `body` over the next-best body, in eighths of a bit.
    pub certainty: Certainty,
}

/// Cost from which a body explains nothing, in eighths of a bit: 12 bits.
const MISFIT: u32 = 96;

/// Classifies the body of a fall by its costs and the prior. A fall that rests on a
/// faulty sensor never gets a high certainty.
#[must_use]
pub fn weigh(fall: &Fall, prior: &Prior) -> Classification {
    let mut found = classify(&fall.costs.with_belt_on(prior.belt_on), prior);
    if !fall.measured.pattern.sound {
        found.certainty = found.certainty.min(Certainty::LOW);
    }
    found
}

/// Classifies an element that was pushed by its costs and the elements in the hand that
/// pushed it. Bodies that nobody pushes are no rivals.
#[must_use]
pub fn weigh_push(costs: &Costs, hand: &Prior) -> Classification {
    let mut of_elements = *costs;
    of_elements[Body::Sumo] = u8::MAX;
    of_elements[Body::Belt] = u8::MAX;
    classify(&of_elements, hand)
}

/// True if no question is needed about the body that fell.
#[must_use]
pub fn is_sure(fall: &Fall, found: &Classification) -> bool {
    let pattern = &fall.measured.pattern;
    found.certainty.is_high() && pattern.sound && pattern.count == BodyCount::One
}

/// Returns the body that explains the costs best, given the prior.
///
/// ```
/// use rules_core::board::{Dimensions, Micrometres};
/// use rules_core::referee::weighing::{Prior, classify};
/// use rules_core::sensing::body::Body;
/// use rules_core::sensing::classifier::{MagnetCue, ShadowCue, costs};
///
/// let mut prior = Prior::ANYTHING;
/// prior.on_ring[Body::Small] = 9;
/// let shadow = ShadowCue {
///     width: Micrometres::mm(21),
///     doubt: Micrometres::mm(5),
///     dwell_ratio: Some(1_500),
/// };
/// let costs = costs(shadow, MagnetCue::None, &Dimensions::ASSUMED);
/// let found = classify(&costs.with_belt_on(prior.belt_on), &prior);
/// assert_eq!(found.body, Body::Small);
/// assert!(found.certainty.is_high());
/// ```
#[must_use]
pub fn classify(costs: &Costs, prior: &Prior) -> Classification {
    let total: u32 = prior.on_ring.0.iter().map(|&count| u32::from(count)).sum();
    let weighed = ByBody::from_fn(|body| {
        let count = u32::from(prior.on_ring[body]);
        (count > 0).then(|| u32::from(costs[body]) + rarity(count, total))
    });
    let possible = || {
        Body::ALL
            .into_iter()
            .filter_map(|body| weighed[body].map(|cost| (cost, body)))
    };
    let Some((best, body)) = possible().min() else {
        return best_guess(costs);
    };
    let others = possible().filter(|(_, other)| *other != body);
    let next = others.map(|(cost, _)| cost).min();
    let gap = next.map_or(u32::MAX, |next| next - best);

    // Best of the bodies that cannot be there, by the sensors alone.
    let absent = Body::ALL
        .into_iter()
        .filter(|&body| weighed[body].is_none());
    let absent = absent.map(|body| u32::from(costs[body])).min();
    let explained = u32::from(costs[body]);
    let is_contradicted =
        absent.is_some_and(|cost| cost + u32::from(Certainty::HIGH.0) <= explained);

    let certainty = if explained >= MISFIT || is_contradicted {
        Certainty::NONE
    } else {
        Certainty(u8::try_from(gap).unwrap_or(u8::MAX))
    };
    Classification { body, certainty }
}

/// Returns the likeliest body as a guess, for a ring that is empty by the ledger.
fn best_guess(costs: &Costs) -> Classification {
    let body = Body::ALL.into_iter().min_by_key(|&body| costs[body]);
    Classification {
        body: body.unwrap_or(Body::Small),
        certainty: Certainty::NONE,
    }
}

/// Returns the cost of a class with `count` of `total` bodies, in eighths of a bit: `-8
/// log2(count / total)`, rounded down to whole bits.
fn rarity(count: u32, total: u32) -> u32 {
    let share = total / count.max(1);
    8 * share.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::{Classification, Prior, classify, weigh_push};
    use crate::board::{Dimensions, Micrometres};
    use crate::piece::Size;
    use crate::sensing::body::{Body, ByBody};
    use crate::sensing::certainty::Certainty;
    use crate::sensing::classifier::{MagnetCue, ShadowCue, costs};
    use crate::sensing::fall::PassedMagnet;
    use crate::sensing::magnet::Polarity;

    const SEEN: MagnetCue = MagnetCue::Seen(PassedMagnet {
        peak: 200,
        polarity: Polarity::Plus,
        certainty: Certainty::FULL,
    });

    fn prior(on_ring: [u8; 6]) -> Prior {
        Prior {
            on_ring: ByBody(on_ring),
            belt_on: Size::Medium,
        }
    }

    fn who(width_um: u32, magnetism: MagnetCue, prior: &Prior) -> Classification {
        who_dwelt(None, width_um, magnetism, prior)
    }

    fn who_dwelt(
        dwell_ratio: Option<u32>,
        width_um: u32,
        magnetism: MagnetCue,
        prior: &Prior,
    ) -> Classification {
        let shadow = ShadowCue {
            width: Micrometres(width_um),
            doubt: Micrometres(5_000),
            dwell_ratio,
        };
        let costs = costs(shadow, magnetism, &Dimensions::ASSUMED);
        classify(&costs.with_belt_on(prior.belt_on), prior)
    }

    #[test]
    fn between_two_sizes_the_dwell_time_tips_the_guess() {
        let prior = prior(FULL_RING);
        let guess = |dwell_ratio| who_dwelt(Some(dwell_ratio), 25_000, MagnetCue::None, &prior);
        assert_eq!(guess(1_500).body, Body::Small);
        assert_eq!(guess(2_100).body, Body::Medium);
        assert!(!guess(2_100).certainty.is_high(), "a guess all the same");
    }

    const FULL_RING: [u8; 6] = [12, 7, 4, 2, 2, 1];

    #[test]
    fn each_body_at_its_own_width_is_named() {
        let prior = prior(FULL_RING);
        let table = [
            (20_000, MagnetCue::None, Body::Small, true),
            (30_500, MagnetCue::None, Body::Medium, true),
            (39_000, MagnetCue::None, Body::Large, true),
            // A magnet may have been another piece's: the referee asks.
            (23_000, SEEN, Body::Token, false),
            (40_000, SEEN, Body::Sumo, false),
        ];
        for (width, magnetism, body, sure) in table {
            let who = who(width, magnetism, &prior);
            assert_eq!(who.body, body, "{who:?}");
            assert_eq!(who.certainty.is_high(), sure, "{who:?}");
        }
    }

    #[test]
    fn between_two_sizes_is_a_guess() {
        let who = who(25_000, MagnetCue::None, &prior(FULL_RING));
        assert!(!who.certainty.is_high(), "{who:?}");
    }

    #[test]
    fn the_ledger_decides_between_two_sizes_when_one_is_gone() {
        let who = who(25_000, MagnetCue::None, &prior([0, 7, 4, 0, 2, 0]));
        assert_eq!(who.body, Body::Medium);
        assert!(who.certainty.is_high(), "{who:?}");
    }

    #[test]
    fn a_body_that_cannot_be_there_is_a_question_not_an_answer() {
        let who = who(40_000, MagnetCue::None, &prior([12, 7, 0, 0, 2, 0]));
        assert_ne!(who.body, Body::Large);
        assert_eq!(who.certainty, Certainty::NONE);
    }

    #[test]
    fn what_nothing_explains_is_a_question() {
        let who = who(80_000, MagnetCue::None, &prior(FULL_RING));
        assert_eq!(who.certainty, Certainty::NONE);
    }

    #[test]
    fn an_empty_ring_has_nothing_to_lose() {
        let who = who(20_000, MagnetCue::None, &prior([0; 6]));
        assert_eq!(who.certainty, Certainty::NONE);
    }

    #[test]
    fn the_only_element_in_the_hand_is_certain_unless_it_cannot_be() {
        let hand = prior([0, 0, 0, 1, 0, 0]);
        let unmeasured = ByBody([64, 64, 64, 0, 0, 0]);
        let found = weigh_push(&unmeasured, &hand);
        assert_eq!(found.body, Body::Token);
        assert_eq!(found.certainty, Certainty::FULL);
        let large = ByBody([255, 92, 0, 170, 64, 156]);
        assert_eq!(weigh_push(&large, &hand).certainty, Certainty::NONE);
    }

    #[test]
    fn what_nobody_pushes_is_no_rival_of_what_was_pushed() {
        // As wide as a medium disc, with a magnet: a token, pushed in jerks.
        let costs = ByBody([92, 64, 140, 60, 255, 0]);
        assert_eq!(
            classify(&costs, &prior([2, 0, 0, 1, 0, 0])).certainty,
            Certainty::NONE
        );
        let found = weigh_push(&costs, &prior([2, 0, 0, 1, 0, 0]));
        assert_eq!(found.body, Body::Token);
    }

    #[test]
    fn without_the_edge_row_a_sumo_and_a_large_disc_are_not_told_apart() {
        let who = who(40_000, MagnetCue::Unknown, &prior(FULL_RING));
        assert!(!who.certainty.is_high(), "{who:?}");
    }
}
