//! True game of Abalone, played by the bare rules.

use super::hand_moves::PieceShift;
use super::truth::{Difference, GridAct, TrueGame};
use crate::players::Strategy;
use crate::players::grid::choose_move;
use crate::players::grid_search::search_move;
use crate::sim_rng::SimRng;
use rules_core::games::abalone::{
    self, Cell, DrawRules, Game, Move, Outcome, Partnership, Position, Setup, StartPosition,
};
use rules_core::player::{BySeat, Players};
use rules_core::referee::abalone::{Match, magnet_of, number_of, seat_of};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{AnyAction, AnyGame};
use rules_core::sensing::magnet::Magnet;

/// Position for two players that black wins with two more pushes.
const END: &str = "wwwww/www3/7/8/wwbbb4/8/7/bb4/bbbbb b 4-4";

/// Creates the game at the usual start for this number of players.
pub(super) fn begin(players: Players) -> Box<dyn TrueGame> {
    let players = match players {
        Players::Two => abalone::Players::Two,
        Players::Three => abalone::Players::Three,
        Players::Four => abalone::Players::Four(Partnership::Facing),
    };
    from_position(StartPosition::usual(players).position())
}

/// Creates a game that ends after two more marbles are pushed off, for two players.
pub(super) fn begin_near_end(players: Players) -> Box<dyn TrueGame> {
    let end = Setup::read(END).ok();
    match end.and_then(|setup| setup.position().ok()) {
        Some(position) => from_position(position),
        None => begin(players),
    }
}

fn from_position(position: Position) -> Box<dyn TrueGame> {
    Box::new(Game::new(position, DrawRules::default()))
}

/// Makes a move that is legal and returns the movements that hands must make for it.
fn make(game: &mut Game, action: Move) -> GridAct {
    let before = *game.position();
    let Ok(effect) = Game::play(game, action) else {
        return GridAct::Goes;
    };
    let Some(toward) = effect.toward() else {
        return GridAct::Goes;
    };
    let shifts = (effect.moved | effect.pushed)
        .into_iter()
        .filter_map(|cell| {
            Some(PieceShift {
                magnet: magnet_of(before.board().at(cell)?),
                from: number_of(cell),
                to: cell.step(toward).map(number_of),
            })
        });
    let pushed = u32::from(effect.pushed.len());
    GridAct::Shifts(shifts.collect(), pushed, AnyAction::Abalone(action))
}

impl TrueGame for Game {
    fn to_judge(&self) -> AnyGame {
        AnyGame::Abalone(Match::new(
            *self.position(),
            self.rules(),
            MagnetCoding::Class,
        ))
    }

    fn cells(&self) -> Vec<Option<Magnet>> {
        Cell::all()
            .map(|cell| self.position().board().at(cell).map(magnet_of))
            .collect()
    }

    fn turns(&self) -> u16 {
        self.turns()
    }

    fn is_won(&self) -> bool {
        matches!(self.outcome(), Outcome::Won(_))
    }

    fn difference(&self, judged: &AnyGame) -> Option<Difference> {
        let Some(judged) = judged.get::<Match>().map(Match::game) else {
            return Some(Difference::other_game());
        };
        let outcome = self.outcome();
        if outcome != Outcome::Playing && outcome == judged.outcome() {
            return None;
        }
        let same = self.position() == judged.position()
            && self.turns() == judged.turns()
            && outcome == judged.outcome();
        let described = |game: &Self| {
            let position = game.position();
            format!(
                "turn {} of {}: {position:?}",
                game.turns(),
                position.to_move()
            )
        };
        (!same).then(|| Difference::between(&described(self), &described(judged)))
    }

    fn is_own(&self, piece: Magnet) -> bool {
        magnet_of(self.position().to_move()) == piece
    }

    fn play(&mut self, kinds: &BySeat<Strategy>, rng: &mut SimRng) -> GridAct {
        let kind = kinds[seat_of(self.position().to_move())];
        let action = choose_move(kind, self.position(), rng);
        make(self, action)
    }

    fn play_ahead(&mut self, depth: u8, rng: &mut SimRng) -> GridAct {
        let action = search_move(depth, self.position(), rng);
        make(self, action)
    }

    fn confirms(&self, action: &AnyAction, judged: &AnyGame) -> bool {
        let (Some(action), Some(judged)) = (action.get::<Move>(), judged.get::<Match>()) else {
            return false;
        };
        if *action == Move::Pass {
            return self.turns() > judged.game().turns();
        }
        let mut after = *judged.position();
        after.play(*action).is_ok() && after.board() == self.position().board()
    }
}
