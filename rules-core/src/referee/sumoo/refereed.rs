//! SUMOO as a refereed game.

use super::{Correction, Match, Repair, Ruling, State, SumooOpening, SumooTurn, TurnAction};
use super::{cell_mapping, correction, hints, interpret, ruling};
use crate::board::BoardId;
use crate::board::cells::CellMarks;
use crate::games::kabuto::terms::CardRules;
use crate::games::sumoo::{Colour, GamePhase, Refusal};
use crate::player::{BySeat, Players, Seat, Side};
use crate::referee::decision::{Decision, GivenAnswer};
use crate::referee::evidence::Evidence;
use crate::referee::game::{CorrectionError, GameAction, GameOpening, RefereedGame, TableView};
use crate::referee::grid;
use crate::referee::policy::EventClass;
use crate::referee::question::Choice;
use crate::referee::table::Table;
use crate::time::{Instant, Span};

impl RefereedGame for Match {
    type State = State;
    type Opening = SumooOpening;
    type Action = TurnAction;
    type Ruling = Ruling;
    type Rulings = ruling::Rulings;
    type Refusal = Refusal;
    type Correction = Correction;
    type Repair = Repair;
    type Next = SumooTurn;

    const BOARDS: &'static [BoardId] = &[BoardId::GridSquare];

    fn name(&self) -> &'static str {
        "SUMOO"
    }

    fn opening(&self) -> SumooOpening {
        SumooOpening {
            state: *self.state(),
            coding: self.coding(),
        }
    }

    fn state(&self) -> State {
        *self.state()
    }

    fn restore(&mut self, state: &State) -> Result<(), CorrectionError> {
        self.adopt(*state);
        Ok(())
    }

    fn apply(&mut self, action: &TurnAction) -> Result<ruling::Rulings, Refusal> {
        self.apply(*action)
    }

    fn permits(&self, action: &TurnAction) -> Result<(), Refusal> {
        self.permits(*action)
    }

    fn correct(&mut self, correction: &Correction) -> Result<(), CorrectionError> {
        correction.apply(self);
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint()
    }

    fn is_fresh(&self) -> bool {
        self.game().turns_ended() == 0
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn players(&self) -> Players {
        Players::Two
    }

    fn colour(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::First | Seat::Third => "white",
            Seat::Second | Seat::Fourth => "black",
        }
    }

    fn turn(&self) -> Seat {
        match self.game().phase() {
            GamePhase::Turn {
                colour: Colour::Black,
                ..
            }
            | GamePhase::Won(Colour::White) => Seat::Second,
            GamePhase::Turn { .. } | GamePhase::Won(_) | GamePhase::Drawn => Seat::First,
        }
    }

    fn winner(&self) -> Option<Side> {
        match self.game().phase() {
            GamePhase::Won(Colour::White) => Some(Side::One),
            GamePhase::Won(Colour::Black) => Some(Side::Two),
            GamePhase::Turn { .. } | GamePhase::Drawn => None,
        }
    }

    fn next_actions(&self) -> SumooTurn {
        SumooTurn {
            colour: self.game().to_move().unwrap_or(Colour::White),
            left: self.game().points_left(),
            lift: hints::movable(self),
        }
    }

    fn interpret(
        view: TableView<'_, Self>,
        evidence: &Evidence,
        answered: GivenAnswer,
    ) -> Decision {
        interpret::consider(view, evidence, answered)
    }

    fn next_repair(&self, table: &Table) -> Option<Repair> {
        if self.is_over() || !grid::needs_repair(table) {
            return None;
        }
        cell_mapping::observation(self, table.board()).next_repair(self.game().position())
    }

    fn shown(&self, table: &Table) -> Option<Correction> {
        correction::shown(self, table.board())
    }

    fn rest_time(&self, table: &Table) -> Option<Span> {
        interpret::due(self, table.board()).then_some(grid::SETTLE)
    }

    fn rest_evidence(&self, table: &Table, now: Instant) -> Evidence {
        interpret::evidence(self, table.board(), now)
    }

    fn agrees(&self, table: &Table) -> Option<bool> {
        Some(interpret::agrees(self, table.board()))
    }

    fn cell_marks(&self, table: &Table) -> Option<CellMarks> {
        Some(hints::marks(self, table.board()))
    }
}

impl GameAction for TurnAction {
    fn event_class(&self) -> Option<EventClass> {
        match self {
            Self::Acts(_) => Some(EventClass::Move),
            Self::EndTurn => Some(EventClass::TurnEnd),
            Self::AgreeDraw => None,
        }
    }

    fn settles(&self) -> bool {
        matches!(self, Self::Acts(_))
    }

    fn choice(&self) -> Option<Choice> {
        Some(Choice::Sumoo(*self))
    }
}

impl GameOpening for SumooOpening {
    type Match = Match;

    fn open(&self, _cards: &BySeat<CardRules>) -> Result<Match, CorrectionError> {
        Ok(Match::resume(self.state, self.coding))
    }
}

/// Returns the seat of a colour: White begins.
#[must_use]
pub const fn seat_of(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::First,
        Colour::Black => Seat::Second,
    }
}
