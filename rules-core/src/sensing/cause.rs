//! Why something fell: the push under way, or anything else.
//!
//! A push begins when the element on the platform starts to move and reaches on
//! until everything it set in motion has come to rest. No body gets from the
//! ring's surface into the beams in less than 40 ms, so a fall that begins
//! earlier than that after the start of a push was on its way before. A hand in
//! the gutter or a bump near the fall makes it doubtful. Doubt is said, not
//! decided.

use super::certainty::Certainty;
use super::observation::Cause;
use crate::place::{ByEdge, Edge};
use crate::time::{Instant, Span};

/// From the edge to the first beam: the fastest of all simulated falls took
/// 44 ms.
const SOONEST: Span = Span::millis(40);

/// How long after its last motion on the platform a push can still make
/// something fall.
const AFTERMATH: Span = Span::millis(1_500);

/// From then on it is an accident for sure.
const OVER: Span = Span::millis(2_800);

/// So long a slow push can go on before it is seen.
const UNSEEN: Span = Span::millis(400);

/// How near a hand or bump must be in time to make a fall doubtful.
const NEAR: Span = Span::millis(500);

/// What is known about pushes, hands and bumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Causes {
    push: Push,
    hands: ByEdge<Seen>,
    bump: Seen,
}

/// The last push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Push {
    /// None, and nothing to push.
    #[default]
    None,
    /// Something lies on the platform: its first millimetres are not seen, so a
    /// push may have begun.
    Ready {
        /// The push before.
        before: Option<(Instant, Instant)>,
    },
    /// It has begun and the element is still on the platform.
    UnderWay { began: Instant },
    /// The element has left the platform.
    Done { began: Instant, left: Instant },
}

/// When something was last there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Seen {
    /// Never.
    #[default]
    Never,
    /// It is there.
    Now,
    /// It went away.
    Until(Instant),
}

impl Seen {
    fn is_near(self, at: Instant) -> bool {
        match self {
            Self::Never => false,
            Self::Now => true,
            Self::Until(gone) => at.since(gone) <= NEAR,
        }
    }
}

impl Causes {
    /// An element lies on the platform.
    pub fn loaded(&mut self) {
        let before = match self.push {
            Push::Done { began, left } => Some((began, left)),
            Push::Ready { before } => before,
            Push::None | Push::UnderWay { .. } => None,
        };
        self.push = Push::Ready { before };
    }

    /// The element was taken off the platform.
    pub fn unloaded(&mut self, at: Instant) {
        self.push = match self.push {
            Push::UnderWay { began } => Push::Done { began, left: at },
            Push::Ready {
                before: Some((began, left)),
            } => Push::Done { began, left },
            Push::Ready { before: None } | Push::None => Push::None,
            done @ Push::Done { .. } => done,
        };
    }

    /// The element on the platform starts to move.
    pub fn push_began(&mut self, at: Instant) {
        self.push = Push::UnderWay { began: at };
    }

    /// The element has left the platform.
    pub fn push_left(&mut self, began: Instant, at: Instant) {
        self.push = Push::Done { began, left: at };
    }

    /// A hand is in the gutter of this side.
    pub fn hand(&mut self, edge: Edge) {
        self.hands[edge] = Seen::Now;
    }

    /// It is gone.
    pub fn hand_gone(&mut self, edge: Edge, at: Instant) {
        self.hands[edge] = Seen::Until(at);
    }

    /// The table was bumped.
    pub fn bump(&mut self, at: Instant) {
        self.bump = Seen::Until(at);
    }

    /// Whether a push may be under way, or was so a moment ago. The first
    /// millimetres of one are not seen.
    #[must_use]
    pub fn expect_falls(&self, now: Instant) -> bool {
        match self.push {
            Push::None => false,
            Push::Ready { .. } | Push::UnderWay { .. } => true,
            Push::Done { left, .. } => now <= left + AFTERMATH,
        }
    }

