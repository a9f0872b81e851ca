//! True game of SUMOO, played by the bare rules.

use super::hand_moves::PieceShift;
use super::truth::{Difference, GridAct, TrueGame};
use crate::players::Strategy;
use crate::players::grid::choose_action;
use crate::players::grid_search::search_action;
use crate::sim_rng::SimRng;
use rules_core::games::sumoo::{Action, Cell, Colour, Displacement, Game, GamePhase, Points};
use rules_core::player::{BySeat, Players};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::sumoo::{ActionList, Match, TurnAction, magnet_of, seat_of};
use rules_core::referee::{AnyAction, AnyGame};
use rules_core::sensing::magnet::Magnet;

/// Creates the game at its start; SUMOO is always for two.
pub(super) fn begin(_players: Players) -> Box<dyn TrueGame> {
    Box::new(Game::new())
}

/// Makes an action that is legal, or ends the turn, and returns the movements that hands
/// must make for it.
fn make(game: &mut Game, action: Option<Action>) -> GridAct {
    let Some(action) = action else {
        let spent = game.points_left() == Points::Zero;
        // A game that is over is not played on.
        let _ = game.end_turn();
        return if spent { GridAct::Goes } else { GridAct::Ends };
    };
    let own = game.to_move();
    let effect = game.apply(action).unwrap_or_default();
    let shift = |moved: &Displacement| PieceShift {
        magnet: magnet_of(moved.token),
        from: moved.from.into(),
        to: moved.to.map(u8::from),
    };
    let pushed = effect
        .iter()
        .filter(|moved| Some(moved.token.colour) != own);
    let pushed = pushed.count() as u32;
    let acts = TurnAction::Acts(ActionList::one(action));
    let shifts = effect.iter().map(shift).collect();
    GridAct::Shifts(shifts, pushed, AnyAction::Sumoo(acts))
}

impl TrueGame for Game {
    fn to_judge(&self) -> AnyGame {
        AnyGame::Sumoo(Match::new(*self, MagnetCoding::Class))
    }

    fn cells(&self) -> Vec<Option<Magnet>> {
        Cell::all()
            .map(|cell| self.position().at(cell).map(magnet_of))
            .collect()
    }

    fn turns(&self) -> u16 {
        self.turns_ended()
    }

    fn is_won(&self) -> bool {
        matches!(self.phase(), GamePhase::Won(_))
    }

    fn difference(&self, judged: &AnyGame) -> Option<Difference> {
        let Some(judged) = judged.get::<Match>().map(Match::game) else {
            return Some(Difference::other_game());
        };
        let won = matches!(self.phase(), GamePhase::Won(_));
        if won && self.phase() == judged.phase() {
            return None;
        }
        let alike = self.position().appearance() == judged.position().appearance();
        let same = match (self.phase(), judged.phase()) {
            // With fewer points for the same the player is no worse off.
            (
                GamePhase::Turn { colour, left },
                GamePhase::Turn {
                    colour: other,
                    left: more,
                },
            ) => colour == other && more >= left && self.turns_ended() == judged.turns_ended(),
            (truth, judged) => truth == judged,
        };
        if alike && same {
            return None;
        }
        let open = self.to_move().map(Colour::other) == judged.to_move()
            && self.turns_ended() == judged.turns_ended() + 1;
        if alike && open {
            return Some(Difference::TurnOpen);
        }
        let described = |game: &Self| {
            let cells: Vec<String> = (game.position().tokens())
                .map(|(token, cell)| format!("{token}@{},{}", cell.column(), cell.row()))
                .collect();
            format!("{:?} {}", game.phase(), cells.join(" "))
        };
        Some(Difference::between(&described(self), &described(judged)))
    }

    fn is_own(&self, piece: Magnet) -> bool {
        let own = self.position().tokens().map(|(token, _)| token);
        let mut own = own.filter(|token| Some(token.colour) == self.to_move());
        own.any(|token| magnet_of(token) == piece)
    }

    fn play(&mut self, kinds: &BySeat<Strategy>, rng: &mut SimRng) -> GridAct {
        let seat = seat_of(self.to_move().unwrap_or(Colour::White));
        let action = choose_action(kinds[seat], self, rng);
        make(self, action)
    }

    fn play_ahead(&mut self, depth: u8, rng: &mut SimRng) -> GridAct {
        let action = search_action(depth, self, rng);
        make(self, action)
    }

    fn confirms(&self, action: &AnyAction, judged: &AnyGame) -> bool {
        let (Some(action), Some(judged)) = (action.get::<TurnAction>(), judged.get::<Match>())
        else {
            return false;
        };
        match action {
            TurnAction::Acts(acts) => {
                let after = acts.result(judged.game().position());
                after.is_some_and(|after| after.appearance() == self.position().appearance())
            }
            TurnAction::EndTurn => self.turns_ended() > judged.game().turns_ended(),
            TurnAction::AgreeDraw => false,
        }
    }

    fn turn_end(&self) -> Option<AnyAction> {
        Some(AnyAction::Sumoo(TurnAction::EndTurn))
    }
}
