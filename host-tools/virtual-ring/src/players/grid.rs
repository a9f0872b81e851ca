//! Choice of plays on grid boards: a move in Abalone, an action in SUMOO.
//!
//! Players look one play ahead and no further.

use super::Strategy;
use crate::sim_rng::SimRng;
use rules_core::games::abalone::{self, Move, Position};
use rules_core::games::sumoo::{Action, Cell, Colour, Game, Points};

/// Chooses a move for the player whose turn it is; a pass if there is no other.
#[must_use]
pub fn choose_move(kind: Strategy, position: &Position, rng: &mut SimRng) -> Move {
    let mover = position.to_move();
    let own = position.players().side(mover);
    let mut best = (f32::MIN, Move::Pass);
    for action in position.moves().filter(|&action| action != Move::Pass) {
        let mut after = *position;
        let Ok(effect) = after.play(action) else {
            continue;
        };
        let ejected = f32::from(u8::from(effect.ejected.is_some()));
        let pushed = f32::from(effect.pushed.len());
        let worth = match kind {
            Strategy::Random => rng.unit(),
            Strategy::Greedy => {
                100.0 * ejected + 10.0 * pushed - spread(&after, own) + 3.0 * rng.unit()
            }
            Strategy::Careful => {
                20.0 * ejected + 2.0 * pushed - 2.0 * spread(&after, own) + 2.0 * rng.unit()
            }
        };
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// Returns the average distance of a side's marbles from the middle, in cells.
fn spread(position: &Position, own: abalone::Side) -> f32 {
    let players = position.players();
    let cells = (players.iter())
        .filter(|&player| players.side(player) == own)
        .flat_map(|player| position.board().marbles_of(player));
    let (sum, count) = cells.fold((0, 0), |(sum, count), cell| {
        let row = i32::from(cell.row() as u8 - b'a') - 4;
        let number = i32::from(cell.number()) - 5;
        let far = row.abs().max(number.abs()).max((row - number).abs());
        (sum + far, count + 1)
    });
    sum as f32 / count.max(1) as f32
}

/// Chooses the next action of the player whose turn it is; `None` ends the turn.
#[must_use]
pub fn choose_action(kind: Strategy, game: &Game, rng: &mut SimRng) -> Option<Action> {
    let own = game.to_move()?;
    let stops = match (kind, game.points_left()) {
        (_, Points::Zero) => 1.0,
        (_, Points::Three) => 0.02,
        (Strategy::Random, _) => 0.3,
        (Strategy::Greedy | Strategy::Careful, _) => 0.15,
    };
    if rng.bool_with(stops) {
        return None;
    }
    let mut best: Option<(f32, Action)> = None;
    game.each_action(|action| {
        let mut after = *game;
        if after.apply(action).is_err() {
            return;
        }
        let attack = f32::from(u8::from(matches!(action, Action::Attack(_))));
        let [mine, theirs] = [own, own.other()].map(|colour| room(&after, colour));
        let won = match after.position().winner() {
            Some(winner) if winner == own => 1_000.0,
            Some(_) => -1_000.0,
            None => 0.0,
        };
        let worth = match kind {
            Strategy::Random => rng.unit(),
            Strategy::Greedy => won + 6.0 * attack - 2.0 * theirs + 0.5 * mine + 3.0 * rng.unit(),
            Strategy::Careful => won + attack - theirs + 2.0 * mine + 3.0 * rng.unit(),
        };
        if best.is_none_or(|other| worth > other.0) {
            best = Some((worth, action));
        }
    });
    best.map(|best| best.1)
}

/// Returns the sum of the distances of a colour's tokens from the edges, in cells.
fn room(game: &Game, colour: Colour) -> f32 {
    let inside = |cell: Cell| {
        let (column, row) = (cell.column(), cell.row());
        (column - 1).min(5 - column).min(row - 1).min(7 - row)
    };
    let tokens = game.position().tokens();
    let own = tokens.filter(|(token, _)| token.colour == colour);
    own.map(|(_, cell)| f32::from(inside(cell))).sum()
}
