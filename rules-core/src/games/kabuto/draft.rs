//! Working copy of the match state, on which an action is tried.
//!
//! An action changes a copy of the state; only if it passes every rule and the ledger
//! still balances does the copy become the match. A refused action therefore cannot
//! leave a trace, by construction.

use super::action::Action;
use super::reason::Reason;
use super::ruling::{Change, Ruling, Rulings};
use super::state::{MatchPhase, State};
use super::terms::Terms;
use crate::clause::Clause;
use crate::games::Refusal;
use crate::piece::Stock;
use crate::player::{Seat, Side};

/// Refusal of an action of this game, with clause and reason.
pub type Refused = Refusal<Reason>;

/// Copy of a match state to which one action is applied, with the rulings so far.
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

    /// Checks `action` on a copy of `state`, without its automatic consequences. On a
    /// refusal, returns the number of rulings made before it: the choice of a move that
    /// gets furthest explains best why the move is blocked.
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

    /// Applies `action` and its consequences to a copy of `state`.
    ///
    /// # Errors
    /// The clause and the reason that forbid the action; SS-S3 if the pieces no longer
    /// add up.
    pub(super) fn apply_action(
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
            (MatchPhase::Over(_), _) => refuse(Clause::SsT1, Reason::Over),
            (_, Action::Accident(piece)) => self.accident(*piece),
            (MatchPhase::Opening, Action::PlaceMarker(side, post)) => self.open(*side, *post),
            (MatchPhase::Opening, _) => refuse(
                Clause::SsS6,
                Reason::OpeningFirst(self.terms.players.last()),
            ),
            (MatchPhase::Settling(settling), Action::Fall(piece)) => self.fall(settling, *piece),
            (MatchPhase::Settling(settling), Action::Settle) => {
                self.rule_at_rest(settling);
                Ok(())
            }
            (MatchPhase::Settling(_), Action::Push(..)) => refuse(Clause::SsT4, Reason::NotAtRest),
            (MatchPhase::Settling(_), _) => refuse(Clause::SsK7, Reason::NotAtRest),
            (MatchPhase::InTurn, Action::Fall(_)) => {
                refuse(self.terms.book().cites.accident, Reason::NoPush)
            }
            (MatchPhase::InTurn, Action::Settle) => refuse(Clause::SsK7, Reason::NoPush),
            (MatchPhase::InTurn, Action::Dock(place, facing)) => self.dock(*place, *facing),
            (MatchPhase::InTurn, Action::PlaceMarker(side, post)) => {
                self.place_marker(*side, *post)
            }
            (MatchPhase::InTurn, Action::TakeMarker(side, post)) => self.take_marker(*side, *post),
            (MatchPhase::InTurn, Action::Use(usage)) => self.use_move(usage),
            (MatchPhase::InTurn, Action::Push(load, remarks)) => self.push(load, *remarks),
            (MatchPhase::InTurn, Action::EndTurn) => self.end_turn(),
            (MatchPhase::InTurn, Action::Submit) => self.submit(),
        }
    }

    /// Applies the automatic consequences: a side that must push and cannot has lost,
    /// and a turn in which no action is left ends. Each round of the loop puts a side
    /// out, waives a slam or begins a new turn, so it terminates.
    fn follow_up(&mut self) {
        while self.lose_if_helpless() || self.end_if_done() {}
    }

    /// Adds a ruling to the result of the action.
    pub(super) fn add_ruling(&mut self, clause: Clause, change: Change) {
        // The longest list one action can cause has 47 rulings: a move that pays each
        // of two opponents twice, exchanges everything twice and leaves the player
        // helpless among three.
        let _ = self.rulings.push(Ruling { clause, change });
    }

    /// Returns the seat whose turn it is.
    pub(super) fn seat(&self) -> Seat {
        self.state.turn.seat
    }

    /// Returns the side whose turn it is.
    pub(super) fn side(&self) -> Side {
        self.terms.side_of(self.state.turn.seat)
    }

    /// Returns the inventory of the side whose turn it is.
    pub(super) fn inventory(&self) -> &Stock {
        &self.state.inventories[self.side()]
    }
}

/// Builds the refusal of an action.
pub(super) fn refuse<T>(clause: Clause, reason: Reason) -> Result<T, Refused> {
    Err(Refusal::new(clause, reason))
}
