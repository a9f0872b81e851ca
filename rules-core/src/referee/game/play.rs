//! Dispatch of rules and records to the game that is played: opening, applying,
//! correcting, going back.

use super::refereed::{GameAction, GameOpening, GamePart, RefereedGame};
use super::{AnyAction, AnyCorrection, AnyGame, AnyRefusal, AnyRuling, AnyRulings};
use super::{CorrectionError, GameSnapshot, MatchOpening};
use crate::board::BoardId;
use crate::board::cells::CellMarks;
use crate::clause::Clause;
use crate::games::kabuto::terms::CardRules;
use crate::match_game;
use crate::place::Place;
use crate::player::{BySeat, Sides};
use crate::referee::policy::EventClass;
use crate::referee::question::Choice;
use crate::referee::table::Table;

impl AnyGame {
    /// Begins or resumes a match from its stored form and its cards.
    ///
    /// # Errors
    /// [`CorrectionError`] if there is no such match.
    #[inline(never)]
    pub fn open(
        opening: &MatchOpening,
        cards: &BySeat<CardRules>,
    ) -> Result<Self, CorrectionError> {
        match_game!(MatchOpening, opening, opening => opening.open(cards).map(GamePart::into_any))
    }

    /// Returns the stored form from which [`AnyGame::open`] resumes the match as it
    /// stands now.
    #[must_use]
    pub fn opening(&self) -> MatchOpening {
        match_game!(Self, self, game => RefereedGame::opening(game).into_any())
    }

    /// Returns the present state of the match.
    #[must_use]
    pub fn snapshot(&self) -> GameSnapshot {
        match_game!(Self, self, game => RefereedGame::state(game).into_any())
    }

    /// Replaces the state of the match by an earlier or later one.
    ///
    /// # Errors
    /// [`CorrectionError`] if the state does not belong to this match.
    pub fn restore(&mut self, snapshot: &GameSnapshot) -> Result<(), CorrectionError> {
        fn restore<G: RefereedGame>(
            game: &mut G,
            snapshot: &GameSnapshot,
        ) -> Result<(), CorrectionError> {
            game.restore(snapshot.get().ok_or(CorrectionError::OtherGame)?)
        }
        match_game!(Self, self, game => restore(game, snapshot))
    }

    /// Applies an action and returns the rulings that follow, in order.
    ///
    /// # Errors
    /// [`AnyRefusal`] with the clause that forbids the action; the match is then
    /// unchanged.
    pub fn apply(&mut self, action: &AnyAction) -> Result<AnyRulings, AnyRefusal> {
        fn apply<G: RefereedGame>(
            game: &mut G,
            action: &AnyAction,
        ) -> Result<AnyRulings, AnyRefusal> {
            let action = action.get().ok_or(AnyRefusal::OtherGame)?;
            let rulings = game.apply(action).map_err(GamePart::into_any)?;
            Ok(rulings.into_iter().map(GamePart::into_any).collect())
        }
        match_game!(Self, self, game => apply(game, action))
    }

    /// Checks whether [`AnyGame::apply`] would accept an action, without applying it.
    ///
    /// # Errors
    /// [`AnyRefusal`] that `apply` would return.
    pub fn permits(&self, action: &AnyAction) -> Result<(), AnyRefusal> {
        fn permits<G: RefereedGame>(game: &G, action: &AnyAction) -> Result<(), AnyRefusal> {
            let action = action.get().ok_or(AnyRefusal::OtherGame)?;
            game.permits(action).map_err(GamePart::into_any)
        }
        match_game!(Self, self, game => permits(game, action))
    }

    /// True if the action would end the match or put a side out of it, at once or when
    /// everything has come to rest.
    #[must_use]
    pub fn is_decided_by(&self, action: &AnyAction) -> bool {
        fn decides<G: RefereedGame + Clone>(game: &G, action: &AnyAction) -> bool {
            let mut after = game.clone();
            let applied = action.get().map(|action| after.apply(action).is_ok());
            applied == Some(true)
                && (result(&after) != result(game)
                    || result_at_rest(&after) != result_at_rest(game))
        }
        match_game!(Self, self, game => decides(game, action))
    }

