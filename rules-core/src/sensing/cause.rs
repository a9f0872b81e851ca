//! Cause of a fall: the push under way, or an accident.
//!
//! A push begins when the element on the platform starts to move and lasts until
//! everything it set in motion has come to rest. No body gets from the ring's surface
//! into the beams in less than 40 ms, so a fall that begins earlier than that after the
//! start of a push was on its way before. A hand in the gutter or a bump near the fall
//! makes the cause doubtful. Sensing reports doubt and does not decide it.

use super::certainty::Certainty;
use super::fall::{Cause, FallCause};
use crate::place::{ByEdge, Edge};
use crate::time::{Instant, Span};

/// Shortest time from the start of a push to the first beam of a fall it causes: the
/// fastest of all simulated falls took 44 ms from the ring's edge.
const MIN_FALL_TIME: Span = Span::millis(40);

/// Time after the element left the platform in which its push can still make a piece
/// fall.
pub(crate) const AFTERMATH: Span = Span::millis(1_500);

/// Time after the element left the platform in which the last piece begins to fall that
/// comes to rest in the beams. Such falls began within 0.5 s in simulated matches, hands
/// that fetched pieces came after 0.6 s.
pub(super) const LAST_FALL: Span = Span::millis(550);

/// Time after the element left the platform from which a fall is an accident without
/// doubt. Between [`AFTERMATH`] and this time the referee asks about the accident.
const OVER: Span = Span::millis(2_800);

/// Longest time for which a slow push can go on before the sensors notice it.
const UNSEEN: Span = Span::millis(400);

/// Time before a fall in which a hand or a bump makes its cause doubtful.
const NEAR: Span = Span::millis(500);

/// Tracker of the pushes, hands and bumps that a fall is attributed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CauseTracker {
    push: PushState,
    hands: ByEdge<LastSeen>,
    bump: LastSeen,
}

/// State of the platform's element and of the last push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum PushState {
    /// There was no push, and no element is on the platform.
    #[default]
    None,
    /// An element is on the platform. The first millimetres of a push are not sensed, so
    /// that one may have begun.
    Ready {
        /// Start and end of the previous push; `None` if none is remembered.
        before: Option<(Instant, Instant)>,
    },
    /// A push has begun, with the element still on the platform.
    UnderWay { began: Instant },
    /// A push is over: the element has left the platform.
    Done { began: Instant, left: Instant },
}

/// Last time at which a hand or bump was present.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum LastSeen {
    #[default]
    Never,
    Now,
    Until(Instant),
}

impl LastSeen {
    fn is_near(self, at: Instant) -> bool {
        match self {
            Self::Never => false,
            Self::Now => true,
            Self::Until(gone) => at.since(gone) <= NEAR,
        }
    }
}

impl CauseTracker {
    /// Tracker before the first push, hand or bump.
    pub const NEW: Self = Self {
        push: PushState::None,
        hands: ByEdge([LastSeen::Never; 4]),
        bump: LastSeen::Never,
    };

    /// Records that an element lies on the platform.
    pub fn loaded(&mut self) {
        let before = match self.push {
            PushState::Done { began, left } => Some((began, left)),
            PushState::Ready { before } => before,
            PushState::None | PushState::UnderWay { .. } => None,
        };
        self.push = PushState::Ready { before };
    }

    /// Records that the element was removed from the platform. A push that had begun
    /// counts as done; otherwise the push before it counts again.
    pub fn unloaded(&mut self, at: Instant) {
        self.push = match self.push {
            PushState::UnderWay { began } => PushState::Done { began, left: at },
            PushState::Ready {
                before: Some((began, left)),
            } => PushState::Done { began, left },
            PushState::Ready { before: None } | PushState::None => PushState::None,
            done @ PushState::Done { .. } => done,
        };
    }

    /// Records that the element on the platform starts to move.
    pub fn push_began(&mut self, at: Instant) {
        self.push = PushState::UnderWay { began: at };
    }

    /// Records that the element has left the platform.
    pub fn push_left(&mut self, began: Instant, at: Instant) {
        self.push = PushState::Done { began, left: at };
    }

    /// Records a hand in the gutter of this side.
    pub fn hand(&mut self, edge: Edge) {
        self.hands[edge] = LastSeen::Now;
    }

    /// Records that the hand left the gutter of this side.
    pub fn hand_gone(&mut self, edge: Edge, at: Instant) {
        self.hands[edge] = LastSeen::Until(at);
    }

    /// Records a bump of the table.
    pub fn bump(&mut self, at: Instant) {
        self.bump = LastSeen::Until(at);
    }

    /// Returns the time until which a push can make a piece fall; `None` without a push.
    /// That is 1.5 s after its end, or [`Instant::MAX`] while one may be under way. The
    /// first millimetres of a push are not sensed, so an element on the platform is
    /// enough.
    #[must_use]
    pub fn falls_expected_until(&self) -> Option<Instant> {
        match self.push {
            PushState::None => None,
            PushState::Ready { .. } | PushState::UnderWay { .. } => Some(Instant::MAX),
            PushState::Done { left, .. } => Some(left + AFTERMATH),
        }
    }

