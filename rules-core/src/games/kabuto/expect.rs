//! "What are we waiting for?": the possible next actions, as data.

use super::Match;
use super::action::{Action, Choices, Load, Remarks, Use};
use super::card::Nth;
use super::draft::Draft;
use super::edition::Docking;
use super::options::Visit;
use super::state::{Phase, Platform, PushDuty, SlamDuty};
use crate::clause::Clause;
use crate::place::{Facing, Place, Post};
use core::fmt;
use heapless::Vec;

/// Everything that could come next.
pub type Expectations = Vec<Expectation, 20, u8>;

/// Something that could come next, and how it stands with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Expectation {
    /// What.
    pub wish: Wish,
    /// Whether it must be, may be or cannot be done.
    pub need: Need,
}

/// A kind of next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
        let turn = &self.state.turn;
        let own = self.terms.side_of(turn.seat);
        // A slam's push is due once the markers are off; until then a push
        // that a move allows is a wish, not a duty.
        let owed = turn.push == PushDuty::Due
            || (turn.slam == SlamDuty::Owed && self.state.markers[own].is_empty());
        // Nothing in hand: what an empty platform is refused for.
        let mut need = self.need(&Action::Push(Load::new(), Remarks::EMPTY), owed);
        let _ = self.loads(&mut |load| {
            need = self.need(&Action::Push(load, Remarks::EMPTY), owed);
            match need {
                Need::Blocked(_) => Visit::Continue(()),
                Need::Owed | Need::Possible => Visit::Break(()),
            }
        });
        need
    }

    /// A move is possible if some choice makes it so; else it is blocked by
    /// what blocks the choice that comes furthest.
    fn move_need(&self, nth: Nth) -> Need {
        let card_of = self.state.turn.seat;
        let mut furthest: Option<((usize, bool), Clause)> = None;
        let mut is_possible = false;
        let mut attempt = |choices| {
            let action = Action::Use(Use {
                card_of,
                nth,
                choices,
            });
            match Draft::reach(&self.terms, self.state, &action) {
                Ok(()) => is_possible = true,
                Err((reached, refusal)) => {
                    let rank = (reached, !refusal.reason.is_about_choice());
                    if furthest.is_none_or(|(before, _)| before < rank) {
                        furthest = Some((rank, refusal.clause));
                    }
                }
            }
            if is_possible {
                Visit::Break(())
            } else {
                Visit::Continue(())
            }
        };
        // Without choices first: there may be none to try.
        if attempt(Choices::default()).is_continue() {
            let _ = self.choices(card_of, nth, &mut attempt);
        }
        match furthest {
            Some((_, clause)) if !is_possible => Need::Blocked(clause),
            _ => Need::Possible,
        }
    }
}
