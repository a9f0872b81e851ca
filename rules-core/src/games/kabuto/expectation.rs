//! Possible next actions as data: the answer to "what are we waiting for?".

use super::Match;
use super::action::{Action, Load, MoveChoices, MoveUse, Remarks};
use super::card::MoveIndex;
use super::draft::Draft;
use super::edition::DockingRule;
use super::legal_actions::VisitResult;
use super::state::{MatchPhase, Platform, PushDuty, SlamDuty};
use crate::clause::Clause;
use crate::place::{Facing, Place, Post};
use core::fmt;
use heapless::Vec;

/// All actions that could come next, with their status; there are 19 at most.
pub type Expectations = Vec<Expectation, 20, u8>;

/// Possible next action and its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Expectation {
    /// Action that could come next.
    pub action: NextAction,
    /// Status of the action: owed, possible or blocked.
    pub status: ActionStatus,
}

/// Kind of action that could come next in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NextAction {
    /// Set the platform at the corner of this post.
    DockAtCorner(Post),
    /// Set the platform anywhere against the edge.
    DockAtEdge,
    /// Set a marker on this post.
    PlaceMarker(Post),
    /// Take an own marker off this post.
    TakeMarker(Post),
    /// Push an element from the platform onto the ring.
    Push,
    /// Wait until everything is at rest.
    Settle,
    /// Use the special move with this number on the player's card.
    Use(MoveIndex),
    /// End the turn.
    EndTurn,
    /// Submit: give up because a push is due and the inventory is empty.
    Submit,
}

/// Status of a possible next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ActionStatus {
    /// The turn cannot continue without the action.
    Owed,
    /// The action is legal and optional.
    Possible,
    /// The action is forbidden by this clause.
    Blocked(Clause),
}

impl fmt::Display for NextAction {
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
    /// Returns the possible next actions: those that are owed, those that are possible,
    /// and for the others the clause that blocks them.
    #[must_use]
    pub fn expectations(&self) -> Expectations {
        let mut list = Expectations::new();
        let mut add = |action, status| {
            // 4 corners, 4 + 4 markers, 3 moves and 4 more: 19 at most.
            let _ = list.push(Expectation { action, status });
        };
        let turn = &self.state.turn;
        let own = match self.state.phase {
            MatchPhase::Opening => self.terms.side_of(self.terms.players.last()),
            _ => self.terms.side_of(turn.seat),
        };
        match self.terms.book().docking {
            DockingRule::CornersWithPosts => {
                for post in Post::ALL {
                    let dock = Action::Dock(Place::Corner(post), Facing::Short);
                    add(
                        NextAction::DockAtCorner(post),
                        self.status_of(&dock, self.dock_owed()),
                    );
                }
            }
            DockingRule::AnywhereOnEdge => {
                let mut dock = Action::EndTurn;
                let _ = self.dock_actions(&mut |place| {
                    dock = Action::Dock(place, Facing::Short);
                    VisitResult::Break(())
                });
                add(
                    NextAction::DockAtEdge,
                    self.status_of(&dock, self.dock_owed()),
                );
            }
        }
        for post in Post::ALL {
            let place = Action::PlaceMarker(own, post);
            let relevant = match (self.state.phase, turn.platform) {
                (MatchPhase::Opening, _) => true,
                (_, Platform::Down(Place::Corner(here), _)) => here == post,
                _ => false,
            };
            if relevant {
                let owed = self.state.phase == MatchPhase::Opening || turn.marker_owed();
                add(NextAction::PlaceMarker(post), self.status_of(&place, owed));
            }
            if self.state.markers[own].contains(post) && turn.slam == SlamDuty::Owed {
                let take = Action::TakeMarker(own, post);
                add(NextAction::TakeMarker(post), self.status_of(&take, true));
            }
        }
        add(NextAction::Push, self.push_status());
        add(NextAction::Settle, self.status_of(&Action::Settle, true));
        for nth in MoveIndex::ALL {
            if self.terms.move_rule(turn.seat, nth).is_some() {
                add(NextAction::Use(nth), self.move_status(nth));
            }
        }
        add(NextAction::EndTurn, self.status_of(&Action::EndTurn, false));
        add(NextAction::Submit, self.status_of(&Action::Submit, false));
        list
    }

    /// True if the turn waits for the platform.
    fn dock_owed(&self) -> bool {
        matches!(self.state.turn.platform, Platform::Away) && self.state.turn.push == PushDuty::Due
    }

    fn status_of(&self, action: &Action, owed: bool) -> ActionStatus {
        match self.permits(action) {
            Ok(()) if owed => ActionStatus::Owed,
            Ok(()) => ActionStatus::Possible,
            Err(refusal) => ActionStatus::Blocked(refusal.clause),
        }
    }

    fn push_status(&self) -> ActionStatus {
        let turn = &self.state.turn;
        let own = self.terms.side_of(turn.seat);
        // A slam's push is due once the markers are off; until then a push that a move
        // allows is optional.
        let owed = turn.push == PushDuty::Due
            || (turn.slam == SlamDuty::Owed && self.state.markers[own].is_empty());
        // With an empty inventory, the clause is the one that refuses an empty
        // platform.
        let mut status = self.status_of(&Action::Push(Load::new(), Remarks::EMPTY), owed);
        let _ = self.push_loads(&mut |load| {
            status = self.status_of(&Action::Push(load, Remarks::EMPTY), owed);
            match status {
                ActionStatus::Blocked(_) => VisitResult::Continue(()),
                ActionStatus::Owed | ActionStatus::Possible => VisitResult::Break(()),
            }
        });
        status
    }

    /// Returns the status of a special move: possible if some choice makes it legal,
    /// otherwise blocked by the clause against the choice that gets furthest.
    fn move_status(&self, nth: MoveIndex) -> ActionStatus {
        let card_of = self.state.turn.seat;
        let mut furthest: Option<((usize, bool), Clause)> = None;
        let mut is_possible = false;
        let mut attempt = |choices| {
            let action = Action::Use(MoveUse {
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
                VisitResult::Break(())
            } else {
                VisitResult::Continue(())
            }
        };
        // Without choices first, because the move may ask for none.
        if attempt(MoveChoices::default()).is_continue() {
            let _ = self.choices(card_of, nth, &mut attempt);
        }
        match furthest {
            Some((_, clause)) if !is_possible => ActionStatus::Blocked(clause),
            _ => ActionStatus::Possible,
        }
    }
}
