//! Estimate of the element on the platform, at rest and after a push.
//!
//! At a steady speed the element covers the front sensor for `t3 - t2` and moves from
//! sensor to sensor in `t3 - t1`, so that `diameter = spacing * (t3 - t2) / (t3 - t1)`.

use super::likelihood::{certainty, square};
use super::platform::PlatformTracker;
use crate::place::Place;
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::{Certainty, Costs};
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::{PlatformLoad, Push};
use crate::time::Instant;

/// Standard deviation of a diameter from the ratio of times: 2.5 mm. No hand is perfectly
/// steady.
const WIDTH_SIGMA: u64 = 2_500;

/// Cost of a magnet that is not sensed in a body that has one, or sensed in one that has
/// none: 8 bits.
const MAGNET_WRONG: u32 = 64;

/// Times of the stages of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PushTiming {
    pub(super) began: Instant,
    /// Time at which the element cleared the back sensor; `None` if that was not seen.
    pub(super) t1: Option<Instant>,
    /// Time at which the element reached the front sensor; `None` if it lay over it from
    /// the start.
    pub(super) t2: Option<Instant>,
}

impl PlatformTracker {
    /// Returns the element at rest on the platform, with its magnet.
    pub(super) fn loaded(&self, place: Place) -> PlatformLoad {
        let felt = i32::from(self.magnet.unsigned_abs().min(2047));
        let (weak, strong) = (i32::from(self.weak), i32::from(self.strong));
        let candidates = [0, weak, strong].map(|level| square(felt.min(strong) - level));
        let best = candidates.iter().enumerate().min_by_key(|&(_, cost)| cost);
        let best = best.map_or(0, |(n, _)| n);
        let strength = match best {
            0 => None,
            1 => Some(Strength::Weak),
            _ => Some(Strength::Strong),
        };
        let others = candidates.iter().enumerate().filter(|&(n, _)| n != best);
        let next = others.map(|(_, &cost)| cost).min().unwrap_or(u64::MAX);
        let gap = next - candidates.get(best).copied().unwrap_or(next).min(next);
        PlatformLoad {
            place,
            magnet: strength.map(|strength| Magnet {
                polarity: if self.magnet > 0 {
                    Polarity::Plus
                } else {
                    Polarity::Minus
                },
                strength,
            }),
            // The element need not lie right over the sensor.
            certainty: certainty(gap, square(weak / 3).max(1)),
        }
    }

    /// Returns the push of an element that cleared the front sensor at `t3`.
    pub(super) fn pushed(&mut self, place: Place, passage: PushTiming, t3: Instant) -> Push {
        self.motion.last = Some(t3);
        let travel = passage.t1.map(|t1| u64::from(t3.since(t1).0.max(1)));
        let covered = passage.t2.map(|t2| u64::from(t3.since(t2).0));
        // From the back sensor to the front one: one medium disc of this table.
        let spacing = u64::from(self.widths[Body::Medium].0);
        let speed = travel.map_or(0, |travel| spacing * 1000 / travel);
        let width = match (travel, covered) {
            (Some(travel), Some(covered)) => PushWidth::Is(spacing * covered / travel),
            // It lay over both sensors; but a thumb that follows closely makes a small disc
            // look as long.
            (Some(_), None) | (None, _) => PushWidth::Unknown,
        };
        let costs = self.costs(width);
        let (body, lead) = best(&costs);
        Push {
            place,
            began: passage.began,
            speed: u16::try_from(speed).unwrap_or(u16::MAX),
            costs,
            body,
            certainty: match width {
                PushWidth::Is(_) => lead,
                PushWidth::Unknown => Certainty::NONE,
            },
        }
    }

    /// Returns a push that only the back sensor saw: the element has left, and nothing
    /// else is known.
    pub(super) fn pushed_unseen(&mut self, place: Place, now: Instant) -> Push {
        let began = self.motion.last.unwrap_or(now);
        self.motion.last = Some(now);
        let costs = self.costs(PushWidth::Unknown);
        Push {
            place,
            began,
            speed: 0,
            costs,
            body: best(&costs).0,
            certainty: Certainty::NONE,
        }
    }

    /// Returns the misfit of each class of body to the width and the magnet of an
    /// element.
    fn costs(&self, width: PushWidth) -> Costs {
        let felt = i32::from(self.magnet.unsigned_abs().min(2047));
        let magnetic = felt > i32::from(self.weak) / 2;
        ByBody::from_fn(|body| {
            let across = u64::from(self.widths[body].0);
            let wrong = match width {
                PushWidth::Is(width) => across.abs_diff(width),
                PushWidth::Unknown => 0,
            };
            let by_width = certainty(wrong.saturating_mul(wrong), WIDTH_SIGMA * WIDTH_SIGMA).0;
            let by_magnet = if body.is_magnetic() == magnetic {
                0
            } else {
                MAGNET_WRONG
            };
            u8::try_from(u32::from(by_width) + by_magnet).unwrap_or(u8::MAX)
        })
    }
}

/// Width of the pushed element, in micrometres.
#[derive(Debug, Clone, Copy)]
enum PushWidth {
    Is(u64),
    Unknown,
}

/// Bodies that players hold and push. A sumo or the belt on the platform is named if
/// nothing else fits, but makes no element doubtful.
const ELEMENTS: [Body; 4] = [Body::Small, Body::Medium, Body::Large, Body::Token];

/// Returns the body with the lowest cost, and its lead over the next element.
fn best(costs: &Costs) -> (Body, Certainty) {
    let best = costs.iter().min_by_key(|&(_, cost)| *cost);
    let (body, &cost) = best.unwrap_or((Body::Small, &0));
    let others = (costs.iter()).filter(|&(other, _)| other != body && ELEMENTS.contains(&other));
    let next = others.map(|(_, &cost)| cost).min().unwrap_or(u8::MAX);
    (body, Certainty(next.saturating_sub(cost)))
}

#[cfg(test)]
mod tests {
    use super::{PlatformTracker, PushTiming, PushWidth};
    use crate::board::{BoardId, Dimensions, Micrometres, Profile};
    use crate::piece::Size;
    use crate::place::{Place, Post};
    use crate::sensing::body::{Body, ByBody};
    use crate::sensing::calibration::Calibration;
    use crate::time::Instant;

    #[test]
    fn a_push_is_measured_by_the_medium_disc_of_the_table() {
        let mut dimensions = Dimensions::ASSUMED;
        dimensions.diameters[Size::Medium] = Micrometres::mm(36);
        let calibration = Calibration::nominal(Profile::of(BoardId::Ring));
        let mut platform = PlatformTracker::new(&dimensions, &calibration);
        let passage = PushTiming {
            began: Instant(0),
            t1: Some(Instant(100_000)),
            t2: Some(Instant(100_000)),
        };
        let pushed = platform.pushed(Place::Corner(Post::One), passage, Instant(400_000));
        assert_eq!(pushed.speed, 120, "36 mm in 0.3 s");
        assert_eq!(pushed.body, Body::Medium);
    }

    #[test]
    fn what_seems_endlessly_wide_is_no_body() {
        let calibration = Calibration::nominal(Profile::of(BoardId::Ring));
        let platform = PlatformTracker::new(&Dimensions::ASSUMED, &calibration);
        let costs = platform.costs(PushWidth::Is(u64::MAX));
        assert_eq!(costs, ByBody::from_fn(|_| u8::MAX));
    }
}
