//! Abalone as a refereed game.

use super::{AbaloneOpening, AbaloneTurn, Correction, Match, Repair, Ruling, State};
use super::{cell_mapping, correction, hints, interpret, ruling};
use crate::board::BoardId;
use crate::board::cells::CellMarks;
use crate::games::Refusal;
use crate::games::abalone::{self, Move, Outcome, Player, Reason};
use crate::games::kabuto::terms::CardRules;
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
    type Opening = AbaloneOpening;
    type Action = Move;
    type Ruling = Ruling;
    type Rulings = ruling::Rulings;
    type Refusal = Refusal<Reason>;
    type Correction = Correction;
    type Repair = Repair;
    type Next = AbaloneTurn;

    const BOARDS: &'static [BoardId] = &[BoardId::GridHex];

    fn name(&self) -> &'static str {
        "Abalone"
    }

    fn opening(&self) -> AbaloneOpening {
        AbaloneOpening {
            state: self.state(),
            rules: self.game().rules(),
            coding: self.coding(),
            recent: self.recent(),
        }
    }

    fn state(&self) -> State {
        self.state()
    }

    fn restore(&mut self, state: &State) -> Result<(), CorrectionError> {
        self.adopt(state);
        Ok(())
    }

    fn apply(&mut self, action: &Move) -> Result<ruling::Rulings, Refusal<Reason>> {
        self.apply(*action)
    }

    fn permits(&self, action: &Move) -> Result<(), Refusal<Reason>> {
        self.permits(*action)
    }

    fn correct(&mut self, correction: &Correction) -> Result<(), CorrectionError> {
        correction.apply(self).map_err(CorrectionError::Abalone)
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint()
    }

    fn is_fresh(&self) -> bool {
        self.game().turns() == 0
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn players(&self) -> Players {
        match self.position().players() {
            abalone::Players::Two => Players::Two,
            abalone::Players::Three => Players::Three,
            abalone::Players::Four(_) => Players::Four,
        }
    }

    fn side_of(&self, seat: Seat) -> Side {
        side(self.position().players().side(player_at(seat)))
    }

    fn colour(&self, seat: Seat) -> &'static str {
        player_at(seat).name()
    }

    fn turn(&self) -> Seat {
        seat_of(self.position().to_move())
    }

    fn winner(&self) -> Option<Side> {
        match self.game().outcome() {
            Outcome::Won(winner) => Some(side(winner)),
            Outcome::Playing | Outcome::Drawn(_) => None,
        }
    }

    fn next_actions(&self) -> AbaloneTurn {
        AbaloneTurn {
            player: self.position().to_move(),
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
        cell_mapping::reading(self, table.board()).repair(self.position().board())
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

impl GameAction for Move {
    fn event_class(&self) -> Option<EventClass> {
        Some(match self {
            Self::Pass => EventClass::TurnEnd,
            Self::InLine(_) | Self::Sideways(_) => EventClass::Move,
        })
    }

    fn settles(&self) -> bool {
        true
    }

    fn choice(&self) -> Option<Choice> {
        Some(Choice::Abalone(*self))
    }
}

impl GameOpening for AbaloneOpening {
    type Match = Match;

    fn open(&self, _cards: &BySeat<CardRules>) -> Result<Match, CorrectionError> {
        Ok(Match::resume(
            &self.state,
            self.rules,
            self.coding,
            &self.recent,
        ))
    }
}

/// Returns the seat of a player: black, white, red and green in turn order.
#[must_use]
pub const fn seat_of(player: Player) -> Seat {
    match player {
        Player::Black => Seat::First,
        Player::White => Seat::Second,
        Player::Red => Seat::Third,
        Player::Green => Seat::Fourth,
    }
}

/// Returns the player at a seat.
const fn player_at(seat: Seat) -> Player {
    match seat {
        Seat::First => Player::Black,
        Seat::Second => Player::White,
        Seat::Third => Player::Red,
        Seat::Fourth => Player::Green,
    }
}

const fn side(side: abalone::Side) -> Side {
    match side {
        abalone::Side::First => Side::One,
        abalone::Side::Second => Side::Two,
        abalone::Side::Third => Side::Three,
    }
}