    /// Returns the action that states that everything is at rest; `None` in a game whose
    /// board shows that by itself.
    #[must_use]
    pub fn rest_action(&self) -> Option<AnyAction> {
        match_game!(Self, self, game => game.rest_action().map(GamePart::into_any))
    }

    /// Applies a correction by people at the table.
    ///
    /// # Errors
    /// [`CorrectionError`] if the match cannot be in that state; it is then unchanged.
    pub fn correct(&mut self, correction: &AnyCorrection) -> Result<(), CorrectionError> {
        fn correct<G: RefereedGame>(
            game: &mut G,
            correction: &AnyCorrection,
        ) -> Result<(), CorrectionError> {
            game.correct(correction.get().ok_or(CorrectionError::OtherGame)?)
        }
        if *correction == AnyCorrection::Unsettle {
            return Err(CorrectionError::NothingSettled);
        }
        match_game!(Self, self, game => correct(game, correction))
    }

    /// Returns a hash of the state that is identical on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match_game!(Self, self, game => RefereedGame::fingerprint(game))
    }

    /// True if no action was played yet, as far as the state shows.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        match_game!(Self, self, game => game.is_fresh())
    }

    /// True if the match has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match_game!(Self, self, game => RefereedGame::is_over(game))
    }

    /// Returns the cards in play, which are stored in separate records; `None` for a game
    /// without cards.
    #[must_use]
    pub fn cards(&self) -> Option<&BySeat<CardRules>> {
        match_game!(Self, self, game => game.cards())
    }

    /// Returns the marks that lights show on cells; `None` for a game on the ring.
    #[must_use]
    pub fn cell_marks(&self, table: &Table) -> Option<CellMarks> {
        match_game!(Self, self, game => game.cell_marks(table))
    }

    /// Returns the boards that this game can be played on, the usual one first.
    #[must_use]
    pub fn boards(&self) -> &'static [BoardId] {
        const fn boards<G: RefereedGame>(_: &G) -> &'static [BoardId] {
            G::BOARDS
        }
        match_game!(Self, self, game => boards(game))
    }
}

impl AnyAction {
    /// Returns the event class whose policy applies to the action; `None` for an action
    /// that only people declare.
    #[must_use]
    pub fn event_class(&self) -> Option<EventClass> {
        match_game!(Self, self, action => action.event_class())
    }

    /// True if the action states that everything is at rest, which may turn out to be
    /// early.
    #[must_use]
    pub fn settles(&self) -> bool {
        match_game!(Self, self, action => action.settles())
    }

    /// Returns the place at which the action states that the platform is docked; `None`
    /// for other actions.
    #[must_use]
    pub fn docks(&self) -> Option<Place> {
        match_game!(Self, self, action => action.docks())
    }

    /// Returns the answer that names this action; `None` in a game whose questions
    /// never offer actions.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        match_game!(Self, self, action => action.choice())
    }
}

impl AnyRuling {
    /// Returns the clause that the ruling rests on.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match_game!(Self, self, ruling => ruling.clause)
    }
}

impl AnyRefusal {
    /// Returns the clause that forbids the action; `None` if the action belongs to
    /// another game.
    #[must_use]
    pub const fn clause(&self) -> Option<Clause> {
        match_game!(Self, self, refusal => Some(refusal.clause), Self::OtherGame => None)
    }
}

/// Returns the result of a match so far: true if it is over, and the sides that are out.
fn result<G: RefereedGame>(game: &G) -> (bool, Sides) {
    (game.is_over(), game.out())
}

/// Returns the [`result`] of a match once everything has come to rest.
#[inline(never)]
fn result_at_rest<G: RefereedGame + Clone>(game: &G) -> (bool, Sides) {
    let mut rested = game.clone();
    if let Some(rest) = rested.rest_action() {
        // Where nothing moves there is nothing to come to rest.
        let _ = rested.apply(&rest);
    }
    result(&rested)
}
