//! Who fell: what the sensors say, weighed with what can have been there.
//!
//! Costs are in eighths of a bit ([`super::certainty`]). The width costs as a
//! normal error around the body's width, the magnet as a fixed price for being
//! there or not. What can be on the ring is the [`Prior`]; it comes from the
//! ledger. A body that cannot be there is never named - but if it explains what
//! was seen far better than anything that can, the answer is a guess and says so.

use super::body::{Bodies, Body, ByBody, widths};
use super::certainty::{Certainty, Costs, Identity};
use super::observation::Passing;
use crate::board::{Dimensions, Micrometres};
use crate::piece::Size;
use crate::time::Span;

/// What can be on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Prior {
    /// How many of each kind.
    pub on_ring: ByBody<u8>,
    /// The size of the pawn that carries the belt.
    pub belt_on: Size,
}

impl Prior {
    /// Anything can be there, as before a match is known.
    pub const ANYTHING: Self = Self {
        on_ring: ByBody([1; Body::ALL.len()]),
        belt_on: Size::Medium,
    };
}

/// What the edge row says about a magnet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Magnetism {
    /// One passed.
    Seen(Passing),
    /// None passed.
    None,
    /// The sensors there cannot be trusted, or there are none.
    Unknown,
}

impl Magnetism {
    /// The magnet, if one was seen.
    #[must_use]
    pub const fn magnet(self) -> Option<Passing> {
        match self {
            Self::Seen(passing) => Some(passing),
            Self::None | Self::Unknown => None,
        }
    }
}

/// Error of a width beyond its stated doubt: uneven wood, a slanted passage. One
/// standard deviation.
const WIDTH_ERROR: Micrometres = Micrometres(1_300);

/// A sumo is not perfectly round: at its narrowest it has this share of its
/// width, in percent.
const SUMO_NARROW: u32 = 88;

/// What explains as badly as this does not explain: 12 bits.
const MISFIT: u32 = 96;

/// Candidates offered to people are within so much of the best: 12 bits.
const OFFERED: u32 = 96;

/// What the light saw of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shadow {
    /// How wide it was.
    pub width: Micrometres,
    /// It may be so much more or less.
    pub doubt: Micrometres,
    /// How long it kept the upper plane dark, by [`linger`]; nothing if that is
    /// not known.
    pub linger: Option<u32>,
}

/// How long a body lingers in the upper plane: in thousandths of the time from
/// there to the lower plane, as if it had fallen fast. Nothing if it took no time.
///
/// What tips over the edge slowly has turned further when it reaches the planes:
/// over 4600 simulated falls the ratio was the same up to 26 ms, and for each
/// millisecond more an eightieth smaller.
#[must_use]
pub fn linger(dark: Span, drop: Span) -> Option<u32> {
    let slow = drop.0.saturating_sub(26_000).min(32_000);
    let expected = u64::from(drop.0) * u64::from(80_000 - slow) / 80_000;
    let ratio = (u64::from(dark.0) * 1000).checked_div(expected)?;
    Some(u32::try_from(ratio).unwrap_or(u32::MAX))
}

/// How badly each kind of body explains a shadow and a magnet.
#[must_use]
pub fn costs(
    shadow: Shadow,
    magnetism: Magnetism,
    dimensions: &Dimensions,
    belt_on: Size,
) -> Costs {
    let widths = widths(dimensions, belt_on);
    ByBody::from_fn(|body| {
        let widest = widths[body];
        let narrowest = match body {
            Body::Sumo => Micrometres(widest.0 / 100 * SUMO_NARROW),
            _ => widest,
        };
        let cost = width_cost(shadow.width, shadow.doubt, narrowest, widest)
            + linger_cost(shadow.linger, widest)
            + magnet_cost(body, magnetism);
        u8::try_from(cost).unwrap_or(u8::MAX)
    })
}

