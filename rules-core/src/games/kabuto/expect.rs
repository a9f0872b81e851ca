//! "What are we waiting for?": the possible next actions, as data.

use super::Match;
use super::action::{Action, Remarks, Use};
use super::card::Nth;
use super::edition::Docking;
use super::options::Visit;
use super::place::{Facing, Place, Post};
use super::state::{MarkerDuty, Phase, Platform, PushDuty, SlamDuty};
use crate::clause::Clause;
use core::fmt;
use heapless::Vec;

/// Everything that could come next.
pub type Expectations = Vec<Expectation, 20, u8>;

/// Something that could come next, and how it stands with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    /// What.
    pub wish: Wish,
    /// Whether it must be, may be or cannot be done.
    pub need: Need,
}

/// A kind of next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Set the platform at a corner.
    DockAtCorner(Post),
    /// Set the platform anywhere against the edge.
    DockAtEdge,
    /// Set a marker on this post.
    PlaceMarker(Post),
    /// Take an own marker off this post.
    TakeMarker(Post),
    /// Push an element.
    Push,
    /// Let everything come to rest.
    Settle,
    /// Use a special move.
    Use(Nth),
    /// End the turn.
    EndTurn,
    /// Give up.
    Submit,
}

/// How it stands with a possible next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The turn cannot go on without it.
    Owed,
    /// It may be done.
    Possible,
    /// It cannot be done, by this clause.
    Blocked(Clause),
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DockAtCorner(post) => write!(f, "dock {post}"),
            Self::DockAtEdge => write!(f, "dock"),
            Self::PlaceMarker(post) => write!(f, "marker {post}"),
            Self::TakeMarker(post) => write!(f, "take marker {post}"),
            Self::Push => write!(f, "push"),
            Self::Settle => write!(f, "settle"),
            Self::Use(nth) => write!(f, "move {nth}"),
            Self::EndTurn => write!(f, "end turn"),
            Self::Submit => write!(f, "submit"),
        }
    }
}

impl Match {
    /// What could come next: what is owed, what is possible, and for what is
    /// neither, the clause that blocks it.
    #[must_use]
    pub fn expectations(&self) -> Expectations {
        let mut list = Expectations::new();
        let mut add = |wish, need| {
            // 4 corners, 4 + 4 markers, 3 moves and 4 more: 19 at most.
            let _ = list.push(Expectation { wish, need });
        };
        let turn = &self.state.turn;
        let own = match self.state.phase {
            Phase::Opening => self.terms.side_of(self.terms.players.last()),
            _ => self.terms.side_of(turn.seat),
        };
        match self.terms.book().docking {
            Docking::CornersWithPosts => {
                for post in Post::ALL {
                    let dock = Action::Dock(Place::Corner(post), Facing::Short);
                    add(Wish::DockAtCorner(post), self.need(&dock, self.dock_owed()));
                }
            }
            Docking::AnywhereOnEdge => {
                let mut dock = Action::EndTurn;
                let _ = self.docks(&mut |place| {
                    dock = Action::Dock(place, Facing::Short);
                    Visit::Break(())
                });
                add(Wish::DockAtEdge, self.need(&dock, self.dock_owed()));
            }
        }
        for post in Post::ALL {
            let place = Action::PlaceMarker(own, post);
            let relevant = match (self.state.phase, turn.platform) {
                (Phase::Opening, _) => true,
                (_, Platform::Down(Place::Corner(here), _)) => here == post,
                _ => false,
            };
            if relevant {
                let owed = self.state.phase == Phase::Opening || turn.marker_owed();
                add(Wish::PlaceMarker(post), self.need(&place, owed));
            }
            if self.state.markers[own].contains(post) && turn.slam == SlamDuty::Owed {
                let take = Action::TakeMarker(own, post);
                add(Wish::TakeMarker(post), self.need(&take, true));
            }
        }
        add(Wish::Push, self.push_need());
        add(Wish::Settle, self.need(&Action::Settle, true));
        for nth in Nth::ALL {
            if self.terms.move_rule(turn.seat, nth).is_some() {
                add(Wish::Use(nth), self.move_need(nth));
            }
        }
        add(Wish::EndTurn, self.need(&Action::EndTurn, false));
        add(Wish::Submit, self.need(&Action::Submit, false));
        list
    }

    /// Whether the turn waits for the platform.
    fn dock_owed(&self) -> bool {
        matches!(self.state.turn.platform, Platform::Away) && self.state.turn.push == PushDuty::Due
    }

    fn need(&self, action: &Action, owed: bool) -> Need {
        match self.permits(action) {
            Ok(()) if owed => Need::Owed,
            Ok(()) => Need::Possible,
            Err(refusal) => Need::Blocked(refusal.clause),
        }
    }

    fn push_need(&self) -> Need {
        let mut need = None;
        let _ = self.loads(&mut |load| {
            let found = self.need(
                &Action::Push(load, Remarks::EMPTY),
                self.state.turn.push_due(),
            );
            need = Some(found);
            match found {
                Need::Blocked(_) => Visit::Continue(()),
                Need::Owed | Need::Possible => Visit::Break(()),
            }
        });
        need.unwrap_or(Need::Blocked(Clause::SsT7))
    }

    /// A move is possible if some choice makes it so; else it is blocked by
    /// what blocks the choice that comes furthest.
    fn move_need(&self, nth: Nth) -> Need {
        let card_of = self.state.turn.seat;
        let mut need = None;
        let _ = self.choices(card_of, nth, &mut |choices| {
            let action = Action::Use(Use {
                card_of,
                nth,
                choices,
            });
            need = Some(self.need(&action, false));
            match need {
                Some(Need::Blocked(_)) | None => Visit::Continue(()),
                Some(Need::Owed | Need::Possible) => Visit::Break(()),
            }
        });
        // No choice to try: nothing on the ring or the posts to choose.
        need.unwrap_or(Need::Blocked(match self.state.phase {
            Phase::InTurn => Clause::SsM2,
            Phase::Opening => Clause::SsS6,
            Phase::Settling(_) => Clause::SsK7,
            Phase::Over(_) => Clause::SsT1,
        }))
    }

    /// Whether the platform stands where a marker is due.
    #[must_use]
    pub fn marker_duty(&self) -> Option<(Post, MarkerDuty)> {
        match self.state.turn.platform {
            Platform::Down(Place::Corner(post), duty) => Some((post, duty)),
            _ => None,
        }
    }
}
