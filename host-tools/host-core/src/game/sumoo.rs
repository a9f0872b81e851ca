//! SUMOO on the host.

use super::{GameEntry, HostGame};
use crate::palette::{self, Rgb};
use crate::scenario::{GameDriver, SumooTable};
use crate::sumoo::svg;
use rules_core::clause::GameId;
use rules_core::games::cell_reading::GridRepair;
use rules_core::games::sumoo::{Cell, Colour, Force, Game, Token};
use rules_core::player::Players;
use rules_core::referee::AnyGame;
use rules_core::referee::game::RefereedGame;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::sumoo::{ActionList, Match, Repair, TurnAction, magnet_of};
use rules_core::sensing::magnet::Magnet;

/// Static description of SUMOO.
pub const ENTRY: GameEntry = GameEntry {
    id: GameId::Sumoo,
    word: "sumoo",
    name: "SUMOO",
    boards: Match::BOARDS,
    players: &[Players::Two],
    has_leagues: false,
    open: |setup, _| Ok(Box::new(SumooTable::open(setup)?)),
    begin: Some(|_| AnyGame::Sumoo(Match::new(Game::new(), MagnetCoding::Class))),
};

impl HostGame for Match {
    fn driver(&self) -> Box<dyn GameDriver> {
        Box::new(SumooTable::new(*self.game()))
    }

    fn svg(&self) -> String {
        svg::draw(self.game())
    }

    fn repaired_cell(&self, repair: &Repair) -> Option<(u8, Option<Magnet>)> {
        Some(match *repair {
            GridRepair::Remove(cell) => (cell.into(), None),
            GridRepair::Place(token, cell) => (cell.into(), Some(magnet_of(token))),
        })
    }

    fn magnets(&self) -> Vec<Option<Magnet>> {
        let position = self.game().position();
        Cell::all()
            .map(|cell| position.at(cell).map(magnet_of))
            .collect()
    }

    fn piece_look(&self, magnet: Magnet) -> Option<(Rgb, char)> {
        let mut tokens = Colour::ALL.into_iter().flat_map(Token::all_of);
        let token = tokens.find(|&token| magnet_of(token) == magnet)?;
        let force = match token.force() {
            Force::One => '1',
            Force::Two => '2',
            Force::Three => '3',
        };
        let colour = match token.colour {
            Colour::White => palette::WHITE_PIECE,
            Colour::Black => palette::BLACK_PIECE,
        };
        Some((colour, force))
    }

    fn cell_actions(&self) -> Vec<TurnAction> {
        let mut all = Vec::new();
        self.game()
            .each_action(|action| all.push(TurnAction::Acts(ActionList::one(action))));
        all
    }

    fn turn_end(&self) -> Option<TurnAction> {
        let may_end = self.game().clone().end_turn().is_ok();
        (may_end || self.is_turn_spent()).then_some(TurnAction::EndTurn)
    }

    fn is_turn_spent(&self) -> bool {
        let mut can_act = false;
        self.game().each_action(|_| can_act = true);
        !can_act
    }
}