/// What it costs that a body of this width (from narrow to wide) was seen this
/// wide.
///
/// Beams that are a pitch apart see a width that is off by less than the doubt;
/// how much is a matter of where the body fell between them, the more the
/// rarer: the likelihood falls off like a triangle. Beyond the doubt only uneven
/// wood or a slanted passage can explain it: a normal error.
fn width_cost(
    width: Micrometres,
    doubt: Micrometres,
    narrow: Micrometres,
    wide: Micrometres,
) -> u32 {
    let error = if width < narrow {
        narrow.apart(width).0
    } else if width > wide {
        wide.apart(width).0
    } else {
        0
    };
    match error.checked_sub(doubt.0) {
        None => {
            // In sixteenths of the doubt, which is not 0 here.
            let part = error * 16 / doubt.0;
            TRIANGLE
                .get(part as usize)
                .map_or(RIM, |&cost| u32::from(cost))
        }
        Some(beyond) => {
            let square = |length: u32| u64::from(length) * u64::from(length);
            // 8 * log2(e) / 2 * (beyond / sigma)²
            let cost = square(beyond).saturating_mul(577) / (square(WIDTH_ERROR.0) * 100);
            RIM + u32::try_from(cost)
                .unwrap_or(u32::MAX / 2)
                .min(u32::MAX / 2)
        }
    }
}

/// How long a body lingers in the upper plane on its way to the lower.
///
/// Over 4600 simulated falls it was 0.53 and 0.0505 for each millimetre of width,
/// within 0.12. It counts for little, because real tables may differ: enough to tell
/// which of two sizes a width in the middle is.
fn linger_cost(linger: Option<u32>, width: Micrometres) -> u32 {
    let Some(linger) = linger else {
        return 0;
    };
    let expected = 530 + width.0.min(100_000) * 101 / 2000;
    let error = u64::from(linger.abs_diff(expected));
    // 8 * log2(e) / 2 * (error / 120)²
    let cost = error * error * 577 / (120 * 120 * 100);
    cost.min(24) as u32
}

/// `-8 * log2(1 - n / 16)`, up to [`RIM`].
const TRIANGLE: [u8; 16] = [0, 1, 2, 2, 3, 4, 5, 7, 8, 10, 11, 13, 16, 19, 24, 28];

/// What it costs to be a whole doubt off.
const RIM: u32 = 30;

/// What a swing of the edge row costs.
///
/// A disc has no magnet, but one that is pushed along the rim behind it, or lies
/// in the gutter where it lands, swings the sensors too: in one fall of seven on a
/// crowded simulated ring, seldom by much. So a weak swing says little.
fn magnet_cost(body: Body, magnetism: Magnetism) -> u32 {
    let disc = !body.is_magnetic();
    let swing = match magnetism {
        Magnetism::Unknown => return 0,
        Magnetism::None => 0,
        Magnetism::Seen(passing) => passing.peak.max(1),
    };
    match (body, swing) {
        // A small magnet that falls between two sensors may go unseen.
        (Body::Token, 0) => 20,
        (Body::Sumo | Body::Belt, 0) => 64,
        (Body::Sumo | Body::Belt, 1..30) => 24,
        (Body::Token, 120..) => 16,
        (_, 0) => 0,
        (_, 1..60) if disc => 20,
        (_, 60..120) if disc => 32,
        (_, _) if disc => 40,
        _ => 0,
    }
}

/// The best answer by costs and by what can be there.
///
/// ```
/// use rules_core::board::{Dimensions, Micrometres};
/// use rules_core::sensing::body::Body;
/// use rules_core::sensing::identity::{Magnetism, Prior, Shadow, costs, identify};
///
/// let mut prior = Prior::ANYTHING;
/// prior.on_ring[Body::Small] = 9;
/// let shadow = Shadow {
///     width: Micrometres::mm(21),
///     doubt: Micrometres::mm(5),
///     linger: Some(1_500),
/// };
/// let costs = costs(shadow, Magnetism::None, &Dimensions::ASSUMED, prior.belt_on);
/// let who = identify(&costs, &prior);
/// assert_eq!(who.body, Body::Small);
/// assert!(who.certainty.is_high());
/// ```
#[must_use]
pub fn identify(costs: &Costs, prior: &Prior) -> Identity {
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
        return nobody(costs);
    };
    let next = possible().filter(|it| it.1 != body).map(|it| it.0).min();
    let gap = next.map_or(u32::MAX, |next| next - best);

    // The best of those that cannot be there, by the sensors alone.
    let absent = Body::ALL.into_iter().filter(|&it| weighed[it].is_none());
    let absent = absent.map(|it| (u32::from(costs[it]), it)).min();
    let explained = u32::from(costs[body]);
    let contradicted = absent.filter(|&(cost, _)| cost + u32::from(Certainty::HIGH.0) <= explained);

    let certainty = if explained >= MISFIT || contradicted.is_some() {
        Certainty::NONE
    } else {
        Certainty(u8::try_from(gap).unwrap_or(u8::MAX))
    };
    let candidates = possible()
        .filter(|&(cost, _)| cost <= best.saturating_add(OFFERED))
        .map(|it| it.1)
        .chain(contradicted.map(|it| it.1))
        .collect();
    Identity {
        body,
        certainty,
        candidates,
    }
}

