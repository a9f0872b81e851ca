//! The working copy on which an action is judged.
//!
//! An action changes a copy of the state; only if it passes every rule and the
//! ledger still balances does the copy become the match. So a refused action
//! cannot leave a trace, by construction.

use super::action::Action;
use super::reason::Reason;
use super::ruling::{Change, Ruling, Rulings};
use super::state::{Phase, State};
use super::terms::Terms;
use crate::clause::Clause;
use crate::games::Refusal;
use crate::piece::Stock;
use crate::player::{Seat, Side};

/// Why an action is refused.
pub type Refused = Refusal<Reason>;

/// A state on trial.
pub(super) struct Draft<'t> {
    pub(super) terms: &'t Terms,
    pub(super) state: State,
    pub(super) rulings: Rulings,
}

impl<'t> Draft<'t> {
    fn new(terms: &'t Terms, state: State) -> Self {
        Self {
            terms,
            state,
            rulings: Rulings::new(),
        }
    }

    /// How far `action` gets before it is refused, in rulings, and why.
    pub(super) fn reach(
        terms: &'t Terms,
        state: State,
        action: &Action,
    ) -> Result<(), (usize, Refused)> {
        let mut draft = Self::new(terms, state);
        draft
            .act(action)
            .map_err(|refusal| (draft.rulings.len(), refusal))
    }

    /// Judges `action` on a copy of `state`.
    pub(super) fn judge(
        terms: &'t Terms,
        state: State,
        action: &Action,
    ) -> Result<(State, Rulings), Refused> {
        let mut draft = Self::new(terms, state);
        draft.act(action)?;
        draft.follow_up();
        // The list of rulings has room for one more than any action can cause.
        if draft.state.balances(terms) && !draft.rulings.is_full() {
            Ok((draft.state, draft.rulings))
        } else {
            Err(Refusal::new(Clause::SsS3, Reason::Imbalance))
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        match (self.state.phase, action) {
            (Phase::Over(_), _) => refuse(Clause::SsT1, Reason::Over),
            (_, Action::Accident(piece)) => self.accident(*piece),
            (Phase::Opening, Action::PlaceMarker(side, post)) => self.open(*side, *post),
            (Phase::Opening, _) => refuse(
                Clause::SsS6,
                Reason::OpeningFirst(self.terms.players.last()),
            ),
            (Phase::Settling(settling), Action::Fall(piece)) => self.fall(settling, *piece),
            (Phase::Settling(settling), Action::Settle) => {
                self.settle(settling);
                Ok(())
            }
            (Phase::Settling(_), Action::Push(..)) => refuse(Clause::SsT4, Reason::NotAtRest),
            (Phase::Settling(_), _) => refuse(Clause::SsK7, Reason::NotAtRest),
            (Phase::InTurn, Action::Fall(_)) => {
                refuse(self.terms.book().cites.accident, Reason::NoPush)
            }
            (Phase::InTurn, Action::Settle) => refuse(Clause::SsK7, Reason::NoPush),
            (Phase::InTurn, Action::Dock(place, facing)) => self.dock(*place, *facing),
            (Phase::InTurn, Action::PlaceMarker(side, post)) => self.place_marker(*side, *post),
            (Phase::InTurn, Action::TakeMarker(side, post)) => self.take_marker(*side, *post),
            (Phase::InTurn, Action::Use(it)) => self.use_move(it),
            (Phase::InTurn, Action::Push(load, remarks)) => self.push(load, *remarks),
            (Phase::InTurn, Action::EndTurn) => self.end_turn(),
            (Phase::InTurn, Action::Submit) => self.submit(),
        }
    }

    /// What follows by itself: a side that must push and cannot has lost, and a
    /// turn in which nothing more can be done is over. Each round of the loop
    /// puts a side out, waives a slam or begins a fresh turn, so it ends.
    fn follow_up(&mut self) {
        while self.lose_if_helpless() || self.end_if_done() {}
    }

    /// Notes a ruling.
    pub(super) fn say(&mut self, clause: Clause, change: Change) {
        // The longest list one action can cause, a move that pays each of two
        // opponents twice, exchanges everything twice and leaves the player
        // helpless among three, has 47.
        let _ = self.rulings.push(Ruling { clause, change });
    }

    /// Whose turn it is.
    pub(super) fn seat(&self) -> Seat {
        self.state.turn.seat
    }

    /// The side whose turn it is.
    pub(super) fn side(&self) -> Side {
        self.terms.side_of(self.state.turn.seat)
    }

    /// The inventory of the side whose turn it is.
    pub(super) fn inventory(&self) -> &Stock {
        &self.state.inventories[self.side()]
    }
}

/// Refuses.
pub(super) fn refuse<T>(clause: Clause, reason: Reason) -> Result<T, Refused> {
    Err(Refusal::new(clause, reason))
}
