//! Definition of a refereed game: everything that session, referee, journal and
//! lights need from one.
//!
//! | trait | implemented for | concern |
//! |---|---|---|
//! | [`RefereedGame`] | the match | rules, seats, and the table |
//! | [`GameAction`] | its actions | policy, rest, answers |
//! | [`GameOpening`] | its stored form | how a match begins or is resumed |
//! | [`GamePart`] | every part of a game | the variant of an `Any...` enum |
//!
//! Each game implements the first three in `referee/<game>/refereed.rs`;
//! `one_per_game!` implements the last.

use super::{AnyAction, AnyCorrection, AnyGame, AnyRefusal, AnyRepair, AnyRuling};
use super::{CorrectionError, GameSnapshot, MatchOpening};
use crate::board::BoardId;
use crate::board::cells::CellMarks;
use crate::games::kabuto::terms::CardRules;
use crate::place::Place;
use crate::player::{BySeat, Players, Seat, Side, Sides};
use crate::referee::decision::{Decision, GivenAnswer};
use crate::referee::evidence::Evidence;
use crate::referee::policy::{EventClass, Policies};
use crate::referee::question::Choice;
use crate::referee::table::Table;
use crate::referee::waiting::NextActions;
use crate::referee::weighing::Prior;
use crate::time::{Instant, Span};

/// One game's part of an `Any...` enum.
pub trait GamePart<Any>: Sized {
    /// Returns this game's part of `any`; `None` if `any` belongs to another game.
    fn part_of(any: &Any) -> Option<&Self>;

    /// Wraps this part in its variant of `Any`.
    fn into_any(self) -> Any;
}

/// A match of one game that can be refereed.
///
/// Methods with a default have the behaviour of a game on a grid board that needs
/// nothing special; a game on the ring overrides most of them.
pub trait RefereedGame: GamePart<AnyGame> {
    /// State of a match without its terms; small enough to be stored for 40 steps of
    /// undo.
    type State: GamePart<GameSnapshot>;
    /// Stored form of a match: terms and state, at most
    /// [`Record::MAX_SIZE`](crate::referee::Record::MAX_SIZE) bytes in a record.
    type Opening: GameOpening<Match = Self>;
    /// Action that the rules permit or refuse.
    type Action: GameAction;
    /// One change of the match and the clause it rests on.
    type Ruling: GamePart<AnyRuling>;
    /// List of the rulings that follow from one action, in order.
    type Rulings: IntoIterator<Item = Self::Ruling>;
    /// Answer to an action that the rules forbid.
    type Refusal: GamePart<AnyRefusal>;
    /// Change of the match that people at the table order.
    type Correction: GamePart<AnyCorrection>;
    /// Instruction that brings table and match back together.
    type Repair: GamePart<AnyRepair>;
    /// Actions that can come next in the match.
    type Next: GamePart<NextActions>;

    /// Boards this game can be played on, the usual one first.
    const BOARDS: &'static [BoardId];

    /// Returns the name of the game as on the box, short enough for a line of text.
    fn name(&self) -> &'static str;

    /// Returns the stored form of the match as it stands now.
    fn opening(&self) -> Self::Opening;

    /// Returns the present state of the match.
    fn state(&self) -> Self::State;

    /// Replaces the state of the match by an earlier or later one.
    ///
    /// # Errors
    /// [`CorrectionError`] if the state does not belong to this match, which is then
    /// unchanged.
    fn restore(&mut self, state: &Self::State) -> Result<(), CorrectionError>;

    /// Applies an action and returns the rulings that follow, in order.
    ///
    /// # Errors
    /// The clause that forbids the action; the match is then unchanged.
    fn apply(&mut self, action: &Self::Action) -> Result<Self::Rulings, Self::Refusal>;