/// By the ledger nothing is left to fall: name the likeliest, as a guess.
fn nobody(costs: &Costs) -> Identity {
    let body = Body::ALL.into_iter().min_by_key(|&body| costs[body]);
    Identity {
        body: body.unwrap_or(Body::Small),
        certainty: Certainty::NONE,
        candidates: Bodies::ALL,
    }
}

/// What it costs that only so many of so many are of this kind: `-8 log2`, in
/// whole bits.
fn rarity(count: u32, total: u32) -> u32 {
    let share = total / count.max(1);
    8 * share.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::{Magnetism, Prior, Shadow, costs, identify};
    use crate::board::{Dimensions, Micrometres};
    use crate::piece::Size;
    use crate::sensing::body::{Body, ByBody};
    use crate::sensing::certainty::{Certainty, Identity};
    use crate::sensing::magnet::Polarity;
    use crate::sensing::observation::Passing;

    const SEEN: Magnetism = Magnetism::Seen(Passing {
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

    fn who(width_um: u32, magnetism: Magnetism, prior: &Prior) -> Identity {
        who_lingered(None, width_um, magnetism, prior)
    }

    fn who_lingered(
        linger: Option<u32>,
        width_um: u32,
        magnetism: Magnetism,
        prior: &Prior,
    ) -> Identity {
        let shadow = Shadow {
            width: Micrometres(width_um),
            doubt: Micrometres(5_000),
            linger,
        };
        let costs = costs(shadow, magnetism, &Dimensions::ASSUMED, prior.belt_on);
        identify(&costs, prior)
    }

    #[test]
    fn between_two_sizes_the_time_it_lingered_tips_the_guess() {
        let prior = prior(FULL_RING);
        let guess = |linger| who_lingered(Some(linger), 25_000, Magnetism::None, &prior);
        assert_eq!(guess(1_500).body, Body::Small);
        assert_eq!(guess(2_100).body, Body::Medium);
        assert!(!guess(2_100).certainty.is_high(), "a guess all the same");
    }

    const FULL_RING: [u8; 6] = [12, 7, 4, 2, 2, 1];

    #[test]
    fn each_body_at_its_own_width_is_named() {
        let prior = prior(FULL_RING);
        let table = [
            (20_000, Magnetism::None, Body::Small, true),
            (30_500, Magnetism::None, Body::Medium, true),
            (39_000, Magnetism::None, Body::Large, true),
            // A magnet may have been another's: asked.
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
    fn between_two_sizes_is_a_guess_that_offers_both() {
        let who = who(25_000, Magnetism::None, &prior(FULL_RING));
        assert!(!who.certainty.is_high(), "{who:?}");
        assert!(who.candidates.contains(Body::Small) && who.candidates.contains(Body::Medium));
    }

    #[test]
    fn the_ledger_decides_between_two_sizes_when_one_is_gone() {
        let who = who(25_000, Magnetism::None, &prior([0, 7, 4, 0, 2, 0]));
        assert_eq!(who.body, Body::Medium);
        assert!(who.certainty.is_high(), "{who:?}");
    }

    #[test]
    fn a_body_that_cannot_be_there_is_a_question_not_an_answer() {
        let who = who(40_000, Magnetism::None, &prior([12, 7, 0, 0, 2, 0]));
        assert_ne!(who.body, Body::Large);
        assert_eq!(who.certainty, Certainty::NONE);
        assert!(who.candidates.contains(Body::Large), "{who:?}");
    }

    #[test]
    fn what_nothing_explains_is_a_question() {
        let who = who(80_000, Magnetism::None, &prior(FULL_RING));
        assert_eq!(who.certainty, Certainty::NONE);
    }

    #[test]
    fn an_empty_ring_has_nothing_to_lose() {
        let who = who(20_000, Magnetism::None, &prior([0; 6]));
        assert_eq!(who.certainty, Certainty::NONE);
    }

    #[test]
    fn without_the_edge_row_a_sumo_and_a_large_disc_are_not_told_apart() {
        let who = who(40_000, Magnetism::Unknown, &prior(FULL_RING));
        assert!(!who.certainty.is_high(), "{who:?}");
        assert!(who.candidates.contains(Body::Sumo) && who.candidates.contains(Body::Large));
    }
}
