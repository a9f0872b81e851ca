//! Search of plays on grid boards: players who look some plays ahead, for people to play
//! against. Measured matches are played by [`super::grid`], which looks one play ahead.

use crate::sim_rng::SimRng;
use rules_core::games::abalone::{self, Cell, Move};
use rules_core::games::sumoo::{Action, Colour, Game};
use rules_core::games::{abalone::Side, sumoo};

/// Worth of a won game.
const WON: i32 = 1_000_000;

/// Worth of a marble pushed off the board.
const MARBLE: i32 = 1_000;

/// Number of own turns of SUMOO whose replies are looked at.
const REPLIED: usize = 10;

/// Chooses a move for the player whose turn it is, by the best line of `depth` moves; a
/// pass if there is no other.
#[must_use]
pub fn search_move(depth: u8, position: &abalone::Position, rng: &mut SimRng) -> Move {
    let own = position.players().side(position.to_move());
    let mut best = (i32::MIN, Move::Pass);
    for (action, after) in ordered(position, own, true) {
        // Of equal moves another one is chosen in another match.
        let chance = rng.whole(0, 3) as i32;
        let floor = best.0.saturating_sub(4);
        let worth = value(&after, own, depth.saturating_sub(1), floor, WON) + chance;
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// Returns the moves of a position with the positions after them, those that look best
/// for the mover first.
fn ordered(
    position: &abalone::Position,
    own: Side,
    is_own: bool,
) -> Vec<(Move, abalone::Position)> {
    let moves = position.moves().filter(|&action| action != Move::Pass);
    let mut all: Vec<(i32, Move, abalone::Position)> = moves
        .filter_map(|action| {
            let mut after = *position;
            after.play(action).ok()?;
            let worth = estimate(&after, own);
            Some((if is_own { -worth } else { worth }, action, after))
        })
        .collect();
    all.sort_by_key(|play| play.0);
    all.into_iter().map(|play| (play.1, play.2)).collect()
}

/// Returns the worth of a position for a side, `depth` moves ahead. Every other side is
/// taken to play against it.
fn value(position: &abalone::Position, own: Side, depth: u8, low: i32, high: i32) -> i32 {
    if depth == 0 || position.winner().is_some() {
        return estimate(position, own);
    }
    let is_own = position.players().side(position.to_move()) == own;
    let (mut low, mut high) = (low, high);
    let mut best = if is_own { i32::MIN } else { i32::MAX };
    for (_, after) in ordered(position, own, is_own) {
        let worth = value(&after, own, depth - 1, low, high);
        if is_own {
            best = best.max(worth);
            low = low.max(best);
        } else {
            best = best.min(worth);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    match best {
        // The player must pass.
        i32::MIN | i32::MAX => estimate(position, own),
        best => best,
    }
}

/// Returns the worth of a position for a side as it stands: marbles pushed off, and
/// marbles near the middle.
fn estimate(position: &abalone::Position, own: Side) -> i32 {
    if let Some(winner) = position.winner() {
        return if winner == own { WON } else { -WON };
    }
    let (players, score, board) = (position.players(), position.score(), position.board());
    let mut worth = 0;
    for side in players.sides() {
        let ejected = i32::from(score.ejected_by(side)) * MARBLE;
        worth += if side == own { ejected } else { -ejected };
    }
    for player in players.iter() {
        let far: i32 = board.marbles_of(player).into_iter().map(far).sum();
        worth += if players.side(player) == own {
            -far
        } else {
            far
        };
    }
    worth
}

/// Returns the square of a point's distance from the middle, in cells.
fn far(cell: Cell) -> i32 {
    let row = i32::from(cell.row() as u8) - i32::from(b'e');
    let number = i32::from(cell.number()) - 5;
    let far = row.abs().max(number.abs()).max((row - number).abs());
    far * far
}

/// Chooses the next action of the player whose turn it is, by the best whole turn;
/// `None` ends the turn. With a depth of two or more the best reply counts, too.
#[must_use]
pub fn search_action(depth: u8, game: &Game, rng: &mut SimRng) -> Option<Action> {
    let own = game.to_move()?;
    let mut turns: Vec<(i32, Option<Action>, sumoo::Position)> = Vec::new();
    let may_end = game.clone().end_turn().is_ok();
    game.position()
        .each_turn(own, game.points_left(), |turn, end| {
            let first = turn.first().copied();
            if first.is_some() || may_end {
                turns.push((room(end, own), first, *end));
            }
        });
    turns.sort_by_key(|turn| -turn.0);
    if depth > 1 {
        turns.truncate(REPLIED);
        for turn in &mut turns {
            let mut worst = turn.0;
            turn.2
                .each_turn(own.other(), sumoo::Points::Three, |_, end| {
                    worst = worst.min(room(end, own));
                });
            turn.0 = worst;
        }
    }
    let best = turns.iter().map(|turn| turn.0).max()?;
    turns.retain(|turn| turn.0 == best);
    rng.shuffle(&mut turns);
    turns.first().and_then(|turn| turn.1)
}

/// Returns the worth of a position for a colour: a win, or the room that its tokens have
/// to the edges, compared with the other's.
fn room(position: &sumoo::Position, own: Colour) -> i32 {
    match position.winner() {
        Some(winner) if winner == own => return WON,
        Some(_) => return -WON,
        None => {}
    }
    let inside = |cell: sumoo::Cell| {
        let (column, row) = (i32::from(cell.column()), i32::from(cell.row()));
        (column - 1).min(5 - column).min(row - 1).min(7 - row)
    };
    let tokens = position.tokens();
    let rooms = tokens.map(|(token, cell)| {
        let room = 4 * inside(cell) + i32::from(inside(cell) > 0) * 2;
        if token.colour == own { room } else { -room }
    });
    rooms.sum()
}

#[cfg(test)]
mod tests {
    use super::{search_action, search_move};
    use crate::players::Strategy;
    use crate::players::grid::{choose_action, choose_move};
    use crate::sim_rng::SimRng;
    use rules_core::games::abalone::{Players, StartPosition};
    use rules_core::games::sumoo::{Colour, Game, GamePhase};

    /// Plays a game of Abalone; returns the marbles that the searching player, who begins,
    /// and the other one pushed off.
    fn abalone(depth: u8, seed: u64) -> (u8, u8) {
        let mut rng = SimRng::new(seed, 5);
        let mut position = StartPosition::usual(Players::Two).position();
        let own = position.players().side(position.to_move());
        for _ in 0..160 {
            if position.winner().is_some() {
                break;
            }
            let is_own = position.players().side(position.to_move()) == own;
            let action = match is_own {
                true => search_move(depth, &position, &mut rng),
                false => choose_move(Strategy::Greedy, &position, &mut rng),
            };
            position.play(action).expect("a legal move");
        }
        let [own, other] = [true, false].map(|mine| {
            let sides = position.players().sides();
            sides
                .filter(|&side| (side == own) == mine)
                .map(|side| position.score().ejected_by(side))
                .sum()
        });
        (own, other)
    }

    #[test]
    fn who_looks_ahead_pushes_off_more_marbles() {
        for seed in 0..3 {
            let (own, other) = abalone(2, seed);
            assert!(own > other, "{own} to {other} with seed {seed}");
        }
    }

    #[test]
    fn whole_turns_beat_single_actions() {
        let mut won = 0;
        for seed in 0..8 {
            let mut rng = SimRng::new(seed, 6);
            let mut game = Game::new();
            for _ in 0..400 {
                let Some(mover) = game.to_move() else {
                    break;
                };
                let action = match mover {
                    Colour::White => search_action(1, &game, &mut rng),
                    Colour::Black => choose_action(Strategy::Greedy, &game, &mut rng),
                };
                let done = match action {
                    Some(action) => game.apply(action).map(|_| ()).is_ok(),
                    None => game.end_turn().is_ok(),
                };
                assert!(done, "{action:?} of {mover:?}");
            }
            won += u32::from(game.phase() == GamePhase::Won(Colour::White));
        }
        assert!(won >= 6, "won {won} of 8");
    }
}
