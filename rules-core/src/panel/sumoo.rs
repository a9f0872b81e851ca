//! Panel of SUMOO: end of turn and agreed draw in the menu, repairs on cells, and tunes.

use super::game::{AudibleRuling, PanelGame, RepairSign};
use super::grid;
use super::input::PanelInput;
use super::sound::Tune;
use crate::games::sumoo::Token;
use crate::referee::sumoo::{Change, Match, Repair, Ruling, TurnAction, seat_of};

impl PanelGame for Match {
    fn unseen_actions(&self) -> [Option<TurnAction>; 2] {
        [Some(TurnAction::EndTurn), Some(TurnAction::AgreeDraw)]
    }

    fn repair_sign(&self, repair: &Repair, _input: &PanelInput<'_>) -> RepairSign {
        grid::repair_sign(*repair, u8::from, |token: Token| seat_of(token.colour))
    }
}

impl AudibleRuling for Ruling {
    fn tune(&self) -> Option<Tune> {
        match self.change {
            Change::Won(_) => Some(Tune::Win),
            _ => Some(Tune::Ruling),
        }
    }
}
