//! Panel of Abalone: the pass in the menu, repairs on cells, and tunes.

use super::game::{AudibleRuling, PanelGame, RepairSign};
use super::grid;
use super::input::PanelInput;
use super::sound::Tune;
use crate::games::abalone::Move;
use crate::referee::abalone::{Change, Match, Repair, Ruling, number_of, seat_of};

impl PanelGame for Match {
    fn unseen_actions(&self) -> [Option<Move>; 2] {
        [Some(Move::Pass), None]
    }

    fn repair_sign(&self, repair: &Repair, _input: &PanelInput<'_>) -> RepairSign {
        grid::repair_sign(*repair, number_of, seat_of)
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
