//! Sakura Slam and Kabuto Sumo as a refereed game: one engine, two editions.

use super::correction::Correction;
use super::repair::{self, KabutoRepair};
use super::{candidates, fall, interpret, kind_of};
use crate::board::BoardId;
use crate::games::kabuto::terms::{CardRules, HouseRules, League, Terms};
use crate::games::kabuto::{
    Action, Edition, Expectations, Match, MatchPhase, Refused, Ruling, Rulings, State,
};
use crate::place::Place;
use crate::player::{BySeat, Colour, Players, Seat, Side, Sides};
use crate::referee::decision::{Decision, GivenAnswer};
use crate::referee::evidence::Evidence;
use crate::referee::game::{CorrectionError, GameAction, GameOpening, RefereedGame, TableView};
use crate::referee::policy::EventClass;
use crate::referee::table::Table;
use crate::referee::weighing::Prior;
use crate::time::{Instant, Span};

/// Time without any movement after which all pieces count as at rest. A disc that tips
/// over the edge is in the beams at most 153 ms later (simulated); a wobble takes longer.
const REST: Span = Span::millis(800);

/// Time without any movement after which all pieces count as at rest, for a push that no
/// sensor sees: it is declared, and may only start then.
const UNSEEN_REST: Span = Span::millis(3_000);

/// Match of Sakura Slam or Kabuto Sumo as it is stored. Its cards come in separate
/// records, because they would not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KabutoOpening {
    /// Edition: the box whose rules are played.
    pub edition: Edition,
    /// Number of players.
    pub players: Players,
    /// League: with or without special moves.
    pub league: League,
    /// House rules of the match.
    pub house_rules: HouseRules,
    /// Colour of each seat's sumo.
    pub colours: BySeat<Colour>,
    /// State of the match.
    pub state: State,
}

impl RefereedGame for Match {
    type State = State;
    type Opening = KabutoOpening;
    type Action = Action;
    type Ruling = Ruling;
    type Rulings = Rulings;
    type Refusal = Refused;
    type Correction = Correction;
    type Repair = KabutoRepair;
    type Next = Expectations;

    const BOARDS: &'static [BoardId] = &[BoardId::Ring];

    fn name(&self) -> &'static str {
        match self.terms().edition {
            Edition::SakuraSlam => "Sakura Slam",
            Edition::KabutoSumo => "Kabuto Sumo",
        }
    }

    fn opening(&self) -> KabutoOpening {
        let terms = self.terms();
        KabutoOpening {
            edition: terms.edition,
            players: terms.players,
            league: terms.league,
            house_rules: terms.house_rules,
            colours: terms.colours,
            state: *self.state(),
        }
    }

    fn state(&self) -> State {
        *self.state()
    }

    fn restore(&mut self, state: &State) -> Result<(), CorrectionError> {
        self.adopt(*state).map_err(CorrectionError::Kabuto)
    }

    fn apply(&mut self, action: &Action) -> Result<Rulings, Refused> {
        self.apply(action)
    }

    fn permits(&self, action: &Action) -> Result<(), Refused> {
        self.permits(action)
    }

    fn correct(&mut self, correction: &Correction) -> Result<(), CorrectionError> {
        correction.apply(self).map_err(CorrectionError::Kabuto)
    }

    fn fingerprint(&self) -> u64 {
        self.state().fingerprint()
    }

    fn is_fresh(&self) -> bool {
        let turn = &self.state().turn;
        turn.number <= 1 && turn.pushes == 0
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn cards(&self) -> Option<&BySeat<CardRules>> {
        Some(&self.terms().cards)
    }

    fn players(&self) -> Players {
        self.terms().players
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.terms().side_of(seat)
    }

    fn colour(&self, seat: Seat) -> &'static str {
        self.terms().colours[seat].word()
    }

    fn turn(&self) -> Seat {
        match self.state().phase {
            MatchPhase::Opening => self.terms().players.last(),
            MatchPhase::InTurn | MatchPhase::Settling(_) | MatchPhase::Over(_) => {
                self.state().turn.seat
            }
        }
    }

    fn rest_action(&self) -> Option<Action> {
        Some(Action::Settle)
    }

    fn out(&self) -> Sides {
        Self::state(self).out
    }

    fn winner(&self) -> Option<Side> {
        self.outcome().map(|outcome| outcome.winner)
    }

    fn next_actions(&self) -> Expectations {
        self.expectations()
    }

    fn interpret(
        view: TableView<'_, Self>,
        evidence: &Evidence,
        answered: GivenAnswer,
    ) -> Decision {
        interpret::consider(view, evidence, answered)
    }

    fn deferred_evidence(&self, table: &Table, now: Instant) -> Option<Evidence> {
        interpret::unjudged(self, table, now)
    }

    fn next_repair(&self, table: &Table) -> Option<KabutoRepair> {
        repair::next(self, table)
    }

    fn shown(&self, table: &Table) -> Option<Correction> {
        repair::shown(self, table)
    }

    fn rest_time(&self, table: &Table) -> Option<Span> {
        let rest = if fall::is_unseen(self, table) {
            UNSEEN_REST
        } else {
            REST
        };
        matches!(self.state().phase, MatchPhase::Settling(_)).then_some(rest)
    }

    fn prior(&self) -> Prior {
        candidates::ring_prior(self)
    }
}

impl GameAction for Action {
    fn event_class(&self) -> Option<EventClass> {
        kind_of(self)
    }

    fn settles(&self) -> bool {
        matches!(self, Self::Settle)
    }

    fn docks(&self) -> Option<Place> {
        match self {
            Self::Dock(place, _) => Some(*place),
            _ => None,
        }
    }
}

impl GameOpening for KabutoOpening {
    type Match = Match;

    fn open(&self, cards: &BySeat<CardRules>) -> Result<Match, CorrectionError> {
        let terms = Terms {
            edition: self.edition,
            players: self.players,
            league: self.league,
            house_rules: self.house_rules,
            colours: self.colours,
            cards: cards.clone(),
        };
        Match::resume(terms, self.state).map_err(CorrectionError::Kabuto)
    }
}