    /// Returns the cause of a fall on this side whose first beam went dark at `onset`.
    /// The certainty is either full or none.
    #[must_use]
    pub fn classify(&self, edge: Edge, onset: Instant) -> FallCause {
        let disturbed = self.hands[edge].is_near(onset) || self.bump.is_near(onset);
        let unseen = matches!(self.push, PushState::Ready { .. });
        let (began, last) = match self.push {
            PushState::None => return sure_of(Cause::Accident),
            PushState::Ready { before: None } => return unsure(Cause::Accident),
            PushState::UnderWay { began } => (began, onset),
            PushState::Done { began, left }
            | PushState::Ready {
                before: Some((began, left)),
            } => (began, left),
        };
        if onset + UNSEEN < began || onset > last + AFTERMATH {
            let late = onset <= last + OVER && onset > last;
            if unseen || late {
                unsure(Cause::Accident)
            } else {
                sure_of(Cause::Accident)
            }
        } else if onset < began + MIN_FALL_TIME {
            unsure(Cause::Accident)
        } else if disturbed {
            unsure(Cause::Push)
        } else {
            sure_of(Cause::Push)
        }
    }
}

const fn sure_of(kind: Cause) -> FallCause {
    let certainty = Certainty::FULL;
    FallCause { kind, certainty }
}

const fn unsure(kind: Cause) -> FallCause {
    let certainty = Certainty::NONE;
    FallCause { kind, certainty }
}

#[cfg(test)]
mod tests {
    use super::CauseTracker;
    use crate::place::Edge;
    use crate::sensing::certainty::Certainty;
    use crate::sensing::fall::{Cause, FallCause};
    use crate::time::{Instant, Span};

    const BEGAN: Instant = Instant(10_000_000);
    const SURE: Certainty = Certainty::FULL;
    const ASK: Certainty = Certainty::NONE;

    fn cause(kind: Cause, certainty: Certainty) -> FallCause {
        FallCause { kind, certainty }
    }

    fn after(millis: u32) -> Instant {
        BEGAN + Span::millis(millis)
    }

    fn pushed() -> CauseTracker {
        let mut causes = CauseTracker::default();
        causes.push_began(BEGAN);
        causes.push_left(BEGAN, after(400));
        causes
    }

    #[test]
    fn without_a_push_it_is_an_accident() {
        let causes = CauseTracker::default();
        assert_eq!(
            causes.classify(Edge::North, after(0)),
            cause(Cause::Accident, SURE)
        );
    }

    #[test]
    fn with_an_element_on_the_platform_a_push_may_have_begun_unseen() {
        let mut causes = CauseTracker::default();
        causes.loaded();
        assert_eq!(causes.classify(Edge::North, after(0)).certainty, ASK);
        causes.unloaded(after(10));
        assert_eq!(
            causes.classify(Edge::North, after(20)),
            cause(Cause::Accident, SURE)
        );
    }

    #[test]
    fn the_next_element_does_not_hide_the_push_before() {
        let mut causes = pushed();
        causes.loaded();
        assert_eq!(
            causes.classify(Edge::North, after(900)),
            cause(Cause::Push, SURE)
        );
        assert_eq!(causes.classify(Edge::North, after(5_000)).certainty, ASK);
    }

    #[test]
    fn a_fall_that_began_before_the_push_was_seen_is_asked() {
        let mut causes = CauseTracker::default();
        causes.loaded();
        causes.push_began(BEGAN);
        let soon_before = BEGAN - Span::millis(100);
        assert_eq!(causes.classify(Edge::North, soon_before).certainty, ASK);
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
            let seen = causes.classify(Edge::North, after(millis));
            assert_eq!(
                (seen.kind, seen.certainty),
                (cause, certainty),
                "{millis} ms"
            );
        }
    }

    #[test]
    fn falls_are_expected_from_the_push_to_the_end_of_its_aftermath() {
        let mut causes = CauseTracker::default();
        assert_eq!(causes.falls_expected_until(), None);
        causes.loaded();
        let always = Some(Instant::MAX);
        assert_eq!(
            causes.falls_expected_until(),
            always,
            "the start is not seen"
        );
        causes.unloaded(BEGAN);
        assert_eq!(causes.falls_expected_until(), None, "taken away again");
        causes.loaded();
        causes.push_began(BEGAN);
        assert_eq!(causes.falls_expected_until(), always, "still under way");
        causes.push_left(BEGAN, after(400));
        assert_eq!(causes.falls_expected_until(), Some(after(1_900)));
        causes.loaded();
        assert_eq!(
            causes.falls_expected_until(),
            always,
            "the next is on the platform"
        );
    }

    #[test]
    fn a_fall_too_soon_after_the_start_is_asked() {
        let causes = pushed();
        assert_eq!(
            causes.classify(Edge::North, after(39)),
            cause(Cause::Accident, ASK)
        );
        assert_eq!(
            causes.classify(Edge::North, after(40)),
            cause(Cause::Push, SURE)
        );
    }

    #[test]
    fn a_hand_on_that_side_makes_it_a_question() {
        let mut causes = pushed();
        causes.hand(Edge::East);
        assert_eq!(causes.classify(Edge::East, after(300)).certainty, ASK);
        assert_eq!(causes.classify(Edge::North, after(300)).certainty, SURE);
        causes.hand_gone(Edge::East, after(500));
        assert_eq!(causes.classify(Edge::East, after(1_000)).certainty, ASK);
        assert_eq!(causes.classify(Edge::East, after(1_001)).certainty, SURE);
    }

    #[test]
    fn a_bump_makes_it_a_question_everywhere() {
        let mut causes = pushed();
        causes.bump(after(200));
        for edge in Edge::ALL {
            assert_eq!(causes.classify(edge, after(300)).certainty, ASK);
        }
    }
}