    /// Why something fell here that broke the first beam at `onset`.
    #[must_use]
    pub fn of_fall(&self, edge: Edge, onset: Instant) -> (Cause, Certainty) {
        let disturbed = self.hands[edge].is_near(onset) || self.bump.is_near(onset);
        let unseen = matches!(self.push, Push::Ready { .. });
        let (began, last) = match self.push {
            Push::None => return (Cause::Accident, Certainty::FULL),
            Push::Ready { before: None } => return (Cause::Accident, Certainty::NONE),
            Push::UnderWay { began } => (began, onset),
            Push::Done { began, left }
            | Push::Ready {
                before: Some((began, left)),
            } => (began, left),
        };
        if onset + UNSEEN < began || onset > last + AFTERMATH {
            let late = onset <= last + OVER && onset > last;
            let sure = if unseen || late {
                Certainty::NONE
            } else {
                Certainty::FULL
            };
            (Cause::Accident, sure)
        } else if onset < began + SOONEST {
            (Cause::Accident, Certainty::NONE)
        } else if disturbed {
            (Cause::Push, Certainty::NONE)
        } else {
            (Cause::Push, Certainty::FULL)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Causes;
    use crate::place::Edge;
    use crate::sensing::certainty::Certainty;
    use crate::sensing::observation::Cause;
    use crate::time::{Instant, Span};

    const BEGAN: Instant = Instant(10_000_000);
    const SURE: Certainty = Certainty::FULL;
    const ASK: Certainty = Certainty::NONE;

    fn after(millis: u32) -> Instant {
        BEGAN + Span::millis(millis)
    }

    fn pushed() -> Causes {
        let mut causes = Causes::default();
        causes.push_began(BEGAN);
        causes.push_left(BEGAN, after(400));
        causes
    }

    #[test]
    fn without_a_push_it_is_an_accident() {
        let causes = Causes::default();
        assert_eq!(
            causes.of_fall(Edge::North, after(0)),
            (Cause::Accident, SURE)
        );
    }

    #[test]
    fn with_an_element_on_the_platform_a_push_may_have_begun_unseen() {
        let mut causes = Causes::default();
        causes.loaded();
        assert_eq!(causes.of_fall(Edge::North, after(0)).1, ASK);
        causes.unloaded(after(10));
        assert_eq!(
            causes.of_fall(Edge::North, after(20)),
            (Cause::Accident, SURE)
        );
    }

    #[test]
    fn the_next_element_does_not_hide_the_push_before() {
        let mut causes = pushed();
        causes.loaded();
        assert_eq!(causes.of_fall(Edge::North, after(900)), (Cause::Push, SURE));
        assert_eq!(causes.of_fall(Edge::North, after(5_000)).1, ASK);
    }

    #[test]
    fn a_fall_that_began_before_the_push_was_seen_is_asked() {
        let mut causes = Causes::default();
        causes.loaded();
        causes.push_began(BEGAN);
        let soon_before = BEGAN - Span::millis(100);
        assert_eq!(causes.of_fall(Edge::North, soon_before).1, ASK);
    }

    #[test]
    fn a_fall_belongs_to_the_push_until_its_aftermath_ends() {
        let causes = pushed();
        let table = [
            (100, Cause::Push, SURE),
            (400, Cause::Push, SURE),
            (1_900, Cause::Push, SURE),
            (1_901, Cause::Accident, ASK),
            (3_201, Cause::Accident, SURE),
        ];
        for (millis, cause, certainty) in table {
            let seen = causes.of_fall(Edge::North, after(millis));
            assert_eq!(seen, (cause, certainty), "{millis} ms");
        }
    }

    #[test]
    fn falls_are_expected_from_the_push_to_the_end_of_its_aftermath() {
        let mut causes = Causes::default();
        assert!(!causes.expect_falls(BEGAN));
        causes.loaded();
        assert!(
            causes.expect_falls(BEGAN),
            "the first millimetres are not seen"
        );
        causes.unloaded(BEGAN);
        assert!(!causes.expect_falls(BEGAN), "taken away again");
        causes.loaded();
        causes.push_began(BEGAN);
        assert!(causes.expect_falls(after(60_000)), "still under way");
        causes.push_left(BEGAN, after(400));
        assert!(causes.expect_falls(after(1_900)));
        assert!(!causes.expect_falls(after(1_901)));
        causes.loaded();
        assert!(
            causes.expect_falls(after(1_900)),
            "the next is on the platform"
        );
    }

    #[test]
    fn a_fall_too_soon_after_the_start_is_asked() {
        let causes = pushed();
        assert_eq!(
            causes.of_fall(Edge::North, after(39)),
            (Cause::Accident, ASK)
        );
        assert_eq!(causes.of_fall(Edge::North, after(40)), (Cause::Push, SURE));
    }

    #[test]
    fn a_hand_on_that_side_makes_it_a_question() {
        let mut causes = pushed();
        causes.hand(Edge::East);
        assert_eq!(causes.of_fall(Edge::East, after(300)).1, ASK);
        assert_eq!(causes.of_fall(Edge::North, after(300)).1, SURE);
        causes.hand_gone(Edge::East, after(500));
        assert_eq!(causes.of_fall(Edge::East, after(1_000)).1, ASK);
        assert_eq!(causes.of_fall(Edge::East, after(1_001)).1, SURE);
    }

    #[test]
    fn a_bump_makes_it_a_question_everywhere() {
        let mut causes = pushed();
        causes.bump(after(200));
        for edge in Edge::ALL {
            assert_eq!(causes.of_fall(edge, after(300)).1, ASK);
        }
    }
}
