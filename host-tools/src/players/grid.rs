//! Plays on grid boards: which move in Abalone, which action in SUMOO.
//!
//! Players look one play ahead and no further.

use super::Kind;
use crate::virtual_ring::chance::Chance;
use rules_core::games::abalone::{self, Move, Position};
use rules_core::games::sumoo::{Action, Cell, Colour, Game, Points};

/// A move for whoever's turn it is; a pass if there is no other.
#[must_use]
pub fn choose_move(kind: Kind, position: &Position, chance: &mut Chance) -> Move {
    let mover = position.to_move();
    let own = position.players().side(mover);
    let mut best = (f32::MIN, Move::Pass);
    for action in position.moves().filter(|&it| it != Move::Pass) {
        let mut after = *position;
        let Ok(effect) = after.play(action) else {
            continue;
        };
        let ejected = f32::from(u8::from(effect.ejected.is_some()));
        let pushed = f32::from(effect.pushed.len());
        let worth = match kind {
            Kind::Random => chance.unit(),
            Kind::Greedy => {
                100.0 * ejected + 10.0 * pushed - spread(&after, own) + 3.0 * chance.unit()
            }
            Kind::Careful => {
                20.0 * ejected + 2.0 * pushed - 2.0 * spread(&after, own) + 2.0 * chance.unit()
            }
        };
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// How far the marbles of a side are from the middle, on average.
fn spread(position: &Position, own: abalone::Side) -> f32 {
    let players = position.players();
    let cells = (players.iter())
        .filter(|&it| players.side(it) == own)
        .flat_map(|it| position.board().of(it));
    let (sum, count) = cells.fold((0, 0), |(sum, count), cell| {
        let row = i32::from(cell.row() as u8 - b'a') - 4;
        let number = i32::from(cell.number()) - 5;
        let far = row.abs().max(number.abs()).max((row - number).abs());
        (sum + far, count + 1)
    });
    sum as f32 / count.max(1) as f32
}

/// The next action of whoever's turn it is; nothing ends the turn.
#[must_use]
pub fn choose_action(kind: Kind, game: &Game, chance: &mut Chance) -> Option<Action> {
    let own = game.to_move()?;
    let stops = match (kind, game.points_left()) {
        (_, Points::Zero) => 1.0,
        (_, Points::Three) => 0.02,
        (Kind::Random, _) => 0.3,
        (Kind::Greedy | Kind::Careful, _) => 0.15,
    };
    if chance.happens(stops) {
        return None;
    }
    let mut best: Option<(f32, Action)> = None;
    game.each_action(|action| {
        let mut after = *game;
        if after.apply(action).is_err() {
            return;
        }
        let attack = f32::from(u8::from(matches!(action, Action::Attack(_))));
        let [mine, theirs] = [own, own.other()].map(|it| room(&after, it));
        let won = match after.position().winner() {
            Some(winner) if winner == own => 1_000.0,
            Some(_) => -1_000.0,
            None => 0.0,
        };
        let worth = match kind {
            Kind::Random => chance.unit(),
            Kind::Greedy => won + 6.0 * attack - 2.0 * theirs + 0.5 * mine + 3.0 * chance.unit(),
            Kind::Careful => won + attack - theirs + 2.0 * mine + 3.0 * chance.unit(),
        };
        if best.is_none_or(|it| worth > it.0) {
            best = Some((worth, action));
        }
    });
    best.map(|it| it.1)
}

/// How far the tokens of a colour are from the edges, together.
fn room(game: &Game, colour: Colour) -> f32 {
    let inside = |cell: Cell| {
        let (column, row) = (cell.column(), cell.row());
        (column - 1).min(5 - column).min(row - 1).min(7 - row)
    };
    let tokens = game.position().tokens();
    let own = tokens.filter(|(token, _)| token.colour == colour);
    own.map(|(_, cell)| f32::from(inside(cell))).sum()
}