    /// Checks whether [`RefereedGame::apply`] would accept an action, without applying
    /// it.
    ///
    /// # Errors
    /// The refusal that `apply` would return.
    fn permits(&self, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Applies a correction by people at the table.
    ///
    /// # Errors
    /// [`CorrectionError`] if the match cannot be in that state; it is then unchanged.
    fn correct(&mut self, correction: &Self::Correction) -> Result<(), CorrectionError>;

    /// Returns a hash of the state that is identical on every machine.
    fn fingerprint(&self) -> u64;

    /// True if no action was played yet, as far as the state shows.
    fn is_fresh(&self) -> bool;

    /// True if the match has ended.
    fn is_over(&self) -> bool;

    /// Returns the cards in play, which are stored in separate records; `None` for a game
    /// without cards.
    fn cards(&self) -> Option<&BySeat<CardRules>> {
        None
    }

    /// Returns the number of players.
    fn players(&self) -> Players;

    /// Returns the side a seat belongs to.
    fn side_of(&self, seat: Seat) -> Side {
        self.players().side_of(seat)
    }

    /// Returns the colour of a seat's pieces.
    fn colour(&self, seat: Seat) -> &'static str;

    /// Returns the seat whose turn it is, or was when the match ended.
    fn turn(&self) -> Seat;

    /// Returns the sides that have lost while others play on.
    fn out(&self) -> Sides {
        Sides::EMPTY
    }

    /// Returns the side that has won; `None` while the match runs and after a draw.
    fn winner(&self) -> Option<Side>;

    /// Returns the actions that can come next in a match that is not over.
    fn next_actions(&self) -> Self::Next;

    /// Returns the decision about one piece of evidence.
    fn interpret(view: TableView<'_, Self>, evidence: &Evidence, answered: GivenAnswer)
    -> Decision;

    /// Returns evidence that came before its time and can be judged now; `None` if there
    /// is none.
    fn deferred_evidence(&self, _table: &Table, _now: Instant) -> Option<Evidence> {
        None
    }

    /// Returns the next repair of the table; `None` if table and match agree.
    fn next_repair(&self, table: &Table) -> Option<Self::Repair>;

    /// Returns the correction that makes the match agree with the table; `None` if
    /// they agree or the table does not show enough.
    fn shown(&self, table: &Table) -> Option<Self::Correction>;

    /// Returns the time without motion after which everything counts as at rest;
    /// `None` while the match does not wait for rest.
    fn rest_time(&self, table: &Table) -> Option<Span>;

    /// Returns the action that states that everything is at rest; `None` in a game whose
    /// board shows that by itself.
    fn rest_action(&self) -> Option<Self::Action> {
        None
    }

    /// Returns the evidence of a table at rest.
    fn rest_evidence(&self, _table: &Table, now: Instant) -> Evidence {
        Evidence::rest(now)
    }

    /// Returns true if the cells of a grid board agree with the match, as far as they are
    /// known; `None` for a game on the ring.
    fn agrees(&self, _table: &Table) -> Option<bool> {
        None
    }

    /// Returns the pieces that can fall off the ring.
    fn prior(&self) -> Prior {
        Prior::ANYTHING
    }

    /// Returns the marks that lights show on cells; `None` for a game on the ring.
    fn cell_marks(&self, _table: &Table) -> Option<CellMarks> {
        None
    }
}

/// Action of one game, as far as the referee handles it.
pub trait GameAction: GamePart<AnyAction> {
    /// Returns the event class whose policy applies to the action; `None` for an action
    /// that only people declare.
    fn event_class(&self) -> Option<EventClass>;

    /// True if the action states that everything is at rest, which may turn out to be
    /// early.
    fn settles(&self) -> bool;

    /// Returns the place at which the action states that the platform is docked; `None`
    /// for other actions.
    fn docks(&self) -> Option<Place> {
        None
    }

    /// Returns the answer that names this action; `None` in a game whose questions
    /// never offer actions.
    fn choice(&self) -> Option<Choice> {
        None
    }
}

/// The stored form of one game's match.
pub trait GameOpening: GamePart<MatchOpening> {
    /// Match that this stored form opens.
    type Match: RefereedGame;

    /// Begins or resumes the match, with the cards that were stored before it.
    ///
    /// # Errors
    /// [`CorrectionError`] if there is no such match.
    fn open(&self, cards: &BySeat<CardRules>) -> Result<Self::Match, CorrectionError>;
}

/// Input of a game's interpreter besides the evidence.
#[derive(Debug)]
pub struct TableView<'a, G: RefereedGame> {
    /// Match being played.
    pub game: &'a G,
    /// Table as the sensors report it.
    pub table: &'a Table,
    /// Policies of the session.
    pub policies: &'a Policies,
    /// State before the last judgement of rest; `None` if another judgement followed.
    pub before_rest: Option<&'a G::State>,
}

impl<G: RefereedGame> Clone for TableView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: RefereedGame> Copy for TableView<'_, G> {}

impl<G: RefereedGame> TableView<'_, G> {
    /// True if the last judgement of rest can still be taken back.
    #[must_use]
    pub const fn can_unsettle(&self) -> bool {
        self.before_rest.is_some()
    }
}
